import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What a bot is made of, in a folder of its own, where a package may be missing. */
function copyBot(missing?: string) {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["src", "scripts", "package.json", "package-lock.json", "manifest.yml"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== missing && name !== ".cache")
      symlinkSync(join(root, "node_modules", name), join(packages, name));
  const at = (path: string) => join(folder, path);
  const bin = at("scripts/messaging-chatops.js");
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: folder, env }, (_, output, errors) => resolve(output + errors));
    });
  return { at, run, command: (name: string, env?: Record<string, string>) => run([bin, name], env) };
}

const ending = "Nothing else was checked";

it("is made at the first start, and made anew when a source is another", async () => {
  const { at, command } = copyBot();
  expect(await command("doctor")).toContain(ending);
  const made = readFileSync(at("dist/main.js"), "utf8");
  expect(await command("doctor")).toContain(ending);
  expect(readFileSync(at("dist/main.js"), "utf8")).toBe(made);

  const source = at("src/ops/doctor.ts");
  writeFileSync(source, readFileSync(source, "utf8").replace(ending, "Nothing else was looked at"));
  expect(await command("doctor")).toContain("Nothing else was looked at");
  expect(readFileSync(at("dist/main.js"), "utf8")).not.toBe(made);

  // As in a package or an image: nothing but what was made.
  for (const path of ["src", "scripts/bundle.ts", "node_modules"]) rmSync(at(path), { recursive: true });
  expect(await command("doctor")).toContain("Nothing else was looked at");
});

it("names the line of the source that an error comes from", async () => {
  const { at, run, command } = copyBot();
  await command("doctor");
  // Longer than the names of this folder, which are none of a bundle.
  writeFileSync(at("no-store.db"), "This is no database, whatever anybody says.".repeat(100));
  const env = {
    ...{ SLACK_BOT_TOKEN: "xoxb-1-2-abc", SLACK_SIGNING_SECRET: "8f742231b10e8888abcd99yyyzzz85a5" },
    ...{ PLATFORM_BASE_URL: "http://127.0.0.1:9", PLATFORM_API_KEY: "BENCHAPIKEY00000", PORT: "0" },
    ...{ PLATFORM_API_SECRET: "BENCHSECRET000000000000000000000", DATABASE_URL: "file:no-store.db" },
  };
  const toPlaces = (told: string) =>
    [...told.matchAll(/src\/store\/database\/\S+?\.ts:\d+:\d+/g)].map(String);
  const places = toPlaces(await command("start", env));
  expect(places.length).toBeGreaterThan(2);
  expect(places).toEqual(toPlaces(await run(["src/main.ts"], env)));
});

it.each([
  ["there is no bundler", () => copyBot("rolldown"), /^✗/],
  [
    "the bundler fails, which is told",
    () => {
      const bot = copyBot("rolldown");
      mkdirSync(bot.at("node_modules/rolldown"));
      return bot;
    },
    /The bundle could not be made/,
  ],
])("runs from the sources where %s", async (_, create, told) => {
  const { at, command } = create();
  const output = await command("doctor");
  expect(output).toContain(ending);
  expect(output).toMatch(told);
  expect(existsSync(at("dist/main.js"))).toBe(false);
});

it.each([["nothing"], ["strat"]])("says what can be typed after %s", async (typed) => {
  const bin = join(root, "scripts/messaging-chatops.js");
  const output = await new Promise<[unknown, string]>((resolve) => {
    execFile(process.execPath, [bin, ...(typed === "nothing" ? [] : [typed])], (error, out, errors) =>
      resolve([error?.code, out + errors]),
    );
  });
  expect(output).toEqual([1, "Usage: messaging-chatops <start|doctor|audit|templates|sandbox>\n"]);
});
