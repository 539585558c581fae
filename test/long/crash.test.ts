import { describe, expect, it } from "vitest";
import { acts } from "../chaos/acts.ts";
import { runCell } from "../chaos/cell.ts";
import type { Point } from "../chaos/points.ts";

/**
 * Lost, repeated, untold: one kill for each of the three, of which `test/app` has the middle one. Every other point
 * befalls two acts on every push (`npm run chaos -- --small`), and all acts in the whole matrix (`npm run chaos`).
 */
const fast: readonly Point["hold"][] = ["after takeOn", "after finish"];

/** What has most to lose, while it may have been done. */
const fastRepeats: readonly Point["hold"][] = ["platform"];

/** What runs by itself after a restart, and what must not. */
const fastDecisions: readonly Point["hold"][] = ["after takeOn", "after acknowledge"];

const cells = [
  ...fast.map((hold) => toCell("quick command", hold)),
  ...fastRepeats.map((hold) => toCell("send again", hold)),
  ...fastRepeats.flatMap((hold) => [toCell("upload", hold), toCell("delete", hold)]),
  toCell("message with its image", "after finish"),
  toCell("message with a refused image", "after finish"),
  toCell("three files in one go", "after finish"),
  ...fastDecisions.map((hold) => toCell("approval", hold)),
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
