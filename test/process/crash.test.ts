import { expect, it } from "vitest";
import { acts } from "../chaos/acts.ts";
import { runCell } from "../chaos/cell.ts";

/** The kill that could cost money twice; other acts and moments: `test/long`. */
it("a bot killed during an HTTP request doesn't repeat it after its restart, and posts an unknown outcome", async () => {
  const act = acts.find(({ title, mode }) => title === "quick command" && mode === "socket")!;
  const point = act.points.find(({ hold }) => hold === "platform")!;
  const { requests, told, problems } = await runCell(act, point);
  expect(problems).toEqual([]);
  expect(requests).toBe(1);
  expect(told).toContain("Unknown outcome");
}, 240_000);
