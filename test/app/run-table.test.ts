import { expect, it } from "vitest";
import { runSuite, startWithSuite, suiteName } from "../support/a-suite.ts";
import type { Chatops } from "../support/chatops.ts";
import { joon, onCall } from "../support/names.ts";
import { around, en } from "../support/words.ts";

const { told, title } = en.recipients;
const worse = (count: number) => around(en.recipients.worse(count)).before;
const phones = Array.from({ length: 10 }, (_, index) => `p${index}`);
const env = { TEST_RECIPIENTS: phones.map((name, index) => `${name}:0102222000${index}`).join() };
const suite = { messages: { Login: "Your code is Kiwi", Receipt: "Thank you" }, recipients: phones };

const table = ({ slack }: Pick<Chatops, "slack">, isThere: (text: string) => boolean, what: string) =>
  slack.waitFor(() => slack.posts().find(({ text }) => isThere(text)), { what });
const count = (text: string, part: string) => text.split(part).length - 1;

it("a run has one post from its start, which shows first what is on its way and then the outcomes", async () => {
  const chatops = await startWithSuite(suite, { env });
  const { platform } = chatops;
  platform.faults.always({ kind: "silence" });
  await runSuite(chatops);
  const begun = await table(chatops, (text) => count(text, told.under_way) === 20, "what is on its way");
  expect(begun.text).toContain(`${suiteName} · ${title.open(20, 20)}`);
  expect(begun.blocks.filter(({ type }) => type === "table")).toHaveLength(1);
  platform.faults.clear();
  platform.faults.release();
  const ended = await table(chatops, (text) => text.includes(title.done(20)), "the run's end");
  expect(ended.ts).toBe(begun.ts);
  expect(chatops.slack.posts()).toHaveLength(1);
});

it("a run's post says how many messages got worse since the last run of its suite", async () => {
  const chatops = await startWithSuite({ ...suite, recipients: phones.slice(0, 2) }, { env });
  const { slack, platform } = chatops;
  await runSuite(chatops);
  const first = await table(chatops, (text) => text.includes(title.done(4)), "the first run's end");
  expect(first.text).not.toContain(worse(1));
  const refusal = { kind: "refuse", errorCode: "NotAllowed", errorMessage: "Not today" } as const;
  platform.faults.next(refusal, { method: "POST", path: "/messages/v4/send" });
  const person = slack.as(joon);
  await runSuite(chatops);
  const second = await table(
    chatops,
    (text) => text.includes("1 refused, 3 accepted"),
    "the second run's end",
  );
  expect(second.text).toContain(worse(1));
  await person.command("/msg-history", "run login");
  await slack.as(joon).reads(en.history.found("run, login"));
});

it("a run's unknown outcomes are added to on-call's card with a single line in its thread", async () => {
  const chatops = await startWithSuite({ ...suite, recipients: phones.slice(0, 3) }, { env });
  const { slack, platform } = chatops;
  platform.faults.always({ kind: "reset", when: "after" });
  await slack.as(joon).command("/msg-send", `${phones[0]} Hello`);
  const unknownsCard = await slack.waitFor(() => slack.posts(onCall)[0], { what: "on-call's post" });
  await runSuite(chatops);
  const { title: listed } = en.outcomes.several;
  await slack.waitFor(() => slack.posts(onCall)[0]?.text.includes(listed(7, 7)), { what: "all of it" });
  const lines = () => slack.messages(onCall).filter(({ threadTs }) => threadTs === unknownsCard.ts);
  await slack.waitFor(() => lines().length > 0, { what: "a line" });
  await table(chatops, (text) => text.includes("6 unknown"), "the run's end");
  expect(lines()).toHaveLength(1);
  expect(lines()[0]?.text).toContain(suiteName);
  expect(slack.posts(onCall)).toHaveLength(1);
});

it("a run is one entry of /msg-history, with its table in the details", async () => {
  const chatops = await startWithSuite({ ...suite, recipients: phones.slice(0, 6) }, { env });
  const { slack, person } = chatops;
  await runSuite(chatops);
  await table(chatops, (text) => text.includes(title.done(12)), "the run's end");
  await person.command("/msg-send", `${phones[0]} Hello`);
  await slack.waitFor(() => slack.posts().length === 2, { what: "the single one's result" });
  const answer = (what: string) =>
    slack.waitFor(() => slack.ephemerals(joon).findLast(({ text }) => text.includes(what)), { what });
  await person.command("/msg-history");
  const list = await answer(en.history.title.own);
  expect(list.text.split(`${suiteName} · ${title.done(12)}`)).toHaveLength(2);
  expect(list.blocks.filter(({ type }) => type === "section")).toHaveLength(2);
  const [run = ""] = /[\w-]{36}(?=$|\n)/.exec(list.text.slice(list.text.indexOf(title.done(12)))) ?? [];
  await person.command("/msg-history", run);
  const story = await answer(`: Login ${told.accepted}, Receipt ${told.accepted}`);
  expect(story.text).toContain(`${phones[5]} (010-`);
  expect(story.blocks.some(({ type }) => type === "table")).toBe(true);
});
