import fc from "fast-check";
import { expect, it } from "vitest";
import { findDuplicateName, findJsonFault, toPlainJson } from "../../src/json-text.ts";
import { timesParsing } from "../support/processor-time.ts";

/** Any JSON value except -0, which JSON.stringify never writes. */
const parsed = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));

it.each([
  ["{", 1, 2],
  ['{"a": 1,}', 1, 9],
  ["[1,\n2,\n]", 3, 1],
  ['{"a":"b"\n\n  "c":1}', 3, 3],
  ['{"a" 1}', 1, 6],
  ["{a:1}", 1, 2],
  ['{"a": tru}', 1, 7],
  ['{"a": 01}', 1, 8],
  ['{"a": -}', 1, 7],
  ['{"a": "one\ntwo"}', 1, 11],
  ['"\\x"', 1, 2],
  ['{"가": "🍲", }', 1, 12],
  ['{"a": "open', 1, 12],
  ['{"a":1} x', 1, 9],
  ["[1}", 1, 3],
  ["[,1]", 1, 2],
  ['{"a":}', 1, 6],
  ["nul", 1, 1],
])("findJsonFault finds the fault of %j in line %i, column %i", (json, line, column) => {
  expect(findJsonFault(json)).toMatchObject({ line, column });
});

it.each([
  ['{“a": 1}', "‹“›"],
  ["{'a': 1}", "‹'›"],
  ['{"a"：1}', "‹：›"],
  ["{a: 1}", "‹a›"],
  ['{"a": True}', "‹True›"],
  ['{"a": "one\ntwo"}', "‹U+000A›"],
  ['{"a": "\u0001"}', "‹U+0001›"],
  ['{"a": 1,}', "‹}›"],
  ['{"to": 02-123-4567}', "‹2›"],
  ["[", ""],
])("findJsonFault returns the wrong sign in %j: %s", (json, sign) => {
  expect(findJsonFault(toPlainJson(json)).sign).toBe(sign);
});

it.each([
  ["a byte order mark", '\ufeff{"a":1}'],
  ["no-break and other odd spaces", '{\u00a0"a"\u3000:\u202f\u200b1\u2028}\u3164'],
  ["a fence", '```json\n{"a":1}\n```\n'],
  ["a fence on the same line", '```{"a":1}```'],
  ["a fence of waves", '~~~\n{"a":1}\n~~~'],
  ["a fence with invisible characters around it", '\u200b```\n{"a":1}\n```\u2060'],
  ["backticks", '`{"a":1}`'],
  ["a fence and a byte order mark", '\ufeff```JSON\r\n{"a":1}\r\n```'],
])("toPlainJson removes %s around or between JSON", (_, text) => {
  expect(JSON.parse(toPlainJson(text))).toEqual({ a: 1 });
});

it("toPlainJson leaves the texts in JSON and the position of each fault unchanged", () => {
  const value = { "a\u00a0b": '```\u200b\ufeff"\\' };
  expect(JSON.parse(toPlainJson(JSON.stringify(value)))).toEqual(value);
  expect(findJsonFault(toPlainJson('```json\n{\u00a0"a"：1}\n```'))).toMatchObject({ line: 2, column: 6 });
  fc.assert(
    fc.property(parsed, fc.nat(4), (any, indent) => {
      expect(JSON.parse(toPlainJson(JSON.stringify(any, null, indent)))).toEqual(any);
    }),
  );
});

it.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}', null],
  ['{"a":1,"b":{"c":1,"c":2}}', "c"],
  ['{"a":1,"\\u0061":2}', "a"],
  [`{"이름":1,"${"이름".normalize("NFD")}":2}`, "이름"],
  ['{"a":1,"a\u200b":2}', "a"],
  ['{"a":1,"a ":2}', "a"],
])("findDuplicateName finds in the JSON %s the name that occurs twice: %s", (json, twice) => {
  expect(findDuplicateName(json)).toBe(twice);
});

it("findJsonFault returns the last line of JSON that is cut off anywhere", () => {
  fc.assert(
    fc.property(fc.array(parsed), fc.nat(), (value, cut) => {
      const json = JSON.stringify(value, null, 1);
      const part = json.slice(0, cut % json.length);
      const { line } = findJsonFault(part);
      expect(line).toBe(part.split("\n").length);
    }),
  );
});

it("findJsonFault is quick for 100 KB of faulty JSON", () => {
  const typed = [
    ...["[".repeat(100_000), `"${"x".repeat(100_000)}`, `[${"1,".repeat(50_000)}]`],
    ...["`".repeat(100_000), "\u00a0".repeat(100_000), '\\"'.repeat(50_000), '"”'.repeat(50_000)],
    ...['"'.repeat(100_001), " `".repeat(50_000)],
  ];
  const lines = new Set<number>();
  const times = timesParsing(() => {
    for (const json of typed) lines.add(findJsonFault(toPlainJson(json)).line);
  });
  expect([...lines]).toEqual([1]);
  expect(times).toBeLessThan(10);
});

it("toPlainJson is quick for 512 KiB, the most that an import may have", () => {
  const typed = ['"', '"",', "\u00a0", '[1,"\\"",\u200b'].map((part) =>
    part.repeat(Math.floor((512 * 1024) / part.length)),
  );
  expect(timesParsing(() => typed.map(toPlainJson))).toBeLessThan(4);
});
