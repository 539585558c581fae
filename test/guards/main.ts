import { parseArgs } from "node:util";
import { Copy } from "./copy.ts";
import type { Guard } from "./guard.ts";
import { rows } from "./rows.ts";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, jobs: { type: "string", default: "2" } },
});

/** Only what has these words in its row, its guard, its file or its test. */
const chosen = rows
  .flatMap(({ threat, guards }) => guards.map((guard) => ({ threat, guard })))
  .filter(({ threat, guard }) =>
    [threat, ...Object.values(guard)].some((text) => text.toLowerCase().includes(values.only.toLowerCase())),
  )
  .map(({ guard }) => guard);

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
process.exitCode = count("red") === chosen.length && chosen.length > 0 ? 0 : 1;
