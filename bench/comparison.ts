import { median, type Sample } from "./load.ts";

export type Contender = { name: string; run: () => Promise<Sample> };
/** What a ratio to the baseline has to reach, of throughput at least and of the 99th percentile at most. */
export type Target = { atLeast?: number; p99AtMost?: number };
export type Row = { name: string; figures: string[]; ratio: number; verdict: string };

export type Comparison = {
  baseline: Contender;
  others: (Contender & { target?: Target })[];
  rounds: number;
};

/**
 * The contenders in turn, round after round, so that whatever else the machine does hits all of them. Each round's
 * figures are compared within the round, and the medians are shown.
 */
export async function compare({ baseline, others, rounds }: Comparison): Promise<Row[]> {
  const all = [baseline, ...others];
  for (const { run } of all) await run();
  const samples = new Map<string, Sample[]>(all.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Whoever goes first pays for the round's cold caches: that is somebody else each time.
    const order = round % 2 === 0 ? all : all.toReversed();
    for (const { name, run } of order) samples.get(name)?.push(await run());
  }
  const base = samples.get(baseline.name) ?? [];
  return [
    toRow(baseline.name, base, base, undefined),
    ...others.map(({ name, target }) => toRow(name, samples.get(name) ?? [], base, target)),
  ];
}

function toRow(
  name: string,
  samples: readonly Sample[],
  base: readonly Sample[],
  target: Target | undefined,
): Row {
  const ratioOf = (figure: (sample: Sample) => number) =>
    median(samples.map((sample, round) => figure(sample) / figure(base[round] ?? sample)));
  const ratio = ratioOf(({ perSecond }) => perSecond);
  const p99Ratio = ratioOf(({ p99Ms }) => p99Ms);
  return {
    name,
    ratio,
    figures: [
      median(samples.map(({ perSecond }) => perSecond)).toFixed(0),
      `${ratio.toFixed(2)}x`,
      median(samples.map(({ p50Ms }) => p50Ms)).toFixed(2),
      median(samples.map(({ p99Ms }) => p99Ms)).toFixed(2),
      `${p99Ratio.toFixed(2)}x`,
    ],
    verdict: toVerdict(target, ratio, p99Ratio),
  };
}

function toVerdict(target: Target | undefined, ratio: number, p99Ratio: number): string {
  if (target === undefined) return "";
  const { atLeast, p99AtMost } = target;
  const parts = [
    ...(atLeast === undefined ? [] : [{ words: `>= ${atLeast}x`, met: ratio >= atLeast }]),
    ...(p99AtMost === undefined ? [] : [{ words: `p99 <= ${p99AtMost}x`, met: p99Ratio <= p99AtMost }]),
  ];
  return parts.map(({ words, met }) => `${words} ${met ? "met" : "MISSED"}`).join(", ");
}

const throughputHead = ["", "per second", "ratio", "p50 ms", "p99 ms", "p99 ratio", "target"];

export function printRows(title: string, rows: readonly Row[]): void {
  printTable(title, [
    throughputHead,
    ...rows.map(({ name, figures, verdict }) => [name, ...figures, verdict]),
  ]);
}

/** As Markdown, so that it can go into a document as it is. The first row is the head. */
export function printTable(title: string, [head = [], ...rows]: readonly (readonly string[])[]): void {
  const toLine = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const lines = [toLine(head), toLine(head.map(() => "---")), ...rows.map(toLine)];
  console.log(`\n### ${title}\n\n${lines.join("\n")}`);
}
