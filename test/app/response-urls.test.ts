import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReplyFault } from "../../sandbox/slack/fault-types.ts";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { joon, mina, tests } from "../support/names.ts";
import { openSendForm } from "../support/send-form.ts";
import { en, noRight } from "../support/words.ts";

async function askForChannels(fault: ReplyFault) {
  const chatops = await startChatops();
  const { slack } = chatops;
  slack.faults.responseUrls(fault);
  const { ack } = await slack.as(joon).command("/msg-channels");
  expect(ack?.status).toBe(200);
  const answers = () => slack.ephemerals(joon).map(({ text }) => text);
  return { ...chatops, answers, told: () => slack.dm(joon).map(({ text }) => text) };
}

describe("an answer that Slack doesn't accept at once", () => {
  it.each([
    ["refuses it twice by its rate limit", { kind: "ratelimited", retryAfterS: 1, times: 2 }],
    ["answers 503", { kind: "status", status: 503, times: 1 }],
    ["cuts the connection", { kind: "reset", times: 1 }],
  ] as const)("is shown after a retry when Slack %s", async (_, fault) => {
    const { slack, answers, told, log } = await askForChannels(fault);
    await slack.waitFor(() => answers()[0], { what: "the list" });
    expect(answers()).toEqual([expect.stringContaining(en.channels.title)]);
    expect(told()).toEqual([]);
    expect(log()).not.toContain("an interaction failed");
  });

  it("may appear twice when Slack shows it but answers too late", async () => {
    const { slack, answers } = await askForChannels({ kind: "late", times: 1 });
    await slack.waitFor(() => answers()[1], { what: "the list again" });
    expect(answers()[1]).toBe(answers()[0]);
  });

  it.each([
    ["asks to wait ten minutes", { kind: "ratelimited", retryAfterS: 600 }],
    ["has closed the response_url", { kind: "status", status: 404 }],
  ] as const)("is replaced by a direct message that blames Slack when Slack %s", async (_, fault) => {
    const { answers, told, log } = await askForChannels(fault);
    await eventually(() => {
      const reference = /"reference":"(\w+)"/.exec(log())?.[1] ?? "";
      expect(told()).toEqual([en.edge.notAllShown(reference)]);
    });
    expect(answers()).toEqual([]);
  });

  it("is replaced by a direct message that blames the app when Slack refuses its content", async () => {
    const { told, log } = await askForChannels({ kind: "error", error: "invalid_blocks" });
    await eventually(() => {
      const reference = /"reference":"(\w+)"/.exec(log())?.[1] ?? "";
      expect(told()).toEqual([en.edge.failed(reference)]);
    });
  });
});

it("a refused click is acknowledged at once, and explained in a direct message when Slack fails", async () => {
  const { slack } = await startChatops({ env: { RESULTS_CHANNEL: tests } });
  await slack.as("U0MINA").command("/msg-send", "refused Hi");
  const post = await slack.post();
  slack.faults.responseUrls({ kind: "ratelimited", retryAfterS: 1, times: 1 });
  slack.faults.responseUrls({ kind: "status", status: 404 });
  const delivery = await slack.as("U0GUEST").click(post, "messages.edit");
  expect(delivery.ack?.status).toBe(200);
  expect(slack.dm("U0GUEST")).toEqual([]);
  await slack.waitFor(() => slack.dm("U0GUEST")[0]?.text === en.edge.outsider, { what: "the refusal" });
});

/** One refusal; the call is tried again after it. */
const shortly = { kind: "ratelimited", retryAfterS: 1, times: 1 } as const;

async function startForm() {
  const chatops = await startChatops();
  const form = await openSendForm(chatops.slack, mina);
  return { ...chatops, form };
}

const forLong = { ...shortly, retryAfterS: 27, times: 2 };

describe.each([
  { limit: "for a second", limited: shortly },
  { limit: "twice for most of a minute", limited: forLong },
])("while Slack's rate limit refuses calls $limit", ({ limited }) => {
  // No other wait has the long limit's length, so that only that one is shortened.
  beforeEach(() => {
    const { setTimeout } = globalThis;
    const quick = (run: () => void, ms?: number) =>
      setTimeout(run, ms === forLong.retryAfterS * 1000 ? 1 : ms);
    vi.spyOn(globalThis, "setTimeout").mockImplementation(Object.assign(quick, setTimeout));
  });
  afterEach(() => vi.restoreAllMocks());

  it("a refused shortcut is answered in a direct message", async () => {
    const { slack } = await startChatops({ env: { FILE_MANAGERS: "nobody" } });
    slack.faults.webApi({ method: "chat.postMessage", ...limited });
    await slack.as(mina).shortcut("upload_file");
    await slack.post(noRight(en.files.notAllowed), mina);
  });

  it("the send form shows the fields of a newly chosen kind", async () => {
    const { slack, form } = await startForm();
    slack.faults.webApi({ method: "views.update", ...limited });
    await form.kind("portal", "portal.talkId");
    expect(slack.dm(mina)).toEqual([]);
  });
});

it("an answer that waits for Slack's rate limit is given up and logged when the app stops", async () => {
  const { slack, app, log } = await startChatops({ env: { FILE_MANAGERS: "nobody" } });
  slack.faults.webApi({ method: "chat.postMessage", ...shortly, retryAfterS: 50, times: 9 });
  await slack.as(mina).shortcut("upload_file");
  await slack.waitFor(() => slack.traffic.some(({ status }) => status === 429), { what: "the limit" });
  await app.stop();
  await eventually(() => expect(log()).toContain("an interaction failed"));
});

it("a form that Slack's rate limit delays for ten minutes is reported as Slack's failure", async () => {
  const { slack, form, log } = await startForm();
  slack.faults.webApi({ method: "views.update", ...shortly, retryAfterS: 600 });
  await form.person.fill("kind", "portal");
  await eventually(() => {
    const reference = /"reference":"(\w+)"/.exec(log())?.[1] ?? "";
    expect(slack.dm(mina)[0]?.text).toBe(en.edge.notAllShown(reference));
  });
});
