/** What `run` takes of this thread's processor, in milliseconds: others that have it meanwhile don't count. */
export function cpuMsOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const megabytes = JSON.stringify(Array.from({ length: 200_000 }, (_, index) => ({ name: `${index}` })));

/** What parsing four megabytes of JSON takes here and now: budgets of processor time are so many times that. */
export function parsingMs(): number {
  return leastMs(() => JSON.parse(megabytes));
}

/** The best of three, in times of `parsingMs` beside it. */
export function timesParsing(run: () => unknown): number {
  const parsing = parsingMs();
  return leastMs(run) / parsing;
}

function leastMs(run: () => unknown): number {
  return Math.min(...[1, 2, 3].map(() => cpuMsOf(run)));
}
