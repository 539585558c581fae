import { fields } from "./ids.ts";
import { advertField, findPolicyIssue } from "./policy.ts";
import { type Parsed, parseJson, parseSend, type SendInput, type SendRules } from "./send.input.ts";
import type { SendForm } from "./send-form.ts";

/** What was typed, checked against limits, rules and the hour. */
export function parseForm(
  form: SendForm,
  { rules, now }: { rules: SendRules; now: () => Date },
): Parsed<SendInput> {
  const parsed = form.isJson
    ? parseJson(form.values[fields.json] ?? "", form.conversation, rules)
    : parseSend(form, rules);
  if (!parsed.ok) return parsed;
  const issue = findPolicyIssue(parsed.input.body, rules, now());
  if (issue === null) return parsed;
  const advert = form.isJson ? undefined : advertField(parsed.input.body);
  return { ok: false, issues: [{ field: advert ?? fields.json, issue }] };
}
