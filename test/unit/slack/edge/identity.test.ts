import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { SILENT } from "../../../../sandbox/test/support/bolt-app.ts";
import type { LogFields } from "../../../../src/log.ts";
import { createSlackClient, readIdentity } from "../../../../src/slack/edge/web-client.ts";
import { eventually } from "../../../support/eventually.ts";
import { findFreePort } from "../../../support/free-port.ts";

const bot = { ok: true, bot_id: "B1", user_id: "U1", team_id: "T1", enterprise_id: "E1" };

/** A Slack whose auth.test gives these answers in turn, and repeats the last one. */
async function readFrom(...answers: (object | number | null)[]) {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    const answer = answers[Math.min(calls, answers.length - 1)];
    calls += 1;
    response.writeHead(typeof answer === "number" ? answer : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const apiUrl = `http://127.0.0.1:${port}/api/`;
  const client = createSlackClient({ botToken: "xoxb-1", apiUrl, logger: SILENT });
  return { ...wait(client), calls: () => calls };
}

function wait(client: Parameters<typeof readIdentity>[0]) {
  const stopping = new AbortController();
  const failures: LogFields[] = [];
  const log = { warn: (fields: LogFields) => void failures.push(fields) };
  return { reading: readIdentity(client, { signal: stopping.signal, log }), stopping, failures };
}

describe("readIdentity", () => {
  it("returns what auth.test names", async () => {
    const { reading } = await readFrom(bot);
    await expect(reading).resolves.toEqual({
      botId: "B1",
      botUserId: "U1",
      teamId: "T1",
    });
  });

  it("retries while Slack fails", async () => {
    const { reading, failures } = await readFrom(503, { ok: false, error: "fatal_error" }, bot);
    await expect(reading).resolves.toMatchObject({ botId: "B1" });
    // The answer itself isn't logged: it may be a page.
    expect(failures).toEqual([{ code: "HTTP 503" }, { code: "fatal_error" }]);
  });

  it("retries while Slack can't be reached, and logs the cause without a stack", async () => {
    const apiUrl = `http://127.0.0.1:${await findFreePort()}/api/`;
    const { reading, stopping, failures } = wait(
      createSlackClient({ botToken: "xoxb-1", apiUrl, logger: SILENT }),
    );
    const ended = expect(reading).rejects.toThrow("stop now");
    await eventually(() => expect(failures).toHaveLength(1));
    stopping.abort(new Error("stop now"));
    await ended;
    expect(failures).toEqual([
      { code: "ECONNREFUSED", reason: expect.stringMatching(/^connect ECONNREFUSED 127/) },
    ]);
  });

  it("retries after an unexpected error, and logs it whole", async () => {
    const { reading, failures } = await readFrom(null, bot);
    await expect(reading).resolves.toMatchObject({ botId: "B1" });
    expect(failures).toEqual([{ err: expect.any(TypeError) }]);
  });

  it.each(["invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"])(
    "doesn't retry when Slack says %s, which only a person can fix",
    async (error) => {
      const { reading, calls } = await readFrom({ ok: false, error });
      await expect(reading).rejects.toThrow(`Slack refuses SLACK_BOT_TOKEN: ${error}`);
      expect(calls()).toBe(1);
    },
  );

  it("refuses a person's token", async () => {
    const { reading, calls } = await readFrom({ ok: true, user_id: "U1", team_id: "T1" });
    await expect(reading).rejects.toThrow("SLACK_BOT_TOKEN is not a bot's token");
    expect(calls()).toBe(1);
  });

  it("stops retrying when the app stops", async () => {
    const { reading, stopping, failures } = await readFrom(503);
    const ended = expect(reading).rejects.toThrow("stop now");
    await eventually(() => expect(failures).toHaveLength(1));
    stopping.abort(new Error("stop now"));
    await ended;
    expect(failures).toHaveLength(1);
  });
});
