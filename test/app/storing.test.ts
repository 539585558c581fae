import { describe, expect, it, vi } from "vitest";
import type { Delivery } from "../../sandbox/slack/index.ts";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { bothModes, type ChatopsOptions, startChatops } from "../support/chatops.ts";
import { watchCommits } from "../support/commits.ts";
import { eventually } from "../support/eventually.ts";
import { startLossyWay } from "../support/lossy-way.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { joon, tests } from "../support/unknown-outcome.ts";
import { core, en, heading, reason } from "../support/words.ts";

const history = "history.open";
const said = ({ ack }: Delivery) => JSON.stringify(ack?.body);

/** A store whose commits go wrong in a way that leaves it open whether there is anything. */
async function start(options: ChatopsOptions = {}) {
  const chatops = await startChatops(options);
  const { slack, platform } = chatops;
  const person = slack.as(joon);
  // Once beforehand, so that who it is is known.
  await person.command("/msg-help", "", { conversation: tests });
  const commits = watchCommits();
  chatops.budgets.times = 1;
  const type = (text: string) => person.command("/msg-send", `joon ${text}`, { conversation: tests });
  const texts = () => sends(platform).map(({ body }) => JSON.stringify(body));
  /** Whatever would have been sent had its time when another one is. */
  const onlySent = async (...expected: string[]) => {
    await slack.as("U0SORA").command("/msg-send", "joon Marker", { conversation: "C0REVIEWS" });
    await slack.waitFor(() => slack.messages("C0REVIEWS").length > 0, { what: "another" });
    expect(texts()).toHaveLength(expected.length + 1);
    for (const text of expected) expect(texts().filter((body) => body.includes(text))).toHaveLength(1);
  };
  const posts = (count: number) =>
    slack.waitFor(() => slack.messages(tests).length === count && slack.messages(tests), { what: "posts" });
  return { ...chatops, person, commits, type, onlySent, posts };
}

/** More than what waits for the store is given, by one of this process's two clocks. */
function passAMinute(): void {
  const { now } = Date;
  vi.spyOn(Date, "now").mockImplementation(() => now() + 50_000);
}

describe.each(bothModes)("what is still being stored, over %s", (mode) => {
  it("is told so, with the way to the history, and a command's message goes out once", async () => {
    const { slack, person, commits, type, onlySent, posts } = await start({ mode });
    commits.are = "undone";
    const first = await type("Once");
    expect(said(first)).toContain(en.common.storing);
    expect(said(first)).toContain(`"action_id":"${history}"`);
    const meanwhile = await slack.redeliver(first.id, { newEnvelope: true });
    expect(said(meanwhile)).toContain(en.common.storing);
    const [ephemeral] = slack.ephemerals(joon).filter(({ text }) => text.includes(en.common.storing));
    await person.click({ ephemeral: ephemeral! }, history);
    const isEmpty = ({ text }: { text: string }) => text.includes(en.history.empty);
    await slack.waitFor(() => slack.ephemerals(joon).some(isEmpty), { what: "an empty history" });
    commits.are = "kept";
    const [post] = await posts(1);
    expect(post?.text).toContain(heading.accepted);
    // Settled, it is not said again.
    const again = await slack.redeliver(first.id, { newEnvelope: true });
    expect(said(again)).toContain(en.common.submitted(en.outcomes.title.accepted(en.outcomes.message)));
    await onlySent("Once");
  });

  it("is told so in a form, which sends once however often it is submitted meanwhile", async () => {
    const { slack, person, commits, onlySent, posts } = await start({ mode });
    await openSendForm(slack, joon, tests);
    await person.fillAll({ to: "joon", text: "Once" });
    commits.are = "undone";
    for (let times = 0; times < 3; times += 1) {
      expect(await person.submit()).toMatchObject({ kind: "updated" });
      const shown = JSON.stringify(person.views()[0]?.blocks);
      expect(shown).toContain(en.common.storing);
      expect(shown).toContain(`"action_id":"${history}"`);
    }
    commits.are = "kept";
    const [post] = await posts(1);
    expect(post?.text).toContain(heading.accepted);
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views()[0]?.blocks)).toContain(core(en.common.submitted));
    await onlySent("Once");
  });
});

it("a confirmation is told that it is still being stored too, and its message goes out once", async () => {
  const { slack, person, commits, onlySent, posts } = await start();
  await person.command("/msg-send", "010-2345-6789 Once", { conversation: tests });
  await slack.waitFor(() => person.views().length === 1, { what: "the confirmation" });
  commits.are = "undone";
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  expect(JSON.stringify(person.views()[0]?.blocks)).toContain(en.common.storing);
  commits.are = "kept";
  await posts(1);
  await onlySent("Once");
});

it("a commit of which nobody heard is found by the delivery that made it, and its message goes out once", async () => {
  const { commits, type, onlySent, posts } = await start();
  commits.are = "unanswered";
  expect(said(await type("Once"))).toContain(en.common.storing);
  commits.are = "kept";
  expect((await posts(1))[0]?.text).toContain(heading.accepted);
  await onlySent("Once");
});

it("what is refused behind that answer is told in a direct message, and not sent", async () => {
  const { slack, commits, type, posts, platform } = await start({ env: { DAILY_SEND_LIMIT: "1" } });
  commits.are = "undone";
  // One by one: what shares a commit counts together.
  const both = [await type("One of them"), await type("One of them")];
  for (const each of both) expect(said(each)).toContain(en.common.storing);
  commits.are = "kept";
  const told = () => slack.dm(joon).filter(({ text }) => text.includes(en.issues.overLimit(1)));
  await slack.waitFor(() => told().length > 0, { what: "that it is one too many" });
  expect((await posts(1))[0]?.text).toContain(heading.accepted);
  const again = await Promise.all(both.map(({ id }) => slack.redeliver(id, { newEnvelope: true })));
  expect(again.filter((one) => said(one).includes(en.issues.overLimit(1)))).toHaveLength(1);
  expect(again.filter((one) => said(one).includes(core(en.common.submitted)))).toHaveLength(1);
  expect(sends(platform)).toHaveLength(1);
  expect(told()).toHaveLength(1);
});

it("what was stored without anybody hearing of it within 45 s closes as not sent, with its post", async () => {
  const { slack, commits, type, onlySent, posts } = await start();
  commits.are = "unanswered";
  const first = await type("Too late");
  expect(said(first)).toContain(en.common.storing);
  passAMinute();
  commits.are = "kept";
  const [post] = await posts(1);
  expect(post?.text).toContain(heading.notSent);
  expect(post?.text).toContain(reason("TookTooLong"));
  const again = await slack.redeliver(first.id, { newEnvelope: true });
  expect(said(again)).toContain(en.common.submitted(en.outcomes.title.not_sent(en.outcomes.message)));
  await onlySent();
});

it("what isn't stored within 45 s is not sent after that, and has no trace", async () => {
  const { slack, person, commits, type, onlySent } = await start();
  commits.are = "undone";
  const first = await type("Never stored");
  expect(said(first)).toContain(en.common.storing);
  passAMinute();
  commits.are = "kept";
  await eventually(async () => {
    const again = await slack.redeliver(first.id, { newEnvelope: true });
    expect(said(again)).toContain(en.common.tooSlow);
  });
  await person.command("/msg-history", "", { conversation: tests });
  const isEmpty = ({ text }: { text: string }) => text.includes(en.history.empty);
  await slack.waitFor(() => slack.ephemerals(joon).some(isEmpty), { what: "an empty history" });
  await onlySent();
  expect(slack.messages(tests)).toEqual([]);
});

it("what could not be told so closes as not sent, with its post, once it is stored", async () => {
  const story = await start({ mode: "http" });
  const { app, slack, env, commits, type, onlySent, posts } = story;
  const { cut } = await startLossyWay(story);
  const writer = await startOutsideWriter(env["DATABASE_URL"]!.slice("file:".length));
  const command = type("Nobody was told");
  await cut();
  // Behind this answer the bot has seen the end of its connection.
  await fetch(`http://127.0.0.1:${app.port}/healthz`);
  commits.are = "undone";
  await writer.release();
  expect((await command).trouble).toBe("dispatch_failed");
  const told = () => slack.ephemerals(joon).filter(({ text }) => text === en.edge.notAcknowledged);
  await slack.waitFor(() => told().length === 1, { what: "that nothing was sent" });
  commits.are = "kept";
  const [post] = await posts(1);
  expect(post?.text).toContain(heading.notSent);
  expect(post?.text).toContain(reason("NotAcknowledged"));
  await onlySent();
});
