import { readFileSync } from "node:fs";

/**
 * A clock that stands still while the system lets others run in this thread's place: what the app computes or waits for
 * counts, and what a busy machine takes from both it and Slack's stand-in does not. Elsewhere than on Linux all counts.
 */
export function ownTimeMs(): number {
  return performance.now() - keptWaitingMs();
}

/** For a processor, since the thread began: the second number, in nanoseconds (Linux, scheduler/sched-stats). */
function keptWaitingMs(): number {
  try {
    const [, nanoseconds = "0"] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return 0;
  }
}
