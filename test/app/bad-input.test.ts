import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/platform/index.ts";
import type { Actor } from "../../sandbox/slack/index.ts";
import { changeGroup } from "../support/change-group.ts";
import { bothModes, type Chatops, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { sends } from "../support/sends.ts";
import { core, en, heading, noRight, reason, titled } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";
const { refused, unknown } = heading;

const tooLong = (size: number, limit: number) =>
  en.issues.tooLong(en.common.bytes(size), en.common.bytes(limit));

const send = ({ slack }: Chatops, text: string) =>
  slack.as(joon).command("/msg-send", text, { conversation: tests });
const said = (delivery: Awaited<ReturnType<typeof send>>) => JSON.stringify(delivery.ack?.body);
const result = ({ slack }: Chatops) =>
  slack.waitFor(() => slack.messages(tests)[0]?.text, { what: "the result" });

describe("/msg-send", () => {
  it("answers a mistyped command at once with what is wrong, and sends nothing", async () => {
    const chatops = await startChatops();
    const answers: [string, string][] = [
      ["somebody", en.recipients.unknown("somebody", [])],
      ["010-2345-6789;Hello", en.recipients.unknown("Hello", [])],
      ["010-2345-6789; Hello", en.recipients.unknown("Hello", [])],
      ["010-2345-6789；Hello you", en.recipients.unknown("Hello", [])],
      ["홍길동 010-2345-6789 Hi", en.recipients.unknown("홍길동", [])],
      ["HP: 010-2345-6789 Hi", en.recipients.unknown("HP:", [])],
      ["TEL+82 10-2345-6789 Hi", en.recipients.unknown("TEL+82", [])],
      ["M) +82 10 2345 6789 Hi", en.recipients.unknown("M)", [])],
      ["HP : 010-2345-6789", en.recipients.unknown("HP", [])],
      ["sora call 010-2345-6789", en.recipients.unknown("sora", [])],
      ["nobody, joon Hello", `${en.recipients.unknown("nobody", [])}"`],
      ["joon, jon Hello", `${en.recipients.unknown("jon", ["joon"])}"`],
      ["010-2345-6789;joon Hello", en.recipients.numberAmong],
      ["1023456789 Hi", en.issues.startMissing(["010-2345-6789"])],
      ["010 2345 67890 Hi", `${en.issues.tooLongNumber} ${en.issues.digitsDue(12, [11])}`],
      ["0102345678901023456780 Hi", en.issues.twoNumbers],
      ["0081-90-1234-5678 Hi", en.issues.twoCountries],
      ["01O-2345-6789 Hi", en.recipients.unknown("01O-2345-6789", [])],
      ["010-12 Hi", `${en.issues.tooShort} ${en.issues.digitsDue(5, [11])}`],
      ["010-2345-6789-0123 Hi", `${en.issues.tooLongNumber} ${en.issues.digitsDue(15, [11])}`],
      ["+999123456 Hi", en.issues.noSuchCountry],
      ["@joon Hi", en.recipients.unknown("@joon", ["joon"])],
      [`joon ${"a".repeat(2001)}`, tooLong(2001, 2000)],
      [`joon ${"가".repeat(1000)}!`, tooLong(2001, 2000)],
      [`joon ${"a".repeat(3000)}`, tooLong(3000, 2000)],
    ];
    for (const [text, words] of answers) expect(said(await send(chatops, text))).toContain(words);
    expect(sends(chatops.platform)).toEqual([]);
    expect(chatops.slack.findings).toEqual([]);
  });

  it("sends a text of exactly as many bytes as the limit allows", async () => {
    const chatops = await startChatops();
    await send(chatops, `joon ${"🍲".repeat(1000)}`);
    // A text message can't show these, so that the app asks first.
    const person = chatops.slack.as(joon);
    await chatops.slack.waitFor(() => person.views().length === 1, { what: "the confirmation" });
    await person.submit();
    expect(await result(chatops)).toContain(titled("accepted", "LMS", "joon"));
    expect(chatops.platform.state.messages).toHaveLength(1);
  });
});

it("the send form shows an error on each wrong field, with the limit and the size found", async () => {
  const chatops = await startChatops();
  const person = chatops.slack.as(joon);
  await send(chatops, "");
  await chatops.slack.waitFor(() => person.views().length === 1);
  await person.fillAll({ to: "12", text: "가".repeat(1001), subject: "가".repeat(21) });
  expect(await person.submit()).toMatchObject({
    kind: "errors",
    errors: {
      to: en.issues.tooShort,
      text: tooLong(2002, 2000),
      subject: tooLong(42, 40),
    },
  });
  expect(person.views()).toHaveLength(1);
});

describe("a failed call to the platform", () => {
  const refusals: [string, Fault, string[]][] = [
    [
      "an unregistered sender as an error",
      { kind: "refuse", errorCode: "FailedToAddMessage", errorMessage: "발신번호 미등록 01000000001" },
      [refused, "발신번호 미등록 …0001"],
    ],
    [
      "an unregistered sender as a status code",
      { kind: "statusCode", statusCode: "1062", statusMessage: "미등록" },
      [refused, "1062", reason("1062")],
    ],
    [
      "no balance",
      { kind: "refuse", status: 402, errorCode: "NotEnoughBalance" },
      [refused, reason("NotEnoughBalance")],
    ],
    [
      "a wrong key",
      { kind: "refuse", status: 403, errorCode: "InvalidAPIKey" },
      [refused, reason("InvalidAPIKey")],
    ],
    [
      "a wrong clock",
      { kind: "refuse", status: 403, errorCode: "RequestTimeTooSkewed" },
      [refused, reason("RequestTimeTooSkewed")],
    ],
    [
      "a seen signature",
      { kind: "refuse", status: 403, errorCode: "DuplicatedSignature" },
      [refused, reason("DuplicatedSignature")],
    ],
    [
      "404 with a page",
      { kind: "status", status: 404, body: "<html>nginx</html>" },
      [refused, en.reasons.byStatus(404).says],
    ],
    ["500 with a page", { kind: "html500" }, [unknown, en.reasons.byStatus(500).says]],
    ["half a reply", { kind: "cut" }, [unknown, reason("ReplyCut")]],
    ["garbage", { kind: "garbage" }, [unknown, reason("ReplyUnreadable")]],
    ["a reply without what it should have", { kind: "useless" }, [unknown, reason("ReplyUseless")]],
    ["a reply of 64 MB", { kind: "huge", bytes: 64 * 1024 * 1024 }, [unknown, reason("ReplyTooLarge")]],
    ["a reset after reading", { kind: "reset", when: "after" }, [unknown, reason("ConnectionLost")]],
  ];

  it.each(refusals)("is explained in the result, and not repeated: %s", async (_, fault, words) => {
    const chatops = await startChatops();
    chatops.platform.faults.next(fault);
    await send(chatops, "joon Hi");
    const text = await result(chatops);
    for (const word of words) expect(text).toContain(word);
    expect(text).not.toMatch(/01000000001|<html>/);
    expect(sends(chatops.platform)).toHaveLength(1);
    expect(chatops.slack.findings).toEqual([]);
  });

  it("is tried three times at most if the platform answers 429", async () => {
    const chatops = await startChatops();
    const tooMany: Fault = { kind: "status", status: 429, headers: { "retry-after": "0" } };
    chatops.platform.faults.next(tooMany, { times: 2 });
    await send(chatops, "joon Hi");
    expect(await result(chatops)).toContain(heading.accepted);
    expect(sends(chatops.platform).map(({ status }) => status)).toEqual([429, 429, 200]);

    chatops.platform.faults.always(tooMany);
    await send(chatops, "joon Hi again");
    await chatops.slack.waitFor(() =>
      chatops.slack.messages(tests).find(({ text }) => text.includes(heading.notSent)),
    );
    expect(sends(chatops.platform)).toHaveLength(6);
  });

  it("is shown as not sent, with a button to send again, if nothing listens there", async () => {
    const chatops = await startChatops({ env: { PLATFORM_BASE_URL: "http://127.0.0.1:9" } });
    await send(chatops, "joon Hi");
    const text = await result(chatops);
    expect(text).toContain(heading.notSent);
    expect(text).toContain(reason("ConnectionFailed"));
    expect(JSON.stringify(chatops.slack.messages(tests)[0]?.blocks)).toContain("messages.edit");
  });
});

describe("a result whose conversation can't be posted to", () => {
  it.each([
    ["a private one without the bot", "G0SECRET", "U0MINA"],
    ["one shared with another organisation", "C0SHARED", "U0JOON"],
  ])("is posted to RESULTS_CHANNEL: %s", async (_, conversation, user) => {
    const chatops = await startChatops();
    await chatops.slack.as(user).command("/msg-send", "joon Hi", { conversation });
    expect(await result(chatops)).toContain(heading.accepted);
    expect(chatops.slack.messages(conversation)).toEqual([]);
  });

  it("is posted to RESULTS_CHANNEL after its conversation was archived", async () => {
    const chatops = await startChatops();
    chatops.platform.faults.next({ kind: "silence" });
    await chatops.slack.as(joon).command("/msg-send", "joon Hi", { conversation: "C0REVIEWS" });
    await eventually(() => expect(chatops.platform.state.messages).toHaveLength(1));
    chatops.slack.conversations.find(({ id }) => id === "C0REVIEWS")!.isArchived = true;
    chatops.platform.faults.release();
    expect(await result(chatops)).toContain(heading.accepted);
    expect(chatops.slack.messages("C0REVIEWS")).toEqual([]);
  });

  it("is posted to its author if there is no RESULTS_CHANNEL", async () => {
    const chatops = await startChatops({ env: { RESULTS_CHANNEL: "" } });
    await chatops.slack.as("U0MINA").command("/msg-send", "joon Hi", { conversation: "G0SECRET" });
    const post = await chatops.slack.waitFor(() => chatops.slack.dm("U0MINA")[0]);
    expect(post.text).toContain(heading.accepted);
  });
});

describe.each(bothModes)("the same act delivered twice, over %s", (mode) => {
  it("is sent once if it is a command", async () => {
    const chatops = await startChatops({ mode });
    const first = await send(chatops, "joon Hi");
    const second = await chatops.slack.redeliver(first.id, { newEnvelope: true });
    expect(second.ack?.body).toEqual(first.ack?.body);
    await result(chatops);
    expect(sends(chatops.platform)).toHaveLength(1);
  });

  it("is sent once if it is a form submitted twice at the same time", async () => {
    const chatops = await startChatops({ mode });
    const person = chatops.slack.as(joon);
    await send(chatops, "010-2345-6789 Hi");
    await chatops.slack.waitFor(() => person.views().length === 1);
    const submissions = await Promise.all([person.submit(), person.submit()]);
    const answers = submissions.map((one) => JSON.stringify("delivery" in one && one.delivery.ack?.body));
    expect(answers.filter((answer) => answer === '{"response_action":"clear"}')).toHaveLength(1);
    expect(answers.filter((answer) => answer.includes(core(en.common.submitted)))).toHaveLength(1);
    await result(chatops);
    expect(sends(chatops.platform)).toHaveLength(1);
  });
});

describe("the right to send", () => {
  it.each([
    ["a member who isn't in SENDERS", "U0EVE", noRight(en.issues.notAllowed)],
    ["a member who isn't in SENDERS, with whom to ask", "U0EVE", "Ask <@U0DANA> for access."],
    ["a guest", "U0GUEST", en.edge.outsider],
  ])("is refused to %s", async (_, user, words) => {
    const chatops = await startChatops();
    const delivery = await chatops.slack
      .as(user)
      .command("/msg-send", "joon Hi", { conversation: "C0SHARED" });
    expect(said(delivery)).toContain(words);
    expect(sends(chatops.platform)).toEqual([]);
  });

  it("is refused to a person of another organisation who clicks a button", async () => {
    const chatops = await startChatops({ env: { RESULTS_CHANNEL: "C0SHARED" } });
    await chatops.slack.as("U0MINA").command("/msg-send", "refused Hi", { conversation: "G0SECRET" });
    const post = await chatops.slack.waitFor(() => chatops.slack.messages("C0SHARED")[0]);
    const otto = chatops.slack.as("U0OTHER");
    await otto.click({ message: { conversation: "C0SHARED", ts: post.ts } }, "messages.edit");
    await chatops.slack.waitFor(() =>
      chatops.slack.ephemerals("U0OTHER").find(({ text }) => text.includes(en.edge.outsider)),
    );
    expect(otto.views()).toEqual([]);
  });

  it("follows changes of a user group", async () => {
    const chatops = await startChatops({ env: { SENDERS: "S0ONCALL" } });
    expect(said(await send(chatops, "joon Hi"))).toContain(noRight(en.issues.notAllowed));
    await changeGroup(chatops, "S0ONCALL", ["U0DANA", joon]);
    expect(said(await send(chatops, "joon Hi"))).toContain(en.send.quickSending("joon"));
  });

  it.each([
    ["the form", "", async (person: Actor) => void (await person.fillAll({ to: "joon", text: "Hi" }))],
    ["the confirmation", "010-2345-6789 Hi", async () => {}],
  ])("is checked again when %s is submitted", async (_, text, fill) => {
    const chatops = await startChatops({ env: { SENDERS: "S0ONCALL" } });
    const dana = chatops.slack.as("U0DANA");
    await dana.command("/msg-send", text, { conversation: tests });
    await chatops.slack.waitFor(() => dana.views().length === 1);
    await changeGroup(chatops, "S0ONCALL", []);
    await fill(dana);
    await dana.submit();
    expect(JSON.stringify(dana.views())).toContain(noRight(en.issues.notAllowed));
    expect(sends(chatops.platform)).toEqual([]);
  });

  it("ends at the daily limit, and refused messages don't count", async () => {
    const chatops = await startChatops({ env: { DAILY_SEND_LIMIT: "2" } });
    await send(chatops, "refused Hi");
    await result(chatops);
    await send(chatops, "joon one");
    await send(chatops, "joon two");
    expect(said(await send(chatops, "joon three"))).toContain(en.issues.overLimit(2));
  });
});
