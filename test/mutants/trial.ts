import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { copyProject, runVitest } from "../guards/copy.ts";
import { readEdges } from "../support/module-graph.ts";
import { instrument } from "./mutations.ts";
import { noteOf } from "./note.ts";
import type { Placed } from "./sample.ts";

/** `alive`: all tests that reach it are green, or none reaches it. `ran out`: green so far after 60 s, no kill. */
export type Verdict = { result: "killed" | "alive" | "ran out"; killer: string | null };

/** The tests that reach each mutant, nearest first. */
export type Reach = ReadonlyMap<number, readonly string[]>;

const none = -1;
const mutantMs = 60_000;
const allTestsMs = 40 * 60_000;
const config = ["--config", "test/mutants/vitest.config.ts"];

/** The project in a folder of its own with every mutant in its source, of which one at most is in force. */
export class Trial {
  readonly folder = copyProject("mutants-");
  readonly #env: Record<string, string>;
  readonly #tests: string;

  /** `tests`: what a test file's path has to begin with. */
  constructor(placed: readonly Placed[], env: Record<string, string>, tests: string) {
    this.#env = env;
    this.#tests = tests;
    this.#activate(none);
    const numbered = placed.map(({ file, mutation }, id) => ({ file, mutation, id }));
    for (const [file, mutations] of Map.groupBy(numbered, (one) => one.file)) {
      const path = join(this.folder, file);
      const probe = relative(dirname(path), join(this.folder, "test/mutants/probe.ts"));
      writeFileSync(path, instrument(readFileSync(path, "utf8"), probe, mutations));
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** One run of all tests without any mutant. What is red then (a test that reads the source's text) proves nothing. */
  async reach(mutants: readonly Placed[]): Promise<Reach> {
    const notes = join(this.folder, "notes");
    mkdirSync(notes);
    const env = { ...this.#env, MUTANTS_NOTES: notes };
    const workers = String(availableParallelism() + 1);
    const { results, output } = await runVitest(
      this.folder,
      [...config, "--maxWorkers", workers, this.#tests],
      {
        env,
        limitMs: allTestsMs,
      },
    );
    if (results === null) throw new Error(`The tests left no report.\n${output}`);
    const noted = new Set(readdirSync(notes));
    const tests = results
      .filter(({ status }) => status === "passed")
      .map(({ name, startTime, endTime }) => ({
        file: relative(this.folder, name),
        ms: endTime - startTime,
      }));
    const reached = tests.map(({ file, ms }) => {
      const note = noteOf(file);
      const text = noted.has(note) ? readFileSync(join(notes, note), "utf8") : "";
      return { file, ms, ids: new Set(text.split("\n").map(Number)) };
    });
    const far = importsBetween(this.folder);
    return new Map(
      mutants.map(({ file }, id) => [
        id,
        reached
          .filter(({ ids }) => ids.has(id))
          .toSorted((a, b) => far(a.file, file) - far(b.file, file) || a.ms - b.ms)
          .map((test) => test.file),
      ]),
    );
  }

  async judge(id: number, tests: readonly string[]): Promise<Verdict> {
    if (tests.length === 0) return { result: "alive", killer: null };
    this.#activate(id);
    const { results, isHung } = await this.#run(tests);
    this.#activate(none);
    const killer = results
      ?.flatMap(({ name, assertionResults, message, status }) => [
        ...assertionResults
          .filter((one) => one.status === "failed")
          .map(({ fullName }) => ({ name, fullName })),
        ...(status === "failed" && message !== "" ? [{ name, fullName: "" }] : []),
      ])
      .at(0);
    if (killer === undefined)
      return { result: isHung || results === null ? "ran out" : "alive", killer: null };
    const file = relative(this.folder, killer.name);
    // A test that is red for another reason, such as a busy machine, kills nothing.
    const again = await this.#run([file]);
    if (again.results?.every(({ status }) => status === "passed") !== true) {
      return this.judge(
        id,
        tests.filter((test) => test !== file),
      );
    }
    return { result: "killed", killer: `${file} · ${killer.fullName}` };
  }

  #run(tests: readonly string[]): ReturnType<typeof runVitest> {
    const env = { ...this.#env, MUTANTS_ORDER: tests.join(",") };
    const how = ["--bail", "1", "--maxWorkers", "1"];
    return runVitest(this.folder, [...config, ...how, ...tests], { env, limitMs: mutantMs });
  }

  #activate(id: number): void {
    writeFileSync(join(this.folder, "test/mutants/active"), String(id));
  }
}

/** How many imports lead from one file to another; those that only name types count as well. */
function importsBetween(folder: string): (from: string, to: string) => number {
  const files = globSync("{src,sandbox,test}/**/*.ts", { cwd: folder });
  const sources = new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  const next = Map.groupBy(readEdges(sources), ({ from }) => from);
  const known = new Map<string, Map<string, number>>();
  const from = (start: string) => {
    const reached = new Map([[start, 0]]);
    for (const [file, steps] of reached) {
      for (const { to } of next.get(file) ?? []) if (!reached.has(to)) reached.set(to, steps + 1);
    }
    known.set(start, reached);
    return reached;
  };
  return (start, end) => (known.get(start) ?? from(start)).get(end) ?? Number.POSITIVE_INFINITY;
}
