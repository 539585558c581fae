import { expect, test } from "vitest";
import { playAtRandom } from "./run.ts";

const { MODEL_RUNS = "25", MODEL_SEED, MODEL_PATH: path, MODEL_SHRINK_MS = "60000" } = process.env;
const runs = Number(MODEL_RUNS);
const minMs = 120_000;
const maxRunMs = 4000;

test(`random plans of people, faults and crashes break no promise of the app (${runs} plans)`, {
  timeout: minMs + runs * maxRunMs,
}, async () => {
  const seed = Number(MODEL_SEED ?? Math.trunc(Math.random() * 2 ** 31));
  const options = { runs, mostSteps: 40, seed, path, shrinkMs: Number(MODEL_SHRINK_MS) };
  const seen = await playAtRandom(options);
  console.log(JSON.stringify([...seen].sort()));
  expect(seen.get("operations")).toBeGreaterThan(0);
});
