import { TZDate } from "@date-fns/tz";
import type { SendBody } from "../../platform/index.ts";
import { findRuleIssue } from "./rules.ts";
import type { FieldIssue, SendRules } from "./send.input.ts";

const quiet = { from: 21, until: 8 };

/** The law's night for advertisements, wherever the team sits. */
export function isNightInKorea(at: Date): boolean {
  const hour = new TZDate(at.getTime(), "Asia/Seoul").getHours();
  return hour >= quiet.from || hour < quiet.until;
}

/** By either of the two switches that the form calls so. */
export function isAdvert({ message }: SendBody): boolean {
  return message.chatOptions?.adFlag === true || message.rcsOptions?.commercialType === true;
}

/** What no click in a chat lifts; looked at again in the last moment before a request leaves. */
export function findPolicyIssue(body: SendBody, rules: SendRules, at: Date): FieldIssue["issue"] | null {
  const issue = findRuleIssue(body, rules);
  if (issue !== null) return issue;
  const isQuiet = rules.quietAdverts === "on" && isAdvert(body) && isNightInKorea(at);
  return isQuiet ? { problem: "quiet_hours" } : null;
}

/** The same as a code with a sentence in the catalogues, for what is refused when nobody looks at a form any more. */
export function policyCode(body: SendBody, rules: SendRules, at: Date): string | null {
  const issue = findPolicyIssue(body, rules, at);
  if (issue === null) return null;
  if (issue.problem === "quiet_hours") return "PolicyQuietHours";
  return issue.problem === "test_only" ? "PolicyTestOnly" : "PolicySender";
}
