import { describe, expect, it } from "vitest";
import { type Chatops, oneMode, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { submitAs } from "../support/forged.ts";
import { sends } from "../support/sends.ts";
import { actionIds, at, joon, mina, onCall, tests, topLevel } from "../support/unknown-outcome.ts";
import { en } from "../support/words.ts";

const { recipients: words } = en;

/** Recipients that the platform accepts, refuses, and leaves unknown. */
const env = {
  TEST_RECIPIENTS:
    "joon:01000000001,mina@U0MINA:01022223333,refused:01000000003,reset:01000000010,dana@U0DANA:01055556666",
  TEST_GROUPS: "qa=joon+mina,all4=joon+mina+refused+reset",
};

const send = ({ slack }: Pick<Chatops, "slack">, text: string, by = joon) =>
  slack.as(by).command("/msg-send", text, { conversation: tests });

const saidTo = ({ slack }: Pick<Chatops, "slack">, text: string) =>
  slack.waitFor(() => slack.ephemerals(joon).find((one) => one.text.includes(text)), { what: text });

const post = (chatops: Pick<Chatops, "slack">, text: string, where = tests) =>
  chatops.slack.waitFor(() => topLevel(chatops, where).find((one) => one.text.includes(text)), {
    what: `${text} in ${where}`,
  });

const sentTo = ({ platform }: Pick<Chatops, "platform">) =>
  sends(platform)
    .map(({ body }) => JSON.parse(JSON.stringify(body)).message.to)
    .toSorted();

it("a form to several recipients that is delivered again is answered with all outcomes", async () => {
  const chatops = await startChatops({ mode: "http", env });
  const { slack, platform, app } = chatops;
  const person = slack.as(joon);
  await person.command("/msg-send", "", { conversation: tests });
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  await person.fillAll({ to: "joon,reset", text: "Hello" });
  const submitted = await person.submit();
  await post(chatops, words.title.mixed("1 unknown, 1 accepted"));
  const answer = await submitAs(chatops, submitted, {});
  expect(answer).toContain("✅ Message accepted (1), ❓ Message: outcome unknown (1)");
  expect(answer).toContain("history.open");
  await app.stop();
  expect(sends(platform)).toHaveLength(2);
});

const became = (state: "accepted" | "refused" | "unknown") =>
  `${en.outcomes.title[state](en.outcomes.message)} (1)`;

it.each([
  ["joon,refused", `${became("accepted")}, ${became("refused")}`],
  ["refused,joon", `${became("refused")}, ${became("accepted")}`],
  ["joon,reset", `${became("accepted")}, ${became("unknown")}`],
])("a refused message edited for several recipients (%s) shows all their outcomes", async (to, ends) => {
  const chatops = await startChatops({ mode: oneMode, env });
  const { slack } = chatops;
  const person = slack.as(joon);
  await send(chatops, "refused Hello there");
  const refused = await post(chatops, en.outcomes.title.refused("SMS"));
  await person.click(at(refused), "messages.edit");
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  await person.fillAll({ to, text: "Second words" });
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  const edited = await post(chatops, ends);
  expect(edited.ts).toBe(refused.ts);
  expect(edited.text).toContain(en.outcomes.changed("SMS", "refused", "sent_again"));
  expect(edited.text).not.toContain("010-****-0001");
  expect(edited.text).not.toContain("Second words");
  expect(actionIds(edited)).toEqual([]);
  expect(sends(chatops.platform)).toHaveLength(3);
  expect(slack.findings).toEqual([]);
});

it("details of a row that was edited for several recipients show all their outcomes", async () => {
  const chatops = await startChatops({ mode: oneMode, env });
  const { slack } = chatops;
  const person = slack.as(joon);
  await send(chatops, "mina,refused Hello there");
  const table = await post(chatops, words.title.mixed("1 refused, 1 accepted"));
  await person.click(at(table), "messages.edit");
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  await person.fillAll({ to: "joon,refused", text: "Second words" });
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  const ends = `${became("accepted")}, ${became("refused")}`;
  await post(chatops, words.told.sent_again);
  const [, row = ""] = /"messages\.edit",.*?"value":"([^"]+)"/.exec(JSON.stringify(table.blocks)) ?? [];
  await person.command("/msg-history", row, { conversation: tests });
  await saidTo(chatops, ends);
  expect(slack.findings).toEqual([]);
});

it("an unknown message edited for several recipients shows all their outcomes", async () => {
  const chatops = await startChatops({ mode: oneMode, env });
  const { slack } = chatops;
  const person = slack.as(joon);
  await send(chatops, "reset Hello there");
  const asked = await post(chatops, en.outcomes.title.unknown(en.outcomes.message), joon);
  await person.click(at(asked), "messages.settle:did_not_arrive");
  const reported = await post(chatops, en.outcomes.title.did_not_arrive(en.outcomes.message));
  await person.click(at(reported), "messages.edit");
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  await person.fillAll({ to: "joon,refused", text: "Second words" });
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  const ends = `${became("accepted")}, ${became("refused")}`;
  await post(chatops, ends);
  // Without its full stop: the second outcome may follow.
  const says = en.outcomes.triedAgain(became("accepted")).slice(0, -1);
  const line = () => slack.dm(joon).find(({ threadTs, text }) => threadTs !== null && text.includes(says));
  await slack.waitFor(line, { what: "the line" });
  await person.click(at(reported), "history.open");
  await saidTo(chatops, ends);
});

describe.each(storyModes)("several recipients over %s", (mode) => {
  it("have one post with a row for each, also with a phone owner's answer", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await send(chatops, "joon, mina,refused,reset Hello there");
    const told = await post(chatops, words.title.mixed("1 refused, 1 unknown, 2 accepted"));
    for (const cell of [words.told.accepted, words.told.refused, words.told.unknown]) {
      expect(told.text).toContain(cell);
    }
    expect(told.text).toContain("joon (010-****-0001)");
    expect(told.text).not.toContain("01022223333");
    expect(told.text).not.toContain("Hello there");
    expect(told.blocks.filter(({ type }) => type === "table")).toHaveLength(1);
    expect(topLevel(chatops, tests)).toHaveLength(1);
    const question = await slack.waitFor(
      () => slack.dm(mina).find(({ text }) => /sent to your phone/.test(text)),
      {
        what: "the holder is asked",
      },
    );
    await slack.as(mina).click(at(question), "messages.receipt:arrived");
    await post(chatops, words.counts.arrived(1, 1));
    const unknown = await post(chatops, en.outcomes.several.title(1, 1).slice(0, 1), onCall);
    await slack
      .as(joon)
      .click(at(await post(chatops, words.told.unknown, joon)), "messages.settle:did_not_arrive");
    await slack.waitFor(() => topLevel(chatops, tests)[0]?.text.includes(words.told.did_not_arrive), {
      what: "the settled cell",
    });
    expect(unknown.text).toContain("reset");
    expect(sends(chatops.platform)).toHaveLength(4);
    expect(slack.findings).toEqual([]);
  });

  it("can be a configured group, and each counts for the daily limit", async () => {
    const chatops = await startChatops({ mode, env: { ...env, DAILY_SEND_LIMIT: "5" } });
    await send(chatops, "QA Hello");
    await post(chatops, words.title.done(2));
    await send(chatops, "all4 Hello");
    await saidTo(chatops, words.overLimit(3, 4));
    expect(sends(chatops.platform)).toHaveLength(2);
    // A refused message doesn't count: one of three places stays free.
    await send(chatops, "joon,refused,reset Hello");
    await post(chatops, words.title.mixed("1 refused, 1 unknown, 1 accepted"));
    await send(chatops, "qa Hello");
    await saidTo(chatops, words.overLimit(1, 2));
    await send(chatops, "joon Hello");
    await eventually(() => expect(sends(chatops.platform)).toHaveLength(6));
  });
});

describe("several recipients", () => {
  const mode = oneMode;

  it("can be chosen and typed in the form, and each gets one message", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    const person = slack.as(joon);
    await person.command("/msg-send", "", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
    await person.fillAll({ to: "mina", recipients: ["@qa", "+82 01055556666"], text: "Hello" });
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await post(chatops, words.title.done(3));
    expect(sentTo(chatops)).toEqual(["01000000001", "01022223333", "01055556666"]);
    expect(slack.findings).toEqual([]);
  });

  it("are all named in the confirmation, with their price", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    const person = slack.as(joon);
    await person.command("/msg-send", "", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
    // An emoji may be a mistake, so that the app asks first.
    await person.fillAll({ recipients: ["@qa"], text: "Hello 😀" });
    expect(await person.submit()).toMatchObject({ kind: "pushed" });
    const shown = JSON.stringify(person.views().at(-1)?.blocks);
    expect(shown).toContain("joon (010-0000-0001), mina (010-2222-3333)");
    expect(shown).toContain(words.costs(2));
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await post(chatops, words.title.done(2));
    expect(slack.findings).toEqual([]);
  });

  it("get nothing if one left the list after the confirmation opened", async () => {
    const chatops = await startChatops({ mode, env });
    const person = chatops.slack.as(joon);
    await person.command("/msg-send", "", { conversation: tests });
    await chatops.slack.waitFor(() => person.views().length === 1, { what: "the form" });
    await person.fillAll({ recipients: ["@qa"], text: "Hello 😀" });
    expect(await person.submit()).toMatchObject({ kind: "pushed" });
    await chatops.app.stop();
    await startAppOn(chatops, { mode, env: { TEST_RECIPIENTS: "joon:01000000001", TEST_GROUPS: "" } });
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views().at(-1)?.blocks)).toContain(en.issues.testOnly("joon"));
    expect(sends(chatops.platform)).toEqual([]);
  });

  it.each([
    ["joon,minna Hello", words.unknown("minna", ["mina"])],
    ["joon,nobody Hello", words.unknown("nobody", [])],
    ["jon Hello", words.unknown("jon", ["joon"])],
    ["joon,010-9999-8888 Hello", words.numberAmong],
    ["me Hello", words.notMine],
    ["joon,me Hello", words.notMine],
  ])("are refused with a reason: %s", async (typed, says) => {
    const chatops = await startChatops({ mode, env });
    await send(chatops, typed);
    await saidTo(chatops, says);
    expect(sends(chatops.platform)).toEqual([]);
  });

  it("can include one's own phone as “me”, and open the form without a text", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await send(chatops, "me,joon Hello", mina);
    await post(chatops, words.title.done(2));
    expect(sentTo(chatops)).toEqual(["01000000001", "01022223333"]);
    const person = slack.as(joon);
    await person.command("/msg-send", "joon, mina", { conversation: tests });
    const view = await slack.waitFor(() => person.views()[0], { what: "the form" });
    const select = view.blocks.find(({ block_id }) => block_id === "recipients");
    expect(select).toMatchObject({
      element: { initial_options: [{ value: "+82 01000000001" }, { value: "+82 01022223333" }] },
    });
    expect(sends(chatops.platform)).toHaveLength(2);
  });
});
