import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/** `passed`: how many tests; `failed`: the first that did. */
export type TestRun = { passed: number; failed: string | null };

/** The project in a folder of its own, where a guard can be taken away without anybody else noticing. */
export class Copy {
  readonly #folder = mkdtempSync(join(tmpdir(), "guards-"));

  constructor() {
    const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
    for (const file of files) cpSync(join(root, file), join(this.#folder, file));
    symlinkSync(join(root, "node_modules"), join(this.#folder, "node_modules"));
  }

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
    const report = join(this.#folder, "report.json");
    rmSync(report, { force: true });
    const chosen = only === undefined ? [] : ["-t", only];
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", projectOf(test), test, ...chosen];
    const how = ["--bail", "1", "--maxWorkers", "1", "--reporter", "json", "--outputFile", report];
    const { output, isHung } = await this.#node([...vitest, ...how]);
    if (isHung) throw new Error(`${test} hangs`);
    const { testResults } = readReport(report, output);
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

  #node(given: readonly string[]): Promise<{ output: string; isHung: boolean }> {
    const options = {
      cwd: this.#folder,
      timeout: hungMs,
      maxBuffer: 64e6,
      env: { ...process.env, NO_COLOR: "1" },
    };
    return new Promise((resolve) => {
      execFile(process.execPath, given, options, (error, stdout, stderr) =>
        resolve({ output: stdout + stderr, isHung: error?.killed === true }),
      );
    });
  }
}

function readReport(path: string, output: string): z.infer<typeof Report> {
  try {
    return Report.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new Error(`vitest left no report\n${output}`, { cause });
  }
}

function projectOf(test: string): string {
  const [, folder = ""] = test.split("/");
  return ["browser", "long", "postgres"].includes(folder) ? folder : "npm";
}
