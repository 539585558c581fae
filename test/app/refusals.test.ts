import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/platform/index.ts";
import { type Chatops, startChatops } from "../support/chatops.ts";
import { joon, minji, tests } from "../support/names.ts";
import { openSendForm } from "../support/send-form.ts";
import { en, heading, ko } from "../support/words.ts";

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
  it("is posted with what happened, what to do and its code, for every known code", async () => {
    const pace = { postMs: 5, editMs: 5, editBurst: 100 };
    const chatops = await startChatops({ env: { DAILY_SEND_LIMIT: "1000" }, pace });
    const { person } = chatops;
    for (const [index, { code, fault }] of refusals.entries()) {
      chatops.platform.faults.next(fault, { path: "/messages/v4/send" });
      await person.command("/msg-send", `joon Hello ${index}`);
      await explained(chatops, index, code);
      expect(ko.reasons.byCode[code]?.remedy).toBeDefined();
    }
  });

  it.each([
    ["01000000002", "1061"],
    ["01000000003", "1060"],
    ["01000000004", "NotEnoughBalance"],
    ["01000000005", "Forbidden"],
  ])("is explained in the sender's language too, for the practice number %s", async (number, code) => {
    const chatops = await startChatops({ env: { TEST_RECIPIENTS: `them:${number}`, RESULTS_CHANNEL: "" } });
    const { slack } = chatops;
    await slack.as(joon).command("/msg-send", "them Hello");
    await explained(chatops, 0, code);
    const { person } = await openSendForm(slack, minji);
    await person.fillAll({ to: "them", text: "안녕하세요", channel: null });
    await person.submit();
    const own = await slack.post("", minji);
    const { says, remedy } = ko.reasons.byCode[code]!;
    for (const told of [says, remedy, code]) expect(own.text).toContain(told);
  });
});

it.each([
  ["ValidationError", "message.text: 잘못된 값입니다.", 400],
  ["FailedToAddMessage", "메시지를 등록하지 못했습니다.", 400],
  ["NeverHeardOf", "전혀 새로운 이유입니다.", 409],
])(
  "a refusal with a code that the app doesn't know shows the platform's words: %s",
  async (errorCode, errorMessage, status) => {
    const { slack, platform } = await startChatops();
    platform.faults.next({ kind: "refuse", status, errorCode, errorMessage }, { path: "/messages/v4/send" });
    await slack.as(joon).command("/msg-send", "joon Hello");
    const post = await slack.post();
    for (const told of [en.outcomes.platformSays(errorMessage), en.reasons.correct, errorCode]) {
      expect(post.text).toContain(told);
    }
  },
);
