import type { Table } from "../comparison.ts";
import { median } from "../load.ts";
import { names } from "./contenders.ts";

/** At most or at least so many times the rival's figure, or a limit of its own. */
type Goal = { times: number } | { limit: number };
type Figure = {
  head: string;
  digits: number;
  moreIsBetter?: boolean;
  /** Compared with the leanest of the rivals; else each with the one on its database. */
  withLeanest?: boolean;
  postgres?: Goal;
  sqlite?: Goal;
};

const fast = { postgres: { times: 0.9 }, sqlite: { times: 1.2 } };
const cheap = { postgres: { times: 1 }, sqlite: { times: 1.2 } };
const alike = (times: number) => ({ withLeanest: true, postgres: { times }, sqlite: { times } });
export const figures = {
  posted20p50: { head: "command to posted result, 20 a second: p50 ms", digits: 1, ...fast },
  posted20p99: { head: "p99 ms", digits: 1, ...fast },
  posted100p50: { head: "100 a second: p50 ms", digits: 1, ...fast },
  posted100p99: { head: "p99 ms", digits: 1, ...fast },
  ack20p50: { head: "acknowledgement, 20 a second: p50 ms", digits: 1 },
  ack20p99: { head: "p99 ms", digits: 1 },
  processor1: { head: "processor ms a flow, 1 a second", digits: 1, ...cheap },
  processor20: { head: "20 a second", digits: 1, ...cheap },
  processor100: { head: "100 a second", digits: 1, ...cheap },
  database1: { head: "the database's processor ms a flow, 1 a second", digits: 1 },
  database20: { head: "20 a second", digits: 1 },
  database100: { head: "100 a second", digits: 1 },
  most: {
    head: "most flows a second, 16 at once",
    digits: 0,
    moreIsBetter: true,
    postgres: { times: 1 },
    sqlite: { times: 0.9 },
  },
  statements: { head: "statements a flow, one at a time", digits: 1, postgres: { limit: 8 } },
  transactions: { head: "transactions a flow", digits: 1, postgres: { limit: 3 } },
  idleProcessor: {
    head: "idle, processor ms a second",
    digits: 1,
    postgres: { limit: 2 },
    sqlite: { limit: 2 },
  },
  idleDatabase: { head: "idle, the database's", digits: 1 },
  memory: { head: "idle memory, MB", digits: 0, ...alike(0.9) },
  memoryAfter: { head: "memory after the load, MB", digits: 0, ...alike(1) },
  ready: { head: "ready, ms", digits: 0, ...alike(0.8) },
} as const satisfies Record<string, Figure>;
export type FigureName = keyof typeof figures;

/** What was measured, by contender and figure: one value a round. */
export type Measured = {
  note(contender: string, figure: FigureName, value: number): void;
  of(contender: string, figure: FigureName): readonly number[];
};

export function createMeasured(): Measured {
  const values = new Map<string, number[]>();
  const keyOf = (contender: string, figure: FigureName) => `${contender}: ${figure}`;
  return {
    note(contender, figure, value) {
      const key = keyOf(contender, figure);
      values.set(key, [...(values.get(key) ?? []), value]);
    },
    of: (contender, figure) => values.get(keyOf(contender, figure)) ?? [],
  };
}

const rivals = [names.graphileWorker, names.pgBoss, names.nodeSqlite];

/** A figure a line. Ratios are within a round: the median of them, and the smallest and the largest. */
export function toTable(title: string, measured: Measured): Table {
  const sides = [
    { app: names.appOnPostgres, goalOf: ({ postgres }: Figure) => postgres, than: names.graphileWorker },
    { app: names.appOnSqlite, goalOf: ({ sqlite }: Figure) => sqlite, than: names.nodeSqlite },
  ];
  const columns = [
    names.appOnPostgres,
    names.graphileWorker,
    names.pgBoss,
    names.appOnSqlite,
    names.nodeSqlite,
  ];
  const head = columns.flatMap((name) =>
    sides.some(({ app }) => app === name) ? [name, "ratio", "goal"] : [name],
  );
  const lines = Object.entries(figures).map(([key, figure]: [string, Figure]) => {
    if (!isFigure(key)) return [];
    const show = (name: string) => {
      const values = measured.of(name, key).filter(Number.isFinite);
      return values.length === 0 ? "" : median(values).toFixed(figure.digits);
    };
    const leanest = rivals
      .filter((name) => measured.of(name, key).length > 0)
      .toSorted((one, other) => median(measured.of(one, key)) - median(measured.of(other, key)))[0];
    const cells = columns.flatMap((name) => {
      const side = sides.find(({ app }) => app === name);
      if (side === undefined) return [show(name)];
      const than = figure.withLeanest === true ? (leanest ?? side.than) : side.than;
      const base = measured.of(than, key);
      const ratios = measured
        .of(name, key)
        .map((value, round) => value / (base[round] ?? Number.NaN))
        .filter(Number.isFinite);
      return [
        show(name),
        toRatio(ratios),
        toVerdict(figure, side.goalOf(figure), measured.of(name, key), ratios),
      ];
    });
    return [figure.head, ...cells];
  });
  return { title, rows: [["", ...head], ...lines] };
}

function isFigure(key: string): key is FigureName {
  return Object.hasOwn(figures, key);
}

function toRatio(ratios: readonly number[]): string {
  if (ratios.length === 0) return "";
  return `${median(ratios).toFixed(2)}x (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`;
}

function toVerdict(
  { moreIsBetter = false }: Figure,
  goal: Goal | undefined,
  values: readonly number[],
  ratios: readonly number[],
): string {
  if (goal === undefined || values.length === 0) return "";
  const [reached, wanted] = "limit" in goal ? [median(values), goal.limit] : [median(ratios), goal.times];
  const isMet = moreIsBetter ? reached >= wanted : reached <= wanted;
  const sign = moreIsBetter ? ">=" : "<=";
  return `${sign} ${wanted}${"limit" in goal ? "" : "x"} ${isMet ? "met" : "MISSED"}`;
}
