import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Of all files below these paths that git tracks or would track, by name and content: twelve hex digits. */
export function hashFiles(paths: readonly string[]): string {
  const names = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...paths],
    { cwd: root, encoding: "utf8" },
  );
  const hash = createHash("sha256");
  for (const name of names.split("\0").filter(Boolean).toSorted()) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(`${root}${name}`))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 12);
}
