import type { ContextBlock, MrkdwnElement, PlainTextElement } from "@slack/types";
import { nameUndrawn } from "../../blank-text.ts";
import { toLiteral } from "./escape.ts";
import { type Line, lineText, type Piece } from "./rich-text.ts";

/** Between the parts of a grey line. */
const separator = " · ";

/** A small grey line under a post. */
export type Context = { text: string; block: ContextBlock };

/**
 * Parts of a grey line, an element each, with what they say again as `text`. Slack takes markup there, so only what has a
 * person, a time or a conversation in it is written in that, its words such that nothing is read of them; every other part
 * is plain text.
 */
export function renderContext(parts: readonly Line[], inFull: readonly Line[] = parts): Context {
  const elements = parts.map((part, index) => toElement(part, index === 0 ? "" : separator));
  return { text: inFull.map(lineText).join(separator), block: { type: "context", elements } };
}

function toElement(part: Line, before: string): MrkdwnElement | PlainTextElement {
  if (part.some(isOwn)) {
    const text = part.map((piece) => (isOwn(piece) ? lineText([piece]) : toLiteral(toPlain(piece)))).join("");
    return { type: "mrkdwn", text: `${before}${text}`.replace(/ +/g, " ").trim(), verbatim: true };
  }
  const text = nameUndrawn(`${before}${part.map(toPlain).join("")}`).trim();
  return { type: "plain_text", text, emoji: false };
}

function isOwn(piece: Piece): boolean {
  return typeof piece !== "string" && ("user" in piece || "conversation" in piece || "at" in piece);
}

function toPlain(piece: Piece): string {
  if (typeof piece === "string") return piece;
  if ("bold" in piece) return piece.bold;
  return "code" in piece ? piece.code : "";
}
