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

describe("the modules", () => {
  test("are all found", () => {
    expect(paths).toEqual(expect.arrayContaining(["src/main.ts", "src/app.ts", "src/platform/index.ts"]));
    expect(edges.length).toBeGreaterThan(paths.length);
  });

  test("import only what their layer may", () => {
    expect(findViolations(edges)).toEqual([]);
  });

  test("don't import one another in a circle", () => {
    expect(findCycles(edges)).toEqual([]);
  });

  test("in src import only packages that are dependencies", () => {
    const missing = edges
      .filter(({ from, to }) => from.startsWith("src/") && !isFile(to) && !to.startsWith("node:"))
      .filter(({ to }) => to !== "package.json")
      .filter(({ to }) => !Object.hasOwn(manifest.dependencies, packageOf(to)));
    expect(missing).toEqual([]);
  });

  test("in src use environment and exit in main.ts only", () => {
    const found = [...sources].filter(
      ([path, text]) => path.startsWith("src/") && namesEnvironment(path, text),
    );
    expect(found.map(([path]) => path)).toEqual(["src/main.ts"]);
  });

  test("have at most 400 lines, and so have tests and scripts", () => {
    const all = globSync("{src,sandbox,test,bench,scripts}/**/*.{ts,js}", { cwd: root });
    expect(all).toContain("test/unit/module-edges.test.ts");
    const long = all.filter((path) => countLines(path) > maxFileLines);
    expect(long).toEqual([]);
  });

  test("have no vague names", () => {
    expect(paths.filter((path) => vagueName.test(path))).toEqual([]);
  });
});

describe("the module rules", () => {
  const ok = "";
  /** One file with one line, and the rules' verdict. */
  const cases: [path: string, line: string, verdict: string][] = [
    ["src/main.ts", 'import { a } from "./app.ts";', ok],
    ["src/main.ts", 'import { a } from "./features/messages/index.ts";', "main doesn't import that"],
    ["src/app.ts", 'import { a } from "./features/messages/index.ts";', ok],
    ["src/app.ts", 'import { a } from "./main.ts";', "app doesn't import that"],
    ["src/features/messages/send.ts", 'import { a } from "../../platform/index.ts";', ok],
    ["src/features/messages/send.ts", 'import { a } from "./ids.ts";', ok],
    ["src/features/messages/send.ts", 'import type { A } from "../../config.ts";', ok],
    ["src/features/messages/send.ts", 'import { a } from "../../config.ts";', "features doesn't import that"],
    ["src/features/messages/send.ts", 'import { a } from "../files/ids.ts";', "no feature imports another"],
    [
      "src/features/messages/send.ts",
      'import type { A } from "../files/ids.ts";',
      "no feature imports another",
    ],
    ["src/features/messages/send.ts", 'import { a } from "../../app.ts";', "features doesn't import that"],
    ["src/platform/client.ts", 'import { a } from "../deadline.ts";', ok],
    ["src/platform/client.ts", 'import { a } from "../store/index.ts";', "platform doesn't import that"],
    [
      "src/platform/client.ts",
      'import type { A } from "../slack/limits.ts";',
      "platform doesn't import that",
    ],
    ["src/platform/client.ts", 'export { a } from "../store/index.ts";', "platform doesn't import that"],
    ["src/platform/client.ts", 'export * from "../store/index.ts";', "platform doesn't import that"],
    ["src/platform/client.ts", 'type A = import("../store/index.ts").B;', "platform doesn't import that"],
    ["src/store/posts.ts", 'const a = await import("../slack/limits.ts");', "store doesn't import that"],
    ["src/store/posts.ts", "const a = await import(name);", "what is loaded can be read off"],
    ["src/slack/people.ts", 'import type { Locale } from "../locales/index.ts";', ok],
    ["src/slack/people.ts", 'import { wordsOf } from "../locales/index.ts";', "slack doesn't import that"],
    ["src/slack/people.ts", 'import { a } from "../features/messages/ids.ts";', "slack doesn't import that"],
    ["src/slack/people.ts", 'import { a } from "../../sandbox/slack/world.ts";', "slack doesn't import that"],
    ["src/slack/people.ts", 'import { a } from "../../test/support/a.ts";', "slack doesn't import that"],
    ["src/phone-number.ts", 'import { a } from "./platform/index.ts";', "ground doesn't import that"],
    ["src/config.ts", 'import { a } from "./slack/people.ts";', "config doesn't import that"],
    ["src/operations/index.ts", 'import { a } from "../slack/people.ts";', "operations doesn't import that"],
    ["src/elsewhere/a.ts", 'import { a } from "../deadline.ts";', "the file is in no layer"],
    ["sandbox/platform/server.ts", 'import { a } from "./state.ts";', ok],
    [
      "sandbox/platform/server.ts",
      'import type { A } from "../../src/platform/index.ts";',
      "sandbox doesn't import that",
    ],
    [
      "sandbox/platform/server.ts",
      'import { a } from "../../test/support/a.ts";',
      "sandbox doesn't import that",
    ],
    ["src/features/messages/send.slack.ts", 'import { App } from "@slack/bolt";', ok],
    [
      "src/features/messages/send.ts",
      'import { App } from "@slack/bolt";',
      "Slack's libraries stay at the edge",
    ],
    [
      "src/features/messages/send.ts",
      'import type { A } from "@slack/bolt";',
      "Slack's libraries stay at the edge",
    ],
    ["src/features/messages/send.view.ts", 'import type { A } from "@slack/types";', ok],
    [
      "src/store/posts.ts",
      'import type { A } from "@slack/types";',
      "the shapes of blocks are types, for whoever renders them",
    ],
    ["src/log.ts", 'import type { Logger } from "@slack/bolt";', ok],
    ["src/log.ts", 'import { LogLevel } from "@slack/bolt";', "Slack's libraries stay at the edge"],
    ["src/platform/transport.ts", 'import { Pool } from "undici";', ok],
    [
      "src/platform/files.ts",
      'import { Pool } from "undici";',
      "one place talks to the platform, one to Slack's Web API",
    ],
    ["src/store/posts.ts", 'import { sql } from "kysely";', ok],
    ["src/operations/end.ts", 'import type { A } from "kysely";', "one kernel knows the database"],
    ["src/ops/http.ts", 'const a = await import("pg");', "one kernel knows the database"],
    ["src/ops/http.ts", 'import { DatabaseSync } from "node:sqlite";', "one kernel knows the database"],
    ["src/ops/http.ts", 'import { pino } from "pino";', "one file writes the log"],
    [
      "src/features/messages/send.view.ts",
      'import { a } from "node:fs/promises";',
      "parsing and rendering do no I/O",
    ],
    [
      "src/features/messages/send.input.ts",
      'import { a } from "node:child_process";',
      "parsing and rendering do no I/O",
    ],
    ["src/features/messages/send.input.ts", 'import { a } from "node:util";', ok],
    ["src/store/posts.ts", 'import { env } from "node:process";', "the environment is main's"],
  ];

  test.each(cases)("judge %s with %s: %s", (path, line, verdict) => {
    const found = findViolations(readEdges(new Map([[path, line]])));
    expect(found.map((one) => one.split(": ").slice(1).join(": "))).toEqual(verdict === ok ? [] : [verdict]);
  });

  test("find circles of values, and allow circles of types", () => {
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
  ])("find the environment in %s: %s", (text, verdict) => {
    expect(namesEnvironment("src/a.ts", text)).toBe(verdict);
  });

  test.each([
    ["src/utils/text.ts", true],
    ["src/slack/post-helpers.ts", true],
    ["src/store/base.ts", true],
    ["src/slack/user.service.ts", true],
    ["src/store/database.ts", false],
    ["src/slack/commonplace.ts", false],
  ])("call the name of %s vague: %s", (path, verdict) => {
    expect(vagueName.test(path)).toBe(verdict);
  });
});
