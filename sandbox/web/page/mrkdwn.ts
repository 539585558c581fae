/** A piece of Slack's mrkdwn. Entities are decoded; nothing in it is markup any more. */
export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bold" | "italic" | "strike"; readonly children: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "emoji"; readonly name: string }
  | { readonly kind: "link"; readonly url: string; readonly text: string }
  | { readonly kind: "user" | "conversation" | "usergroup"; readonly id: string; readonly label: string }
  | { readonly kind: "broadcast"; readonly range: string }
  | {
      readonly kind: "date";
      readonly timestampS: number;
      readonly format: string;
      readonly fallback: string;
    };

export type MrkdwnBlock =
  | { readonly kind: "lines"; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: "quote"; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: "preformatted"; readonly text: string };

/** Parses what stands in a mrkdwn text object or a message's text. Never throws: what is no markup is text. */
export function parseMrkdwn(source: string): MrkdwnBlock[] {
  const parts = source.split(/```([\s\S]+?)```/);
  return parts.flatMap((part, index): MrkdwnBlock[] => {
    if (index % 2 === 1) return [{ kind: "preformatted", text: toPlain(part.replace(/^\n|\n$/g, "")) }];
    const text = part
      .replace(index > 0 ? /^\n/ : /^$/, "")
      .replace(index < parts.length - 1 ? /\n$/ : /^$/, "");
    return text === "" ? [] : toLineBlocks(text);
  });
}

function toLineBlocks(text: string): MrkdwnBlock[] {
  const blocks: { kind: "lines" | "quote"; lines: Inline[][] }[] = [];
  for (const line of text.split("\n")) {
    const quote = /^(?:&gt;|>) ?(.*)$/.exec(line);
    const kind = quote === null ? "lines" : "quote";
    const last = blocks.at(-1);
    const inline = parseInline(quote?.[1] ?? line);
    if (last?.kind === kind) last.lines.push(inline);
    else blocks.push({ kind, lines: [inline] });
  }
  return blocks;
}

const EMPHASIS = { "*": "bold", _: "italic", "~": "strike" } as const;
const PIECE = /`([^`\n]+)`|<([^<>\n]+)>|:([a-z0-9_+'-]+):|([*_~])/g;

/** Parses one line. */
export function parseInline(line: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  PIECE.lastIndex = 0;
  const pieces = [...line.matchAll(PIECE)];
  for (const match of pieces) {
    if (match.index < at) continue;
    const [whole, code, angle, emoji, mark] = match;
    const emphasis = mark === undefined ? null : emphasisAt(line, match.index, mark);
    const next: Inline | null =
      code !== undefined
        ? { kind: "code", text: decodeEntities(code) }
        : angle !== undefined
          ? toReference(angle)
          : emoji !== undefined
            ? { kind: "emoji", name: emoji }
            : emphasis;
    if (next === null) continue;
    pushText(found, line.slice(at, match.index));
    found.push(next);
    at = match.index + (emphasis === null ? whole.length : emphasisLength(line, match.index, mark ?? ""));
  }
  pushText(found, line.slice(at));
  return found;
}

function pushText(found: Inline[], text: string): void {
  if (text !== "") found.push({ kind: "text", text: decodeEntities(text) });
}

const WORD = /[\p{L}\p{N}]/u;

/** The mark opens and closes at the edge of words only, not around blanks, and not in a run of marks as `****`. */
function closingAt(line: string, start: number, mark: string): number {
  const [before = " ", after = " "] = [line[start - 1], line[start + 1]];
  if (WORD.test(before) || before === mark || /\s/.test(after) || after === mark) return -1;
  for (let end = line.indexOf(mark, start + 2); end >= 0; end = line.indexOf(mark, end + 1)) {
    const [last = " ", next = " "] = [line[end - 1], line[end + 1]];
    if (!/\s/.test(last) && last !== mark && !WORD.test(next) && next !== mark) return end;
  }
  return -1;
}

function emphasisLength(line: string, start: number, mark: string): number {
  return closingAt(line, start, mark) - start + 1;
}

function emphasisAt(line: string, start: number, mark: string): Inline | null {
  const end = closingAt(line, start, mark);
  if (end < 0 || !isMark(mark)) return null;
  return { kind: EMPHASIS[mark], children: parseInline(line.slice(start + 1, end)) };
}

function isMark(mark: string): mark is keyof typeof EMPHASIS {
  return mark in EMPHASIS;
}

function toReference(inside: string): Inline {
  const [target = "", ...rest] = inside.split("|");
  const label = decodeEntities(rest.join("|"));
  const date = /^!date\^(\d+)\^([^^]+)(?:\^(.*))?$/.exec(target);
  if (date !== null) {
    return { kind: "date", timestampS: Number(date[1]), format: date[2] ?? "", fallback: label };
  }
  const group = /^!subteam\^(\w+)/.exec(target);
  if (group !== null) return { kind: "usergroup", id: group[1] ?? "", label };
  if (/^!(?:here|channel|everyone)$/.test(target)) return { kind: "broadcast", range: target.slice(1) };
  if (/^@[UW]\w+$/.test(target)) return { kind: "user", id: target.slice(1), label };
  if (/^#[CGD]\w+$/.test(target)) return { kind: "conversation", id: target.slice(1), label };
  const url = decodeEntities(target);
  if (/^(?:https?|mailto|tel):/i.test(url)) return { kind: "link", url, text: label || url };
  return { kind: "text", text: `<${decodeEntities(inside)}>` };
}

/** A preformatted part keeps its references as text. */
function toPlain(text: string): string {
  return decodeEntities(text.replace(/<(?:[^<>|\n]+\|)?([^<>|\n]+)>/g, "$1"));
}

/** Slack knows these three entities and no others. */
export function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (_, name) => (name === "lt" ? "<" : name === "gt" ? ">" : "&"));
}
