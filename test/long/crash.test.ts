import { describe, expect, it } from "vitest";
import { acts } from "../chaos/acts.ts";
import { runCell } from "../chaos/cell.ts";
import type { Point } from "../chaos/points.ts";

/**
 * A kill for each risk (an act is lost, repeated, or not posted), for an approval, which runs by itself after a restart, and
 * for a message whose image is there already.
 * `npm run chaos` kills every act at every point.
 */
const cells = [
  toCell("quick command", "after enqueue"),
  toCell("send again", "platform"),
  toCell("quick command", "after finish"),
  toCell("approval", "after acknowledge"),
  toCell("message with its image", "after finish"),
];

function toCell(title: string, hold: Point["hold"]) {
  const act = acts.find((each) => each.title === title && each.mode === "socket")!;
  const point = act.points.find((each) => each.hold === hold)!;
  return { act, point, name: `${act.title}, ${point.title}` };
}

describe("a bot that is killed with kill -9 and started again", () => {
  it.each(cells)(
    "makes each platform request at most once, and posts the true outcome: $name",
    async ({ act, point }) => {
      const { requests, problems } = await runCell(act, point);
      expect(problems).toEqual([]);
      expect(requests).toBeLessThanOrEqual(act.requests ?? 1);
    },
    240_000,
  );
});
