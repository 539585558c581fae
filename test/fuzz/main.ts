import { parseArgs } from "node:util";
import { fuzz } from "./fuzz.ts";
import { fuzzWires } from "./wires.ts";

const { values } = parseArgs({
  options: {
    inputs: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const seed = Number(values.seed);
const inputs = Number(values.inputs);
/** Over real wires each takes as long as fifty that are only read. */
const overWires = Math.round(inputs / 50);
const read = await fuzz({ inputs: inputs - overWires, seed });
const failures = [...read.failures, ...(await fuzzWires({ inputs: overWires, seed }))];
for (const { target, why, input } of failures) console.log(`FAILED ${target}: ${why}\n  ${input}`);
console.log(`${read.line}; ${overWires} payloads over HTTP; ${failures.length} failures, seed ${seed}`);
if (failures.length > 0) process.exitCode = 1;
