import { expect, it } from "vitest";
import { findRuleIssue } from "../../../../src/features/messages/rules.ts";
import type { SendRules } from "../../../../src/features/messages/send.input.ts";

const rules: SendRules = {
  senderNumbers: ["0212345678"],
  testRecipients: [{ name: null, to: "01011112222", country: "82" }],
  recipientPolicy: "test-only",
  quietAdverts: "on",
};
const issue = (message: { to: string; from?: string; country?: string }, changed: Partial<SendRules> = {}) =>
  findRuleIssue({ message: { from: "0212345678", ...message } }, { ...rules, ...changed })?.problem ?? null;

it("the rules of now hold for what was stored under others", () => {
  expect(issue({ to: "01011112222" })).toBeNull();
  expect(issue({ to: "01023456789" })).toBe("test_only");
  expect(issue({ to: "01011112222", country: "81" })).toBe("test_only");
  expect(issue({ to: "01023456789" }, { recipientPolicy: "confirm" })).toBeNull();
  expect(issue({ to: "01011112222", from: "0299999999" })).toBe("unknown_sender");
  expect(issue({ to: "01011112222", from: "0299999999" }, { senderNumbers: [] })).toBeNull();
});
