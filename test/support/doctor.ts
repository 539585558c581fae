import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type Outside, type OutsideOptions, startOutside } from "../../sandbox/sandbox.ts";
import { runDoctor } from "../../src/ops/doctor.ts";

const entry = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

export async function start(options: OutsideOptions = {}): Promise<Outside> {
  const outside = await startOutside(options);
  onTestFinished(async () => {
    outside.slack.faults.releaseHangs();
    outside.platform.faults.release();
    await outside.close();
  });
  return outside;
}

/** What a person sees who types `npm run doctor`. */
export function runCommand(env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [entry, "doctor"], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

export async function examine(env: Record<string, string | undefined>, now = () => new Date()) {
  const lines: string[] = [];
  const isWell = await runDoctor({ env, now, print: (line) => lines.push(...line.split("\n")) });
  return { isWell, lines, of: (mark: string) => lines.filter((line) => line.startsWith(mark)) };
}
