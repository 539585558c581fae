export type Cell<Act, Point> = { act: Act; point: Point };

/** Every act killed at every point. */
export function wholeMatrix<Act, Point>(acts: readonly Act[], points: readonly Point[]): Cell<Act, Point>[] {
  return acts.flatMap((act) => points.map((point) => ({ act, point })));
}

/**
 * What every push can wait for: two diagonals of the matrix, far apart. Each point befalls two acts or more, and each
 * act is killed somewhere.
 */
export function smallMatrix<Act, Point>(acts: readonly Act[], points: readonly Point[]): Cell<Act, Point>[] {
  const period = Math.min(acts.length, points.length);
  const isOnDiagonal = (distance: number) =>
    [0, (period >> 1) + 1].some((at) => (distance - at) % period === 0);
  return acts.flatMap((act, across) =>
    points.flatMap((point, down) => (isOnDiagonal(across - down) ? [{ act, point }] : [])),
  );
}
