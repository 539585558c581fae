import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";

const script = `
  import { createLogger } from "${new URL("../../src/log.ts", import.meta.url).href}";
  const log = createLogger({ level: "info", secrets: [] });
  process.stdin.once("data", () => {
    log.info({}, "nobody reads this");
    process.exit(3);
  });
  log.info({}, "ready");
`;

it("the log lets the process exit after the reader of its output has gone", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  child.stdout.destroy();
  await once(child.stdout, "close");
  child.stdin.write("go");
  expect(await exited).toEqual([3, null]);
});
