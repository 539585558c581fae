import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const demo = fileURLToPath(new URL("../../sandbox/demo.ts", import.meta.url));

/** The demo's steps wait for what should follow; it exits with 1 if one of them doesn't happen. */
it("`npm run demo` plays its tour to the end without an error", { timeout: 240_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [demo]).catch((error: unknown) =>
    Object(error),
  );
  expect(String(stdout)).toContain("All of it happened.");
});
