import { describe, expect, it } from "vitest";
import type { ReplyFault } from "../../sandbox/slack/fault-types.ts";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

async function askForChannels(fault: ReplyFault) {
  const chatops = await startChatops();
  const { slack } = chatops;
  slack.faults.responseUrls(fault);
  const { ack } = await slack.as(joon).command("/msg-channels", "", { conversation: tests });
  expect(ack?.status).toBe(200);
  const answers = () => slack.ephemerals(joon).map(({ text }) => text);
  return { ...chatops, answers, told: () => slack.dm(joon).map(({ text }) => text) };
}

describe("an answer that Slack doesn't accept at once", () => {
  it.each([
    ["limits it", { kind: "ratelimited", retryAfterS: 1, times: 2 }],
    ["fails", { kind: "status", status: 503, times: 1 }],
    ["cuts the connection", { kind: "reset", times: 1 }],
  ] as const)("is shown all the same if Slack %s", async (_, fault) => {
    const { slack, answers, told, log } = await askForChannels(fault);
    await slack.waitFor(() => answers()[0], { what: "the list" });
    expect(answers()).toEqual([expect.stringContaining(en.channels.title)]);
    expect(told()).toEqual([]);
    expect(log()).not.toContain("an interaction failed");
  });

  it("may be shown twice if Slack answers too late", async () => {
    const { slack, answers } = await askForChannels({ kind: "late", times: 1 });
    await slack.waitFor(() => answers()[1], { what: "the list again" });
    expect(answers()[1]).toBe(answers()[0]);
  });

  it.each([
    ["is too busy for longer than a minute", { kind: "ratelimited", retryAfterS: 600 }],
    ["has closed the response_url", { kind: "status", status: 404 }],
  ] as const)("is replaced by a direct message that blames Slack if Slack %s", async (_, fault) => {
    const { answers, told, log } = await askForChannels(fault);
    await eventually(() => {
      const reference = /"reference":"(\w+)"/.exec(log())?.[1] ?? "";
      expect(told()).toEqual([en.edge.notAllShown(reference)]);
    });
    expect(answers()).toEqual([]);
  });

  it("is replaced by a direct message about the app's failure if Slack refuses its content", async () => {
    const { told, log } = await askForChannels({ kind: "error", error: "invalid_blocks" });
    await eventually(() => {
      const reference = /"reference":"(\w+)"/.exec(log())?.[1] ?? "";
      expect(told()).toEqual([en.edge.failed(reference)]);
    });
  });
});

it("a refused click is acknowledged at once, and explained in a direct message if Slack fails", async () => {
  const { slack } = await startChatops({ env: { RESULTS_CHANNEL: tests } });
  await slack.as("U0MINA").command("/msg-send", "refused Hi", { conversation: tests });
  const post = await slack.waitFor(() => slack.messages(tests)[0], { what: "the refused message" });
  slack.faults.responseUrls({ kind: "ratelimited", retryAfterS: 1, times: 1 });
  slack.faults.responseUrls({ kind: "status", status: 404 });
  const delivery = await slack
    .as("U0GUEST")
    .click({ message: { conversation: tests, ts: post.ts } }, "messages.edit");
  expect(delivery.ack?.status).toBe(200);
  expect(slack.dm("U0GUEST")).toEqual([]);
  await slack.waitFor(() => slack.dm("U0GUEST")[0]?.text === en.edge.outsider, { what: "the refusal" });
});

it("an answer that waits for Slack's rate limit is given up when the app stops", async () => {
  const { app, log, slack } = await askForChannels({ kind: "ratelimited", retryAfterS: 50 });
  await slack.waitFor(() => slack.traffic.some(({ status }) => status === 429), { what: "the limit" });
  expect(log()).not.toContain("an interaction failed");
  await app.stop();
  await eventually(() => expect(log()).toContain("an interaction failed"));
});
