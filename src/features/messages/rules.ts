import type { SendBody } from "../../platform/index.ts";
import type { FieldIssue, SendRules } from "./send.input.ts";

/** What the rules say by now against a message that was stored under earlier ones; null when nothing. */
export function findRuleIssue({ message }: SendBody, rules: SendRules): FieldIssue["issue"] | null {
  const { senderNumbers, testRecipients, recipientPolicy } = rules;
  const country = message.country ?? "82";
  const isListed = testRecipients.some((one) => one.to === message.to && one.country === country);
  if (recipientPolicy === "test-only" && !isListed) return { problem: "test_only" };
  const isSender = senderNumbers.length === 0 || senderNumbers.includes(message.from);
  return isSender ? null : { problem: "unknown_sender" };
}
