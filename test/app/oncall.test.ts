import { describe, expect, it } from "vitest";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { openStore } from "../../src/store/index.ts";
import { proposeMany } from "../support/approvals.ts";
import { startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { dana, joon, mina, onCall, tests } from "../support/names.ts";
import { storyNow, storyNowIn } from "../support/story-clock.ts";
import { actionIds, arrived, at, type Story, startUnknown, told } from "../support/unknown-outcome.ts";
import { around, en, heading } from "../support/words.ts";

const { oncall } = en;
const take = "oncall.take";
const operators = { OPERATORS: `${dana},${mina}` };
const owned = (person: string) => `${oncall.owner} <@${person}>`;

/** The card as it is now. */
const card = ({ find }: Story) => find(onCall, heading.unknown);
const cardWith = ({ slack }: Pick<Story, "slack">, words: string) => slack.post(words, onCall);
const reminders = ({ slack }: Story, { ts }: StoredMessage) =>
  slack
    .messages(onCall)
    .filter(({ threadTs, text }) => threadTs === ts && text.includes(oncall.lines.nobody));
const lines = ({ slack }: Pick<Story, "slack">) =>
  slack.messages(onCall).flatMap(({ threadTs, text }) => (threadTs === null ? [] : [text]));
const urls = ({ blocks }: { blocks: unknown }) =>
  Array.from(JSON.stringify(blocks).matchAll(/"url":"([^"]+)"/g), ([, url]) => url);

describe.each(storyModes)("an open card for on-call, over %s", (mode) => {
  it("shows since when it is open, or who took it, until it is resolved", async () => {
    const story = await startUnknown("reset", { mode, env: operators });
    const { slack } = story;
    const before = await card(story);
    expect(before.text).toContain(`${around(oncall.openSince).before}<!date^`);
    await slack.as(dana).click(before, take);
    const taken = await cardWith(story, owned(dana));
    expect(taken.ts).toBe(before.ts);
    expect(actionIds(taken)).toEqual([arrived, "messages.settle:did_not_arrive", take]);
    await slack.waitFor(() => lines(story).includes(`<@${dana}>${oncall.lines.took}`), { what: "the line" });
    slack.faults.webApi({ method: "chat.update", conversation: onCall, kind: "hang", times: 1 });
    await slack.as(dana).click(taken, arrived);
    await story.find(tests, heading.arrived);
    await slack.as(mina).click(taken, take);
    await told(story, mina, oncall.over);
    // The edit may not have left yet, and would hang.
    slack.faults.clear();
    slack.faults.releaseHangs();
    expect(actionIds(await cardWith(story, heading.arrived))).toEqual([]);
  });

  it("has one owner when two press at once, and the other person reads who the owner is", async () => {
    const story = await startUnknown("reset", { mode, env: operators });
    const { slack } = story;
    const open = await card(story);
    await Promise.all([dana, mina].map((who) => slack.as(who).click(open, take)));
    const taken = await cardWith(story, `${oncall.owner} <@`);
    const [first, second] = taken.text.includes(owned(dana)) ? [dana, mina] : [mina, dana];
    await told(story, second!, `<@${first}>${oncall.first}`);
    await slack.waitFor(() => lines(story).length === 1, { what: "one line" });
  });

  it("can be taken over by another person than its owner", async () => {
    const story = await startUnknown("reset", { mode, env: operators });
    const { slack } = story;
    await slack.as(dana).click(await card(story), take);
    await slack.as(mina).click(at(await cardWith(story, owned(dana))), take);
    await cardWith(story, owned(mina));
    const { between, after } = around(oncall.lines.tookOver);
    await slack.waitFor(() => lines(story).includes(`<@${mina}>${between}<@${dana}>${after}`));
  });
});

const later = (minutes: number) => storyNowIn({ minutes });

describe("the reminder of an open card for on-call", () => {
  const env = { ...operators, ONCALL_MENTION: "S0ONCALL" };
  it("mentions on-call once, also over restarts, when nobody took the card", async () => {
    const story = await startUnknown("reset", { env, isWatched: true });
    const open = await card(story);
    await story.app.stop();
    for (const minutes of [14, 16, 18, 40]) {
      const { app } = await startAppOn(story, { env, isWatched: true, now: later(minutes) });
      await app.resolved;
      const wanted = minutes < 15 ? 0 : 1;
      await story.slack.waitFor(() => reminders(story, open).length >= wanted, {
        what: `${minutes}: a line`,
      });
      expect(reminders(story, open)).toHaveLength(wanted);
      await app.stop();
    }
    expect(reminders(story, open)[0]?.text).toBe(`<!subteam^S0ONCALL>${oncall.lines.nobody}`);
  });

  const postRetries = { firstMs: 20, longestMs: 500 };
  it("is posted even when another post can't be rendered by this version", async () => {
    const story = await startUnknown("reset", {
      ...{ env, postRetries },
      async before(outside) {
        const url = outside.env["DATABASE_URL"] ?? "";
        const store = await openStore({ url, owner: "newer", leaseMs: 60_000, now: storyNow });
        const facts = { what: "of another version" };
        const post = { audience: "on-call", kind: "platform", destinations: [onCall], facts };
        await store.posts.add({ posts: [{ subject: "alert:platform:newer:1", ...post }] });
        await store.close();
      },
    });
    const open = await card(story);
    await cardWith(story, "alert:platform:newer:1");
    await story.app.stop();
    const watched = { isWatched: true, postRetries, now: later(16) };
    const { app } = await startAppOn(story, { env, ...watched });
    await app.resolved;
    await story.slack.waitFor(() => reminders(story, open).length === 1, { what: "the reminder" });
  });

  it("isn't posted when somebody took the card", async () => {
    const story = await startUnknown("reset", { env });
    const open = await card(story);
    await story.slack.as(dana).click(open, take);
    await cardWith(story, owned(dana));
    await story.app.stop();
    const { app } = await startAppOn(story, { env, isWatched: true, now: later(30) });
    await app.resolved;
    expect(reminders(story, open)).toEqual([]);
  });
});

describe("links to the console and the runbook", () => {
  const env = {
    TEST_RECIPIENTS: "joon:01000000001",
    CONSOLE_URL: "https://console.example/billing?tab=1",
    RUNBOOK_URL: "https://wiki.example/chatops",
  };

  it("are in a template's view, and behind “More” on a proposal's card", async () => {
    const { slack, platform } = await startChatops({
      ...{ env },
      before: (outside) => proposeMany(outside, { url: outside.env["DATABASE_URL"] ?? "", times: 1 }),
    });
    const card = await slack.post("", "C0REVIEWS");
    const person = slack.as(joon);
    const opens = async (callbackId: string) => {
      const view = await slack.waitFor(() => person.views().find((one) => one.callbackId === callbackId), {
        what: callbackId,
      });
      expect(urls(view)).toEqual([env.CONSOLE_URL]);
      await person.press("oncall.console");
      await person.closeView({ all: true });
    };
    await person.click(card, "templates.more");
    await opens("templates.more");
    await person.command("/msg-template", [...platform.state.templates.keys()][0] ?? "");
    await opens("templates.view");
  });

  it("are on refusals and alerts that they help with, and a click on them gets no answer", async () => {
    const { slack, platform } = await startChatops({ env });
    const refusal = { kind: "refuse", errorCode: "NotEnoughBalance", status: 402 } as const;
    platform.faults.next(refusal, { path: "/messages" });
    await slack.as(joon).command("/msg-send", "joon Hello");
    const post = await slack.post();
    expect(urls(post)).toEqual([env.CONSOLE_URL]);
    const alert = await slack.post("", onCall);
    expect(urls(alert)).toEqual([env.CONSOLE_URL, env.RUNBOOK_URL]);
    expect(actionIds(alert)).toContain(take);
    await slack.as(joon).click(post, "oncall.console");
    platform.faults.next(
      { kind: "refuse", errorCode: "ResourceNotFound", status: 404 },
      { path: "/messages" },
    );
    await slack.as(joon).command("/msg-send", "joon Hello you");
    const other = await slack.waitFor(() => slack.messages(tests)[1], { what: "another refusal" });
    expect(urls(other)).toEqual([]);
    await slack.as(joon).command("/msg-send", "joon Hello again");
    await cardWith({ slack }, en.platform.over.balance);
    expect(slack.ephemerals(joon).filter(({ source }) => source !== "ack")).toEqual([]);
    const [over] = slack.messages(onCall);
    expect([...actionIds(over!), ...urls(over!)]).toEqual([]);
  });
});
