import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hashFiles } from "../support/source-hash.ts";
import { type Proof, proofs, slots } from "./proofs.ts";

/**
 * `npm run proof` runs what a change needs that no push waits for, by the files changed since `--since`; `-- --all` runs
 * everything, `-- --only <words>` what has them in its name, `-- --slot <number>` one push's minute.
 * What passed is a line of docs/proofs.txt, and isn't run again while the hash of its sources stays the same.
 */
const { values } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    only: { type: "string" },
    since: { type: "string", default: "origin/main" },
    slot: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const seed = Number(values.seed);
const root = fileURLToPath(new URL("../../", import.meta.url));
const page = new URL("../../docs/proofs.txt", import.meta.url);
/** What every proof is of: all but tests. */
const product = [
  "src",
  ":(glob)sandbox/*.ts",
  "sandbox/platform",
  "sandbox/slack",
  "sandbox/web",
  "package-lock.json",
];

if (values.slot !== undefined) await runSlot(Number(values.slot));
else await runProofs();

async function runSlot(number: number): Promise<void> {
  const slot = number % slots.length;
  const command = slots[slot]?.(number) ?? "false";
  console.log(`Slot ${slot} of ${slots.length}, seed ${number}: ${command}`);
  const { isGreen } = await run(command);
  if (!isGreen) process.exitCode = 1;
}

async function runProofs(): Promise<void> {
  for (const proof of proofs.filter(isNeeded)) {
    const hash = hashFiles([...product, ...proof.own]);
    if (readLines().some((line) => line.startsWith(`${proof.name} | ${hash} |`))) {
      console.log(`== ${proof.name}: holds for this source (${hash})`);
      continue;
    }
    console.log(`== ${proof.name} (${hash}), seed ${seed}`);
    const startedMs = performance.now();
    const { isGreen, lastLine } = await run(proof.command(seed));
    if (!isGreen) process.exitCode = 1;
    if (isGreen) writeLine(proof, `${hash} | ${today()} | ${seconds(startedMs)} s | ${lastLine}`);
  }
}

function isNeeded({ name, about }: Proof): boolean {
  if (values.all) return true;
  if (values.only !== undefined) return name.toLowerCase().includes(values.only.toLowerCase());
  return changedFiles(values.since).some((file) => about.test(file));
}

function changedFiles(since: string): string[] {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).split("\n");
  return [...git("diff", "--name-only", since), ...git("ls-files", "--others", "--exclude-standard")];
}

function readLines(): string[] {
  return existsSync(page) ? readFileSync(page, "utf8").split("\n").filter(Boolean) : [];
}

function writeLine({ name }: Proof, rest: string): void {
  const others = readLines().filter((line) => !line.startsWith(`${name} |`));
  writeFileSync(
    page,
    [...others, `${name} | ${rest}`]
      .toSorted()
      .map((line) => `${line}\n`)
      .join(""),
  );
}

function run(command: string): Promise<{ isGreen: boolean; lastLine: string }> {
  const child = spawn("bash", ["-c", command], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let lastLine = "";
  child.stdout.on("data", (data: Buffer) => {
    process.stdout.write(data);
    lastLine = data.toString().trimEnd().split("\n").at(-1) ?? lastLine;
  });
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ isGreen: code === 0, lastLine: lastLine.trim() }));
  });
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function seconds(startedMs: number): number {
  return Math.round((performance.now() - startedMs) / 1000);
}
