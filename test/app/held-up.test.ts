import { request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { bothModes, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { sends } from "../support/sends.ts";
import { en, heading } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

describe.each(bothModes)("a process that was stopped for seconds, over %s", (mode) => {
  it("sends nothing of what Slack gave up meanwhile, and takes what is typed after it", async () => {
    const { slack, platform, bot, ...sandbox } = await startSandbox({ mode });
    onTestFinished(() => sandbox.close());
    const person = slack.as(joon);
    process.kill(bot.pid, "SIGSTOP");
    const first = await person.command("/msg-send", "joon Given up", { conversation: tests }).finally(() => {
      process.kill(bot.pid, "SIGCONT");
    });
    expect(first.trouble).toBe("operation_timeout");
    await eventually(async () => {
      const { ack } = await person.command("/msg-send", "joon Typed again", { conversation: tests });
      expect(JSON.stringify(ack?.body)).toContain("Sending to joon");
    });
    await slack.waitFor(() => slack.messages(tests).length > 0, { what: "its result" });
    const sent = sends(platform).map(({ body }) => JSON.stringify(body));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain("Typed again");
    expect(slack.messages(tests)).toHaveLength(1);
  });
});

it("sends nothing when the connection is gone that the acknowledgement has to take", async () => {
  const { slack, platform, app, env } = await startChatops({ mode: "http" });
  // Once beforehand, so that who it is is known and the store alone is waited for.
  await slack.as(joon).command("/msg-help", "", { conversation: tests });
  const writer = await startOutsideWriter(env["DATABASE_URL"]!.slice("file:".length));
  const body = new URLSearchParams({
    command: "/msg-send",
    text: "joon Nobody was told",
    user_id: joon,
    channel_id: tests,
    team_id: "T0",
    trigger_id: "1.1.gone",
    response_url: "http://127.0.0.1:9/never",
    api_app_id: "A0",
  }).toString();
  const headers = () => ({
    "content-type": "application/x-www-form-urlencoded",
    ...slack.signatureHeaders(body),
  });
  const address = { host: "127.0.0.1", port: app.port, path: "/slack/events", method: "POST" };
  const slackSide = request({ ...address, headers: headers() });
  slackSide.on("error", () => {});
  await new Promise<void>((resolve) => slackSide.end(body, resolve));
  const healthy = () => fetch(`http://127.0.0.1:${app.port}/healthz`);
  // Behind each of these answers the bot has seen what came before it: the command, and the end of its connection.
  await healthy();
  slackSide.destroy();
  await healthy();
  await writer.release();
  const post = await slack.waitFor(() => slack.messages(tests)[0], {
    what: "what became of it",
  });
  expect(post.text).toContain(heading.notSent);
  // The same once more, since nobody acknowledged it: no result will come of that.
  const url = `http://127.0.0.1:${app.port}/slack/events`;
  const again = await (await fetch(url, { method: "POST", headers: headers(), body })).text();
  expect(JSON.parse(again)).toMatchObject({ text: en.common.tooSlow });
  expect(sends(platform)).toEqual([]);
});

/** What stands between Slack and the app may hold a delivery back, and Slack gives it up meanwhile. */
it("sends nothing of what was signed too long ago, also not when it comes again, and answers what only looks", async () => {
  const { slack, platform, log } = await startChatops({ mode: "http" });
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const deliver = async (
    command: string,
    text: string,
    { id = text.replaceAll(" ", "-"), at = new Date() } = {},
  ) => {
    const body = new URLSearchParams({
      ...{ command, text, user_id: joon, channel_id: tests, team_id: "T0", api_app_id: "A0" },
      ...{ trigger_id: `1.1.${id}`, response_url: "http://127.0.0.1:9/never" },
    }).toString();
    const headers = { ...type, ...slack.signatureHeaders(body, { at }) };
    return (await slack.deliverRaw({ body, headers })).body;
  };
  // Longer ago than the tests' own limit, which is wide for busy machines, and than production's.
  const at = new Date(Date.now() - 70_000);
  const tooSlow = { text: en.common.tooSlow };
  expect(JSON.parse(await deliver("/msg-send", "joon Held back", { at }))).toMatchObject(tooSlow);
  expect(log()).toMatch(/A delivery was up to 7\d s on its way"/);
  expect(await deliver("/msg-help", "", { at, id: "look" })).toContain("/msg-send");
  expect(JSON.parse(await deliver("/msg-send", "joon Held back"))).toMatchObject(tooSlow);
  await deliver("/msg-send", "joon Typed again");
  await slack.waitFor(() => slack.messages(tests).length > 0, { what: "its result" });
  const sent = sends(platform).map(({ body }) => JSON.stringify(body));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain("Typed again");
});

it("goes by Slack's clock, whatever this machine's says, and asks for it anew when one of the two changed", async () => {
  // Further off than the tests' own limit.
  const slackIs = { behindMs: 90_000 };
  const slackNow = () => new Date(Date.now() - slackIs.behindMs);
  const { slack } = await startChatops({ mode: "http", slack: { now: slackNow } });
  const send = async (text: string) => {
    const { ack } = await slack.as(joon).command("/msg-send", `joon ${text}`, { conversation: tests });
    return JSON.stringify(ack?.body);
  };
  expect(await send("With the first reply")).toContain("Sending to joon");
  slackIs.behindMs = 180_000;
  expect(await send("Looks late")).toContain(en.common.tooSlow);
  const isAsked = () => slack.traffic.some(({ name, response }) => name === "api.test" && response !== null);
  await slack.waitFor(isAsked, { what: "the question for Slack's time" });
  await eventually(async () => expect(await send("Once more")).toContain("Sending to joon"));
});
