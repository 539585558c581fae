import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { type Outside, type OutsideOptions, startOutside } from "../../sandbox/sandbox.ts";
import { runDoctor } from "../../src/ops/doctor.ts";

const root = new URL("../../", import.meta.url);
const entry = fileURLToPath(new URL("src/main.ts", root));

export async function start(options: OutsideOptions = {}): Promise<Outside> {
  const outside = await startOutside(options);
  onTestFinished(async () => {
    outside.slack.faults.releaseHangs();
    outside.platform.faults.release();
    await outside.close();
  });
  return outside;
}

const [, command = "", ...scriptArguments] = packageJson.scripts.doctor.split(" ");
const script = [fileURLToPath(new URL(command, root)), ...scriptArguments];

/** What a person sees who runs the doctor. */
export function runCommand(env: Record<string, string>, ...options: string[]) {
  return run([entry, "doctor", ...options], { env });
}

/** What a person sees who types `npm run doctor` in a folder. */
export function runScript(env: Record<string, string>, cwd: string) {
  return run(script, { env, cwd });
}

function run(args: readonly string[], options: { env: Record<string, string>; cwd?: string }) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

export async function examine(env: Record<string, string | undefined>, now = () => new Date()) {
  const lines: string[] = [];
  const isWell = await runDoctor({
    ...{ env, now, manifest: new URL("manifest.yml", root) },
    print: (line) => lines.push(...line.split("\n")),
  });
  return { isWell, lines, of: (mark: string) => lines.filter((line) => line.startsWith(mark)) };
}
