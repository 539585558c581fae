import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { renderLicenses } from "../../scripts/licenses.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * A program of two files in place of the bot, whose bundle would take a busy machine a minute. `missing`: a package that
 * its folder lacks.
 */
function createProgram(missing?: string) {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["src", "scripts", "package.json", "package-lock.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== missing && name !== ".cache")
      symlinkSync(join(root, "node_modules", name), join(packages, name));
  const at = (path: string) => join(folder, path);
  writeFileSync(at("src/main.ts"), 'await import("./part.ts");\n');
  writeFileSync(at("src/part.ts"), part);
  const start = () =>
    new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [at("scripts/messaging-chatops.js"), "start"],
        { cwd: folder, env: {} },
        (_, output, errors) => resolve(output + errors),
      );
    });
  return { at, start };
}

it("the start without installed packages prints one line that asks for `npm ci`", async () => {
  const { at, start } = createProgram();
  rmSync(at("node_modules"), { recursive: true });
  expect(await start()).toMatch(/^Cannot find package 'p-limit'.*: run `npm ci`\n$/);
});

const words = "something failed";
const part = `import pLimit from "p-limit";
import { toSourceFrame } from "./source-lines.ts";

pLimit(1);

function fail() {
  throw new TypeError("no");
}

try {
  fail();
} catch (error) {
  console.log("${words}", error.stack.split("\\n").map(toSourceFrame).join());
}
`;

it("the bundle is built at the first start, and reused at the second", async () => {
  const { at, start } = createProgram();
  expect(await start()).toContain(words);
  const madeAt = statSync(at("dist/main.js")).mtimeMs;
  expect(await start()).toContain(words);
  expect(statSync(at("dist/main.js")).mtimeMs).toBe(madeAt);
});

it("the bundle is built again when a source file has changed", async () => {
  const { at, start } = createProgram();
  await start();
  writeFileSync(at("src/part.ts"), part.replace(words, "something else failed"));
  expect(await start()).toContain("something else failed");
});

it("the bundle runs without sources and packages, and stack traces name the lines of the sources", async () => {
  const { at, start } = createProgram();
  await start();
  for (const path of ["src", "scripts/entry.ts", "node_modules"]) rmSync(at(path), { recursive: true });
  const audiences = [...(await start()).matchAll(/\(?src\/part\.ts:(\d+):\d+/g)];
  expect(audiences.map(([, line]) => line)).toEqual(["7", "11"]);
  // The bundle comes with the licences of its packages, and of the packages that these need.
  const licenses = readFileSync(at("dist/licenses.txt"), "utf8");
  expect(licenses).toMatch(/^p-limit [\d.]+, MIT\n\nMIT License\n/);
  expect(licenses).toMatch(/^yocto-queue [\d.]+, MIT$/m);
});

it("the bundle's licences include a licence that stands only in a package's README", () => {
  expect(renderLicenses([join(root, "node_modules/pgpass/lib/index.js")])).toMatch(
    /^pgpass [\d.]+, MIT\n\nCopyright .*\n\nPermission is hereby granted/,
  );
});

it.each([
  ["there is no bundler", () => createProgram("rolldown"), /^something failed/],
  [
    "the bundler fails, and says so",
    () => {
      const bot = createProgram("rolldown");
      mkdirSync(bot.at("node_modules/rolldown"));
      return bot;
    },
    /The bundle could not be made/,
  ],
])("the bot runs from its sources when %s", async (_, create, told) => {
  const { at, start } = create();
  const output = await start();
  expect(output).toContain(words);
  expect(output).toMatch(told);
  expect(existsSync(at("dist/main.js"))).toBe(false);
});

it("a command that fails prints a stack trace with the line of the source", async () => {
  const folder = mkdtempSync(join(tmpdir(), "broken-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "chatops.db"), "no database".repeat(1000));
  const env = { PATH: process.env["PATH"], DATABASE_URL: `file:${join(folder, "chatops.db")}` };
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [bin, "audit", "export"], { env }, (_, out, errors) => resolve(out + errors));
  });
  expect(output).toMatch(
    /^Error: file is not a database\n {4}at .*\bsrc\/store\/database\/sqlite\.ts:\d+:\d+\)$/m,
  );
});

const bin = join(root, "scripts/messaging-chatops.js");

it.each([["nothing"], ["strat"]])(
  "messaging-chatops prints its usage and exits with 1 when its command is “%s”",
  async (typed) => {
    const output = await new Promise<[unknown, string]>((resolve) => {
      execFile(process.execPath, [bin, ...(typed === "nothing" ? [] : [typed])], (error, out, errors) =>
        resolve([error?.code, out + errors]),
      );
    });
    expect(output).toEqual([1, "Usage: messaging-chatops <start|doctor|audit|sandbox>\n"]);
  },
);
