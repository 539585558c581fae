import { parseArgs } from "node:util";
import { soak } from "./soak.ts";

const { values } = parseArgs({
  options: {
    on: { type: "string", default: "postgres" },
    mode: { type: "string", default: "socket" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    flows: { type: "string", default: "300" },
    minutes: { type: "string", default: "60" },
  },
});
const { line, broken, ending } = await soak({
  on: values.on === "sqlite" ? "sqlite" : "postgres",
  mode: values.mode === "http" ? "http" : "socket",
  seed: Number(values.seed),
  flows: Number(values.flows),
  minutes: Number(values.minutes),
});
for (const problem of broken) console.log(`BROKEN ${problem}`);
console.log(`${line} (${ending.join(", ")})`);
if (broken.length > 0) process.exitCode = 1;
