import { readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { benchHttp, benchSocket } from "./acknowledgements.ts";
import { benchClient } from "./client.ts";
import { benchStart } from "./start.ts";
import { benchStore } from "./store.ts";

const tables = {
  client: benchClient,
  http: benchHttp,
  socket: benchSocket,
  store: benchStore,
  start: benchStart,
} as const;

function isTable(name: string): name is keyof typeof tables {
  return Object.hasOwn(tables, name);
}

function versionOf(name: string): string {
  const text = readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), "utf8");
  const { version }: { version: string } = JSON.parse(text);
  return `${name} ${version}`;
}

function describeMachine(): string {
  const processors = cpus();
  const memoryGib = (totalmem() / 1024 ** 3).toFixed(0);
  return `${processors.length} x ${processors[0]?.model.trim()}, ${memoryGib} GiB, ${type()} ${release()}`;
}

/** `npm run bench`, or `npm run bench -- http store` for some of the tables. */
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !isTable(name));
if (unknown.length > 0) {
  console.error(`no table is called ${unknown.join(", ")}; there are ${Object.keys(tables).join(", ")}`);
  process.exit(1);
}
console.log(`Measured ${new Date().toISOString().slice(0, 10)} on ${describeMachine()}`);
const packages = ["@slack/bolt", "undici", "zod", "pino", "kysely"].map(versionOf);
console.log(["node", process.version.slice(1), ...packages].join(" ").replaceAll(/(\d) /g, "$1, "));
console.log(
  "Ratios are medians over rounds that alternate with the first line's; trust them, not the absolutes.",
);
for (const name of wanted.length === 0 ? Object.keys(tables) : wanted) {
  if (isTable(name)) await tables[name]();
}
