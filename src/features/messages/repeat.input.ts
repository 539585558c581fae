import { visibleCount } from "../../blank-text.ts";
import type { SendBody } from "../../platform/index.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import { fields } from "./ids.ts";
import type { FieldIssue, SendRules } from "./send.input.ts";

/** In characters, as Slack's input counts them too. */
export const reasonSize = { shortest: 3, longest: 200 } as const;

/** Line breaks and marks that turn the direction would let a reason look like a line of the app's own. */
const layout = /[\s\u202a-\u202e\u2066-\u2069]+/g;

/** What was typed as the reason, on one line; null when it is none. */
export function parseReason(form: Fields): string | null {
  const reason = (form.text(fields.reason) ?? "").replace(layout, " ").trim();
  return visibleCount(reason) < reasonSize.shortest || [...reason].length > reasonSize.longest
    ? null
    : reason;
}

/** What the rules say by now against a message that was stored under earlier ones; null when nothing. */
export function findRuleIssue({ message }: SendBody, rules: SendRules): FieldIssue["issue"] | null {
  const { senderNumbers, testRecipients, recipientPolicy } = rules;
  const country = message.country ?? "82";
  const isListed = testRecipients.some((one) => one.to === message.to && one.country === country);
  if (recipientPolicy === "test-only" && !isListed) return { problem: "test_only" };
  const isSender = senderNumbers.length === 0 || senderNumbers.includes(message.from);
  return isSender ? null : { problem: "unknown_sender" };
}
