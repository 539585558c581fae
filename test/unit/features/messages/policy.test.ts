import { expect, it } from "vitest";
import { findPolicyCode, findPolicyIssue, isNightInKorea } from "../../../../src/features/messages/policy.ts";
import type { SendRules } from "../../../../src/features/messages/send.input.ts";
import { createSendKind } from "../../../../src/features/messages/send.ts";
import { wordsOf } from "../../../../src/locales/index.ts";

const rules: SendRules = {
  senderNumbers: ["0212345678"],
  testRecipients: [{ name: "joon", to: "01000000001", country: "82" }],
  recipientPolicy: "confirm",
  quietAdverts: "on",
};
const advert = {
  message: { to: "01023456789", from: "0212345678", chatOptions: { pfId: "P", adFlag: true } },
};
/** A time in Seoul, nine hours ahead of UTC. */
const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 21, hour - 9, minute));

it("isNightInKorea is exact to the minute", () => {
  expect([at(20, 59), at(21), at(23, 59), at(24), at(31, 59), at(32)].map(isNightInKorea)).toEqual([
    ...[false, true, true, true, true, false],
  ]);
});

it("an advertisement is refused at night, unless the configuration allows it", () => {
  const problem = (body = advert, changed: Partial<SendRules> = {}, time = at(22)) =>
    findPolicyIssue(body, { ...rules, ...changed }, time)?.problem ?? null;
  expect(problem()).toBe("quiet_hours");
  expect(problem(advert, {}, at(12))).toBeNull();
  expect(problem(advert, { quietAdverts: "off" })).toBeNull();
  const { chatOptions, ...plain } = advert.message;
  expect(problem({ message: { ...plain, chatOptions: { ...chatOptions, adFlag: false } } })).toBeNull();
});

it("an RCS message of commercial type is an advertisement too", () => {
  const message = { to: "01023456789", from: "0212345678", text: "Sale" };
  const rcs = (commercialType: boolean) => ({ message: { ...message, rcsOptions: { commercialType } } });
  expect(findPolicyIssue(rcs(true), rules, at(22))).toEqual({ problem: "quiet_hours" });
  expect(findPolicyIssue(rcs(false), rules, at(22))).toBeNull();
  expect(findPolicyIssue(rcs(true), rules, at(12))).toBeNull();
});

it("a message against the rules of its sending time is refused, with an explained code", async () => {
  let leaves = 0;
  const platform = {
    sendMessage: async () => {
      leaves += 1;
      return { statusCode: "2000", messageId: "M4V1" };
    },
  };
  const views = { notificationFor: () => ({}), describe: () => null };
  const kindAt = (time: Date, changed: Partial<SendRules> = {}) =>
    createSendKind(platform, (body) => findPolicyCode(body, { ...rules, ...changed }, time), views);
  const { signal } = new AbortController();
  const cases: [Date, Partial<SendRules>, string][] = [
    [at(3), {}, "PolicyQuietHours"],
    [at(12), { recipientPolicy: "test-only" }, "PolicyTestOnly"],
    [at(12), { senderNumbers: ["15881234"] }, "PolicySender"],
  ];
  for (const [time, changed, code] of cases) {
    expect(kindAt(time, changed).obstacle?.(advert)).toBe(code);
    expect(wordsOf("en").reasons.byCode).toHaveProperty(code);
    expect(wordsOf("ko").reasons.byCode).toHaveProperty(code);
  }
  expect(kindAt(at(12)).obstacle?.(advert)).toBeNull();
  const call = await kindAt(at(12)).ready(advert, signal, "U1");
  expect(leaves).toBe(0);
  await call({ signal, onLateReply: () => {}, mayLeave: async () => true });
  expect(leaves).toBe(1);
});

it("a message stored under other rules is checked by those of now", () => {
  const issue = (message: object, changed: Partial<SendRules> = {}) => {
    const body = { message: { from: "0212345678", to: "01000000001", ...message } };
    const now = { ...rules, recipientPolicy: "test-only" as const, ...changed };
    return findPolicyIssue(body, now, at(12))?.problem ?? null;
  };
  expect(issue({})).toBeNull();
  expect(issue({ to: "01023456789" })).toBe("test_only");
  expect(issue({ country: "81" })).toBe("test_only");
  expect(issue({ to: "01023456789" }, { recipientPolicy: "confirm" })).toBeNull();
  expect(issue({ from: "0299999999" })).toBe("unknown_sender");
  expect(issue({ from: "0299999999" }, { senderNumbers: [] })).toBeNull();
});
