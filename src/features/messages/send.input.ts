import { z } from "zod";
import { isBlank } from "../../blank-text.ts";
import { type PhoneNumber, type PhoneNumberProblem, parsePhoneNumber } from "../../phone-number.ts";
import { checkMessage, type InputIssue, SendBody } from "../../platform/index.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import { fields, type Kind, kinds } from "./ids.ts";

export type TestRecipient = PhoneNumber & { name: string | null };

/** What the operator configured about sending. */
export type SendRules = {
  /** Registered numbers; the first is the default. Empty: any may be typed. */
  senderNumbers: readonly string[];
  testRecipients: readonly TestRecipient[];
  recipientPolicy: "confirm" | "test-only";
};

/** What is wrong with a field, for the view to put in words. */
export type FieldIssue = {
  field: string;
  issue: InputIssue | { problem: PhoneNumberProblem | "unknown_sender" | "test_only" | "country" };
};

/** What a person wants to send; kept as JSON while a confirmation is open. A test recipient needs none. */
export const SendInput = z.object({
  body: SendBody,
  conversation: z.string().nullable(),
  testRecipient: z.object({ name: z.string().nullable() }).nullable(),
});
export type SendInput = z.infer<typeof SendInput>;

export type Parsed<T> = { ok: true; input: T } | { ok: false; issues: FieldIssue[] };

export function parseSendForm(form: Fields, rules: SendRules): Parsed<SendInput> {
  const country = form.text(fields.country)?.trim();
  return parseSend(
    {
      kind: kinds.find((kind) => kind === form.choice(fields.kind)) ?? "auto",
      to: form.text(fields.to) ?? "",
      from: form.choice(fields.from) ?? form.text(fields.from) ?? "",
      text: form.text(fields.text) ?? "",
      subject: form.text(fields.subject),
      country,
      conversation: form.conversation(fields.channel) ?? null,
    },
    rules,
  );
}

export type Typed = {
  kind: Kind;
  to: string;
  from: string;
  text: string;
  subject: string | undefined;
  country: string | undefined;
  conversation: string | null;
};

/** Checks what was typed against the rules and the platform's limits. Everything wrong comes at once. */
export function parseSend(typed: Typed, rules: SendRules): Parsed<SendInput> {
  const issues: FieldIssue[] = [];
  const countryIsWrong = typed.country !== undefined && !/^[1-9][0-9]{0,2}$/.test(typed.country);
  if (countryIsWrong) issues.push({ field: fields.country, issue: { problem: "country" } });

  const recipient = parseRecipient(typed.to, countryIsWrong ? undefined : typed.country, rules);
  if ("problem" in recipient) issues.push({ field: fields.to, issue: { problem: recipient.problem } });
  const from = parseSender(typed.from, rules);
  if (from === null) issues.push({ field: fields.from, issue: { problem: "unknown_sender" } });
  if (isBlank(typed.text)) issues.push({ field: fields.text, issue: { problem: "missing", field: "text" } });

  const number = "problem" in recipient ? { to: "0", country: "82" } : recipient.number;
  const message: SendBody["message"] = {
    to: number.to,
    from: from ?? "0",
    text: typed.text,
    ...(typed.kind === "auto" ? {} : { type: typed.kind }),
    ...(number.country === "82" ? {} : { country: number.country }),
    ...(typed.subject === undefined || isBlank(typed.subject) ? {} : { subject: typed.subject }),
  };
  for (const issue of checkMessage(message)) issues.push({ field: issue.field, issue });
  if (issues.length > 0 || "problem" in recipient) return { ok: false, issues };
  const { testRecipient } = recipient;
  return { ok: true, input: { body: { message }, conversation: typed.conversation, testRecipient } };
}

type Recipient = { number: PhoneNumber; testRecipient: { name: string | null } | null };

function parseRecipient(
  text: string,
  country: string | undefined,
  rules: SendRules,
): Recipient | { problem: PhoneNumberProblem | "test_only" } {
  const typed = text.trim();
  const named = rules.testRecipients.find(({ name }) => name?.toLowerCase() === typed.toLowerCase());
  if (named !== undefined) {
    return { number: { to: named.to, country: named.country }, testRecipient: { name: named.name } };
  }
  const number = parsePhoneNumber(typed, country);
  if ("problem" in number) return number;
  const listed = rules.testRecipients.find(
    ({ to, country }) => to === number.to && country === number.country,
  );
  if (listed !== undefined) return { number, testRecipient: { name: listed.name } };
  return rules.recipientPolicy === "test-only" ? { problem: "test_only" } : { number, testRecipient: null };
}

function parseSender(text: string, rules: SendRules): string | null {
  const digits = text.replace(/[\s().-]/g, "");
  if (rules.senderNumbers.length > 0) return rules.senderNumbers.includes(digits) ? digits : null;
  return /^[0-9]{4,15}$/.test(digits) ? digits : null;
}

/** The first word is the recipient, all behind it the text; null when there is no text. */
export function splitQuickCommand(text: string): { to: string; text: string } | null {
  const match = /^(\S+)\s+([\s\S]+)$/.exec(text.trim());
  return match?.[1] === undefined || match[2] === undefined ? null : { to: match[1], text: match[2].trim() };
}
