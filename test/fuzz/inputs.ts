import fc from "fast-check";
import examples from "libphonenumber-js/examples.mobile.json";
import { getCountries, getExampleNumber } from "libphonenumber-js/min";
import { Fields } from "../../src/slack/edge/fields.ts";

/** What nobody types, and somebody will: control and direction characters, pieces of markup, numbers, halves of emoji. */
const signs =
  "`*_~<>&|:@#!\\/\"'{}[],.=+-()·ㅡー，、；\n\r\t\u0000\u200b\u202e\u2066\ufeff\ud83d\u3164\ufe0f\u00ad\u00a0“：";
const parts = (
  "<@U0JOON> <!channel> <!date^1^x|y> <https://a.b/c|d> <tel:+8210|010> <mailto:a@b.c #{name} #{ " +
  "010-1234-5678 00700-81-90-1234-5678 008 0081 +82 .0 010-****-0001 joon all failed :tada: :+1::skin-tone-3: :flag-kr: " +
  "🇰🇷 👍🏽 한글 어제 yesterday 2026-02-31 (광고) ``` __proto__ constructor null"
).split(" ");
const partsWithSpaces = [
  "010 1234 5678 ",
  "HP: ",
  "+81 81 90 1234 5678",
  "mina ",

  "Nov 27, 2026",
  "11월 27일(금)",
];
const odd = ["e\u0301", "오늘".normalize("NFD"), "```json\n", "9".repeat(40)];
const pieces = [...signs, ...parts, ...partsWithSpaces, ...odd];

export const words = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((some) => some.join("")),
  fc
    .tuple(fc.constantFrom(...pieces), fc.integer({ min: 0, max: 500 }))
    .map(([piece, times]) => piece.repeat(times)),
);

/** A number of any country behind any prefix, as people write it; `meant`: the same with +. */
export const numbers = fc
  .record({
    prefix: fc.constantFrom("+", "00", "001", "002", "005", "006", "008", "00345", "00700", "00727", "00770"),
    country: fc.constantFrom(...getCountries()),
    gaps: fc.array(fc.constantFrom("", " ", "-", ".", "·", "ㅡ", " ー ", "~", "_", "/", ") "), {
      minLength: 4,
      maxLength: 4,
    }),
    around: fc.constantFrom("{}", "'{}", "`{}`", "{};", "({})", "<tel:{}>", "“{}”."),
  })
  .map(({ prefix, country, gaps, around }) => {
    const { countryCallingCode, nationalNumber } = getExampleNumber(country, examples) ?? {};
    const parts = /^(..)(...)(.*)$/.exec(nationalNumber ?? "")?.slice(1) ?? [];
    const written = [prefix, countryCallingCode, ...parts]
      .map((part, at) => `${part}${gaps[at] ?? ""}`)
      .join("");
    return { written: around.replace("{}", written), meant: `+${countryCallingCode}${nationalNumber}` };
  });

/** What is stored was checked or bounded before: nothing in it is deep. */
export const shallow = fc.jsonValue({ maxDepth: 6 });

/** Any JSON, deep and wide, with names that mean something to JavaScript. */
export const json = fc.oneof(
  shallow,
  fc.dictionary(
    fc.oneof(fc.constantFrom("__proto__", "constructor", "toString", "length"), words),
    fc.jsonValue(),
  ),
  fc.integer({ min: 1, max: 3_000 }).map((depth) => nested(depth)),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** A sample with something of it left out, put elsewhere or in the place of something else. */
export function mutated(sample: unknown, others: fc.Arbitrary<unknown> = json): fc.Arbitrary<unknown> {
  const change = fc.record({
    path: fc.constantFrom(...pathsOf(sample)),
    how: fc.constantFrom("drop", "replace", "double"),
    by: fc.oneof(others, words),
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const changed: { whole: unknown } = { whole: structuredClone(sample) };
    for (const { path, how, by } of changes) alter(changed, ["whole", ...path], how, by);
    return changed.whole;
  });
}

function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  const own = [[...path]];
  if (typeof value !== "object" || value === null) return own;
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]))];
}

function alter(holder: unknown, [name = "", ...rest]: readonly string[], how: string, by: unknown): void {
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name)) return;
  const value: unknown = Reflect.get(holder, name);
  if (rest.length > 0) alter(value, rest, how, by);
  else if (how === "drop") Reflect.deleteProperty(holder, name);
  else Reflect.set(holder, name, how === "double" ? [value, value] : by);
}

/** Text of a sample, broken anywhere. */
export function broken(sample: string): fc.Arbitrary<string> {
  return fc
    .record({ at: fc.nat(sample.length), cut: fc.nat(40), put: words })
    .map(({ at, cut, put }) => sample.slice(0, at) + put + sample.slice(at + cut));
}

/** JSON as text, deep or cut anywhere, with what editors and chats put around it and between its tokens. */
export const deepJson = fc
  .record({
    open: fc.constantFrom("[", '{"a":', '[{"message":', "[[[["),
    depth: fc.integer({ min: 1, max: 20_000 }),
    around: fc.constantFrom("", "```json\n", "\ufeff", "\u00a0".repeat(500)),
    value: fc.constantFrom("1", "", '"', "“", "]"),
  })
  .map(({ open, depth, around, value }) => `${around}${open.repeat(depth)}${value}`.slice(0, 100_000));

/** The same text as macOS writes it. */
export function decomposed(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return text.map((written) => written.normalize("NFD"));
}

/** JSON as nobody's console writes it: brackets, texts, numbers and lists without end, whole and cut. */
export const excessive: fc.Arbitrary<string> = fc
  .record({
    piece: fc.constantFrom(...'[]}"x1 \n가', '{"a":', "[[],", "1,", '{"a":1},', "\\\\", '\\"'),
    lead: fc.constantFrom("", "[", '{"templateId":"T1","name":"', '{"codes":[', "[\n1"),
    tail: fc.constantFrom("", "]", '"}', '"}]', "1]"),
    size: fc.nat(524_288),
  })
  .map(({ piece, lead, tail, size }) => lead + piece.repeat(Math.ceil(size / piece.length)) + tail);

/** What a person left in the blocks of a form, by their ids. */
export function form(ids: readonly string[]): fc.Arbitrary<Fields> {
  const one = fc.record({ id: fc.constantFrom(...ids), value: words });
  return fc
    .array(one, { maxLength: 12 })
    .map(
      (typed) =>
        new Fields(
          Object.fromEntries(
            typed.map(({ id, value }) => [id, { value: { type: "plain_text_input", value } }]),
          ),
        ),
    );
}
