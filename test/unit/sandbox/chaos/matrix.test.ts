import fc from "fast-check";
import { expect, it } from "vitest";
import { acts } from "../../../../sandbox/chaos/acts.ts";
import { smallMatrix, wholeMatrix } from "../../../../sandbox/chaos/matrix.ts";
import { points } from "../../../../sandbox/chaos/points.ts";

it("leaves no point and no act out of its small part, however many there will be", () => {
  const numbers = fc
    .integer({ min: 3, max: 40 })
    .map((count) => Array.from({ length: count }, (_, at) => at));
  fc.assert(
    fc.property(numbers, numbers, (someActs, somePoints) => {
      const cells = smallMatrix(someActs, somePoints);
      expect(new Set(cells.map(({ act }) => act)).size).toBe(someActs.length);
      for (const point of somePoints) {
        expect(cells.filter((cell) => cell.point === point).length).toBeGreaterThanOrEqual(2);
      }
    }),
  );
});

it("is a quarter of today's kills, in both modes", () => {
  const cells = smallMatrix(acts, points);
  expect(new Set(cells.map(({ act }) => act.mode))).toEqual(new Set(["socket", "http"]));
  expect(cells.length * 4).toBeLessThanOrEqual(wholeMatrix(acts, points).length);
});
