import fc from "fast-check";
import { expect, it } from "vitest";
import { findJsonFault } from "../../src/json-text.ts";

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
])("%j stops being JSON at line %i, column %i", (json, line, column) => {
  expect(findJsonFault(json)).toEqual({ line, column });
});

it("finds the end of JSON that is cut anywhere, and no earlier place", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.nat(), (value, cut) => {
      const json = JSON.stringify(value, null, 1);
      const part = json.slice(0, cut % json.length);
      const { line } = findJsonFault(part);
      expect(line).toBe(part.split("\n").length);
    }),
  );
});

it("takes no longer for 100 KB than a person notices", () => {
  const from = process.cpuUsage();
  for (const json of ["[".repeat(100_000), `"${"x".repeat(100_000)}`, `[${"1,".repeat(50_000)}]`]) {
    expect(findJsonFault(json).line).toBe(1);
  }
  const { user, system } = process.cpuUsage(from);
  expect(user + system).toBeLessThan(500_000);
});
