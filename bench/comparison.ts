import { median } from "./load.ts";

/** How much is measured: a small run only shows that everything works. */
export type Plan = { rounds: number; durationMs: (full: number) => number; rows: (full: number) => number };

/** As Markdown, so that it can go into a document as it is. The first row is the head. */
export type Table = { title: string; rows: string[][] };

export type Contender<S> = { name: string; run: () => Promise<S>; targets?: Target[] };

/** A column: what is read of a sample, and whether its ratio to the baseline is shown. */
export type Figure<S> = { head: string; of: (sample: S) => number; digits: number; ratio?: boolean };

/** What the ratio of one figure to another contender's has to reach; to the baseline's when none is named. */
export type Target = { figure: string; atLeast?: number; atMost?: number; than?: string };

export type Comparison<S> = {
  title: string;
  figures: Figure<S>[];
  /** The first is the baseline. */
  contenders: Contender<S>[];
  plan: Plan;
};

/**
 * The contenders in turn, round after round, so that whatever else the machine does hits all of them. Each round's
 * figures are compared within the round; medians are shown, and of ratios the smallest and the largest besides.
 */
export async function compare<S>({ title, figures, contenders, plan }: Comparison<S>): Promise<Table> {
  for (const { run } of contenders) await run();
  const samples = new Map<string, S[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < plan.rounds; round += 1) {
    // Whoever goes first pays for the round's cold caches: that is somebody else each time.
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const { name, run } of order) samples.get(name)?.push(await run());
  }
  const head = figures.flatMap((figure) => (figure.ratio === true ? [figure.head, "ratio"] : [figure.head]));
  const baseline = contenders[0]?.name ?? "";
  const rows = contenders.map(({ name, targets = [] }) => [
    name,
    ...figures.flatMap((figure) => {
      const ratios = ratiosOf(samples, figure, { name, than: baseline });
      const shown = median((samples.get(name) ?? []).map(figure.of)).toFixed(figure.digits);
      return figure.ratio === true ? [shown, name === baseline ? "1.00x" : withSpread(ratios)] : [shown];
    }),
    targets.map((target) => toVerdict(samples, { target, figures, name, baseline })).join(", "),
  ]);
  return { title, rows: [["", ...head, "target"], ...rows] };
}

function ratiosOf<S>(
  samples: ReadonlyMap<string, S[]>,
  { of }: Figure<S>,
  { name, than }: { name: string; than: string },
): number[] {
  const base = samples.get(than) ?? [];
  return (samples.get(name) ?? []).map((sample, round) => of(sample) / of(base[round] ?? sample));
}

function withSpread(ratios: readonly number[]): string {
  return `${median(ratios).toFixed(2)}x (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`;
}

type Judged<S> = { target: Target; figures: Figure<S>[]; name: string; baseline: string };

function toVerdict<S>(
  samples: ReadonlyMap<string, S[]>,
  { target, figures, name, baseline }: Judged<S>,
): string {
  const figure = figures.find(({ head }) => head === target.figure);
  if (figure === undefined) throw new Error(`no figure is called ${target.figure}`);
  const ratio = median(ratiosOf(samples, figure, { name, than: target.than ?? baseline }));
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = target;
  const limit = target.atLeast === undefined ? `<= ${atMost}x` : `>= ${atLeast}x`;
  const other = target.than === undefined ? "" : ` of ${target.than} (${ratio.toFixed(2)}x)`;
  return `${target.figure} ${limit}${other} ${ratio >= atLeast && ratio <= atMost ? "met" : "MISSED"}`;
}

export function toMarkdown({ title, rows: [head = [], ...rows] }: Table): string {
  const toLine = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const lines = [toLine(head), toLine(head.map(() => "---")), ...rows.map(toLine)];
  return `### ${title}\n\n${lines.join("\n")}`;
}
