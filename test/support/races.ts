/** So many times two instances try the same at once; `npm run proof` lets them more often. */
export function timesInARow(usual: number): number {
  return Number(process.env["RACES"] ?? usual);
}
