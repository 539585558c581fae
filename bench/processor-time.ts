import { globSync, readFileSync } from "node:fs";

/** Linux counts in these for whoever reads `/proc`. */
const tickMs = 10;

/** What a process has used so far, all its threads; NaN where the system has no /proc. */
export function processorMs(pid: number): number {
  const threads = globSync(`/proc/${pid}/task/*/schedstat`);
  if (threads.length === 0) return Number.NaN;
  return threads.reduce((sum, path) => sum + Number(readOrNothing(path).split(" ")[0] ?? 0) / 1e6, 0);
}

/** What a process has used with its children, among them those that have ended. */
export function familyProcessorMs(pid: number): number {
  const children = readOrNothing(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  // Behind the name, which may have spaces, cutime and cstime are the 14th and the 15th.
  const fields = readOrNothing(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
  const ended = (Number(fields[13]) + Number(fields[14])) * tickMs;
  return [pid, ...children].reduce((sum, one) => sum + (processorMs(one) || 0), ended);
}

/** A process or thread may end between its listing and its reading. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}
