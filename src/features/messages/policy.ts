import { TZDate } from "@date-fns/tz";
import { withoutInvisible } from "../../blank-text.ts";
import type { FieldId } from "../../locales/send.ts";
import type { SendBody } from "../../platform/index.ts";
import { messageKinds } from "./kinds/index.ts";
import { findTestRecipient } from "./recipients.input.ts";
import type { FieldIssue, SendRules } from "./send.input.ts";
import { valueAtPath } from "./send-form.ts";

const quiet = { from: 21, until: 8 };

/** Night in Korea, 21:00 to 8:00, when its law restricts advertisements. */
export function isNightInKorea(at: Date): boolean {
  const hour = new TZDate(at.getTime(), "Asia/Seoul").getHours();
  return hour >= quiet.from || hour < quiet.until;
}

export function findAdvertField(body: SendBody): FieldId | undefined {
  const switches = messageKinds.flatMap(({ fields }) => fields.filter(({ isAdvert }) => isAdvert === true));
  return switches.find(({ at }) => valueAtPath(body, at) === true)?.id;
}

/** Mark with which an advertisement has to begin by law, maybe after a carrier's mark: `(광고)`, `【 광고 】`, `[Web발신] (광고)`. */
const advertMark =
  /^\P{L}*(?:[\p{Ps}<≪«]\s*(?:web|국제|국외|해외)\s*발신\s*[\p{Pe}>≫»]\P{L}*)*[\p{Ps}<≪«]\s*광\s*고\s*[\p{Pe}>≫»]/iu;

/** Finds the field whose text has the mark of an advertisement, whatever the form's switch says. */
export function findAdvertMarkField({ message }: SendBody): "subject" | "text" | undefined {
  const says = (text = "") => advertMark.test(withoutInvisible(text).normalize("NFKC"));
  return (["subject", "text"] as const).find((field) => says(message[field]));
}

/** Finds the configured rule that a message breaks: a stored message may be older than the rule. */
function findRuleIssue({ message }: SendBody, rules: SendRules): FieldIssue["issue"] | null {
  const { senderNumbers, recipientPolicy } = rules;
  const { to, country = "82" } = message;
  const isListed = findTestRecipient({ to, country }, rules) !== undefined;
  if (recipientPolicy === "test-only" && !isListed) return { problem: "test_only" };
  const isSender = senderNumbers.length === 0 || senderNumbers.includes(message.from);
  return isSender ? null : { problem: "unknown_sender" };
}

/** Finds a broken rule that no confirmation overrides. Checked again right before a request leaves. */
export function findPolicyIssue(body: SendBody, rules: SendRules, at: Date): FieldIssue["issue"] | null {
  const issue = findRuleIssue(body, rules);
  if (issue !== null) return issue;
  const isQuiet = rules.quietAdverts === "on" && findAdvertField(body) !== undefined && isNightInKorea(at);
  return isQuiet ? { problem: "quiet_hours" } : null;
}

export function findPolicyCode(body: SendBody, rules: SendRules, at: Date): string | null {
  const issue = findPolicyIssue(body, rules, at);
  if (issue === null) return null;
  if (issue.problem === "quiet_hours") return "PolicyQuietHours";
  return issue.problem === "test_only" ? "PolicyTestOnly" : "PolicySender";
}
