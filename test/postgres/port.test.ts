import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { findFreePort } from "../support/free-port.ts";
import { startThrowaway } from "../support/postgres-server.ts";

test("a test server whose port was taken meanwhile gets another one", async () => {
  const port = await findFreePort();
  const taken = createServer().listen(port, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const ports = [port];
  const server = await startThrowaway({ findPort: async () => ports.shift() ?? (await findFreePort()) });
  onTestFinished(() => server.close());
  expect(server.url).not.toContain(`:${port}/`);
});
