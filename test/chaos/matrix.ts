import { createHash } from "node:crypto";

export type Cell<Act, Point> = { act: Act; point: Point };
type Act<Point> = { title: string; mode: string; points: readonly Point[] };

/** Every act killed at every point of its way. */
export function wholeMatrix<Point, Each extends Act<Point>>(acts: readonly Each[]): Cell<Each, Point>[] {
  return acts.flatMap((act) => act.points.map((point) => ({ act, point })));
}

/** So many of these kills: the same for a seed, whatever order they are listed in. */
export function drawKills<Point extends { title: string }, Each extends Act<Point>>(
  kills: readonly Cell<Each, Point>[],
  count: number,
  seed: number,
): Cell<Each, Point>[] {
  const lot = ({ act, point }: Cell<Each, Point>) =>
    createHash("sha256").update(`${seed} ${act.title} ${act.mode} ${point.title}`).digest("hex");
  return kills.toSorted((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(0, count);
}

/** Two parts, every other kill in each. */
export function halve<Kill>(kills: readonly Kill[]): [Kill[], Kill[]] {
  return [kills.filter((_, at) => at % 2 === 0), kills.filter((_, at) => at % 2 === 1)];
}
