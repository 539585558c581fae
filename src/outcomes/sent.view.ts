import type { SectionBlock } from "@slack/types";
import type { Description, Fact } from "../operations/kind.ts";
import { shorten, slackLimits } from "../slack/blocks/limits.ts";
import { inParts, verbatim } from "../slack/blocks/modal.ts";
import { lineText } from "../slack/blocks/rich-text.ts";
import type { Reader } from "./card.view.ts";

type SentParts = Pick<Description, "facts" | "sent" | "details">;

/** Plain text: all of it was written by others. */
export type Sent = { text: string; block: SectionBlock }[];

/** In characters and lines. A card is read in a second: a fact is part of a line, and what was sent is shortened. */
const limits = { fact: 200, lines: 3, text: 300, onHome: 100 } as const;

/** Facts on one line; for the author the beginning of what was sent as well. */
export function renderSummary({ facts, sent }: SentParts, reader: Reader): Sent {
  const { lines = [], text = null } = (reader === "author" ? sent : undefined) ?? {};
  const shown = [
    factsLine(facts),
    ...lines.slice(0, limits.lines).map((line) => shorten(onOneLine(say(line)), limits.fact)),
  ].filter((line) => line !== "");
  return toSent([
    ...(shown.length === 0 ? [] : [shown.join("\n")]),
    ...(text === null ? [] : [quote(onOneLine(text), limits.text)]),
  ]);
}

/** The facts on one line. */
export function factsLine(facts: readonly Fact[]): string {
  return facts.map((fact) => shorten(sayShort(fact), limits.fact)).join(" · ");
}

/** The text that was sent, or else its first line, in short; null where there is neither. */
export function sentSummary({ sent }: SentParts): string | null {
  if (sent === undefined) return null;
  const [line] = sent.lines;
  if (sent.text !== null) return quote(onOneLine(sent.text), limits.onHome);
  return line === undefined ? null : shorten(onOneLine(say(line)), limits.onHome);
}

/** Leaves room for the story's other lines. */
const mostSent = slackLimits.messageBlocksText - 3000;
/** The platform takes a third of it. */
const mostText = 6000;

/** Everything: long values on lines of their own, and for the author all that was sent. */
export function renderSent({ facts, sent, details = [] }: SentParts, reader: Reader): Sent {
  const { lines = [], text = null } = (reader === "author" ? sent : undefined) ?? {};
  const isShort = (fact: Fact) => say(fact).length <= limits.fact && !fact.value.includes("\n");
  const shown = [
    facts.filter(isShort).map(sayShort).join(" · "),
    ...facts.filter((fact) => !isShort(fact)).map(say),
    ...[...lines, ...(reader === "author" ? details : [])].map(say),
  ].filter((line) => line !== "");
  const quoted = text === null ? "" : quote(text, mostText);
  const above = shorten(shown.join("\n"), mostSent - quoted.length);
  return toSent([above, quoted].flatMap(inParts));
}

function toSent(parts: readonly string[]): Sent {
  return parts.map((part) => ({ text: lineText([part]), block: { type: "section", text: verbatim(part) } }));
}

function sayShort(fact: Fact): string {
  return fact.says ?? `${fact.name}: ${fact.value}`;
}

/** A value of several lines begins below its name. */
function say({ name, value }: Fact): string {
  return value.includes("\n") ? `${name}:\n${value}` : `${name}: ${value}`;
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function quote(text: string, most: number): string {
  return `“${shorten(text, most)}”`;
}
