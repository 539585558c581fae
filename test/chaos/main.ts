import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { type Act, acts } from "./acts.ts";
import { type CellResult, runCell } from "./cell.ts";
import { type Databases, sqlite, startPostgresCells } from "./databases.ts";
import { type Cell as Chosen, drawKills, halve, wholeMatrix } from "./matrix.ts";
import type { Point } from "./points.ts";

type Cell = { act: Act; point: Point; result: CellResult };

/** Cells wait for processes to start more than they compute. */
const atOnce = availableParallelism() + 1;

async function runMatrix(on: Databases, chosen: readonly Chosen<Act, Point>[]): Promise<Cell[]> {
  const waiting = [...chosen];
  const cells: Cell[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await runCell(next.act, next.point, on).catch(toFailure);
      cells.push({ ...next, result });
      process.stderr.write(result.problems.length === 0 ? "." : "x");
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  process.stderr.write("\n");
  return cells;
}

function toFailure(error: unknown): CellResult {
  return { requests: 0, told: [], problems: [error instanceof Error ? error.message : String(error)] };
}

/** Points down, acts across; a cell says how many requests the platform got and what people were told. */
function print(acts: readonly Act[], points: readonly Point[], cells: readonly Cell[]): void {
  const head = ["killed when", ...acts.map(({ title, mode }) => `${title}, ${mode}`)];
  const rows = points.map((point) => [
    point.title,
    ...acts.map((act) => render(cells.find((cell) => cell.act === act && cell.point === point))),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  for (const row of [head, widths.map((width) => "-".repeat(width)), ...rows]) {
    console.log(`| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  }
}

function render(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  const { requests, told, problems } = cell.result;
  return `${problems.length === 0 ? "ok" : "RED"} ${requests} · ${told.join(", ")}`;
}

async function report(on: Databases, chosen: readonly Chosen<Act, Point>[]): Promise<boolean> {
  const startedMs = performance.now();
  const cells = await runMatrix(on, chosen);
  await on.close();
  console.log(`On ${on.name}:\n`);
  for (const [points, alike] of Map.groupBy(acts, (act) => act.points)) {
    print(alike, points, cells);
    console.log();
  }
  const red = cells.filter(({ result }) => result.problems.length > 0);
  for (const { act, point, result } of red) {
    console.log(`\nRED: ${act.title} (${act.mode}), ${point.title}\n  ${result.problems.join("\n  ")}`);
  }
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  console.log(
    `\n${on.name}: ${cells.length} kills in ${seconds} s, ${red.length} of them with a broken promise.`,
  );
  return red.length === 0;
}

const { values } = parseArgs({
  options: {
    kills: { type: "string" },
    seed: { type: "string", default: "1" },
    on: { type: "string" },
  },
});
const all = wholeMatrix<Point, Act>(acts);
const chosen = values.kills === undefined ? all : drawKills(all, Number(values.kills), Number(values.seed));
// A part of the matrix takes either database in turn.
const [first, second] =
  values.kills !== undefined && values.on === undefined ? halve(chosen) : [chosen, chosen];
if (values.on !== "postgres" && !(await report(sqlite, first))) process.exitCode = 1;
if (values.on !== "sqlite" && !(await report(await startPostgresCells(), second))) process.exitCode = 1;
