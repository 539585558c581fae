/** A run too long for every push. `about`: what it has something to say of; `own`: its code, besides the source's. */
export type Proof = {
  name: string;
  about: RegExp;
  own: readonly string[];
  command: (seed: number) => string;
};

const vitest = "node node_modules/vitest/vitest.mjs run";
const spine = /^src\/(?:operations|outcomes|store|slack\/posts)\//;
const races = ["approvals", "deadlocks", "oncall"].map((name) => `test/postgres/${name}.test.ts`);
const simulation = `${vitest} --project npm test/simulation`;

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
    own: ["sandbox/test", "test/support"],
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
    command: (seed) => `RACES=100 MODEL_SEED=${seed} ${vitest} --project postgres ${races.join(" ")}`,
  },
  {
    name: "what takes long",
    about: /^src\//,
    own: ["test/long", "test/contract", "test/support"],
    command: () => `${vitest} --project long`,
  },
  {
    name: "simulation, 5,000 plans",
    about: spine,
    own: ["test/simulation", "test/support"],
    command: (seed) => `MODEL_RUNS=5000 MODEL_SEED=${seed} ${simulation}`,
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
    name: "stories and a soak of 1,000 through PgBouncer",
    about: /^src\/store\/database\//,
    own: ["test/soak", "test/app", "test/support", "test/proof/pooled.ts"],
    command: (seed) =>
      `node test/proof/pooled.ts ${vitest} --project stories -t "over socket" && ` +
      `node test/proof/pooled.ts npm run soak --silent -- --flows 1000 --minutes 10 --seed ${seed}`,
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
  (seed) => `MODEL_RUNS=300 MODEL_SEED=${seed} ${simulation}`,
  (seed) => `npm run fuzz --silent -- --inputs 100000 --seed ${seed}`,
  () => often(300),
  (seed) => `npm run guards --silent -- --changed HEAD~15 --most 10 --seed ${seed}`,
  () => `${vitest} --project long`,
  () => `${vitest} --project stories -t "over socket"`,
];

function often(runs: number): string {
  return `PROPERTY_RUNS=${runs} ${vitest} --project npm --testTimeout 600000 test/unit test/contract`;
}

function thirds(command: (part: string) => string): (() => string)[] {
  return ["1/3", "2/3", "3/3"].map((part) => () => command(part));
}
