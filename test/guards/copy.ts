import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Guard, takeAway } from "./guard.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Longer than any of the tests takes, also one whose every wait is in vain. */
const hungMs = 300_000;
/** What a program says that doesn't hold together: no proof that a test misses the guard. */
const broken = /SyntaxError|ReferenceError|TransformError|Cannot find module|does not provide an export/;

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/** `passed`: how many tests; `failed`: the first that did. */
export type TestRun = { passed: number; failed: string | null };

/** All that git knows of the project, in a new folder of the machine's for temporary files. */
export function copyProject(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  for (const file of files) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

type Run = { output: string; isHung: boolean; results: z.infer<typeof Report>["testResults"] | null };

/** `results`: null where vitest left no report. After `limitMs` it is ended with its workers, and has hung. */
export async function runVitest(
  folder: string,
  given: readonly string[],
  { env = {}, limitMs }: { env?: Record<string, string>; limitMs: number },
): Promise<Run> {
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  // A process group of its own: a worker in an endless loop outlives its parent, and takes a core from then on.
  const running = spawn(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...given, "--reporter", "json", "--outputFile", report],
    {
      cwd: folder,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", PROPERTY_RUNS: "100", ...env },
    },
  );
  const output: string[] = [];
  for (const stream of [running.stdout, running.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => output.push(text));
  let isHung = false;
  const limit = setTimeout(() => {
    isHung = true;
    endGroup(running);
  }, limitMs);
  await once(running, "exit");
  clearTimeout(limit);
  endGroup(running);
  return {
    output: output.join(""),
    isHung,
    results: existsSync(report) ? Report.parse(JSON.parse(readFileSync(report, "utf8"))).testResults : null,
  };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // All of it has ended.
  }
}

/** The project in a folder of its own, where a guard can be taken away without anybody else noticing. */
export class Copy {
  readonly #folder = copyProject("guards-");

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  async without<T>(guards: readonly Guard[], work: () => Promise<T>): Promise<T> {
    const originals = new Map<string, string>();
    for (const guard of guards) {
      const path = join(this.#folder, guard.file);
      const source = readFileSync(path, "utf8");
      if (!originals.has(path)) originals.set(path, source);
      writeFileSync(path, takeAway(guard, source));
    }
    try {
      return await work();
    } finally {
      for (const [path, source] of originals) writeFileSync(path, source);
    }
  }

  /** @throws where the test couldn't be run, which is another thing than one that fails. */
  async test({ test, only }: Pick<Guard, "test" | "only">): Promise<TestRun> {
    const chosen = only === undefined ? [] : ["-t", only];
    const given = ["--project", projectOf(test), test, ...chosen, "--bail", "1", "--maxWorkers", "1"];
    const {
      output,
      isHung,
      results: testResults,
    } = await runVitest(this.#folder, given, { limitMs: hungMs });
    if (isHung) throw new Error(`${test} hangs`);
    if (testResults === null) throw new Error(`vitest left no report\n${output}`);
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = results.find(({ status }) => status === "failed");
    const said = [...testResults.map(({ message }) => message), ...(failed?.failureMessages ?? [])].join(
      "\n",
    );
    if (broken.test(said)) throw new Error(said);
    const passed = results.filter(({ status }) => status === "passed").length;
    if (failed === undefined && passed === 0) throw new Error(`${test} ran no test\n${output}`);
    return { passed, failed: failed?.fullName ?? null };
  }
}

function projectOf(test: string): string {
  const [, folder = ""] = test.split("/");
  return ["browser", "long", "postgres", "process"].includes(folder) ? folder : "npm";
}
