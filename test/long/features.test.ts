import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { madeUpEdits, madeUpFiles } from "../support/made-up-feature.ts";
import { readEdges, type Sources } from "../support/module-graph.ts";
import { commandOf, withoutCommand, withoutFeature } from "../support/without-feature.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const features = (await readdir(join(root, "src/features"), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const bot = new Map(
  globSync("src/**/*.ts", { cwd: root }).map((path) => [path, readFileSync(join(root, path), "utf8")]),
);
const control = "with-a-stray-import";
const grown = "with-a-made-up-feature";

let copies: string;
/** A line for each type error, the copy's name first. All copies are one program, so that shared files are read once. */
let errors: string[];

beforeAll(async () => {
  copies = await mkdtemp(join(tmpdir(), "chatops-features-"));
  await symlink(join(root, "node_modules"), join(copies, "node_modules"), "dir");
  await cp(join(root, "package.json"), join(copies, "package.json"));
  for (const feature of features) await copyWithout(feature, feature);
  const stray = 'export { createPrices } from "../prices/index.ts";\n';
  await copyWithout("prices", control, { "src/features/stray/index.ts": stray });
  await copyWithMadeUp();
  errors = await typeErrors();
}, 300_000);

afterAll(() => rm(copies, { recursive: true, force: true }));

const without: Readonly<Record<string, (source: string, feature: string) => string>> = {
  "src/app.ts": withoutFeature,
  "src/main.ts": withoutCommand,
};

/**
 * The bot's source without one feature: neither its folder, its command for operators, nor what app.ts and main.ts say of
 * it. Only files that could notice are copied, which are those that lead to the feature; all else they import where it is,
 * so that it is checked once.
 */
async function copyWithout(feature: string, name: string, more: Record<string, string> = {}): Promise<void> {
  const sources = new Map([...bot, ...Object.entries(more)]);
  const folder = `src/features/${feature}/`;
  const leading = leadingTo(sources, folder);
  const isGone = (path: string) => path.startsWith(folder) || path === commandOf(feature);
  for (const path of leading) {
    if (isGone(path)) continue;
    const text = without[path]?.(sources.get(path) ?? "", feature) ?? sources.get(path) ?? "";
    await write(
      join(copies, name, path),
      redirect(path, text, (to) => !leading.has(to) && !isGone(to)),
    );
  }
}

/** Files outside the folder that import something of it, or import such a file, and so on. */
function leadingTo(sources: Sources, folder: string): Set<string> {
  const edges = readEdges(sources).filter(({ from }) => !from.startsWith(folder));
  const leading = new Set<string>();
  for (let before = -1; before < leading.size; ) {
    before = leading.size;
    for (const { from, to } of edges) if (to.startsWith(folder) || leading.has(to)) leading.add(from);
  }
  return leading;
}

/** The same text, which imports from the project itself what `isThere`. */
function redirect(path: string, text: string, isThere: (to: string) => boolean): string {
  return text.replace(/(?<=\b(?:from|import)[ (]*)"(\.[^"]+)"/g, (quoted, specifier: string) => {
    const to = posix.join(posix.dirname(path), specifier);
    return isThere(to) ? JSON.stringify(root + to) : quoted;
  });
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** The bot's source and one feature more. */
async function copyWithMadeUp(): Promise<void> {
  const copy = join(copies, grown);
  await cp(join(root, "src"), join(copy, "src"), { recursive: true });
  await cp(join(root, "package.json"), join(copy, "package.json"));
  for (const [path, text] of Object.entries(madeUpFiles)) {
    await write(join(copy, path), text);
  }
  for (const [path, edit] of Object.entries(madeUpEdits)) {
    await writeFile(join(copy, path), edit(await readFile(join(copy, path), "utf8")));
  }
}

async function typeErrors(): Promise<string[]> {
  // What only the removed feature used is unused now, which is no error here.
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false, skipLibCheck: true };
  const settings = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["*/src"], exclude: [] };
  await writeFile(join(copies, "tsconfig.json"), JSON.stringify(settings));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const output = await promisify(execFile)(process.execPath, [tsc, "--noEmit"], { cwd: copies }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout || String(error),
  );
  return output.split("\n").filter((line) => line !== "");
}

it.each(features)("the app compiles when the feature %s is taken out", (feature) => {
  expect(errors.filter((line) => line.startsWith(`${feature}/`))).toEqual([]);
});

it("the app compiles when a made-up feature with an operation, a job and a table is added", () => {
  expect(errors.filter((line) => line.startsWith(`${grown}/`))).toEqual([]);
});

it("the compiler reports the type error that the control copy has on purpose, and no other", () => {
  const others = errors.filter((line) => ![...features, grown].some((copy) => line.startsWith(`${copy}/`)));
  expect(others).toHaveLength(1);
  expect(others[0]).toContain(`${control}/src/features/stray/index.ts`);
});
