import type { SectionBlock } from "@slack/types";
import type { Description, Fact } from "../operations/kind.ts";
import { shorten, slackLimits } from "../slack/blocks/limits.ts";
import { inParts, verbatim } from "../slack/blocks/modal.ts";
import { lineText } from "../slack/blocks/rich-text.ts";
import type { Reader } from "./card.view.ts";

type SentParts = Pick<Description, "facts" | "sent" | "details">;

/** Plain text, since all of it is somebody else's words. */
export type Sent = { text: string; block: SectionBlock }[];

/** A card is read in a second: a fact is a part of a line there, and what was sent is a glance. */
const limits = { fact: 200, lines: 3, text: 300, onHome: 100 } as const;

/** The facts on one line; for its author a glance of what was sent as well, the text in a section of its own. */
export function renderSummary({ facts, sent }: SentParts, reader: Reader): Sent {
  const { lines = [], text = null } = (reader === "author" ? sent : undefined) ?? {};
  const shown = [
    // What is short by nature; a template's new text is read as it is by whoever has to find out what became of it.
    factsLine(facts),
    ...lines.slice(0, limits.lines).map((line) => shorten(onOneLine(say(line)), limits.fact)),
  ].filter((line) => line !== "");
  return toSent([
    ...(shown.length === 0 ? [] : [shown.join("\n")]),
    ...(text === null ? [] : [quote(onOneLine(text), limits.text)]),
  ]);
}

/** What tells one message from others of its kind. */
export function factsLine(facts: readonly Fact[]): string {
  return facts.map((fact) => shorten(sayShort(fact), limits.fact)).join(" · ");
}

/** Beside what became of it, in the list of what its author did: its text, or else what it says. Null: nothing. */
export function sentSummary({ sent }: SentParts): string | null {
  if (sent === undefined) return null;
  const [line] = sent.lines;
  if (sent.text !== null) return quote(onOneLine(sent.text), limits.onHome);
  return line === undefined ? null : shorten(onOneLine(say(line)), limits.onHome);
}

/** A story has other lines too, below what was sent. */
const mostSent = slackLimits.messageBlocksText - 3000;
/** The platform takes a third of it. */
const mostText = 6000;

/** All facts, what is long on lines of its own; for its author all that was sent, over as many sections as it takes. */
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

/** What has lines of its own begins below its name. */
function say({ name, value }: Fact): string {
  return value.includes("\n") ? `${name}:\n${value}` : `${name}: ${value}`;
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function quote(text: string, most: number): string {
  return `“${shorten(text, most)}”`;
}
