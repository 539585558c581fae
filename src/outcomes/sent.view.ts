import type { SectionBlock } from "@slack/types";
import type { Description, Fact } from "../operations/kind.ts";
import { shorten, slackLimits } from "../slack/blocks/limits.ts";
import { splitForSections, verbatim } from "../slack/blocks/modal.ts";
import { toLineText } from "../slack/blocks/rich-text.ts";
import type { ReaderRole } from "./card.view.ts";

type SentParts = Pick<Description, "facts" | "sent" | "details">;

/** Sent content as plain text and blocks without markup, since people typed it. */
export type Sent = { text: string; block: SectionBlock }[];

/** Limits of a card in characters (`lines`: a number of lines), so that it can be read at a glance. */
const limits = { fact: 200, lines: 3, text: 300, onHome: 100 } as const;

export function renderSummary({ facts, sent }: SentParts, reader: ReaderRole): Sent {
  const { lines = [], text = null } = (reader === "author" ? sent : undefined) ?? {};
  const shown = [
    formatFacts(facts),
    ...lines.slice(0, limits.lines).map((line) => shorten(onOneLine(sayShort(line)), limits.fact)),
  ].filter((line) => line !== "");
  return toSent([
    ...(shown.length === 0 ? [] : [shown.join("\n")]),
    ...(text === null ? [] : [quote(onOneLine(text), limits.text)]),
  ]);
}

export function formatFacts(facts: readonly Fact[]): string {
  return facts.map((fact) => shorten(sayShort(fact), limits.fact)).join(" · ");
}

/** Beginning of the sent text, or else of the first other value; null without either. */
export function toSentSummary({ sent }: SentParts): string | null {
  if (sent === undefined) return null;
  const [line] = sent.lines;
  if (sent.text !== null) return quote(onOneLine(sent.text), limits.onHome);
  return line === undefined ? null : shorten(onOneLine(sayShort(line)), limits.onHome);
}

/** Most characters of sent content in the details, which leaves 3,000 to other lines. */
const maxSentLength = slackLimits.messageBlocksText - 3000;
/** Most characters of the sent text: three times the platform's limit. */
const maxTextLength = 6000;

/** Renders all facts, long ones on their own lines. For the author, the sent content replaces facts of the same name. */
export function renderSentInFull({ facts, sent, details = [] }: SentParts, reader: ReaderRole): Sent {
  const { lines = [], text = null } = (reader === "author" ? sent : undefined) ?? {};
  const own = reader === "author" ? details : [];
  const above = facts.filter((fact) => own.every(({ name }) => name !== fact.name));
  const isShort = (fact: Fact) => say(fact).length <= limits.fact && !fact.value.includes("\n");
  const shown = [
    above.filter(isShort).map(sayShort).join(" · "),
    ...above.filter((fact) => !isShort(fact)).map(say),
    ...[...lines, ...own].map(say),
  ].filter((line) => line !== "");
  const quoted = text === null ? "" : quote(text, maxTextLength);
  const whole = shorten(shown.join("\n"), maxSentLength - quoted.length);
  return toSent([whole, quoted].flatMap(splitForSections));
}

function toSent(parts: readonly string[]): Sent {
  return parts.map((part) => ({
    text: toLineText([part]),
    block: { type: "section", text: verbatim(part) },
  }));
}

function sayShort(fact: Fact): string {
  return fact.says ?? `${fact.name}: ${fact.value}`;
}

function say({ name, value }: Fact): string {
  return value.includes("\n") ? `${name}:\n${value}` : `${name}: ${value}`;
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function quote(text: string, most: number): string {
  return `“${shorten(text, most)}”`;
}
