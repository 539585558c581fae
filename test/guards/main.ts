import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { Copy } from "./copy.ts";
import { type Guard, readGuards } from "./guard.ts";

/** Models that can stand in for a guard's own test (`--engine`), to see what they prove. MODEL_RUNS says how often. */
const engines: Readonly<Record<string, string>> = {
  simulation: "test/simulation/simulation.test.ts",
  review: "test/unit/features/templates/review.property.test.ts",
};

/**
 * `--only <words>`: those with these words in their threat, guard, file or test. `--changed <commit>`: those whose file or
 * test has changed since. `--most <n>` draws so many of them by `--seed`.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    changed: { type: "string" },
    engine: { type: "string" },
    most: { type: "string" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: "2" },
  },
});
const engine = values.engine === undefined ? undefined : engines[values.engine];
if (values.engine !== undefined && engine === undefined) {
  throw new Error(`--engine is one of ${Object.keys(engines).join(", ")}`);
}
const changed = values.changed === undefined ? null : changedSince(values.changed);
const lot = ({ guard }: Guard) => createHash("sha256").update(`${values.seed} ${guard}`).digest("hex");

const wanted = values.only.toLowerCase();
const chosen = readGuards()
  .filter((guard) => Object.values(guard).some((text) => text.toLowerCase().includes(wanted)))
  .filter(({ file, test }) => changed === null || changed.has(file) || changed.has(test))
  .toSorted((a, b) => (values.most === undefined ? 0 : lot(a) < lot(b) ? -1 : 1))
  .slice(0, values.most === undefined ? undefined : Number(values.most))
  .map(({ only, ...guard }) =>
    engine === undefined ? { ...guard, ...(only !== undefined && { only }) } : { ...guard, test: engine },
  );

function changedSince(commit: string): ReadonlySet<string> {
  return new Set(execFileSync("git", ["diff", "--name-only", commit], { encoding: "utf8" }).split("\n"));
}

type Verdict = "red" | "GREEN" | "ERROR";
const verdicts: Verdict[] = [];
const greenAtFirst = new Map<string, Promise<void>>();

/** Each test is green with every guard in its place, or what it says without one means nothing. */
function expectGreen(copy: Copy, guard: Guard): Promise<void> {
  const key = JSON.stringify([guard.test, guard.only]);
  const run = async () => {
    const { failed } = await copy.test(guard);
    if (failed !== null) throw new Error(`is red with the guard in its place: ${failed}`);
  };
  const green = greenAtFirst.get(key) ?? run();
  greenAtFirst.set(key, green);
  return green;
}

async function judge(copy: Copy, guard: Guard): Promise<[Verdict, string]> {
  try {
    await expectGreen(copy, guard);
    const { failed } = await copy.without([guard], () => copy.test(guard));
    return failed === null ? ["GREEN", guard.test] : ["red", `${guard.test} · ${failed}`];
  } catch (error) {
    return ["ERROR", error instanceof Error ? error.message : String(error)];
  }
}

async function work(waiting: Guard[]): Promise<void> {
  const copy = new Copy();
  try {
    for (let guard = waiting.shift(); guard !== undefined; guard = waiting.shift()) {
      const [verdict, why] = await judge(copy, guard);
      verdicts.push(verdict);
      console.log(`${verdict} | ${guard.guard} | ${why}`);
    }
  } finally {
    copy.remove();
  }
}

const startedMs = performance.now();
const waiting = [...chosen];
await Promise.all(Array.from({ length: Number(values.jobs) }, () => work(waiting)));
const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
console.log(
  `guards: ${chosen.length} taken away · ${count("red")} turned a test red · ${count("GREEN")} turned none · ` +
    `${count("ERROR")} not tried · ${minutes} min`,
);
const isEmpty = chosen.length === 0 && changed === null;
process.exitCode = count("red") === chosen.length && !isEmpty ? 0 : 1;
