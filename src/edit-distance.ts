/** Letters changed, left out or typed besides; of long words only the beginning is looked at. */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one].slice(0, 40), [...other].slice(0, 40)];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of a.entries()) {
    const line = [row + 1];
    for (const [column, against] of b.entries()) {
      const changed = (above[column] ?? 0) + (letter === against ? 0 : 1);
      line.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
