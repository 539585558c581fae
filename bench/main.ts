import { readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { parseArgs } from "node:util";
import { benchHttp, benchSocket } from "./acknowledgements.ts";
import { benchClient } from "./client.ts";
import { type Plan, type Table, toMarkdown } from "./comparison.ts";
import { benchFlow } from "./flow.ts";
import { benchRivals } from "./rivals.ts";
import { benchStart } from "./start.ts";
import { benchStore } from "./store.ts";
import { benchUpload } from "./upload.ts";

const tables = {
  rivals: benchRivals,
  http: benchHttp,
  socket: benchSocket,
  flow: benchFlow,
  client: benchClient,
  upload: benchUpload,
  start: benchStart,
  store: benchStore,
} as const satisfies Record<string, (plan: Plan) => Promise<Table[]>>;

const full: Plan = { rounds: 5, durationMs: (ms) => ms, rows: (count) => count };
/** Shows that each table can still be made. Its figures mean nothing. */
const small: Plan = {
  rounds: 1,
  durationMs: (ms) => Math.min(ms, 50),
  rows: (count) => Math.min(count, 1000),
};
const page = new URL("../docs/performance.md", import.meta.url);

function isTable(name: string): name is keyof typeof tables {
  return Object.hasOwn(tables, name);
}

function describeRun(): string {
  const processors = cpus();
  const memoryGib = (totalmem() / 1024 ** 3).toFixed(0);
  return (
    `On ${new Date().toISOString().slice(0, 10)}, ${processors.length} x ${processors[0]?.model.trim()}, ` +
    `${memoryGib} GiB, ${type()} ${release()}, Node ${process.versions.node}.`
  );
}

/** Puts a table's figures between its markers, if the page has them; what stands around them is written by people. */
function writeDown(name: string, measured: readonly Table[]): void {
  const marks = [`<!-- measured: ${name} -->`, "<!-- end -->"] as const;
  const text = readFileSync(page, "utf8");
  const start = text.indexOf(marks[0]);
  const end = text.indexOf(marks[1], start);
  if (start === -1 || end === -1) return;
  const figures = [describeRun(), ...measured.map(toMarkdown)].join("\n\n");
  writeFileSync(page, `${text.slice(0, start)}${marks[0]}\n\n${figures}\n\n${text.slice(end)}`);
}

/**
 * `npm run bench`, `npm run bench -- http store` for some of the tables, `-- --rounds 3` for other than five, `-- --small` to
 * see that they work.
 */
const { values, positionals } = parseArgs({
  options: { small: { type: "boolean", default: false }, rounds: { type: "string" } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !isTable(name));
if (unknown.length > 0) {
  console.error(`no table is called ${unknown.join(", ")}; there are ${Object.keys(tables).join(", ")}`);
  process.exit(1);
}
const rounds = Number(values.rounds ?? full.rounds);
console.log(describeRun());
/** The rivals' small run starts twenty processes, and is asked for by its name. */
const usual = Object.keys(tables).filter((name) => !values.small || name !== "rivals");
for (const name of positionals.length === 0 ? usual : positionals) {
  if (!isTable(name)) continue;
  const measured = await tables[name](values.small ? small : { ...full, rounds });
  for (const table of measured) console.log(`\n${toMarkdown(table)}`);
  if (!values.small) writeDown(name, measured);
}
