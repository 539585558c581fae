import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";

const script = `
  import { startSandbox } from "${new URL("../../sandbox/sandbox.ts", import.meta.url).href}";
  const { bot } = await startSandbox();
  console.log(bot.port);
  process.exit(1);
`;

it("a sandbox that exits without closing its bot leaves no bot process running", async () => {
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  const { stdout } = await run.catch((failure: { stdout: string }) => failure);
  const port = Number(stdout.trim());
  expect(port).toBeGreaterThan(0);
  await eventually(() => expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow("fetch failed"));
});
