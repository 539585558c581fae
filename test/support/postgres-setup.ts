import { tmpdir } from "node:os";
import type { TestProject } from "vitest/node";
import { startThrowaway } from "./postgres-server.ts";

/** One server for all files, each of which makes databases of its own in it: to make a server takes seconds. */
export async function setup({ config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ((process.env["TEST_DATABASE_URL"] ?? "") !== "") return;
  const { url, close } = await startThrowaway({ folder: config.env["TMPDIR"] ?? tmpdir() });
  process.env["TEST_DATABASE_URL"] = url;
  return async () => {
    delete process.env["TEST_DATABASE_URL"];
    await close();
  };
}
