import { isBlank, nameCharacter, nameInvisible, withoutInvisible, withoutJoiners } from "../../blank-text.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { inFull, parsePhoneNumber } from "../../phone-number.ts";
import type { SendBody } from "../../platform/index.ts";
import { shorten, slackLimits } from "../../slack/blocks/limits.ts";
import { fillLine, type Line } from "../../slack/blocks/rich-text.ts";
import type { ObservedContent, ObservedFrom, ObservedTemplate } from "../../store/index.ts";
import { mayFallBack } from "./cost.ts";
import type { ImageNames } from "./describe.view.ts";
import { optionsIn } from "./kinds/index.ts";
import { overRecord, wireType } from "./kinds/record.ts";
import { advertField, advertText, isNightInKorea } from "./policy.ts";
import { contentsOf } from "./stored.ts";
import { textsOf } from "./template-text.ts";

/** A likely mistake, and never a reason not to send. */
export type Warning = {
  says: (words: Catalogue) => string;
  /** Source, for what was observed. */
  from?: ObservedFrom | undefined;
};

/** Facts outside the message that lead to warnings. */
export type SendContext = {
  /** Null: never observed here; undefined: unknown, or no template. */
  template: ObservedTemplate | null | undefined;
  /** Where that is longer ago. */
  writtenAt?: Date | undefined;
  /** Names of its images that were uploaded here, by their ids. */
  images: ImageNames;
  deleted?: readonly string[];
  at: Date;
};

const mostNamed = 20;
/** In characters: statuses and ids are others' words. */
const longestForeign = 64;
const korea = "82";

/** With its source, for what was observed. */
export function warningLine(warning: Warning, words: Catalogue): Line {
  // Invisible characters have names.
  const said = shorten(nameInvisible(warning.says(words)), slackLimits.sectionText);
  if (warning.from === undefined) return [said];
  const { kind, at, by } = warning.from;
  return [`${said} · `, ...fillLine(words.templates.seen[kind], { at: { at }, by: { user: by } })];
}

/** `countries`: destinations, if not in the body alone. */
export function findWarnings(
  body: SendBody,
  { template, writtenAt, deleted = [], at }: Omit<SendContext, "images">,
  countries: readonly string[] = [body.message.country ?? korea],
): Warning[] {
  const { message } = body;
  const { text = "", subject = "" } = message;
  const open = unfilled(body, textsOf(template?.content ?? null));
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

/** One warning of all `found`, shortened; none for nothing. */
function ifAny(
  found: readonly string[],
  say: (words: Catalogue, named: string[]) => string,
  from?: ObservedFrom,
): Warning[] {
  return found.length === 0 ? [] : [{ says: (words) => say(words, found.slice(0, mostNamed)), from }];
}

/** A number in JSON goes out as it is: `821012345678` is no Korean number, nor is `00700…`. */
function findNumberWarning({ to, country = korea }: SendBody["message"]): Warning[] {
  const number = country === korea ? parsePhoneNumber(to) : { to, country };
  const isAbroad = "to" in number && number.country !== country;
  if (isAbroad) return ifAny([inFull(number)], ({ issues }, meant) => issues.otherCountry(meant));
  const isCut = "problem" in number && number.problem === "start_missing";
  return isCut ? ifAny(number.meant, ({ issues }, meant) => issues.startMissing(meant)) : [];
}

function findSizeWarning(message: SendBody["message"]): Warning[] {
  const over = overRecord(message);
  if (over === null) return [];
  const { size, limit, unit } = over;
  return [
    {
      says: ({ warnings, common }) =>
        warnings.overRecord(wireType(message), common[unit](size), common[unit](limit)),
    },
  ];
}

/** Messengers show any character; carriers elsewhere take more than Korea's. */
function findLostCharacters(
  message: SendBody["message"],
  said: readonly string[],
  countries: readonly string[],
): Warning[] {
  const isText = optionsIn(message).length === 0 || mayFallBack(message);
  const find = countries.includes(korea) ? notCarried : invisibleIn;
  const lost = isText ? said.flatMap(find) : [];
  return ifAny([...new Set(lost)], ({ warnings }, named) =>
    warnings.notCarried(named.map(nameSpace).join(" ")),
  );
}

function nameSpace(character: string): string {
  return /^\s$/.test(character) ? nameCharacter(character) : character;
}

function isNightAdvert(body: SendBody, at: Date): boolean {
  return isNightInKorea(at) && (advertField(body) ?? advertText(body)) !== undefined;
}

/** Reasons not to send with this template, as it was seen last. */
function findTemplateWarnings(
  { chatOptions = {} }: SendBody["message"],
  template: ObservedTemplate | null,
  writtenAt: Date | undefined,
): Warning[] {
  const { templateId = "", variables = {} } = chatOptions;
  if (templateId === "") return [];
  if (template === null) return [{ says: ({ warnings }) => warnings.templateUnseen(templateId) }];
  const found = template.vendors.flatMap(({ vendor, status, statusFrom: from }): Warning[] => {
    if (status === null || !isNotApproved(status)) return [];
    const says: Warning["says"] = ({ warnings, templates }) => {
      const said = entryFor(templates.statuses, status) ?? shorten(status, longestForeign);
      return warnings.templateStatus(shorten(vendor, longestForeign), said);
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

/** By the public record; a vendor with two codes has both in its status. */
function isNotApproved(status: string): boolean {
  return /\b(?:PENDING|INSPECTING|REJECTED)\b/.test(status);
}

/** Variables that the template doesn't have, if all its texts were observed. */
function findOthers(variables: readonly string[], content: ObservedContent): string[] {
  if (content.content === null || content.buttons === null) return [];
  const said = textsOf(content).join("\n");
  return variables.filter((name) => !said.includes(name));
}

/** The decoder's replacement character, and a hyphen that isn't rendered. */
const inTableOnly: ReadonlySet<string> = new Set(["\ufffd", "\u00ad"]);
/** A key cap is one sign. */
const oneSign = /[\d#*]\u20e3|./gsu;
/** Joiners needed to write Arabic, Persian or Hindi. */
const spelling = /(?<=[\p{M}\p{Script=Arabic}])[\u200c\u200d]/gu;

let carried: ReadonlySet<string> | undefined;

/**
 * EUC-KR, which Korean carriers take, without the decoder's extension: both bytes of a standard character are 0xA1 or above.
 */
function carriedCharacters(): ReadonlySet<string> {
  if (carried !== undefined) return carried;
  const bytes: number[] = [];
  for (let first = 0xa1; first <= 0xfe; first += 1) {
    for (let second = 0xa1; second <= 0xfe; second += 1) bytes.push(first, second);
  }
  carried = new Set(new TextDecoder("euc-kr").decode(Uint8Array.from(bytes)));
  return carried;
}

/** Characters that a text message can't carry, each once; of an emoji without its joiners. */
export function notCarried(text: string): string[] {
  const known = carriedCharacters();
  const isCarried = (one: string) => /^[\t\n\r -~]$/.test(one) || (known.has(one) && !inTableOnly.has(one));
  return [...new Set(withoutJoiners(text).match(oneSign))].filter((one) => !isCarried(one));
}

/** Only characters that no handset renders. */
function invisibleIn(text: string): string[] {
  return notCarried(text.replace(spelling, "")).filter((one) => /\p{Cc}/u.test(one) || isInvisible(one));
}

function isInvisible(character: string): boolean {
  return withoutInvisible(character) === "";
}

/** A paid blank message: neither text nor messenger options show anything. */
export function saysNothing({ message }: SendBody): boolean {
  const { text = "", subject = "", imageId = "" } = message;
  const isEmpty = (options: object) => Object.keys(options).length === 0;
  return [text, subject, imageId].every(isBlank) && optionsIn(message).every(isEmpty);
}

/** Unfilled `#{name}` in the message, or in `others` shown beside it. */
export function unfilled({ message }: SendBody, others: readonly string[] = []): string[] {
  const filled = new Set(optionsIn(message).flatMap(({ variables = {} }) => Object.keys(variables)));
  const said = [...contentsOf(message), ...others].join("\n");
  const open = said.match(/#\{[^{}\n]{1,40}\}/g) ?? [];
  return [...new Set(open)].filter((one) => !filled.has(one));
}
