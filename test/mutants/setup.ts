import { join, relative } from "node:path";
import { expect } from "vitest";
import { noteOf } from "./note.ts";

/** Runs before each test file: what is reached from here on is reached by it, in processes that it starts as well. */
const folder = process.env["MUTANTS_NOTES"];
const file = expect.getState().testPath;
if (folder !== undefined && file !== undefined) {
  process.env["MUTANTS_REACHED"] = join(folder, noteOf(relative(process.cwd(), file)));
}
