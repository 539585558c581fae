import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { type Act, acts } from "./acts.ts";
import { type CellResult, runCell } from "./cell.ts";
import { type Databases, sqlite, startPostgresCells } from "./databases.ts";
import type { Point } from "./points.ts";

type Kill = { act: Act; point: Point };

/** Cells wait for processes to start more than they compute. */
const atOnce = availableParallelism() + 1;

/** Each kill's line says how many requests the platform got, and what people were told. */
async function report(on: Databases, chosen: readonly Kill[]): Promise<boolean> {
  const startedMs = performance.now();
  const waiting = [...chosen];
  const red: string[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { act, point } = next;
      const { requests, told, problems } = await runCell(act, point, on).catch(toFailure);
      const name = `${act.title}, ${act.mode} | ${point.title}`;
      console.log(`${problems.length === 0 ? "ok" : "RED"} | ${name} | ${requests} · ${told.join(", ")}`);
      if (problems.length > 0) red.push(`RED: ${name}\n  ${problems.join("\n  ")}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await on.close();
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const sum = `${chosen.length} kills in ${seconds} s, ${red.length} of them with a broken promise.`;
  console.log([...red, `${on.name}: ${sum}`].join("\n\n"));
  return red.length === 0;
}

function toFailure(error: unknown): CellResult {
  return { requests: 0, told: [], problems: [error instanceof Error ? error.message : String(error)] };
}

/** So many of these kills: the same for a seed, whatever order they are listed in. */
function drawKills(kills: readonly Kill[], count: number, seed: string): Kill[] {
  const lot = ({ act, point }: Kill) =>
    createHash("sha256").update(`${seed} ${act.title} ${act.mode} ${point.title}`).digest("hex");
  return kills.toSorted((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(0, count);
}

const { values } = parseArgs({
  options: {
    kills: { type: "string" },
    seed: { type: "string", default: "1" },
    on: { type: "string" },
  },
});
const { kills, seed, on } = values;
const all = acts.flatMap((act) => act.points.map((point) => ({ act, point })));
const chosen = kills === undefined ? all : drawKills(all, Number(kills), seed);
// A part of the matrix takes either database in turn.
const isHalved = kills !== undefined && on === undefined;
const ofHalf = (half: number) => chosen.filter((_, index) => !isHalved || index % 2 === half);
if (on !== "postgres" && !(await report(sqlite, ofHalf(0)))) process.exitCode = 1;
if (on !== "sqlite" && !(await report(await startPostgresCells(), ofHalf(1)))) process.exitCode = 1;
