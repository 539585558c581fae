import { z } from "zod";
import { isBlank } from "../../blank-text.ts";
import { maxNumberLength } from "../../phone-number.ts";
import { type InputIssue, parseSendBody, SendBody } from "../../platform/index.ts";
import { SlackFile } from "../../slack/files/slack-file.ts";
import { fields } from "./ids.ts";
import type { MessageKind } from "./kinds/index.ts";
import { findAdvertField, findPolicyIssue } from "./policy.ts";
import {
  callingCode,
  findTestRecipient,
  type NameProblem,
  type NameSources,
  parseCountryCode,
  parseRecipients,
  parseSender,
  type SenderProblem,
  withAddresses,
} from "./recipients.input.ts";
import { imagePlaceholder } from "./send.ts";
import {
  type FormValues,
  findBlock,
  parseJsonText,
  type SendForm,
  toBody,
  type ValueIssue,
  valueAtPath,
} from "./send-form.ts";
import { MessageCost } from "./stored.ts";
import { findVariables, isVariableList, variableField } from "./template-text.ts";
import { isBlankMessage } from "./warnings.ts";

export type SendRules = NameSources & {
  /** Allowed sender numbers, the default first; if empty, any may be typed. */
  senderNumbers: readonly string[];
  recipientPolicy: "confirm" | "test-only";
  /** `on`: refuses advertisements at night; `off`: only warns. */
  quietAdverts: "on" | "off";
};

type RuleProblem =
  | "missing"
  | "no_recipient"
  | "bare_kind"
  | "test_only"
  | "country"
  | "two_images"
  | "too_many"
  | "quiet_hours"
  | "image_to_one";

export type FieldIssue = {
  field: string;
  issue: InputIssue | ValueIssue | NameProblem | SenderProblem | { problem: RuleProblem };
  /** Path of the wrong value within the field, such as "to" in JSON. */
  path?: string;
};

const Recipient = z.object({ to: z.string(), country: z.string(), name: z.string().nullable() });

/** Message to send, stored as a draft while a confirmation is open. */
export const SendInput = z.object({
  body: SendBody,
  conversation: z.string().nullable(),
  testRecipient: z.object({ name: z.string().nullable() }).nullable(),
  /** Recipients after the first; all are test recipients. */
  others: z.array(Recipient).readonly().default([]),
  /** Image to upload first; the body has `imagePlaceholder` in its place. */
  image: z
    .object({ file: SlackFile, type: z.enum(["MMS", "CHAT"]) })
    .nullable()
    .default(null),
  /** Price of each message in the confirmation; null if it showed none; absent without a confirmation. */
  cost: MessageCost.nullable().optional(),
});
export type SendInput = z.infer<typeof SendInput>;

export function toBodies({ body, others }: SendInput): [SendBody, ...SendBody[]] {
  const { country: _first, ...message } = body.message;
  const of = ({ to, country }: z.infer<typeof Recipient>): SendBody => ({
    ...body,
    message: { ...message, to, ...(country === "82" ? {} : { country }) },
  });
  return [body, ...others.map(of)];
}

export function countriesOf(input: SendInput): string[] {
  return toBodies(input).map(({ message }) => message.country ?? "82");
}

export type ParseResult<T> = { ok: true; input: T } | { ok: false; issues: FieldIssue[] };

const malformed: InputIssue = { problem: "malformed", field: fields.from, wanted: "digits" };
const textMissing: FieldIssue = { field: fields.text, issue: { problem: "missing", field: fields.text } };

export type SubmittedForm = {
  kind: MessageKind;
  values: FormValues;
  conversation: string | null;
  image?: SlackFile | null;
};

export function parseFieldForm(typed: SubmittedForm, rules: SendRules): ParseResult<SendInput> {
  const { kind, conversation } = typed;
  const { image, values, issues: imageIssues } = readImage(typed);
  const { body, issues: unread } = toBody(kind, values);
  const issues: FieldIssue[] = [...imageIssues, ...unread.map(({ field, ...issue }) => ({ field, issue }))];
  const { country, isWrong } = parseCountryCode(values);
  if (isWrong) issues.push({ field: fields.country, issue: { problem: "country" } });

  const recipients = parseRecipients(values, country, rules);
  if ("problem" in recipients) issues.push({ field: fields.to, issue: recipients });
  else if (image !== null && recipients.others.length > 0) {
    issues.push({ field: fields.image, issue: { problem: "image_to_one" } });
  }
  const from = parseSender(values[fields.from] ?? "", rules);
  if (typeof from !== "string") issues.push({ field: fields.from, issue: from });
  issues.push(...findMissing(kind, values), ...(unread.length === 0 ? findBareKind(kind, body) : []));

  const number = "problem" in recipients ? { to: "0", country: "82" } : recipients.first;
  const whole = withAddresses(body, number, typeof from === "string" ? from : "0");
  const checked = parseSendBody(whole);
  const isUnread = (wire: string) => unread.some(({ field }) => field === wire);
  const wrong = "issues" in checked ? checked.issues.filter(({ field }) => !isUnread(field)) : [];
  issues.push(...wrong.map((issue) => ({ ...findBlock(kind, values, issue.field), issue })));
  if (issues.length === 0 && "body" in checked && isBlankMessage(checked.body)) issues.push(textMissing);
  if ("problem" in recipients || "issues" in checked || issues.length > 0) return { ok: false, issues };
  const { first, others, isListed } = recipients;
  const testRecipient = isListed ? { name: first.name } : null;
  return {
    ok: true,
    input: { body: checked.body, conversation, testRecipient, others, image },
  };
}

function readImage({ kind, values, image = null }: SubmittedForm): {
  image: SendInput["image"];
  values: FormValues;
  issues: FieldIssue[];
} {
  const { attach } = kind;
  if (image === null || attach === undefined) return { image: null, values, issues: [] };
  const isTwo = !isBlank(values[attach.field] ?? "");
  return {
    image: { file: image, type: attach.type },
    values: { ...values, [attach.field]: imagePlaceholder },
    issues: isTwo ? [{ field: fields.image, issue: { problem: "two_images" } }] : [],
  };
}

export function toUncheckedBody(
  { kind, values }: Pick<SubmittedForm, "kind" | "values">,
  rules: SendRules,
): object {
  const recipients = parseRecipients(values, parseCountryCode(values).country, rules);
  const number = "problem" in recipients ? null : recipients.first;
  const from = parseSender(values[fields.from] ?? "", rules);
  return withAddresses(toBody(kind, values).body, number, typeof from === "string" ? from : null);
}

export function parseJson(
  text: string,
  conversation: string | null,
  rules: SendRules,
): ParseResult<SendInput> {
  const refuse = (issue: FieldIssue["issue"], path = ""): FieldIssue => ({ field: fields.json, issue, path });
  const read = parseMessageJson(text);
  if ("issues" in read)
    return { ok: false, issues: read.issues.map(({ issue, path }) => refuse(issue, path)) };
  const { body } = read;
  const { to, from, country = "82" } = body.message;
  const sender = parseSender(from, rules);
  const listed = findTestRecipient({ to, country }, rules);
  const issues = [
    ...(listed === undefined && rules.recipientPolicy === "test-only"
      ? [refuse({ problem: "test_only" }, "to")]
      : []),
    ...(to.length > maxNumberLength ? [refuse({ problem: "too_long" }, "to")] : []),
    ...(callingCode.test(country) ? [] : [refuse({ problem: "country" }, "country")]),
    ...(sender === from ? [] : [refuse(typeof sender === "string" ? malformed : sender, "from")]),
    ...(isBlankMessage(body) ? [refuse(textMissing.issue, textMissing.field)] : []),
  ];
  if (issues.length > 0) return { ok: false, issues };
  const testRecipient = listed === undefined ? null : { name: listed.name };
  const input = { body, conversation, testRecipient, others: [], image: null };
  return { ok: true, input };
}

function findMissing(kind: MessageKind, values: FormValues): FieldIssue[] {
  const isOfTemplate = kind.fields.some(({ input }) => isVariableList(input));
  const variables = isOfTemplate ? [...findVariables(values).keys()] : [];
  const needed = kind.fields.filter(
    ({ isRequired, input }) => isRequired === true && input.as !== "recipient" && input.as !== "sender",
  );
  const names: string[] = [...needed.map(({ id }) => id), ...variables.map(variableField)];
  return names.flatMap((name): FieldIssue[] =>
    isBlank(values[name] ?? "") ? [{ field: name, issue: { problem: "missing", field: name } }] : [],
  );
}

/** Reports a message whose messenger is named by neither type nor options object. */
function findBareKind(
  { options, fields: table }: MessageKind,
  body: Readonly<Record<string, unknown>>,
): FieldIssue[] {
  const has = (name: string) => valueAtPath(body, ["message", name]) !== undefined;
  const own = table.find(({ at }) => at[1] === options);
  if (options === undefined || own === undefined || has(options) || has("type")) return [];
  return [{ field: own.id, issue: { problem: "bare_kind" } }];
}

export function parseForm(
  form: SendForm,
  { rules, now }: { rules: SendRules; now: () => Date },
): ParseResult<SendInput> {
  const parsed = form.isJson
    ? parseJson(form.values[fields.json] ?? "", form.conversation, rules)
    : parseFieldForm(form, rules);
  if (!parsed.ok) return parsed;
  const issue = findPolicyIssue(parsed.input.body, rules, now());
  if (issue === null) return parsed;
  const advert = form.isJson ? undefined : findAdvertField(parsed.input.body);
  return { ok: false, issues: [{ field: advert ?? fields.json, issue }] };
}

type JsonIssue = {
  issue: InputIssue | ValueIssue | { problem: "missing" };
  path: string;
};

/** Parses a request body, or its `message` alone; drops a blank text or title. */
export function parseMessageJson(text: string): { body: SendBody } | { issues: JsonIssue[] } {
  const refuse = (issue: JsonIssue["issue"]) => ({ issues: [{ issue, path: "" }] });
  if (isBlank(text)) return refuse({ problem: "missing" });
  const read = parseJsonText(text);
  if ("problem" in read) return refuse(read);
  const { is } = read;
  const isBody = typeof is === "object" && is !== null && "message" in is;
  const found = parseSendBody(isBody ? is : { message: is });
  if ("issues" in found) {
    // Unknown fields first: a misspelt name makes the right field look missing.
    const isUnknown = ({ problem }: InputIssue) => Number(problem === "unknown");
    const issues = found.issues.toSorted((one, other) => isUnknown(other) - isUnknown(one));
    return { issues: issues.map((issue) => ({ issue, path: issue.field })) };
  }
  const { agent: _agent, ...body } = found.body;
  const { text: said, subject: title, ...others } = body.message;
  // Even a blank title would make the message a dearer LMS.
  const shows = (words: string | undefined) => words !== undefined && !isBlank(words);
  const message = { ...others, ...(shows(said) && { text: said }), ...(shows(title) && { subject: title }) };
  return { body: { ...body, message } };
}
