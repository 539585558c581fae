/** What `run` takes of this thread's processor, in milliseconds: others that have it meanwhile don't count. */
export function cpuMsOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const megabytes = JSON.stringify(Array.from({ length: 200_000 }, (_, index) => ({ name: `${index}` })));
let parsing: number | undefined;

/** What parsing four megabytes of JSON takes on this machine: budgets of processor time are so many times that. */
export function parsingMs(): number {
  parsing ??= leastMs(() => JSON.parse(megabytes));
  return parsing;
}

/** In times of `parsingMs`: the best of three, unless the first is shorter than one parse. */
export function timesParsing(run: () => unknown): number {
  const first = cpuMsOf(run);
  return (first < parsingMs() ? first : Math.min(first, leastMs(run))) / parsingMs();
}

function leastMs(run: () => unknown): number {
  return Math.min(...[1, 2, 3].map(() => cpuMsOf(run)));
}
