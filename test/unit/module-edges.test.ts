import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findCycles, readEdges, withoutComments } from "../support/module-graph.ts";
import { findViolations, isFile } from "../support/module-rules.ts";

const root = new URL("../../", import.meta.url);
const paths = globSync("{src,sandbox}/**/*.ts", { cwd: root }).map((path) => path.replaceAll("\\", "/"));
const sources = new Map(paths.map((path) => [path, readFileSync(new URL(path, root), "utf8")]));
const edges = readEdges(sources);

/** Only these may be in `src`, since only these are installed where the bot runs. */
const manifest: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(new URL("package.json", root), "utf8"),
);

const environment = /\bprocess\s*(?:\?\.|\.|\[\s*["'`])\s*(?:env|exit|exitCode|argv|kill|abort)\b/;
const vagueName = /(?:^|[/.-])(?:utils?|helpers?|common|managers?|services?|base)(?=[/.-]|$)/;
const maxFileLines = 400;

function namesEnvironment(path: string, text: string): boolean {
  return environment.test(withoutComments(path, text));
}

function countLines(path: string): number {
  return readFileSync(new URL(path, root), "utf8").trimEnd().split("\n").length;
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

describe("the modules of src and sandbox", () => {
  test("are all found by this test", () => {
    expect(paths).toEqual(expect.arrayContaining(["src/main.ts", "src/app.ts", "src/platform/index.ts"]));
    expect(edges.length).toBeGreaterThan(paths.length);
  });

  test("import only what the module rules allow their layer", () => {
    expect(findViolations(edges)).toEqual([]);
  });

  test("don't import each other in a circle", () => {
    expect(findCycles(edges)).toEqual([]);
  });

  test("in src import only packages that are installed as dependencies", () => {
    const missing = edges
      .filter(({ from, to }) => from.startsWith("src/") && !isFile(to) && !to.startsWith("node:"))
      .filter(({ to }) => to !== "package.json")
      .filter(({ to }) => !Object.hasOwn(manifest.dependencies, packageOf(to)));
    expect(missing).toEqual([]);
  });

  test("in src use the environment and exit only in main.ts", () => {
    const found = [...sources].filter(
      ([path, text]) => path.startsWith("src/") && namesEnvironment(path, text),
    );
    expect(found.map(([path]) => path)).toEqual(["src/main.ts"]);
  });

  test("have at most 400 lines, as have tests and scripts", () => {
    const all = globSync("{src,sandbox,test,bench,scripts}/**/*.{ts,js}", { cwd: root });
    expect(all).toContain("test/unit/module-edges.test.ts");
    const long = all.filter((path) => countLines(path) > maxFileLines);
    expect(long).toEqual([]);
  });

  test("have no vague names such as utils or helpers", () => {
    expect(paths.filter((path) => vagueName.test(path))).toEqual([]);
  });
});

describe("the module rules", () => {
  const ok = "allowed";
  const edge = "Slack's libraries stay at the edge";
  const blocks = "the shapes of blocks are types, for whoever renders them";
  const network = "one place talks to the platform, one to Slack's Web API";
  const database = "one kernel knows the database";
  const pure = "parsing and rendering do no I/O";
  const not = (layer: string) => `${layer} doesn't import that`;
  const verdictOn = (path: string, line: string) =>
    findViolations(readEdges(new Map([[path, line]]))).map((one) => one.split(": ").slice(1).join(": "));
  const asFound = (verdict: string) => (verdict === ok ? [] : [verdict]);

  test.each([
    ["src/main.ts", "./app.ts", ok],
    ["src/main.ts", "./features/messages/index.ts", not("main")],
    ["src/app.ts", "./features/messages/index.ts", ok],
    ["src/app.ts", "./main.ts", not("app")],
    ["src/features/messages/send.ts", "../../platform/index.ts", ok],
    ["src/features/messages/send.ts", "./ids.ts", ok],
    ["src/features/messages/send.ts", "../../config.ts", not("features")],
    ["src/features/messages/send.ts", "../files/ids.ts", "no feature imports another"],
    ["src/platform/client.ts", "../deadline.ts", ok],
    ["src/platform/client.ts", "../store/index.ts", not("platform")],
    ["src/slack/people.ts", "../locales/index.ts", not("slack")],
    ["src/slack/people.ts", "../features/messages/ids.ts", not("slack")],
    ["src/slack/people.ts", "../../sandbox/slack/world.ts", not("slack")],
    ["src/slack/people.ts", "../../test/support/a.ts", not("slack")],
    ["src/phone-number.ts", "./platform/index.ts", not("ground")],
    ["src/config.ts", "./slack/people.ts", not("config")],
    ["src/operations/index.ts", "../slack/people.ts", not("operations")],
    ["src/elsewhere/a.ts", "../deadline.ts", "the file is in no layer"],
    ["sandbox/platform/server.ts", "./state.ts", ok],
    ["sandbox/platform/server.ts", "../../test/support/a.ts", not("sandbox")],
    ["sandbox/platform/server.ts", "../test/support/a.ts", not("sandbox")],
    ["sandbox/test/browser/a.test.ts", "../../slack/world.ts", ok],
    ["sandbox/test/browser/a.test.ts", "../../../test/support/a.ts", ok],
    ["sandbox/test/browser/a.test.ts", "../../../src/app.ts", not("sandbox/test")],
    ["src/features/messages/send.slack.ts", "@slack/bolt", ok],
    ["src/features/messages/send.ts", "@slack/bolt", edge],
    ["src/log.ts", "@slack/bolt", edge],
    ["src/platform/transport.ts", "undici", ok],
    ["src/platform/files.ts", "undici", network],
    ["src/store/posts.ts", "kysely", ok],
    ["src/ops/http.ts", "node:sqlite", database],
    ["src/ops/http.ts", "pino", "one file writes the log"],
    ["src/features/messages/send.view.ts", "node:fs/promises", pure],
    ["src/features/messages/send.input.ts", "node:child_process", pure],
    ["src/features/messages/send.input.ts", "node:util", ok],
    ["src/store/posts.ts", "node:process", "the environment is main's"],
  ])("for the file %s that imports %s say: %s", (path, imported, verdict) => {
    expect(verdictOn(path, `import { a } from "${imported}";`)).toEqual(asFound(verdict));
  });

  test.each([
    ["src/features/messages/send.ts", "../../config.ts", ok],
    ["src/features/messages/send.ts", "../files/ids.ts", "no feature imports another"],
    ["src/platform/client.ts", "../slack/limits.ts", not("platform")],
    ["src/slack/people.ts", "../locales/index.ts", ok],
    ["sandbox/platform/server.ts", "../../src/platform/index.ts", not("sandbox")],
    ["src/features/messages/send.ts", "@slack/bolt", edge],
    ["src/log.ts", "@slack/bolt", ok],
    ["src/features/messages/send.view.ts", "@slack/types", ok],
    ["src/store/posts.ts", "@slack/types", blocks],
    ["src/operations/end.ts", "kysely", database],
  ])("for the file %s that imports only types of %s say: %s", (path, imported, verdict) => {
    expect(verdictOn(path, `import type { A } from "${imported}";`)).toEqual(asFound(verdict));
  });

  test.each([
    ['export { a } from "../slack/limits.ts";', not("store")],
    ['export * from "../slack/limits.ts";', not("store")],
    ['type A = import("../slack/limits.ts").B;', not("store")],
    ['const a = await import("../slack/limits.ts");', not("store")],
    ["const a = await import(name);", "what is loaded can be read off"],
  ])("for src/store/posts.ts with the statement %s say: %s", (line, verdict) => {
    expect(verdictOn("src/store/posts.ts", line)).toEqual(asFound(verdict));
  });

  test("find import circles of values, and allow import circles of types", () => {
    const circle = (last: string) =>
      new Map([
        ["src/a.ts", 'import { b } from "./b.ts";'],
        ["src/b.ts", 'export * from "./c.ts";'],
        ["src/c.ts", last],
      ]);
    expect(findCycles(readEdges(circle('import { a } from "./a.ts";')))).toEqual([
      ["src/a.ts", "src/b.ts", "src/c.ts", "src/a.ts"],
    ]);
    expect(findCycles(readEdges(circle('const a = await import("./a.ts");')))).toHaveLength(1);
    expect(findCycles(readEdges(circle('import type { A } from "./a.ts";')))).toEqual([]);
    expect(findCycles(readEdges(new Map([["src/a.ts", 'import { a } from "./a.ts";']])))).toHaveLength(1);
  });

  test.each([
    ["process.env", true],
    ['process["env"].HOME', true],
    ["process?.exit(1)", true],
    ["globalThis.process.exit()", true],
    ["// process.env is main's", false],
    ["process.on('exit', done)", false],
    ["child.process.environment", false],
  ])("find a use of the environment in %s: %s", (text, verdict) => {
    expect(namesEnvironment("src/a.ts", text)).toBe(verdict);
  });

  test.each([
    ["src/utils/text.ts", true],
    ["src/slack/post-helpers.ts", true],
    ["src/store/base.ts", true],
    ["src/slack/user.service.ts", true],
    ["src/store/database.ts", false],
    ["src/slack/commonplace.ts", false],
  ])("reject the file name %s as vague: %s", (path, verdict) => {
    expect(vagueName.test(path)).toBe(verdict);
  });
});
