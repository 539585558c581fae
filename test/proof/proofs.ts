/** A run too long for every push. `about`: what it has something to say of; `own`: its code, besides the source's. */
export type Proof = {
  name: string;
  about: RegExp;
  own: readonly string[];
  command: (seed: number) => string;
};

const vitest = "node node_modules/vitest/vitest.mjs run";
const spine = /^src\/(?:operations|outcomes|store|slack\/posts)\//;
const races = ["approvals", "deadlocks", "models", "oncall"].map((name) => `test/postgres/${name}.test.ts`);
const simulation = "test/long/simulation.test.ts";
const models = ["test/long/spine.test.ts", "test/long/pictures.test.ts"];

export const proofs: readonly Proof[] = [
  {
    name: "stories over HTTP",
    about: /^src\/(?:slack\/edge|app)/,
    own: ["test/app", "test/support"],
    command: () => `${vitest} --project http -t "over http"`,
  },
  {
    name: "the page in Chromium",
    about: /^sandbox\//,
    own: ["test/browser", "test/support"],
    command: () => `${vitest} --project browser`,
  },
  {
    name: "stories on PostgreSQL",
    about: /^src\/store\//,
    own: ["test/app", "test/support"],
    command: () => `${vitest} --project stories -t "over socket"`,
  },
  {
    name: "two instances on PostgreSQL, often",
    about: spine,
    own: ["test/postgres", "test/contract", "test/support"],
    command: (seed) =>
      `RACES=100 MODEL_RUNS=300 MODEL_SEED=${seed} ${vitest} --project postgres ${races.join(" ")}`,
  },
  {
    name: "what takes long",
    about: /^src\//,
    own: ["test/long", "test/contract", "test/support"],
    command: () => `${vitest} --project long`,
  },
  {
    name: "models, 5,000 runs",
    about: spine,
    own: ["test/long", "test/contract", "test/support"],
    command: (seed) => `MODEL_RUNS=5000 MODEL_SEED=${seed} ${vitest} --project long ${models.join(" ")}`,
  },
  {
    name: "simulation, 5,000 plans",
    about: spine,
    own: ["test/simulation", "test/long", "test/support"],
    command: (seed) => `MODEL_RUNS=5000 MODEL_SEED=${seed} ${vitest} --project long ${simulation}`,
  },
  {
    name: "crash matrix, SQLite",
    about: spine,
    own: ["test/chaos", "test/support"],
    command: () => "npm run chaos --silent -- --on sqlite",
  },
  {
    name: "crash matrix, PostgreSQL",
    about: spine,
    own: ["test/chaos", "test/support"],
    command: () => "npm run chaos --silent -- --on postgres",
  },
  {
    name: "soak of 10,000, SQLite",
    about: spine,
    own: ["test/soak", "test/support"],
    command: (seed) => `npm run soak --silent -- --on sqlite --flows 10000 --minutes 60 --seed ${seed}`,
  },
  {
    name: "soak of 10,000, PostgreSQL",
    about: spine,
    own: ["test/soak", "test/support"],
    command: (seed) => `npm run soak --silent -- --flows 10000 --minutes 60 --seed ${seed}`,
  },
  {
    name: "fuzz, 1,000,000 inputs",
    about: /\.input\.ts$|^src\/(?:slack|platform|phone-number|json-text)/,
    own: ["test/fuzz", "test/support"],
    command: (seed) => `npm run fuzz --silent -- --seed ${seed}`,
  },
  {
    name: "properties, 1,000 inputs each",
    about: /^src\//,
    own: ["test/unit", "test/contract", "test/support"],
    command: () => often(1000),
  },
  {
    name: "guards",
    about: /^docs\/security\.md$/,
    own: ["test"],
    command: () => "npm run guards --silent",
  },
];

/** A minute each of what no push waits for as a whole: every push has one, by the number of commits. */
export const slots: readonly ((seed: number) => string)[] = [
  ...thirds((part) => `${vitest} --project http -t "over http" --shard ${part}`),
  (seed) => `npm run chaos --silent -- --kills 12 --seed ${seed}`,
  ...thirds((part) => `${vitest} --project browser --shard ${part}`),
  (seed) => `npm run soak --silent -- --flows 300 --minutes 1 --seed ${seed}`,
  (seed) => `MODEL_RUNS=500 MODEL_SEED=${seed} ${vitest} --project long ${models.join(" ")}`,
  (seed) => `MODEL_RUNS=250 MODEL_SEED=${seed} ${vitest} --project long ${simulation}`,
  (seed) => `npm run fuzz --silent -- --inputs 100000 --seed ${seed}`,
  () => often(300),
  (seed) => `npm run guards --silent -- --changed HEAD~15 --most 10 --seed ${seed}`,
  () => `${vitest} --project long --exclude "test/long/{simulation,spine,pictures}.test.ts"`,
  () => `${vitest} --project stories -t "over socket"`,
];

function often(runs: number): string {
  return `PROPERTY_RUNS=${runs} ${vitest} --project npm --testTimeout 600000 test/unit test/contract`;
}

function thirds(command: (part: string) => string): (() => string)[] {
  return ["1/3", "2/3", "3/3"].map((part) => () => command(part));
}
