import { formatCodePoint, isBlank, withoutInvisible } from "./blank-text.ts";

/** First fault of a JSON text: `line` and `column` count characters from 1, `sign` is the character ("" at the end). */
export type JsonFault = { line: number; column: number; sign: string };

const maxWordLength = 20;

const fence = /^\s*(?:`{1,10}|~{3,10})[a-z\d]{0,20}(?=[\s{[])/i;
const oddSpace = /(?:[^\S \t\n\r]|[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800])+/uy;
/** Codes of ASCII's first and last printable character, and of the quote. */
const [firstPlain, lastPlain, quote] = [0x20, 0x7e, 0x22];

/** Replaces a code fence, and odd or invisible spaces between tokens, with spaces, so that positions stay the same. */
export function toPlainJson(text: string): string {
  let plain = "";
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfText(text, at) - 1;
    if (code >= firstPlain && code <= lastPlain) continue;
    const length = lengthAt(oddSpace, text, at);
    if (length === 0) continue;
    plain += text.slice(from, at) + " ".repeat(length);
    from = at + length;
    at = from - 1;
  }
  const bare = (plain + text.slice(from)).replace(fence, (marks) => marks.replace(/[^\n]/g, " "));
  const trimmed = bare.trimEnd();
  const [marks] = /(?:`+|~{3,})$/.exec(trimmed.slice(-10)) ?? [];
  return marks === undefined ? bare : trimmed.slice(0, -marks.length);
}

function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === '"') return at + 1;
    if (json[at] === "\\") at += 1;
  }
  return json.length;
}

/** Finds a name that an object has twice, since JSON.parse keeps only the last value. Ignores invisible characters. */
export function findDuplicateName(json: string): string | null {
  const open: Set<unknown>[] = [];
  for (const { is, at, end } of walkJson(json)) {
    if (is === "opens") open.push(new Set());
    if (is === "closes") open.pop();
    if (is !== "name") continue;
    const name = withoutInvisible(String(JSON.parse(json.slice(at, end))).normalize("NFC")).trim();
    const known = open.at(-1);
    if (known?.has(name)) return name;
    known?.add(name);
  }
  return null;
}

const space = /[ \t\n\r]*/y;
/** A JSON string up to its closing quote or its first wrong character. */
const textStart = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const tokens = {
  mark: /[{}[\],:]/y,
  text: /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y,
  word: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y,
} as const;
const tokenKinds = Object.entries(tokens);

type Due = "value" | "value or ]" | "name" | "name or }" | ":" | ", or }" | ", or ]" | "nothing";
type Effect = Due | "is value" | "opens" | "closes";

const value = { "{": "opens", "[": "opens", text: "is value", word: "is value" } as const;
const grammar: Record<Due, Readonly<Record<string, Effect>>> = {
  value,
  "value or ]": { ...value, "]": "closes" },
  name: { text: ":" },
  "name or }": { text: ":", "}": "closes" },
  ":": { ":": "value" },
  ", or }": { ",": "name", "}": "closes" },
  ", or ]": { ",": "value", "]": "closes" },
  nothing: {},
};

/** `end` is the position after the token. */
type JsonToken = { is: "opens" | "closes" | "name" | "other"; at: number; end: number };

/** Yields tokens; returns the first fault, or null for valid JSON. */
function* walkJson(json: string): Generator<JsonToken, JsonFault | null> {
  const open: string[] = [];
  let due: Due = "value";
  let at = 0;
  for (;;) {
    at += lengthAt(space, json, at);
    const token = tokenAt(json, at);
    if (token === null && due === "nothing" && at === json.length) return null;
    const effect: Effect | undefined = token === null ? undefined : grammar[due][token.kind];
    if (token === null || effect === undefined) {
      return faultAt(json, token === null ? at + lengthAt(textStart, json, at) : at);
    }
    due = dueBehind(token.kind, effect, open);
    const end = at + token.length;
    const isBracket = effect === "opens" || effect === "closes";
    // A string before a colon is a name.
    yield { is: isBracket ? effect : effect === ":" ? "name" : "other", at, end };
    at = end;
  }
}

/** Finds the first fault; a text that ends too early has its fault at the end. */
export function findJsonFault(json: string): JsonFault {
  const walk = walkJson(json);
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value ?? { line: 1, column: 1, sign: "" };
  }
}

function dueBehind(kind: string, effect: Effect, open: string[]): Due {
  if (effect === "opens") {
    open.push(kind);
    return kind === "{" ? "name or }" : "value or ]";
  }
  if (effect === "closes") open.pop();
  if (effect !== "closes" && effect !== "is value") return effect;
  const around = open.at(-1);
  if (around === undefined) return "nothing";
  return around === "{" ? ", or }" : ", or ]";
}

function tokenAt(json: string, at: number): { kind: string; length: number } | null {
  for (const [kind, pattern] of tokenKinds) {
    const length = lengthAt(pattern, json, at);
    if (length > 0) return { kind: kind === "mark" ? json.charAt(at) : kind, length };
  }
  return null;
}

function lengthAt(pattern: RegExp, json: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(json)?.[0].length ?? 0;
}

function faultAt(json: string, at: number): JsonFault {
  const before = json.slice(0, at).split("\n");
  const [sign = ""] = /^(?:[\p{L}\p{N}_$]+|.)/su.exec(json.slice(at, at + maxWordLength)) ?? [];
  return {
    line: before.length,
    column: Array.from(before.at(-1) ?? "").length + 1,
    sign: sign === "" ? "" : isBlank(sign) ? formatCodePoint(sign) : `‹${sign}›`,
  };
}
