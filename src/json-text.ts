/** Where a text stops being JSON, as editors count: from 1 on, in characters. */
export type JsonFault = { line: number; column: number };

const space = /[ \t\n\r]*/y;
/** As much of a text as is one: no control characters, and no quote or backslash of its own. */
const textStart = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const tokens = {
  mark: /[{}[\],:]/y,
  text: /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y,
  word: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y,
} as const;

/** What may come next. */
type Due = "value" | "value or ]" | "name" | "name or }" | ":" | ", or }" | ", or ]" | "nothing";
/** What a token does beside: it is a whole value, or the first or last of one. */
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

/** A whole value, the first or last sign of one, or a name in front of one. */
export type JsonToken = {
  is: "value" | "opens" | "closes" | "name";
  at: number;
  /** Behind its last sign. */
  end: number;
  /** How many lists and objects it stands in. */
  depth: number;
};

/** A text's tokens in order; returns where no JSON goes on so, or null where all of it is JSON. */
export function* walkJson(json: string): Generator<JsonToken, JsonFault | null> {
  const open: string[] = [];
  let due: Due = "value";
  let at = 0;
  for (;;) {
    at += lengthAt(space, json, at);
    const token = tokenAt(json, at);
    if (token === null && due === "nothing" && at === json.length) return null;
    if (token === null) return placeOf(json, at + lengthAt(textStart, json, at));
    const effect: Effect | undefined = grammar[due][token.kind];
    if (effect === undefined) return placeOf(json, at);
    const is = roles[effect] ?? (token.kind === "text" ? "name" : null);
    const depth = open.length - (is === "closes" ? 1 : 0);
    due = dueBehind(token.kind, effect, open);
    if (is !== null) yield { is, at, end: at + token.length, depth };
    at += token.length;
  }
}

const roles: Readonly<Partial<Record<Effect, JsonToken["is"]>>> = {
  ...{ "is value": "value", opens: "opens", closes: "closes" },
};

/** The first place at which no JSON goes on so; the text's end where only something is missing. */
export function findJsonFault(json: string): JsonFault {
  const walk = walkJson(json);
  for (;;) {
    const { done, value } = walk.next();
    if (done === true) return value ?? placeOf(json, json.length);
  }
}

/** What is due behind a token; keeps what is open. */
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

/** Null where none is. A mark is a kind of its own. */
function tokenAt(json: string, at: number): { kind: string; length: number } | null {
  for (const [kind, pattern] of Object.entries(tokens)) {
    const length = lengthAt(pattern, json, at);
    if (length > 0) return { kind: kind === "mark" ? json.charAt(at) : kind, length };
  }
  return null;
}

function lengthAt(pattern: RegExp, json: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(json)?.[0].length ?? 0;
}

function placeOf(json: string, at: number): JsonFault {
  const before = json.slice(0, at).split("\n");
  return { line: before.length, column: Array.from(before.at(-1) ?? "").length + 1 };
}
