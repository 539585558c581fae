export type Cell<Act, Point> = { act: Act; point: Point };
/** `onPush`: the points that every push waits for, of a way too long for its two acts to share them all. */
type Killed<Point> = { points: readonly Point[]; onPush?: readonly Point[] };

/** Every act killed at every point of its way. */
export function wholeMatrix<Point, Act extends Killed<Point>>(acts: readonly Act[]): Cell<Act, Point>[] {
  return acts.flatMap((act) => act.points.map((point) => ({ act, point })));
}

/** What every push can wait for: of each way, a diagonal of its acts and points, or those that it names. */
export function smallMatrix<Point, Act extends Killed<Point>>(acts: readonly Act[]): Cell<Act, Point>[] {
  const chosen = acts.flatMap((act) => (act.onPush ?? []).map((point) => ({ act, point })));
  const others = acts.filter(({ onPush }) => onPush === undefined);
  const shared = [...Map.groupBy(others, ({ points }) => points)].flatMap(([points, alike]) =>
    diagonal(alike, points),
  );
  return [...shared, ...chosen];
}

/** Two parts, every other kill in each. */
export function halve<Kill>(kills: readonly Kill[]): [Kill[], Kill[]] {
  return [kills.filter((_, at) => at % 2 === 0), kills.filter((_, at) => at % 2 === 1)];
}

/** Each point befalls an act, and each act is killed somewhere. */
function diagonal<Act, Point>(acts: readonly Act[], points: readonly Point[]): Cell<Act, Point>[] {
  const period = Math.min(acts.length, points.length);
  return acts.flatMap((act, across) =>
    points.flatMap((point, down) => ((across - down) % period === 0 ? [{ act, point }] : [])),
  );
}
