import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { WebClient } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { SILENT } from "../../../../sandbox/test/support/bolt-app.ts";
import type { LogFields } from "../../../../src/log.ts";
import { isSlackFault } from "../../../../src/slack/edge/slack-error.ts";
import { createSlackClient, readIdentity, webFetch } from "../../../../src/slack/edge/web-client.ts";
import { judgePostFailure } from "../../../../src/slack/posts/post-failure.ts";
import { eventually } from "../../../support/eventually.ts";
import { findFreePort } from "../../../support/free-port.ts";
import { answerJson, serve } from "../loopback.ts";

describe("reading the bot's identity from auth.test", () => {
  const bot = { ok: true, bot_id: "B1", user_id: "U1", team_id: "T1", enterprise_id: "E1" };

  function readFrom(apiUrl: string) {
    const stopping = new AbortController();
    const failures: LogFields[] = [];
    const log = { warn: (fields: LogFields) => void failures.push(fields) };
    const client = createSlackClient({ botToken: "xoxb-1", apiUrl, logger: SILENT });
    const reading = readIdentity(client, { signal: stopping.signal, log });
    const expectToStop = async () => {
      const ended = expect(reading).rejects.toThrow("stop now");
      await eventually(() => expect(failures).toHaveLength(1));
      stopping.abort(new Error("stop now"));
      await ended;
      expect(failures).toHaveLength(1);
    };
    return { reading, failures, expectToStop };
  }

  /** Of a Slack whose auth.test gives these answers in turn, and repeats the last one. */
  async function readAfter(...answers: (object | number | null)[]) {
    let calls = 0;
    const { apiUrl } = await serve((request, response) => {
      request.resume();
      const answer = answers[Math.min(calls, answers.length - 1)];
      calls += 1;
      answerJson(response, answer, typeof answer === "number" ? answer : 200);
    });
    return { ...readFrom(apiUrl), calls: () => calls };
  }

  it("returns the IDs of bot, bot user and workspace", async () => {
    const { reading } = await readAfter(bot);
    await expect(reading).resolves.toEqual({ botId: "B1", botUserId: "U1", teamId: "T1" });
  });

  it.each([
    // The answer itself isn't logged: it may be a page.
    [
      "while Slack fails",
      [503, { ok: false, error: "fatal_error" }],
      [{ code: "HTTP 503" }, { code: "fatal_error" }],
    ],
    ["after an unexpected error, and logs it whole", [null], [{ err: expect.any(TypeError) }]],
  ])("is repeated %s", async (_, answers, logged) => {
    const { reading, failures } = await readAfter(...answers, bot);
    await expect(reading).resolves.toMatchObject({ botId: "B1" });
    expect(failures).toEqual(logged);
  });

  it("is repeated while Slack can't be reached, and logs the cause without a stack", async () => {
    const { failures, expectToStop } = readFrom(`http://127.0.0.1:${await findFreePort()}/api/`);
    await expectToStop();
    const reason = expect.stringMatching(/^connect ECONNREFUSED 127/);
    expect(failures).toEqual([{ code: "ECONNREFUSED", reason }]);
  });

  it("is no longer repeated once the app stops", async () => {
    const { expectToStop } = await readAfter(503);
    await expectToStop();
  });

  it.each(["invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"])(
    "is not repeated if Slack answers %s, which only a person can fix",
    async (error) => {
      const { reading, calls } = await readAfter({ ok: false, error });
      await expect(reading).rejects.toThrow(`Slack refuses SLACK_BOT_TOKEN: ${error}`);
      expect(calls()).toBe(1);
    },
  );

  it("refuses a person's token", async () => {
    const { reading, calls } = await readAfter({ ok: true, user_id: "U1", team_id: "T1" });
    await expect(reading).rejects.toThrow("SLACK_BOT_TOKEN is not a bot's token");
    expect(calls()).toBe(1);
  });
});

describe("webFetch, the HTTP client for Slack's API,", () => {
  function post(slackApiUrl: string, more: { fetch?: typeof webFetch; timeout?: number } = {}) {
    const quiet = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true, logger: SILENT };
    const client = new WebClient("xoxb-1", { ...quiet, ...more, slackApiUrl });
    return client.chat.postMessage({ channel: "C1", text: "안녕 & hello" });
  }

  it("sends the calls of Slack's client over connections that stay open", async () => {
    const asked: unknown[] = [];
    const { server, apiUrl } = await serve(async (request, response) => {
      const { method, url: path, headers } = request;
      await text(request);
      asked.push([method, path, headers.authorization, headers["content-type"]]);
      response.setHeader("x-oauth-scopes", "chat:write, files:read");
      answerJson(response, { ok: true, text: "됨" });
    });
    let connections = 0;
    server.on("connection", () => {
      connections += 1;
    });
    const scopes = ["chat:write", "files:read"];
    for (let index = 0; index < 6; index += 1) {
      const answer = await post(apiUrl, { fetch: webFetch });
      expect(answer).toMatchObject({ text: "됨", response_metadata: { scopes } });
    }
    const call = ["POST", "/api/chat.postMessage", "Bearer xoxb-1", "application/x-www-form-urlencoded"];
    expect(asked).toEqual(Array.from({ length: 6 }, () => call));
    // A connection may still be busy with an answer's end at the next call.
    expect(connections).toBeLessThanOrEqual(2);
  });

  it("sends the same body as Node's fetch", async () => {
    const bodies: string[] = [];
    const { apiUrl } = await serve(async (request, response) => {
      bodies.push(await text(request));
      answerJson(response, { ok: true });
    });
    await post(apiUrl);
    await post(apiUrl, { fetch: webFetch });
    expect(bodies[1]).toBe(bodies[0]);
    expect(bodies[1]).toContain("hello");
  });

  it.each<[string, RequestListener]>([
    ["429 with a time", (_, response) => void response.writeHead(429, { "retry-after": "7" }).end()],
    ["429 without one", (_, response) => void response.writeHead(429).end()],
    ["503", (_, response) => void response.writeHead(503).end("busy")],
    ["a redirect", (_, response) => void response.writeHead(302, { location: "/elsewhere" }).end()],
    ["no content", (_, response) => void response.writeHead(204).end()],
    ["a page", (_, response) => void response.end("<html>")],
    ["a cut connection", (_, response) => void response.destroy()],
    ["no answer", () => {}],
  ])("fails in the same way as Node's fetch after %s", async (_, listener) => {
    const { apiUrl } = await serve(listener);
    const failing = (more: { fetch?: typeof webFetch }) =>
      post(apiUrl, { timeout: 300, ...more }).then(
        () => null,
        (error: unknown) => [isSlackFault(error), judgePostFailure(error), String(error)],
      );
    expect(await failing({ fetch: webFetch })).toEqual(await failing({}));
  });

  it("shows that nothing was sent if the connection is refused", async () => {
    const closed = `http://127.0.0.1:${await findFreePort()}/api/`;
    const verdict = await post(closed, { fetch: webFetch }).catch(judgePostFailure);
    expect(verdict).toMatchObject({ kind: "again", mayRepeat: false });
  });
});
