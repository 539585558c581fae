import { expect, it } from "vitest";
import { findPolicyCode, findPolicyIssue, isNightInKorea } from "../../../../src/features/messages/policy.ts";
import type { SendRules } from "../../../../src/features/messages/send.input.ts";
import { createSendKind } from "../../../../src/features/messages/send.ts";
import type { SendBody } from "../../../../src/platform/index.ts";
import { en, ko } from "../../../support/words.ts";

const rules: SendRules = {
  senderNumbers: ["0212345678"],
  testRecipients: [{ name: "joon", to: "01000000001", country: "82" }],
  recipientPolicy: "confirm",
  quietAdverts: "on",
};
const message = { to: "01023456789", from: "0212345678" };
const advert = { ...message, chatOptions: { pfId: "P", adFlag: true } };
const commercial = { ...message, text: "Sale", rcsOptions: { commercialType: true } };
/** A time in Seoul, nine hours ahead of UTC. */
const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 21, hour - 9, minute));

it("isNightInKorea begins at 21:00 and ends at 08:00, to the minute", () => {
  expect([at(20, 59), at(21), at(23, 59), at(24), at(31, 59), at(32)].map(isNightInKorea)).toEqual([
    ...[false, true, true, true, true, false],
  ]);
});

const testOnly = { recipientPolicy: "test-only" } as const;

it.each<[SendBody["message"], Partial<SendRules>, number, string | null]>([
  [advert, {}, 22, "quiet_hours"],
  [advert, {}, 12, null],
  [advert, { quietAdverts: "off" }, 22, null],
  [{ ...advert, chatOptions: { pfId: "P", adFlag: false } }, {}, 22, null],
  [commercial, {}, 22, "quiet_hours"],
  [commercial, {}, 12, null],
  [{ ...commercial, rcsOptions: { commercialType: false } }, {}, 22, null],
  [message, {}, 12, null],
  [message, testOnly, 12, "test_only"],
  [{ ...message, to: "01000000001" }, testOnly, 12, null],
  [{ ...message, to: "01000000001", country: "81" }, testOnly, 12, "test_only"],
  [{ ...message, from: "0299999999" }, {}, 12, "unknown_sender"],
  [{ ...message, from: "0299999999" }, { senderNumbers: [] }, 12, null],
])(
  "the message %j under the rules %j at %i o'clock is refused with the code %s",
  (stored, changed, hour, why) => {
    expect(findPolicyIssue({ message: stored }, { ...rules, ...changed }, at(hour))?.problem ?? null).toBe(
      why,
    );
  },
);

it("a message that breaks a rule at sending time is refused with a code that has words in both languages", async () => {
  let leaves = 0;
  const platform = {
    sendMessage: async () => {
      leaves += 1;
      return { statusCode: "2000", messageId: "M4V1" };
    },
  };
  const body = { message: advert };
  const views = { notificationFor: () => ({}), describe: () => null };
  const kindAt = (time: Date, changed: Partial<SendRules> = {}) =>
    createSendKind(platform, (body) => findPolicyCode(body, { ...rules, ...changed }, time), views);
  const { signal } = new AbortController();
  const cases: [Date, Partial<SendRules>, string][] = [
    [at(3), {}, "PolicyQuietHours"],
    [at(12), testOnly, "PolicyTestOnly"],
    [at(12), { senderNumbers: ["15881234"] }, "PolicySender"],
  ];
  for (const [time, changed, code] of cases) {
    expect(kindAt(time, changed).obstacle?.(body)).toBe(code);
    for (const { reasons } of [en, ko]) expect(reasons.byCode).toHaveProperty(code);
  }
  expect(kindAt(at(12)).obstacle?.(body)).toBeNull();
  const call = await kindAt(at(12)).ready(body, signal, "U1");
  expect(leaves).toBe(0);
  await call({ signal, onLateReply: () => {}, mayLeave: async () => true });
  expect(leaves).toBe(1);
});
