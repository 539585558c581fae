import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/platform/index.ts";
import { magicRecipients } from "../../sandbox/platform/magic-recipients.ts";
import { type Chatops, oneMode, startChatops } from "../support/chatops.ts";
import { openSendForm } from "../support/send-form.ts";
import { en, heading, ko } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";
const minji = "U0MINJI";

/** Codes with which the platform refuses a send, by its public record. */
const errors: Readonly<Record<number, readonly string[]>> = {
  400: [
    "InvalidToken",
    "InvalidAccountId",
    "InvalidCountryId",
    "InvalidAppId",
    "BlockedApp",
    "InDevelopment",
  ],
  401: ["Unauthorized"],
  402: ["NotEnoughBalance", "BalanceInsufficient"],
  403: ["InvalidAPIKey", "InvalidApiKey", "SignatureDoesNotMatch", "RequestTimeTooSkewed", "Forbidden"],
  404: ["ResourceNotFound", "ImageNotFound"],
};
const more = { 400: ["InactiveApp", "InvalidPaymentId"], 403: ["DuplicatedSignature"] };

/** Codes for a single message, by the public record. */
const codes = [
  ...[1010, 1011, 1013, 1014, ...range(1020, 1034), ...range(1041, 1053), 1058, 1060, 1061, 1062, 1064],
  ...[2011, 2024, ...range(2060, 2064), 2230, 2254],
].map(String);

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const refusals: { code: string; fault: Fault }[] = [errors, more].flatMap((table) =>
  Object.entries(table).flatMap(([status, names]) =>
    names.map((code) => ({
      code,
      fault: { kind: "refuse" as const, status: Number(status), errorCode: code, errorMessage: "거부" },
    })),
  ),
);
for (const code of codes) {
  refusals.push({ code, fault: { kind: "statusCode", statusCode: code, statusMessage: "거부" } });
}

/** Expects a post that says what happened, what to do, and the code. */
async function explained({ slack }: Chatops, posts: number, code: string) {
  const post = await slack.waitFor(() => slack.messages(tests)[posts], { what: `the refusal ${code}` });
  const { says, remedy } = en.reasons.byCode[code] ?? {};
  expect([code, says, remedy]).not.toContain(undefined);
  for (const told of [heading.refused, says, remedy, code]) expect(post.text).toContain(told);
}

describe("a refusal by the platform", () => {
  it("says what happened, what to do and its code, for every known code", async () => {
    const pace = { postMs: 5, editMs: 5, editBurst: 100 };
    const chatops = await startChatops({ env: { DAILY_SEND_LIMIT: "1000" }, pace });
    const person = chatops.slack.as(joon);
    for (const [index, { code, fault }] of refusals.entries()) {
      chatops.platform.faults.next(fault, { path: "/messages/v4/send" });
      await person.command("/msg-send", `joon Hello ${index}`, { conversation: tests });
      await explained(chatops, index, code);
      expect(ko.reasons.byCode[code]?.remedy).toBeDefined();
    }
    expect(chatops.slack.findings).toEqual([]);
  });

  it.each([
    ["01000000002", "1061"],
    ["01000000003", "1060"],
    ["01000000004", "NotEnoughBalance"],
    ["01000000005", "Forbidden"],
  ])("is explained for the practice number %s, also in the sender's language", async (number, code) => {
    const chatops = await startChatops({ env: { TEST_RECIPIENTS: `them:${number}`, RESULTS_CHANNEL: "" } });
    const { slack } = chatops;
    await slack.as(joon).command("/msg-send", "them Hello", { conversation: tests });
    await explained(chatops, 0, code);
    const { person } = await openSendForm(slack, minji, tests);
    await person.fillAll({ to: "them", text: "안녕하세요", channel: null });
    await person.submit();
    const own = await slack.waitFor(() => slack.dm(minji)[0], { what: "her own" });
    const { says, remedy } = ko.reasons.byCode[code]!;
    for (const told of [says, remedy, code]) expect(own.text).toContain(told);
  });

  it("can be practised with four numbers, and no others", () => {
    const refusing = Object.entries(magicRecipients).filter(([, { description }]) =>
      description.startsWith("refused"),
    );
    expect(refusing.map(([number]) => number)).toEqual([
      "01000000002",
      "01000000003",
      "01000000004",
      "01000000005",
    ]);
  });
});

describe("a message that breaks the platform's rules", () => {
  const image = { imageId: "ST01FP260101030405000000000NOWHERE" };
  const long = "가".repeat(500);

  it.each<[code: string, message: object]>([
    ["1010", { type: "MMS", text: "Hi" }],
    ["1025", { type: "FAX", text: "Hi" }],
    ["1031", { type: "SMS", text: long }],
    ["1033", { type: "LMS", text: "Hi", chatOptions: { pfId: "KA01PF" } }],
    ["1034", { type: "MMS", text: "Hi", ...image }],
    ["1041", { text: "Hi", chatOptions: { pfId: "KA01PFNOWHERE" } }],
    ["1042", { text: "Hi", chatOptions: { templateId: "KA01TPNOWHERE" } }],
    ["1062", { text: "Hi", from: "029999999" }],
  ])("is explained by the code in the platform's words: %s", async (code, message) => {
    const chatops = await startChatops({ env: { SENDER_NUMBERS: "0212345678,029999999" } });
    const { person, shows } = await openSendForm(chatops.slack, joon, tests);
    await person.click({ view: true }, "messages.json");
    await shows("json");
    const body = { message: { to: "01000000001", from: "0212345678", ...message } };
    await person.fill("json", JSON.stringify(body));
    // The app asks first about what is likely a mistake.
    const submitted = await person.submit();
    const confirmed = submitted.kind === "pushed" ? await person.submit() : submitted;
    expect(confirmed).toMatchObject({ kind: "cleared" });
    await explained(chatops, 0, code);
  });
});

it.each([
  ["ValidationError", "message.text: 잘못된 값입니다.", 400],
  ["FailedToAddMessage", "메시지를 등록하지 못했습니다.", 400],
  ["NeverHeardOf", "전혀 새로운 이유입니다.", 409],
])(
  "a refusal that the app can't explain shows the platform's words: %s",
  async (errorCode, errorMessage, status) => {
    const { slack, platform } = await startChatops({ mode: oneMode });
    platform.faults.next({ kind: "refuse", status, errorCode, errorMessage }, { path: "/messages/v4/send" });
    await slack.as(joon).command("/msg-send", "joon Hello", { conversation: tests });
    const post = await slack.waitFor(() => slack.messages(tests)[0], { what: "the refusal" });
    for (const told of [en.outcomes.platformSays(errorMessage), en.reasons.correct, errorCode]) {
      expect(post.text).toContain(told);
    }
  },
);
