import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { madeUpEdits, madeUpFiles } from "../support/made-up-feature.ts";
import { withoutFeature } from "../support/without-feature.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const features = (await readdir(join(root, "src/features"), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const control = "with-a-stray-import";
const grown = "with-a-made-up-feature";

let copies: string;
/** A line for each error, the feature's name first. All copies are one program: what they import is read once. */
let errors: string[];

beforeAll(async () => {
  copies = await mkdtemp(join(tmpdir(), "chatops-features-"));
  await symlink(join(root, "node_modules"), join(copies, "node_modules"), "dir");
  await cp(join(root, "package.json"), join(copies, "package.json"));
  for (const feature of features) await copyWithout(feature, feature);
  await copyWithout("prices", control);
  await mkdir(join(copies, control, "src/features/stray"));
  const stray = 'export { createPrices } from "../prices/index.ts";\n';
  await writeFile(join(copies, control, "src/features/stray/index.ts"), stray);
  await copyWithMadeUp();
  errors = await typeErrors();
}, 300_000);

afterAll(() => rm(copies, { recursive: true, force: true }));

/** The bot's source without one feature: neither its folder nor what app.ts says of it. */
async function copyWithout(feature: string, name: string): Promise<void> {
  const copy = join(copies, name);
  await cp(join(root, "src"), join(copy, "src"), { recursive: true });
  await rm(join(copy, "src/features", feature), { recursive: true });
  const app = join(copy, "src/app.ts");
  await writeFile(app, withoutFeature(await readFile(app, "utf8"), feature));
}

/** The bot's source and one feature more. */
async function copyWithMadeUp(): Promise<void> {
  const copy = join(copies, grown);
  await cp(join(root, "src"), join(copy, "src"), { recursive: true });
  for (const [path, text] of Object.entries(madeUpFiles)) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), text);
  }
  for (const [path, edit] of Object.entries(madeUpEdits)) {
    await writeFile(join(copy, path), edit(await readFile(join(copy, path), "utf8")));
  }
}

async function typeErrors(): Promise<string[]> {
  // What only the feature used is left over then, and may be: it compiles.
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

it.each(features)("the app compiles without %s", (feature) => {
  expect(errors.filter((line) => line.startsWith(`${feature}/`))).toEqual([]);
});

it("a feature with an operation, a job and a table of its own is added beside the others", () => {
  expect(errors.filter((line) => line.startsWith(`${grown}/`))).toEqual([]);
});

it("nothing else is wrong with the copies, and what is missing is noticed", () => {
  const others = errors.filter((line) => ![...features, grown].some((copy) => line.startsWith(`${copy}/`)));
  expect(others).toHaveLength(1);
  expect(others[0]).toContain(`${control}/src/features/stray/index.ts`);
});
