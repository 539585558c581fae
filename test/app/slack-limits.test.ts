import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { openSendForm } from "../support/send-form.ts";
import { en, noRight } from "../support/words.ts";

const tests = "C0TESTS";
const mina = "U0MINA";

/** One refusal; the call is tried again after it. */
const shortly = { kind: "ratelimited", retryAfterS: 1, times: 1 } as const;

async function startForm() {
  const chatops = await startChatops();
  const form = await openSendForm(chatops.slack, mina, tests);
  return { ...chatops, form };
}

const forLong = { ...shortly, retryAfterS: 27, times: 2 };

describe.each([
  { limit: "for a second", limited: shortly },
  { limit: "twice for most of a minute", limited: forLong },
])("while Slack limits calls $limit", ({ limited }) => {
  // No other wait has the long limit's length, so that only that one is shortened.
  beforeEach(() => {
    const { setTimeout } = globalThis;
    const quick = (run: () => void, ms?: number) =>
      setTimeout(run, ms === forLong.retryAfterS * 1000 ? 1 : ms);
    vi.spyOn(globalThis, "setTimeout").mockImplementation(Object.assign(quick, setTimeout));
  });
  afterEach(() => vi.restoreAllMocks());

  it("a shortcut's refusal is posted all the same", async () => {
    const { slack } = await startChatops({ env: { FILE_MANAGERS: "nobody" } });
    slack.faults.webApi({ method: "chat.postMessage", ...limited });
    await slack.as(mina).shortcut("upload_file");
    const told = await slack.waitFor(() => slack.dm(mina)[0], { what: "the refusal" });
    expect(told.text).toContain(noRight(en.files.notAllowed));
  });

  it("a form shows the fields of a newly chosen kind all the same", async () => {
    const { slack, form } = await startForm();
    slack.faults.webApi({ method: "views.update", ...limited });
    await form.kind("portal", "portal.talkId");
    expect(slack.dm(mina)).toEqual([]);
  });
});

it("an answer that waits for Slack's limit is given up and logged when the app stops", async () => {
  const { slack, app, log } = await startChatops({ env: { FILE_MANAGERS: "nobody" } });
  slack.faults.webApi({ method: "chat.postMessage", ...shortly, retryAfterS: 50, times: 9 });
  await slack.as(mina).shortcut("upload_file");
  await slack.waitFor(() => slack.traffic.some(({ status }) => status === 429), { what: "the limit" });
  await app.stop();
  await eventually(() => expect(log()).toContain("an interaction failed"));
});

it("a form that Slack limits for ten minutes is reported as Slack's failure", async () => {
  const { slack, form, log } = await startForm();
  slack.faults.webApi({ method: "views.update", ...shortly, retryAfterS: 600 });
  await form.person.fill("kind", "portal");
  await eventually(() => {
    const reference = /"reference":"(\w+)"/.exec(log())?.[1] ?? "";
    expect(slack.dm(mina)[0]?.text).toBe(en.edge.notAllShown(reference));
  });
});
