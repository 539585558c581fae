import type {
  ContextBlock,
  MrkdwnElement,
  PlainTextElement,
  RichTextBlock,
  RichTextElement,
} from "@slack/types";
import { replaceInvisible } from "../../blank-text.ts";

/** Piece of a line. A plain string may be anybody's text: blocks don't parse it, and the top-level text escapes it. */
export type Piece =
  | string
  | { bold: string }
  | { code: string }
  /** Removed or added part: struck out or bold in blocks, `[-…-]` or `{+…+}` in the top-level text. */
  | { removed: string }
  | { added: string }
  | { user: string }
  | { group: string }
  | { conversation: string }
  /**
   * Time. `second` adds seconds, to find it in another system's log; `age` adds how long ago it was; `isSameDay` omits
   * the day, which an earlier time on the line shows.
   */
  | Time;

export type Time = { at: Date; to?: "second" | "age"; isSameDay?: boolean };

export type Line = Piece[];

/** Quarter of an hour: in every time zone, days begin at a multiple of it. */
const quarterMs = 15 * 60_000;

/** Omits the day if it is the same as that of `before` in every time zone. */
export function omitSameDay(before: Date, time: Time): Time {
  const [quarterBefore, quarter] = [before, time.at].map((at) => Math.floor(at.getTime() / quarterMs));
  return { ...time, isSameDay: quarter === quarterBefore };
}

export type Quote = { quote: Line[] };

export type Rendered = { text: string; block: RichTextBlock };

export function renderLines(parts: readonly (Line | Quote)[]): Rendered {
  const elements: RichTextBlock["elements"] = [];
  let section: Line[] = [];
  const endSection = () => {
    elements.push({ type: "rich_text_section", elements: toElements(section) });
    section = [];
  };
  for (const part of parts) {
    if ("quote" in part) {
      if (section.length > 0) endSection();
      elements.push({ type: "rich_text_quote", elements: toElements(part.quote) });
    } else section.push(part);
  }
  if (section.length > 0 || parts.length === 0) endSection();
  const lines = parts.flatMap((part) => ("quote" in part ? part.quote : [part]));
  return { text: lines.map(toLineText).join("\n"), block: { type: "rich_text", elements } };
}

function toElements(lines: readonly Line[]): RichTextElement[] {
  return lines.flatMap((line, index) => {
    const leaves = line.map(toLeaf).filter((leaf) => !("text" in leaf) || leaf.text !== "");
    return index === 0 ? leaves : [{ type: "text", text: "\n" } as const, ...leaves];
  });
}

export function toLineText(line: Line): string {
  return line.map(toText).join("");
}

function toLeaf(piece: Piece): RichTextElement {
  if (typeof piece === "string") return { type: "text", text: toShown(piece) };
  if ("bold" in piece) return { type: "text", text: toShown(piece.bold), style: { bold: true } };
  if ("code" in piece) return { type: "text", text: replaceInvisible(piece.code), style: { code: true } };
  if ("removed" in piece)
    return { type: "text", text: replaceInvisible(piece.removed), style: { strike: true } };
  if ("added" in piece) return { type: "text", text: replaceInvisible(piece.added), style: { bold: true } };
  if ("user" in piece) return { type: "user", user_id: piece.user };
  if ("group" in piece) return { type: "usergroup", usergroup_id: piece.group };
  if ("conversation" in piece) return { type: "channel", channel_id: piece.conversation };
  return {
    type: "date",
    timestamp: toSeconds(piece.at),
    format: toFormat(piece),
    fallback: piece.at.toISOString(),
  };
}

/** Names invisible characters, and keeps masked numbers on one line. Not for `text`, which Slack searches. */
export function toShown(text: string): string {
  return replaceInvisible(text).replace(/(?<=\d)-\*{4}-(?=\d{4})/g, "\u2011****\u2011");
}

function toText(piece: Piece): string {
  if (typeof piece === "string") return escapeText(piece);
  if ("bold" in piece) return escapeText(piece.bold);
  if ("code" in piece) return escapeText(piece.code);
  if ("removed" in piece) return `[-${escapeText(piece.removed)}-]`;
  if ("added" in piece) return `{+${escapeText(piece.added)}+}`;
  if ("user" in piece) return `<@${piece.user}>`;
  if ("group" in piece) return `<!subteam^${piece.group}>`;
  if ("conversation" in piece) return `<#${piece.conversation}>`;
  return `<!date^${toSeconds(piece.at)}^${toFormat(piece)}|${piece.at.toISOString()}>`;
}

function toFormat({ to, isSameDay = false }: Omit<Time, "at">): string {
  if (to === "age") return "{ago}";
  const time = to === "second" ? "{time_secs}" : "{time}";
  return isSameDay ? time : `{date_short_pretty} ${time}`;
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/**
 * Names invisible characters and escapes Slack's three control characters, so that other people's text becomes no
 * mention or link (docs.slack.dev/messaging/formatting-message-text).
 */
export function escapeText(text: string): string {
  return replaceInvisible(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Makes other people's text safe in a `verbatim` mrkdwn element: as code if it may contain markup. */
export function toVerbatimMarkup(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return isInert.test(line) ? escapeText(line) : `\`${escapeText(line.replaceAll("`", "'"))}\``;
}

const isInert =
  /^(?!.*\*{4}.*\*{4})(?:\uFE0F|\p{M}|[\p{L}\p{N}\p{Extended_Pictographic} .,;!?()[\]“”‘’'"·…–+/#%&$₩-]|:(?= )|(?<!\*)\*{4}(?!\*))*$/u;

/** Cuts a top-level text without breaking an entity, a mention or a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/(?:&[a-z]*|<[^<>]*|[\uD800-\uDBFF])$/, "")}…`;
}

export function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

const separator = " · ";

type Context = { text: string; block: ContextBlock };

/**
 * Renders a context block, and the same content as `text`. Only people, times, conversations and plain words next to
 * them are mrkdwn; all else is plain text, in which Slack parses no markup.
 */
export function renderContext(parts: readonly Line[], inFull: readonly Line[] = parts): Context {
  const elements = parts.flatMap((part, index) =>
    toRuns(part).map((run, position) => toElement(run, index > 0 && position === 0 ? separator : "")),
  );
  return {
    text: inFull.map(toLineText).join(separator),
    block: { type: "context", elements },
  };
}

function toRuns(all: Line): Line[] {
  // Drops empty pieces: some languages have no words before or after a name.
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

/** True if Slack can't parse the piece as markup. */
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
    text: replaceInvisible(`${before}${run.map(toPlain).join("")}`).trim(),
    emoji: false,
  };
}

function toMarkup(run: Line): string {
  return toLineText(run).replace(/ +/g, " ").trim();
}

function toPlain(piece: Piece): string {
  if (typeof piece === "string") return piece;
  if ("bold" in piece) return piece.bold;
  if ("code" in piece) return piece.code;
  return "";
}

/** Formats text in backticks and commands as code. */
export function toSentenceLine(sentence: string): Line {
  return sentence
    .split("`")
    .flatMap((part, index): Line => (index % 2 === 0 ? toCommandLine(part) : [{ code: part }]));
}

/** Formats commands as code, except in “quotes”. */
export function toCommandLine(sentence: string): Line {
  return sentence
    .split(/(?<![^\s(])(\/msg-[a-z]+(?: help\b| all failed\b)?)(?![\w/-]|[^“]*”)/)
    .map((part, index) => (index % 2 === 1 ? { code: part } : part));
}

/** Replaces `{names}` in a catalogue sentence, but no braces in the given values. */
export function fillLine(sentence: string, given: Readonly<Record<string, Piece | Line>>): Line {
  return sentence
    .split(/\{(\w+)\}/)
    .flatMap((part, index) => (index % 2 === 1 ? (given[part] ?? []) : part))
    .filter((piece) => piece !== "");
}
