export type Cell<Act, Point> = { act: Act; point: Point };
/** `onPush`: the points that every push waits for, of a way too long for its two acts to share them all. */
type Killed<Point> = { points: readonly Point[]; onPush?: readonly Point[] };

/** Every act killed at every point of its way. */
export function wholeMatrix<Point, Act extends Killed<Point>>(acts: readonly Act[]): Cell<Act, Point>[] {
  return acts.flatMap((act) => act.points.map((point) => ({ act, point })));
}

/** What every push can wait for: of each way, two diagonals of its acts and points, or those that it names. */
export function smallMatrix<Point, Act extends Killed<Point>>(acts: readonly Act[]): Cell<Act, Point>[] {
  const chosen = acts.flatMap((act) => (act.onPush ?? []).map((point) => ({ act, point })));
  const others = acts.filter(({ onPush }) => onPush === undefined);
  const shared = [...Map.groupBy(others, ({ points }) => points)].flatMap(([points, alike]) =>
    diagonals(alike, points),
  );
  return [...shared, ...chosen];
}

/** Two parts, each of which has every point that there is more than once. */
export function halve<Point, Act>(
  cells: readonly Cell<Act, Point>[],
): [Cell<Act, Point>[], Cell<Act, Point>[]] {
  const ordered = [...Map.groupBy(cells, ({ point }) => point).values()].flat();
  return [ordered.filter((_, at) => at % 2 === 0), ordered.filter((_, at) => at % 2 === 1)];
}

/** Far apart: each point befalls two acts or more, one where there are but two, and each act is killed somewhere. */
function diagonals<Act, Point>(acts: readonly Act[], points: readonly Point[]): Cell<Act, Point>[] {
  const period = Math.min(acts.length, points.length);
  const isOnDiagonal = (distance: number) =>
    [0, (period >> 1) + 1].some((at) => (distance - at) % period === 0);
  return acts.flatMap((act, across) =>
    points.flatMap((point, down) => (isOnDiagonal(across - down) ? [{ act, point }] : [])),
  );
}
