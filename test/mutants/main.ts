import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startPostgres } from "../support/postgres-server.ts";
import { hashFiles } from "../support/source-hash.ts";
import { again, readRecords, toRecord } from "./records.ts";
import { type Placed, sample } from "./sample.ts";
import { Trial } from "./trial.ts";

/**
 * Changes the source in one place at a time and looks whether a test turns red.
 * `npm run mutants -- <paths> --seed 1 --count 50`; begun again with the same words it goes on where it stopped.
 * `--tests test/unit/platform` tries these tests alone. `--baseline` writes `test/mutants/baseline.jsonl`; `--against` tries again what that file says was killed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "50" },
    jobs: { type: "string", default: "2" },
    tests: { type: "string", default: "test" },
    minutes: { type: "string", default: "600" },
    baseline: { type: "boolean", default: false },
    against: { type: "boolean", default: false },
  },
});
const paths = positionals.length > 0 ? positionals : ["src"];
const baseline = fileURLToPath(new URL("baseline.jsonl", import.meta.url));
const words = `${paths.join("+").replaceAll("/", "-")}-${values.seed}-${values.count}`;
const cache = new URL("../../node_modules/.cache/mutants/", import.meta.url);
const kept = values.baseline
  ? baseline
  : fileURLToPath(
      new URL(`${values.against ? "against" : words}-${hashFiles(["src", "test"])}.jsonl`, cache),
    );

const older = values.against ? readRecords(baseline).filter(({ result }) => result === "killed") : [];
const asked = values.against
  ? again(older)
  : { placed: sample(paths, Number(values.seed), Number(values.count)), gone: [] };
mkdirSync(dirname(kept), { recursive: true });
if (!existsSync(kept)) writeFileSync(kept, "");
const done = new Set(readRecords(kept).map(({ key }) => key));
const left = asked.placed.filter((placed) => !done.has(toRecord(placed, null).key));
const startedMs = performance.now();
const isOver = () => performance.now() - startedMs > Number(values.minutes) * 60_000;

if (left.length > 0) await tryAll(left);
report();

async function tryAll(mutants: readonly Placed[]): Promise<void> {
  const server = await startPostgres();
  const database = await server.createDatabase();
  const env = { TEST_DATABASE_URL: database.url };
  const trials = Array.from({ length: Number(values.jobs) }, () => new Trial(mutants, env, values.tests));
  try {
    const [first] = trials;
    const reach = await first!.reach(mutants);
    const waiting = mutants.map((placed, id) => ({ placed, id }));
    const work = async (trial: Trial) => {
      for (let next = waiting.shift(); next !== undefined && !isOver(); next = waiting.shift()) {
        const record = toRecord(next.placed, await trial.judge(next.id, reach.get(next.id) ?? []));
        appendFileSync(kept, `${JSON.stringify(record)}\n`);
        console.log(
          `${record.result} | ${record.file} ${record.within} | ${record.from} -> ${record.to} | ${record.killer ?? ""}`,
        );
      }
    };
    await Promise.all(trials.map(work));
  } finally {
    for (const trial of trials) trial.remove();
    await server.close();
  }
}

function report(): void {
  const wanted = new Set(asked.placed.map((placed) => toRecord(placed, null).key));
  const records = readRecords(kept).filter(({ key }) => wanted.has(key));
  const count = (result: string) => records.filter((record) => record.result === result).length;
  for (const record of values.against ? records.filter(({ result }) => result !== "killed") : []) {
    console.log(`NO LONGER KILLED | ${record.file} ${record.within} | ${record.from} -> ${record.to}`);
  }
  console.log(
    `mutants: ${records.length} of ${asked.placed.length} tried · ${count("killed")} killed · ${count("alive")} alive · ` +
      `${count("ran out")} ran out of time · ${asked.gone.length} in functions that have changed or gone`,
  );
  if (values.against && count("killed") < asked.placed.length) process.exitCode = 1;
}
