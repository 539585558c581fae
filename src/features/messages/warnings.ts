import {
  formatCodePoint,
  isBlank,
  replaceInvisible,
  withoutInvisible,
  withoutJoiners,
} from "../../blank-text.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { formatNumber, parsePhoneNumber } from "../../phone-number.ts";
import type { SendBody } from "../../platform/index.ts";
import { shorten, slackLimits } from "../../slack/blocks/limits.ts";
import { fillLine, type Line } from "../../slack/blocks/rich-text.ts";
import type { ObservationSource, ObservedContent, ObservedTemplate } from "../../store/index.ts";
import { hasTextFallback } from "./cost.ts";
import type { ImageNames } from "./describe.view.ts";
import { optionsIn } from "./kinds/index.ts";
import { findOversizedText, wireTypeOf } from "./kinds/record.ts";
import { findAdvertField, findAdvertMarkField, isNightInKorea } from "./policy.ts";
import { collectContents } from "./stored.ts";
import { textsOf } from "./template-text.ts";

/** Likely mistake; the message can be sent all the same. */
export type Warning = {
  says: (words: Catalogue) => string;
  /** Source and time of an observed fact. */
  from?: ObservationSource | undefined;
};

export type SendContext = {
  /** Last observation; null for none; undefined without a template, or if the store was too slow. */
  template: ObservedTemplate | null | undefined;
  /** Time when the content was written, if that was before the form was opened. */
  writtenAt?: Date | undefined;
  images: ImageNames;
  deleted?: readonly string[];
  at: Date;
};

const maxNamed = 20;
/** Limit in characters of a vendor's name or status, which may have any length. */
const maxForeignLength = 64;
const korea = "82";

export function warningLine(warning: Warning, words: Catalogue): Line {
  const said = shorten(replaceInvisible(warning.says(words)), slackLimits.sectionText);
  if (warning.from === undefined) return [said];
  const { kind, at, by } = warning.from;
  return [`${said} · `, ...fillLine(words.templates.seen[kind], { at: { at }, by: { user: by } })];
}

/** `countries`: of all recipients; by default only the body's. */
export function findWarnings(
  body: SendBody,
  { template, writtenAt, deleted = [], at }: Omit<SendContext, "images">,
  countries: readonly string[] = [body.message.country ?? korea],
): Warning[] {
  const { message } = body;
  const { text = "", subject = "" } = message;
  const open = findUnfilledVariables(body, textsOf(template?.content ?? null));
  return [
    ...findNumberWarning(message),
    ...findSizeWarning(message),
    ...findLostCharacters(message, [subject, text], countries),
    ...(template === undefined ? [] : findTemplateWarnings(message, template, writtenAt)),
    ...deleted.map((name): Warning => ({ says: ({ warnings }) => warnings.imageDeleted(name) })),
    ...ifAny(open, ({ warnings }, named) => warnings.unfilled(named.join(", "))),
    ...(isNightAdvert(body, at) ? [{ says: ({ warnings }: Catalogue) => warnings.nightAdvert }] : []),
  ];
}

/** Warns once, with the names in `found`; no warning if it is empty. */
function ifAny(
  found: readonly string[],
  say: (words: Catalogue, named: string[]) => string,
  from?: ObservationSource,
): Warning[] {
  return found.length === 0 ? [] : [{ says: (words) => say(words, found.slice(0, maxNamed)), from }];
}

/** Warns of a wrong number. A form corrects numbers, but JSON is sent as typed, also `821012345678` and `00700…`. */
function findNumberWarning({ to, country = korea }: SendBody["message"]): Warning[] {
  const number = country === korea ? parsePhoneNumber(to) : { to, country };
  const isAbroad = "to" in number && number.country !== country;
  if (isAbroad) return ifAny([formatNumber(number)], ({ issues }, meant) => issues.otherCountry(meant));
  const isCut = "problem" in number && number.problem === "start_missing";
  return isCut ? ifAny(number.meant, ({ issues }, meant) => issues.startMissing(meant)) : [];
}

function findSizeWarning(message: SendBody["message"]): Warning[] {
  const over = findOversizedText(message);
  if (over === null) return [];
  const { size, limit, unit } = over;
  return [
    {
      says: ({ warnings, common }) =>
        warnings.overRecord(wireTypeOf(message), common[unit](size), common[unit](limit)),
    },
  ];
}

/** Finds characters that a text message would lose; abroad, where carriers take more, only invisible ones. */
function findLostCharacters(
  message: SendBody["message"],
  said: readonly string[],
  countries: readonly string[],
): Warning[] {
  const isText = optionsIn(message).length === 0 || hasTextFallback(message);
  const find = countries.includes(korea) ? findUnsupportedCharacters : invisibleIn;
  const lost = isText ? said.flatMap(find) : [];
  return ifAny([...new Set(lost)], ({ warnings }, named) =>
    warnings.notCarried(named.map(nameSpace).join(" ")),
  );
}

function nameSpace(character: string): string {
  return /^\s$/.test(character) ? formatCodePoint(character) : character;
}

function isNightAdvert(body: SendBody, at: Date): boolean {
  return isNightInKorea(at) && (findAdvertField(body) ?? findAdvertMarkField(body)) !== undefined;
}

function findTemplateWarnings(
  { chatOptions = {} }: SendBody["message"],
  template: ObservedTemplate | null,
  writtenAt: Date | undefined,
): Warning[] {
  const { templateId = "", variables = {} } = chatOptions;
  if (templateId === "") return [];
  if (template === null) return [{ says: ({ warnings }) => warnings.templateUnseen(templateId) }];
  const unapproved = template.vendors.filter(({ status }) => status !== null && isNotApproved(status));
  const alike = Map.groupBy(unapproved, ({ status, statusFrom }) => JSON.stringify([status, statusFrom]));
  const found = [...alike.values()].flatMap((vendors): Warning[] => {
    const [{ status = null, statusFrom: from } = {}] = vendors;
    const says: Warning["says"] = ({ warnings, templates }) => {
      const said = entryFor(templates.statuses, status ?? "") ?? shorten(status ?? "", maxForeignLength);
      const names = vendors.map(({ vendor }) => shorten(vendor, maxForeignLength));
      return warnings.templateStatus(names.join(", "), said);
    };
    return [{ from, says }];
  });
  const { content, changed } = template;
  if (changed !== undefined && writtenAt !== undefined && changed.at > writtenAt)
    found.push({ from: changed, says: ({ warnings }) => warnings.templateChanged });
  if (content === null) return found;
  const others = findOthers(Object.keys(variables), content);
  const say = ({ warnings }: Catalogue, named: string[]) => warnings.templateVariables(named.join(", "));
  return [...found, ...ifAny(others, say, content.from)];
}

/** Whether a status says that a review is missing or failed. A vendor with two codes has both statuses in one text. */
function isNotApproved(status: string): boolean {
  return /\b(?:PENDING|INSPECTING|REJECTED)\b/.test(status);
}

/** Finds variables that the template lacks; none unless all its texts were observed. */
function findOthers(variables: readonly string[], content: ObservedContent): string[] {
  if (content.content === null || content.buttons === null) return [];
  const said = textsOf(content).join("\n");
  return variables.filter((name) => !said.includes(name));
}

/** Characters of EUC-KR's table that carriers don't take: the decoder's replacement, and the invisible soft hyphen. */
const inTableOnly: ReadonlySet<string> = new Set(["\ufffd", "\u00ad"]);
/** Matches a character, or a key cap (a digit and U+20E3). */
const oneSign = /[\d#*]\u20e3|./gsu;
/** Invisible joiners that Arabic, Persian or Hindi need. */
const spelling = /(?<=[\p{M}\p{Script=Arabic}])[\u200c\u200d]/gu;

let carried: ReadonlySet<string> | undefined;

/** Characters of EUC-KR, which Korean carriers take: both bytes from 0xA1 on, unlike the decoder's extensions. */
function carriedCharacters(): ReadonlySet<string> {
  if (carried !== undefined) return carried;
  const bytes: number[] = [];
  for (let first = 0xa1; first <= 0xfe; first += 1) {
    for (let second = 0xa1; second <= 0xfe; second += 1) bytes.push(first, second);
  }
  carried = new Set(new TextDecoder("euc-kr").decode(Uint8Array.from(bytes)));
  return carried;
}

/** Finds characters that a Korean text message can't contain, each once; emoji are split first. */
export function findUnsupportedCharacters(text: string): string[] {
  const known = carriedCharacters();
  const isCarried = (one: string) => /^[\t\n\r -~]$/.test(one) || (known.has(one) && !inTableOnly.has(one));
  return [...new Set(withoutJoiners(text).match(oneSign))].filter((one) => !isCarried(one));
}

/** Finds characters that no phone shows: controls and invisible ones. */
function invisibleIn(text: string): string[] {
  return findUnsupportedCharacters(text.replace(spelling, "")).filter(
    (one) => /\p{Cc}/u.test(one) || isInvisible(one),
  );
}

function isInvisible(character: string): boolean {
  return withoutInvisible(character) === "";
}

/** Whether the message would be blank, and still cost money. */
export function isBlankMessage({ message }: SendBody): boolean {
  const { text = "", subject = "", imageId = "" } = message;
  const isEmpty = (options: object) => Object.keys(options).length === 0;
  return [text, subject, imageId].every(isBlank) && optionsIn(message).every(isEmpty);
}

const placeholders = /#\{[^{}\n]{1,40}\}/g;

/** Variables without a value, as `#{name}`, in the message or in `others` (the template's texts). */
export function findUnfilledVariables({ message }: SendBody, others: readonly string[] = []): string[] {
  const values = optionsIn(message).flatMap(({ variables = {} }) => Object.entries(variables));
  // An empty value, or a value with a placeholder, leaves the placeholder in the text.
  const left = values.flatMap(([name, value]) =>
    isBlank(value) ? [name] : (value.match(placeholders) ?? []),
  );
  const filled = new Set(values.flatMap(([name]) => (left.includes(name) ? [] : [name])));
  const said = [...collectContents(message), ...others].join("\n");
  const open = said.match(placeholders) ?? [];
  return [...new Set(open)].filter((one) => !filled.has(one));
}
