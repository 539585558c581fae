import { isBlank, nameCharacter, nameUndrawn, withoutJoiners, withoutUndrawn } from "../../blank-text.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { FieldId } from "../../locales/send.ts";
import { inFull, parsePhoneNumber } from "../../phone-number.ts";
import type { SendBody } from "../../platform/index.ts";
import { shorten, slackLimits } from "../../slack/blocks/limits.ts";
import { fillLine, type Line } from "../../slack/blocks/rich-text.ts";
import type {
  ObservedContent,
  ObservedFrom,
  ObservedTemplate,
  UploadedFileRecord,
} from "../../store/index.ts";
import { mayFallBack } from "./cost.ts";
import { kindOf, optionsIn } from "./kinds/index.ts";
import { overRecord, takesTitle, wireType } from "./kinds/record.ts";
import { advertField, advertText, isNightInKorea } from "./policy.ts";
import { contentsOf } from "./stored.ts";
import { textsOf } from "./template-text.ts";

/** What is likely a mistake and never a reason not to send. */
export type Warning = {
  /** Where the form shows it. */
  field: FieldId;
  says: (words: Catalogue) => string;
  /** From what the template was seen to be so. */
  from?: ObservedFrom;
};

/** What a message may be warned of for, without being in it. */
export type SendContext = {
  /** The message's template: null when nobody saw it here, undefined when that isn't known or there is none. */
  template: ObservedTemplate | null | undefined;
  /** From what its content was seen to be another one than when the message was written. */
  changed?: ObservedFrom | undefined;
  /** Those of its images that people uploaded here. */
  uploaded?: readonly Pick<UploadedFileRecord, "fileId" | "name" | "type" | "deletedAt">[];
  /** Undefined where it isn't sent yet, so that the hour doesn't count. */
  at: Date | undefined;
};

/** A list of characters or names is cut behind so many. */
const mostNamed = 20;
/** A status or an id is foreign words, and may be anything. */
const longestForeign = 64;
const korea = "82";

/** With when and from what it was seen, where it says what was seen. */
export function warningLine(warning: Warning, words: Catalogue): Line {
  const said = shorten(warningWords(warning, words), slackLimits.sectionText);
  if (warning.from === undefined) return [said];
  return [`${said} · `, ...fillLine(words.templates.seen[warning.from.kind], warning.from)];
}

/** Gives names to characters that aren't drawn. */
export function warningWords({ says }: Warning, words: Catalogue): string {
  return nameUndrawn(says(words));
}

/** `countries`: where it goes, if that isn't in the body alone. */
export function findWarnings(
  body: SendBody,
  { template, changed, uploaded = [], at }: SendContext,
  countries: readonly string[] = [body.message.country ?? korea],
): Warning[] {
  const { message } = body;
  const { text = "", subject = "", customFields = {} } = message;
  const open = unfilled(body, textsOf(template?.content ?? null));
  const hidden = undrawnIn(Object.entries(customFields).flat().join(" "));
  return [
    ...findNumberWarning(message),
    ...findSizeWarnings(message),
    ...findLostCharacters(message, { subject, text }, countries),
    ...ifAny(hidden, "customFields", ({ warnings }, named) => warnings.notSeen(named.join(" "))),
    ...findTemplateWarnings(message, { template, changed }),
    ...uploaded.flatMap((image) => findImageWarning(message, image)),
    ...ifAny(open, variablesOf(message), ({ warnings }, named) => warnings.unfilled(named.join(", "))),
    ...(at === undefined ? [] : findNightAdvert(body, at)),
  ];
}

/** One warning of all `found`, as far as they have room; none where nothing was found. */
function ifAny(
  found: readonly string[],
  field: FieldId,
  say: (words: Catalogue, named: string[]) => string,
): Warning[] {
  return found.length === 0 ? [] : [{ field, says: (words) => say(words, found.slice(0, mostNamed)) }];
}

/** JSON says a number in digits, which go as they are: `821012345678` is none of Korea's, nor is `00700…`. */
function findNumberWarning({ to, country = korea }: SendBody["message"]): Warning[] {
  const number = country === korea ? parsePhoneNumber(to) : { to, country };
  const isAbroad = "to" in number && number.country !== country;
  if (isAbroad) return ifAny([inFull(number)], "to", ({ issues }, meant) => issues.otherCountry(meant));
  const isCut = "problem" in number && number.problem === "start_missing";
  return isCut ? ifAny(number.meant, "to", ({ issues }, meant) => issues.startMissing(meant)) : [];
}

function findSizeWarnings(message: SendBody["message"]): Warning[] {
  const found: Warning[] = [];
  const over = overRecord(message);
  if (over !== null) {
    const { size, limit, unit } = over;
    const says: Warning["says"] = ({ warnings, common }) =>
      warnings.overRecord(wireType(message), common[unit](size), common[unit](limit));
    found.push({ field: "text", says });
  }
  if (message.subject && !takesTitle(message)) {
    found.push({ field: "subject", says: ({ warnings }) => warnings.smsSubject });
  }
  return found;
}

/** A messenger can show any character; a carrier elsewhere takes more than Korea's. */
function findLostCharacters(
  message: SendBody["message"],
  said: Record<"subject" | "text", string>,
  countries: readonly string[],
): Warning[] {
  const isText = optionsIn(message).length === 0 || mayFallBack(message);
  const find = countries.includes(korea) ? notCarried : undrawnIn;
  return (["subject", "text"] as const).flatMap((field) =>
    ifAny(isText ? find(said[field]) : [], field, ({ warnings }, lost) =>
      warnings.notCarried(lost.map(nameSpace).join(" ")),
    ),
  );
}

/** A space isn't seen in a list of characters. */
function nameSpace(character: string): string {
  return /^\s$/.test(character) ? nameCharacter(character) : character;
}

function findNightAdvert(body: SendBody, at: Date): Warning[] {
  const field = isNightInKorea(at) ? (advertField(body) ?? advertText(body)) : undefined;
  return field === undefined ? [] : [{ field, says: ({ warnings }) => warnings.nightAdvert }];
}

/** An image by the place that shows it; an RCS card takes any. */
function findImageWarning(
  message: SendBody["message"],
  { fileId, name, type, deletedAt }: NonNullable<SendContext["uploaded"]>[number],
): Warning[] {
  const places = [
    { shown: message.imageId, field: "imageId", wanted: "MMS" },
    { shown: message.chatOptions?.imageId, field: "chat.imageId", wanted: "CHAT" },
  ] as const;
  const place = places.find(({ shown }) => shown === fileId);
  const field = place?.field ?? "imageId";
  if (deletedAt !== null) {
    return [{ field, says: ({ warnings }) => warnings.imageDeleted(name) }];
  }
  if (place === undefined || type === place.wanted) return [];
  const { wanted } = place;
  return [{ field, says: ({ warnings }) => warnings.imageType({ name, type, wanted }) }];
}

/** What speaks against sending with this template, as it was seen last. */
function findTemplateWarnings(
  { chatOptions = {} }: SendBody["message"],
  { template, changed }: Pick<SendContext, "template" | "changed">,
): Warning[] {
  const { templateId = "" } = chatOptions;
  if (templateId === "" || template === undefined) return [];
  const field = "chat.templateId";
  if (template === null) {
    return [{ field, says: ({ warnings }) => warnings.templateUnseen(templateId) }];
  }
  const found: Warning[] = [];
  for (const { vendor, status, statusFrom: from } of template.vendors) {
    if (status !== null && isNotApproved(status)) {
      const says: Warning["says"] = ({ warnings, templates }) => {
        const said = entryFor(templates.statuses, status) ?? shorten(status, longestForeign);
        return warnings.templateStatus(shorten(vendor, longestForeign), said);
      };
      found.push({ field, from, says });
    }
  }
  if (template.content !== null) found.push(...findContentWarnings(template.content, chatOptions));
  if (changed !== undefined) {
    found.push({ field, from: changed, says: ({ warnings }) => warnings.templateChanged });
  }
  return found;
}

function findContentWarnings(
  content: ObservedContent,
  { pfId = "", variables = {} }: NonNullable<SendBody["message"]["chatOptions"]>,
): Warning[] {
  const { from, placeFrom = from } = content;
  const own = content.pfId ?? "";
  const names = findOthers(Object.keys(variables), content);
  const found = ifAny(names, "chat.variables", ({ warnings }, named) =>
    warnings.templateVariables(named.join(", ")),
  ).map((one): Warning => ({ ...one, from }));
  if (own !== "" && pfId !== "" && pfId !== own) {
    const says: Warning["says"] = ({ warnings }) => warnings.templateChannel(shorten(own, longestForeign));
    found.unshift({ field: "chat.pfId", from: placeFrom, says });
  }
  if (content.isHidden === true) {
    const says: Warning["says"] = ({ warnings }) => warnings.templateHidden;
    found.unshift({ field: "chat.templateId", from: placeFrom, says });
  }
  return found;
}

/** By the public record; a vendor whose codes come twice has both in its status. */
function isNotApproved(status: string): boolean {
  return /\b(?:PENDING|INSPECTING|REJECTED)\b/.test(status);
}

/** Variables of which the template has none; nobody can say that of one whose texts weren't all seen. */
function findOthers(variables: readonly string[], content: ObservedContent): string[] {
  if (content.content === null || content.buttons === null) return [];
  const said = textsOf(content).join("\n");
  return variables.filter((name) => !said.includes(name));
}

function variablesOf(message: SendBody["message"]): FieldId {
  const variables = kindOf(message).fields.find(({ input }) => input.as === "pairs" && input.isPlaceholder);
  return variables?.id ?? "text";
}

/** What the decoder has for bytes that are nothing, and a hyphen that isn't drawn. */
const inTableOnly: ReadonlySet<string> = new Set(["\ufffd", "\u00ad"]);
/** A key is one with what is on it. */
const oneSign = /[\d#*]\u20e3|./gsu;
/** Joiners that are how Arabic, Persian or Hindi is written. */
const spelling = /(?<=[\p{M}\p{Script=Arabic}])[\u200c\u200d]/gu;

let carried: ReadonlySet<string> | undefined;

/**
 * The characters of EUC-KR, which is what Korean carriers take. The decoder also knows an extension of it
 * that carriers don't: both bytes of a character of the standard are 0xA1 or above.
 */
function carriedCharacters(): ReadonlySet<string> {
  if (carried !== undefined) return carried;
  const bytes: number[] = [];
  for (let lead = 0xa1; lead <= 0xfe; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) bytes.push(lead, trail);
  }
  carried = new Set(new TextDecoder("euc-kr").decode(Uint8Array.from(bytes)));
  return carried;
}

/** The characters, each once, that a text message can't carry; of an emoji not what holds it together. */
export function notCarried(text: string): string[] {
  const known = carriedCharacters();
  const isCarried = (one: string) => /^[\t\n\r -~]$/.test(one) || (known.has(one) && !inTableOnly.has(one));
  return [...new Set(withoutJoiners(text).match(oneSign))].filter((one) => !isCarried(one));
}

/** Of those the ones that no handset anywhere draws. */
function undrawnIn(text: string): string[] {
  return notCarried(text.replace(spelling, "")).filter((one) => /\p{Cc}/u.test(one) || isUndrawn(one));
}

function isUndrawn(character: string): boolean {
  return withoutUndrawn(character) === "";
}

/** Nobody would see anything of it: a paid blank message. What a messenger shows hangs on its own options. */
export function saysNothing({ message }: SendBody): boolean {
  const { text = "", subject = "", imageId = "" } = message;
  const isEmpty = (options: object) => Object.keys(options).length === 0;
  return [text, subject, imageId].every(isBlank) && optionsIn(message).every(isEmpty);
}

/** `#{name}` that nothing was filled into, wherever it stands in the message or in what `others` say beside it. */
export function unfilled({ message }: SendBody, others: readonly string[] = []): string[] {
  const filled = new Set(optionsIn(message).flatMap(({ variables = {} }) => Object.keys(variables)));
  const said = [...contentsOf(message), ...others].join("\n");
  const open = said.match(/#\{[^{}\n]{1,40}\}/g) ?? [];
  return [...new Set(open)].filter((one) => !filled.has(one));
}
