import { describe, expect, it } from "vitest";
import { type Chatops, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { submitAs } from "../support/forged.ts";
import { joon, mina, onCall } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { actionIds } from "../support/unknown-outcome.ts";
import { en } from "../support/words.ts";

const { recipients: words } = en;

/** Recipients that the platform accepts, refuses, and leaves unknown. */
const env = {
  TEST_RECIPIENTS:
    "joon:01000000001,mina@U0MINA:01022223333,refused:01000000003,reset:01000000010,dana@U0DANA:01055556666",
  TEST_GROUPS: "qa=joon+mina,all4=joon+mina+refused+reset",
};

const send = ({ slack }: Pick<Chatops, "slack">, text: string, by = joon) =>
  slack.as(by).command("/msg-send", text);

const sentTo = ({ platform }: Pick<Chatops, "platform">) =>
  sends(platform)
    .map(({ body }) => JSON.parse(JSON.stringify(body)).message.to)
    .toSorted();

it("a form to several recipients that Slack delivers again is answered with all outcomes", async () => {
  const chatops = await startChatops({ mode: "http", env });
  const { platform, app, person } = chatops;
  await person.opens("/msg-send");
  await person.fillAll({ to: "joon,reset", text: "Hello" });
  const submitted = await person.submit();
  await chatops.slack.post("1 unknown, 1 accepted");
  const answer = await submitAs(chatops, submitted);
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
])(
  "the post of a refused message that is edited and sent to %s shows both new outcomes",
  async (to, ends) => {
    const chatops = await startChatops({ env });
    const { person } = chatops;
    await send(chatops, "refused Hello there");
    const refused = await chatops.slack.post(en.outcomes.title.refused("SMS"));
    await person.opensAt(refused, "messages.edit");
    await person.submits("cleared", { to, text: "Second words" });
    const edited = await chatops.slack.post(ends);
    expect(edited.ts).toBe(refused.ts);
    expect(edited.text).toContain(en.outcomes.changed("SMS", "refused", "sent_again"));
    expect(edited.text).not.toContain("010-****-0001");
    expect(edited.text).not.toContain("Second words");
    expect(actionIds(edited)).toEqual([]);
    expect(sends(chatops.platform)).toHaveLength(3);
  },
);

it("the details of a refused row that is edited and sent to two recipients show both new outcomes", async () => {
  const chatops = await startChatops({ env });
  const { person } = chatops;
  await send(chatops, "mina,refused Hello there");
  const table = await chatops.slack.post("1 refused, 1 accepted");
  await person.opensAt(table, "messages.edit");
  await person.submits("cleared", { to: "joon,refused", text: "Second words" });
  const ends = `${became("accepted")}, ${became("refused")}`;
  await chatops.slack.post(words.told.sent_again);
  const [, row = ""] = /"messages\.edit",.*?"value":"([^"]+)"/.exec(JSON.stringify(table.blocks)) ?? [];
  await person.command("/msg-history", row);
  await chatops.slack.as(joon).reads(ends);
});

it("the post of an unknown message that is edited and sent to two recipients shows both new outcomes", async () => {
  const chatops = await startChatops({ env });
  const { person } = chatops;
  await send(chatops, "reset Hello there");
  const asked = await chatops.slack.post(en.outcomes.title.unknown(en.outcomes.message), joon);
  await person.click(asked, "messages.settle:did_not_arrive");
  const reported = await chatops.slack.post(en.outcomes.title.did_not_arrive(en.outcomes.message));
  await person.opensAt(reported, "messages.edit");
  await person.submits("cleared", { to: "joon,refused", text: "Second words" });
  const ends = `${became("accepted")}, ${became("refused")}`;
  await chatops.slack.post(ends);
  // Without its full stop: the second outcome may follow.
  await chatops.slack.line(en.outcomes.triedAgain(became("accepted")).slice(0, -1), joon);
  await person.click(reported, "history.open");
  await chatops.slack.as(joon).reads(ends);
});

describe.each(storyModes)("a message to several recipients, over %s", (mode) => {
  it("has one post with a row for each recipient, where a phone owner's answer appears", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await send(chatops, "joon, mina,refused,reset Hello there");
    const told = await chatops.slack.post("1 refused, 1 unknown, 2 accepted");
    const { accepted, refused, unknown } = words.told;
    for (const cell of [accepted, refused, unknown, "joon (010-****-0001)"])
      expect(told.text).toContain(cell);
    expect(told.text).not.toMatch(/01022223333|Hello there/);
    expect(told.blocks.filter(({ type }) => type === "table")).toHaveLength(1);
    expect(chatops.slack.posts()).toHaveLength(1);
    await slack.as(mina).click(await slack.post("sent to your phone", mina), "messages.receipt:arrived");
    await slack.post(words.counts.arrived(1, 1));
    await slack.post([en.outcomes.several.title(1, 1).slice(0, 1), "reset"], onCall);
    await slack.as(joon).click(await slack.post(unknown, joon), "messages.settle:did_not_arrive");
    await slack.post(words.told.did_not_arrive);
    expect(sends(chatops.platform)).toHaveLength(4);
  });

  it("can go to a configured group, and each recipient counts for the daily limit", async () => {
    const chatops = await startChatops({ mode, env: { ...env, DAILY_SEND_LIMIT: "5" } });
    await send(chatops, "QA Hello");
    await chatops.slack.post(words.title.done(2));
    await send(chatops, "all4 Hello");
    await chatops.slack.as(joon).reads(words.overLimit(3, 4));
    expect(sends(chatops.platform)).toHaveLength(2);
    // A refused message doesn't count: one of three places stays free.
    await send(chatops, "joon,refused,reset Hello");
    await chatops.slack.post("1 refused, 1 unknown, 1 accepted");
    await send(chatops, "qa Hello");
    await chatops.slack.as(joon).reads(words.overLimit(1, 2));
    await send(chatops, "joon Hello");
    await eventually(() => expect(sends(chatops.platform)).toHaveLength(6));
  });
});

describe("a message to several recipients", () => {
  it("goes once to each recipient that was chosen or typed in the form", async () => {
    const chatops = await startChatops({ env });
    const { person } = chatops;
    await person.opens("/msg-send");
    await person.submits("cleared", { to: "mina", recipients: ["@qa", "+82 01055556666"], text: "Hello" });
    await chatops.slack.post(words.title.done(3));
    expect(sentTo(chatops)).toEqual(["01000000001", "01022223333", "01055556666"]);
  });

  // An emoji may be a mistake, so that the app asks first.
  const doubtful = { recipients: ["@qa"], text: "Hello 😀" };

  it("names all recipients and the total price in its confirmation before it is sent", async () => {
    const { person, platform } = await startChatops({ env });
    await person.opens("/msg-send");
    await person.submits("pushed", doubtful);
    for (const shown of ["joon (010-0000-0001), mina (010-2222-3333)", words.costs(2)])
      expect(person.shown()).toContain(shown);
    await person.submits("cleared");
    await eventually(() => expect(sends(platform)).toHaveLength(2));
  });

  it("goes to nobody when one recipient left TEST_RECIPIENTS after the confirmation opened", async () => {
    const chatops = await startChatops({ env });
    const { person } = chatops;
    await person.opens("/msg-send");
    await person.submits("pushed", doubtful);
    await chatops.app.stop();
    await startAppOn(chatops, { env: { TEST_RECIPIENTS: "joon:01000000001", TEST_GROUPS: "" } });
    await person.submits("updated");
    expect(person.shown()).toContain(en.issues.testOnly("joon"));
    expect(sends(chatops.platform)).toEqual([]);
  });

  it.each([
    ["joon,minna Hello", words.unknown("minna", ["mina"])],
    ["joon,010-9999-8888 Hello", words.numberAmong],
    ["me Hello", words.notMine],
    ["joon,me Hello", words.notMine],
  ])("is refused with a reason: /msg-send %s", async (typed, says) => {
    const chatops = await startChatops({ env });
    await send(chatops, typed);
    await chatops.slack.as(joon).reads(says);
    expect(sends(chatops.platform)).toEqual([]);
  });

  it("can include one's own phone as “me”, and opens the form when the text is missing", async () => {
    const chatops = await startChatops({ env });
    const { slack } = chatops;
    await send(chatops, "me,joon Hello", mina);
    await chatops.slack.post(words.title.done(2));
    expect(sentTo(chatops)).toEqual(["01000000001", "01022223333"]);
    const person = slack.as(joon);
    const view = await person.opens("/msg-send", "joon, mina");
    const select = view.blocks.find(({ block_id }) => block_id === "recipients");
    expect(select).toMatchObject({
      element: { initial_options: [{ value: "+82 01000000001" }, { value: "+82 01022223333" }] },
    });
    expect(sends(chatops.platform)).toHaveLength(2);
  });
});
