import fc from "fast-check";
import { expect, it } from "vitest";
import { tellApart } from "../../../src/lists/tell-apart.ts";

const row = (says: string, minute: number, second = 0) => ({
  says,
  at: new Date(Date.UTC(2026, 10, 22, 9, minute, second)),
});

it.each([
  ["no row", [], []],
  ["one", [row("a", 1)], [false]],
  ["three alike", [row("a", 1, 5), row("a", 1, 30), row("a", 1, 59)], [true, true, true]],
  ["alike, a minute begun between them", [row("a", 1, 59), row("a", 2, 0)], [false, false]],
  ["two minutes apart", [row("a", 1), row("a", 3)], [false, false]],
  ["other words", [row("a", 1), row("b", 1)], [false, false]],
  [
    "others between them",
    [row("a", 1), row("b", 1), row("a", 1, 7), row("a", 2)],
    [true, false, true, false],
  ],
  ["of the same second", [row("a", 1, 5), row("a", 1, 5)], [true, true]],
  ["words that begin as a time", [row("1 a", 1), row("a", 1)], [false, false]],
])("rows that say the same in the same minute are alike: %s", (_, rows, alike) => {
  expect(tellApart(rows)).toEqual(alike);
});

it("is true of a row exactly where another one says the same in its minute", () => {
  const some = fc.record({
    says: fc.constantFrom("a", "b", "a b"),
    ...{ minute: fc.nat(3), second: fc.nat(59) },
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 12 }), (all) => {
      const expected = all.map(({ says, minute }, index) =>
        all.some((one, other) => other !== index && one.says === says && one.minute === minute),
      );
      expect(tellApart(all.map(({ says, minute, second }) => row(says, minute, second)))).toEqual(expected);
    }),
  );
});
