import { describe, expect, it } from "vitest";
import { acts } from "../../sandbox/chaos/acts.ts";
import { runCell } from "../../sandbox/chaos/cell.ts";
import { type Point, points } from "../../sandbox/chaos/points.ts";

/** One for each guard; `npm run chaos` runs all points for all acts. */
const fast: readonly Point["hold"][] = [
  "before accept",
  "after accept",
  "before start",
  "platform",
  "after finish",
  "slack shows",
];

describe("a bot killed with kill -9 while it sends, and started again", () => {
  const act = acts.find(({ title, mode }) => title === "quick command" && mode === "socket")!;

  it.concurrent.each(fast.map((hold) => points.find((point) => point.hold === hold)!))(
    "asks the platform at most once and tells its author the truth: $title",
    async (point) => {
      const { requests, problems } = await runCell(act, point);
      expect(problems).toEqual([]);
      expect(requests).toBeLessThanOrEqual(1);
    },
    90_000,
  );
});
