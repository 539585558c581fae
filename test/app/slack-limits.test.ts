import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { openSendForm } from "../support/send-form.ts";
import { en, noRight } from "../support/words.ts";

const tests = "C0TESTS";
const mina = "U0MINA";

/** Once more is asked for behind this. */
const shortly = { kind: "ratelimited", retryAfterS: 1, times: 1 } as const;

async function startForm() {
  const chatops = await startChatops();
  const form = await openSendForm(chatops.slack, mina, tests);
  return { ...chatops, form };
}

describe("where Slack takes no call for a second", () => {
  it("a shortcut's refusal is told all the same", async () => {
    const { slack } = await startChatops({ env: { FILE_MANAGERS: "nobody" } });
    slack.faults.webApi({ method: "chat.postMessage", ...shortly });
    await slack.as(mina).shortcut("upload_file");
    const told = await slack.waitFor(() => slack.dm(mina)[0], { what: "the refusal" });
    expect(told.text).toContain(noRight(en.files.notAllowed));
  });

  it("a form follows the kind that was chosen", async () => {
    const { slack, form } = await startForm();
    slack.faults.webApi({ method: "views.update", ...shortly });
    await form.kind("portal", "portal.talkId");
    expect(slack.dm(mina)).toEqual([]);
  });
});

describe("where Slack takes no call for most of a minute, twice over", () => {
  /** No other wait is as long, and this one is over at once. */
  const retryAfterS = 27;
  beforeEach(() => {
    const { setTimeout } = globalThis;
    const quick = (run: () => void, ms?: number) => setTimeout(run, ms === retryAfterS * 1000 ? 1 : ms);
    vi.spyOn(globalThis, "setTimeout").mockImplementation(Object.assign(quick, setTimeout));
  });
  afterEach(() => vi.restoreAllMocks());

  it("a shortcut's refusal is told all the same", async () => {
    const { slack } = await startChatops({ env: { FILE_MANAGERS: "nobody" } });
    slack.faults.webApi({ method: "chat.postMessage", ...shortly, retryAfterS, times: 2 });
    await slack.as(mina).shortcut("upload_file");
    const told = await slack.waitFor(() => slack.dm(mina)[0], { what: "the refusal" });
    expect(told.text).toContain(noRight(en.files.notAllowed));
  });

  it("a form follows the kind that was chosen", async () => {
    const { slack, form } = await startForm();
    slack.faults.webApi({ method: "views.update", ...shortly, retryAfterS, times: 2 });
    await form.kind("portal", "portal.talkId");
    expect(slack.dm(mina)).toEqual([]);
  });
});

it("what waits for Slack is let go of when the app stops, and is logged", async () => {
  const { slack, app, log } = await startChatops({ env: { FILE_MANAGERS: "nobody" } });
  slack.faults.webApi({ method: "chat.postMessage", ...shortly, retryAfterS: 50, times: 9 });
  await slack.as(mina).shortcut("upload_file");
  await slack.waitFor(() => slack.traffic.some(({ status }) => status === 429), { what: "the limit" });
  await app.stop();
  await eventually(() => expect(log()).toContain("an interaction failed"));
});

it("what Slack doesn't take for long is told as Slack's, not as the app's own failure", async () => {
  const { slack, form, log } = await startForm();
  slack.faults.webApi({ method: "views.update", ...shortly, retryAfterS: 600 });
  await form.person.fill("kind", "portal");
  await eventually(() => {
    const reference = /"reference":"(\w+)"/.exec(log())?.[1] ?? "";
    expect(slack.dm(mina)[0]?.text).toBe(en.edge.notAllShown(reference));
  });
});
