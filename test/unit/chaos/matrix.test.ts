import fc from "fast-check";
import { expect, it } from "vitest";
import { acts } from "../../chaos/acts.ts";
import { halve, smallMatrix, wholeMatrix } from "../../chaos/matrix.ts";

it("leaves no point and no act of any way out of its small part, however many there will be", () => {
  const numbers = fc
    .integer({ min: 3, max: 40 })
    .map((count) => Array.from({ length: count }, (_, at) => ({ at })));
  const way = fc.tuple(numbers, numbers).map(([some, points]) => some.map(({ at }) => ({ at, points })));
  fc.assert(
    fc.property(fc.array(way, { minLength: 1, maxLength: 4 }), (ways) => {
      const cells = smallMatrix(ways.flat());
      expect(new Set(cells.map(({ act }) => act)).size).toBe(ways.flat().length);
      for (const point of ways.flatMap(([act]) => act?.points ?? [])) {
        expect(cells.filter((cell) => cell.point === point).length).toBeGreaterThanOrEqual(1);
      }
    }),
  );
});

it("is about a sixth of today's kills, in both modes and of every kind of act", () => {
  const cells = smallMatrix(acts);
  expect(new Set(cells.map(({ act }) => act))).toEqual(new Set(acts));
  expect(cells.length / wholeMatrix(acts).length).toBeLessThan(0.2);
});

it("has half of its small part on either database, in both modes", () => {
  const cells = smallMatrix(acts);
  const halves = halve(cells);
  expect(new Set(halves.flat())).toEqual(new Set(cells));
  for (const half of halves) {
    expect(Math.abs(half.length - cells.length / 2)).toBeLessThan(1);
    expect(new Set(half.map(({ act }) => act.mode))).toEqual(new Set(["socket", "http"]));
  }
});
