import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** In the package, which has no sources, this is part of a file of `dist/`: as far below. */
export const root = new URL("../", import.meta.url);
/** Not in the bundle: sharp has binaries, the others are tried for by packages that do without. */
export const external = ["sharp", "pg-native", "bufferutil", "utf-8-validate"];
const sources = new URL("src/main.ts", root);
const bundled = new URL("dist/main.js", root);

/**
 * What `npm start` runs, as everything else that starts the bot: the bundle, made first where it is not of these sources,
 * or the sources themselves where it can't be made.
 */
export function findEntry(): URL {
  if (!existsSync(sources) || isMadeOf(hashSources())) return bundled;
  if (!existsSync(new URL("node_modules/rolldown", root))) return sources;
  // In a process of its own, since the bundler's memory would stay the bot's.
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL("scripts/bundle.ts", root))], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status === 0) return bundled;
  console.error("The bundle could not be made (above is why): this runs from its sources.");
  return sources;
}

/** By content: dates say nothing after a checkout, and packages' files are all of 1985. */
export function hashSources(): string {
  const names = readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.(?:ts|json)$/.test(name)).toSorted();
  const hash = createHash("sha256");
  for (const file of [...files.map((name) => `src/${name}`), "package-lock.json", "scripts/bundle.ts"])
    hash.update(`${file}\0`).update(readFileSync(new URL(file, root)));
  return hash.digest("hex").slice(0, 12);
}

/** The entry names its parts' folder, which is called by what they were made of. */
function isMadeOf(hash: string): boolean {
  return existsSync(bundled) && readFileSync(bundled, "utf8").includes(`./${hash}/`);
}
