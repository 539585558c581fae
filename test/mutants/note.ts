import { createHash } from "node:crypto";

/** The name of the file in which the probe notes what a test file reaches. */
export function noteOf(testFile: string): string {
  return createHash("sha256").update(testFile).digest("hex").slice(0, 16);
}
