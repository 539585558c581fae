import type { ContextBlock, MrkdwnElement, PlainTextElement } from "@slack/types";
import { nameUndrawn } from "../../blank-text.ts";
import { type Line, lineText, type Piece } from "./rich-text.ts";

/** Between the parts of a grey line. */
const separator = " · ";

/** A small grey line under a post. */
export type Context = { text: string; block: ContextBlock };

/**
 * Parts of a grey line, with what they say again as `text`. Slack takes markup there, so only people, times and
 * conversations, which are this app's own, are written in it, and beside them words of letters and digits, in which
 * nothing can be markup: a label stays with its time where the line breaks, and a sentence in one piece. Every other word is
 * plain text, of which nothing is read.
 */
export function renderContext(parts: readonly Line[], inFull: readonly Line[] = parts): Context {
  const elements = parts.flatMap((part, index) =>
    toRuns(part).map((run, place) => toElement(run, index > 0 && place === 0 ? separator : "")),
  );
  return {
    text: inFull.map(lineText).join(separator),
    block: { type: "context", elements },
  };
}

/** Neighbouring pieces that may be written alike. */
function toRuns(all: Line): Line[] {
  // Words around a name stand before it in one language, and behind it in another.
  const part = all.filter((piece) => piece !== "");
  const alike = joinWhere(
    part.map((piece) => [piece]),
    (last, next) => last.every(isSafe) === next.every(isSafe),
  );
  return joinWhere(alike, (last, next) => !last.some(isOwn) && !next.some(isOwn));
}

function joinWhere(lines: readonly Line[], areAlike: (last: Line, next: Line) => boolean): Line[] {
  const joined: Line[] = [];
  for (const next of lines) {
    const last = joined.at(-1);
    if (last !== undefined && areAlike(last, next)) last.push(...next);
    else joined.push([...next]);
  }
  return joined;
}

/** In markup it is nothing but what it says. */
function isSafe(piece: Piece): boolean {
  return isOwn(piece) || isLabel(piece);
}

function isOwn(piece: Piece): boolean {
  return typeof piece !== "string" && ("user" in piece || "conversation" in piece || "at" in piece);
}

function isLabel(piece: Piece): boolean {
  return typeof piece === "string" && /^[\p{L}\p{M}\p{N} ',]+$/u.test(piece);
}

function toElement(run: Line, before: string): MrkdwnElement | PlainTextElement {
  if (run.some(isOwn)) return { type: "mrkdwn", text: `${before}${toMarkup(run)}`.trimStart() };
  return {
    type: "plain_text",
    text: nameUndrawn(`${before}${run.map(toPlain).join("")}`).trim(),
    emoji: false,
  };
}

function toMarkup(run: Line): string {
  return lineText(run).replace(/ +/g, " ").trim();
}

function toPlain(piece: Piece): string {
  if (typeof piece === "string") return piece;
  if ("bold" in piece) return piece.bold;
  if ("code" in piece) return piece.code;
  return "";
}
