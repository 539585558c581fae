import { describe, expect, it } from "vitest";
import { acts } from "../chaos/acts.ts";
import { runCell } from "../chaos/cell.ts";
import type { Point } from "../chaos/points.ts";

/**
 * Lost, repeated, untold: a kill for each, by what has most to lose and by what runs by itself after a restart. `npm run
 * chaos` has every act killed at every point.
 */
const cells = [
  toCell("quick command", "after enqueue"),
  toCell("send again", "platform"),
  toCell("quick command", "after finish"),
  toCell("approval", "after acknowledge"),
];

function toCell(title: string, hold: Point["hold"]) {
  const act = acts.find((each) => each.title === title && each.mode === "socket")!;
  const point = act.points.find((each) => each.hold === hold)!;
  return { act, point, name: `${act.title}, ${point.title}` };
}

describe("a bot killed with kill -9 while it sends, and started again", () => {
  it.each(cells)(
    "asks the platform at most once for each thing and tells its author the truth: $name",
    async ({ act, point }) => {
      const { requests, problems } = await runCell(act, point);
      expect(problems).toEqual([]);
      expect(requests).toBeLessThanOrEqual(act.requests ?? 1);
    },
    240_000,
  );
});
