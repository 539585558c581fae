import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const demo = fileURLToPath(new URL("../../sandbox/demo.ts", import.meta.url));

/** Its steps wait for what should follow, and it ends with 1 where one of them did not happen. */
it("the tour happens as README says, and breaks no rule of Slack's", { timeout: 240_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [demo]).catch((error: unknown) =>
    Object(error),
  );
  expect(String(stdout)).toContain("All of it happened.");
});
