import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/platform/index.ts";
import type { Delivery } from "../../sandbox/slack/index.ts";
import { changeGroup } from "../support/change-group.ts";
import { startChatops } from "../support/chatops.ts";
import { dana, eve, guest, joon, mina, secret, shared } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { en, heading, noRight, reason, titled } from "../support/words.ts";

const { refused, unknown } = heading;
const { issues, recipients, common } = en;

const tooLong = (size: number, limit: number) => issues.tooLong(common.bytes(size), common.bytes(limit));
const said = ({ ack }: Delivery) => JSON.stringify(ack?.body);

describe("/msg-send", () => {
  it("answers a mistyped command at once with what is wrong, and sends nothing", async () => {
    const { person, platform } = await startChatops();
    for (const [text, words] of [
      ["somebody", recipients.unknown("somebody", [])],
      ["010-2345-6789；Hello you", recipients.unknown("Hello", [])],
      ["HP: 010-2345-6789 Hi", recipients.unknown("HP:", [])],
      ["joon, jon Hello", `${recipients.unknown("jon", ["joon"])}"`],
      ["010-2345-6789;joon Hello", recipients.numberAmong],
      ["1023456789 Hi", issues.startMissing(["010-2345-6789"])],
      ["0102345678901023456780 Hi", issues.twoNumbers],
      ["0081-90-1234-5678 Hi", issues.twoCountries],
      ["010-12 Hi", `${issues.tooShort} ${issues.digitsDue(5, [11])}`],
      ["010-2345-6789-0123 Hi", `${issues.tooLongNumber} ${issues.digitsDue(15, [11])}`],
      ["+999123456 Hi", issues.noSuchCountry],
      [`joon ${"가".repeat(1000)}!`, tooLong(2001, 2000)],
    ] as const)
      expect(said(await person.command("/msg-send", text))).toContain(words);
    expect(sends(platform)).toEqual([]);
  });

  it("sends a text of exactly as many bytes as the limit allows", async () => {
    const { slack, platform, person } = await startChatops();
    // A text message can't show these, so that the app asks first.
    await person.opens("/msg-send", `joon ${"🍲".repeat(1000)}`);
    await person.submits("cleared");
    await slack.post(titled("accepted", "LMS", "joon"));
    expect(platform.state.messages).toHaveLength(1);
  });
});

it("the send form shows an error on each wrong field, with the limit and the size found", async () => {
  const { person } = await startChatops();
  await person.opens("/msg-send");
  const errors = { to: issues.tooShort, text: tooLong(2002, 2000), subject: tooLong(42, 40) };
  await person.isRefused(errors, { to: "12", text: "가".repeat(1001), subject: "가".repeat(21) });
  expect(person.views()).toHaveLength(1);
});

describe("a send that the platform doesn't accept", () => {
  const errorMessage = "발신번호 미등록 01000000001";
  it.each<[string, Fault, string[]]>([
    [
      "a refusal of the sender number",
      { kind: "refuse", errorCode: "FailedToAddMessage", errorMessage },
      [refused, "발신번호 미등록 …0001"],
    ],
    [
      "HTTP 404 with an HTML page",
      { kind: "status", status: 404, body: "<html>nginx</html>" },
      [refused, en.reasons.byStatus(404).says],
    ],
    ["HTTP 500 with an HTML page", { kind: "html500" }, [unknown, en.reasons.byStatus(500).says]],
    ["a reply that is cut off", { kind: "cut" }, [unknown, reason("ReplyCut")]],
    ["a reply that is no JSON", { kind: "garbage" }, [unknown, reason("ReplyUnreadable")]],
    ["a reply without the expected fields", { kind: "useless" }, [unknown, reason("ReplyUseless")]],
    ["a reply of 64 MB", { kind: "huge", bytes: 64 * 1024 * 1024 }, [unknown, reason("ReplyTooLarge")]],
    [
      "a connection reset after the request was read",
      { kind: "reset", when: "after" },
      [unknown, reason("ConnectionLost")],
    ],
  ])("is explained in the result post, and the request isn't repeated: %s", async (_, fault, words) => {
    const { slack, platform, person } = await startChatops();
    platform.faults.next(fault);
    await person.command("/msg-send", "joon Hi");
    expect((await slack.post(words)).text).not.toMatch(/01000000001|<html>/);
    expect(sends(platform)).toHaveLength(1);
  });

  it("makes at most three HTTP requests when the platform answers 429", async () => {
    const { slack, platform, person } = await startChatops();
    const tooMany: Fault = { kind: "status", status: 429, headers: { "retry-after": "0" } };
    platform.faults.next(tooMany, { times: 2 });
    await person.command("/msg-send", "joon Hi");
    await slack.post(heading.accepted);
    expect(sends(platform).map(({ status }) => status)).toEqual([429, 429, 200]);
    platform.faults.always(tooMany);
    await person.command("/msg-send", "joon Hi again");
    await slack.post(heading.notSent);
    expect(sends(platform)).toHaveLength(6);
  });

  it("is posted as not sent, with a button to send again, when the connection is refused", async () => {
    const { slack, person } = await startChatops({ env: { PLATFORM_BASE_URL: "http://127.0.0.1:9" } });
    await person.command("/msg-send", "joon Hi");
    const { blocks } = await slack.post([heading.notSent, reason("ConnectionFailed")]);
    expect(JSON.stringify(blocks)).toContain("messages.edit");
  });
});

describe("the right to send", () => {
  it.each([
    ["a member who isn't in SENDERS", eve, noRight(issues.notAllowed)],
    ["a member who isn't in SENDERS, who reads whom to ask", eve, "Ask <@U0DANA> for access."],
    ["a guest", guest, en.edge.outsider],
  ])("is refused to %s", async (_, who, words) => {
    const { slack, platform } = await startChatops();
    expect(said(await slack.as(who).command("/msg-send", "joon Hi"))).toContain(words);
    expect(sends(platform)).toEqual([]);
  });

  it("is refused to a person of another organisation who clicks “Edit and send”", async () => {
    const { slack } = await startChatops({ env: { RESULTS_CHANNEL: shared } });
    await slack.as(mina).command("/msg-send", "refused Hi", { conversation: secret });
    const otto = slack.as("U0OTHER");
    await otto.click(await slack.post("", shared), "messages.edit");
    await otto.reads(en.edge.outsider);
    expect(otto.views()).toEqual([]);
  });

  it("is given as soon as a person joins the user group in SENDERS", async () => {
    const chatops = await startChatops({ env: { SENDERS: "S0ONCALL" } });
    const send = async () => said(await chatops.person.command("/msg-send", "joon Hi"));
    expect(await send()).toContain(noRight(issues.notAllowed));
    await changeGroup(chatops, "S0ONCALL", [dana, joon]);
    expect(await send()).toContain(en.send.quickSending("joon"));
  });
});
