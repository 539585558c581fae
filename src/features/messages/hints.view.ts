import type { Catalogue } from "../../locales/index.ts";
import { parsePhoneNumber } from "../../phone-number.ts";
import { limits, readSend, type SendBody, textBytes } from "../../platform/index.ts";
import { fields } from "./ids.ts";
import { auto } from "./kinds/index.ts";
import { textSizeOf, wireType } from "./kinds/record.ts";
import { addressed, readCountry, splitChosen } from "./recipients.input.ts";
import { readMessageJson } from "./send.input.ts";
import { type FormValues, type SendForm, templateOf, toBody } from "./send-form.ts";
import { readStored, type StoredMessage } from "./stored.ts";
import { findWarnings, warningWords } from "./warnings.ts";

/** By a field's id, what stands in the place of its usual hint. */
export type Hints = ReadonlyMap<string, string>;

/** The hints that follow the kind, and what is likely a mistake in what is filled in so far. */
export function hintsOf(form: SendForm, words: Catalogue): Hints {
  const { body } = toBody(form.kind, form.values);
  // Whoever it will go to.
  const draft = addressed(body, { to: "0", country: "82" }, "0");
  const read = readSend(draft);
  const warned = "body" in read ? warningsIn(read, form, words, countriesIn(form.values)) : [];
  const message = readStored(draft);
  const usual = message === null ? [] : kindHints(form, message, words);
  // Of several on one field the first counts.
  return new Map([...usual, ...warned.toReversed()]);
}

/** Where it goes, as far as numbers say so: whoever has a name may be in Korea. */
function countriesIn(values: FormValues): string[] {
  const typed = (values[fields.to] ?? "").trim();
  const number = parsePhoneNumber(typed, readCountry(values).country);
  const chosen = splitChosen(values[fields.recipients] ?? "").map(
    (key) => /^\+(\d+) /.exec(key)?.[1] ?? "82",
  );
  if (typed === "" && chosen.length > 0) return chosen;
  return [...chosen, "problem" in number ? "82" : number.country];
}

type Hint = readonly [field: string, words: string];

/** What the kind's text may be, by the record, and what comes of one that is left to the platform. */
function kindHints(form: SendForm, message: StoredMessage, { send, common }: Catalogue): Hint[] {
  const { kind } = form;
  const { type, text, subject, imageId } = message;
  const isLeft = kind === auto && type === undefined;
  const found = type ?? kind.type ?? kind.likelyType?.(message) ?? wireType(message);
  const { limit, unit } = textSizeOf(message, found);
  const isByRecord = !isLeft && limit !== limits.textBytes;
  const isFilled = (text ?? subject ?? imageId) !== undefined;
  const textLimit = isByRecord ? send.textLimit[unit](common[unit](limit)) : send.fields.text.hint;
  const textHint = mayBeTemplate(kind)
    ? send.unlessTemplate(isByRecord ? textLimit : send.usualText)
    : textLimit;
  return [
    [fields.text, textHint],
    // The text in its place is hidden by then.
    ...(templateOf(form) === ""
      ? []
      : [["chat.templateId", send.fields["chat.templateId"].hint ?? ""] as const]),
    ...(isLeft && isFilled
      ? [[fields.kind, send.becomes(found, common.bytes(textBytes(text ?? "")))] as const]
      : []),
  ];
}

/** Its form shows a template beside the text. */
function mayBeTemplate({ fields: table }: SendForm["kind"]): boolean {
  return table.some(({ id, isRare }) => id.endsWith(".templateId") && isRare !== true);
}

/** What is likely a mistake in a message that is written as JSON. */
export function jsonWarnings({ values }: SendForm, words: Catalogue): string[] {
  const read = readMessageJson(values[fields.json] ?? "");
  return "body" in read ? warningsIn(read, {}, words).map(([, told]) => told) : [];
}

function warningsIn(
  { body }: { body: SendBody },
  { isUnseen, meant }: Pick<SendForm, "isUnseen" | "meant">,
  words: Catalogue,
  countries?: readonly string[],
): Hint[] {
  const template = isUnseen === true ? null : undefined;
  return findWarnings(body, { template, meant, at: undefined }, countries).map(
    (one) => [one.field, warningWords(one, words)] as const,
  );
}
