import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(new URL("docs/", root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  ...["sandbox/README.md", "sandbox/slack/README.md", "sandbox/platform/README.md"],
];

const roots = "src|sandbox|test|bench|docs|scripts|\\.ci";
/** Paths in backticks, and targets of links within the project. */
function pathsIn(page: string, text: string): string[] {
  const quoted = [...text.matchAll(new RegExp(`\`((?:${roots})(?:/[\\w.*-]+)*/?)\``, "g"))].map(
    ([, path]) => path!,
  );
  const folder = page.includes("/") ? page.slice(0, page.lastIndexOf("/") + 1) : "";
  const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, path]) => folder + path!);
  return [...quoted, ...linked].filter((path) => !path.includes("*"));
}

/** Pages and headings that links lead to, those of the page itself too. */
function anchorsIn(page: string, text: string): [target: string, anchor: string][] {
  const links = text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g);
  return Array.from(links, ([, path, anchor]) => [
    path === "" ? page : new URL(path!, new URL(page, root)).href.slice(root.href.length),
    anchor!,
  ]);
}

/** As GitHub names them. */
function headingsOf(text: string): Set<string> {
  const headings = text.matchAll(/^#+ (.+)$/gm);
  return new Set(
    Array.from(headings, ([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

const environment = new Set([...read(".env.example").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!));
/** Node's, the tests' and the platform's own words. */
const known = /^(?:NODE_|MODEL_|PROPERTY_|TEST_DATABASE_URL$|GOLDEN$|RCS_|STORIES_)/;

describe.each(pages)("the documentation page %s", (page) => {
  const text = read(page);

  it("names only paths that exist", () => {
    expect(pathsIn(page, text).filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  it("links only to headings that exist", () => {
    const wrong = anchorsIn(page, text).filter(([target, anchor]) => !headingsOf(read(target)).has(anchor));
    expect(wrong).toEqual([]);
  });

  it("names only variables and metrics that exist", () => {
    const variables = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(
      ([, name]) => name!,
    );
    expect(variables.filter((name) => !known.test(name) && !environment.has(name))).toEqual([]);
    const metrics = [...text.matchAll(/`(chatops_\w+)`/g)].map(([, name]) => name!);
    expect(metrics.filter((name) => !read("src/ops/metrics.ts").includes(`"${name}"`))).toEqual([]);
  });

  it("names only scripts that exist", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("names only commands that the manifest declares", () => {
    const declared = new Set(
      [...read("manifest.yml").matchAll(/command: (\/[\w-]+)/g)].map(([, name]) => name),
    );
    const named = [...text.matchAll(/(?<![\w/.-])(\/msg-[a-z]+)/g)].map(([, name]) => name!);
    expect(named.filter((name) => !declared.has(name))).toEqual([]);
  });
});

it("the link of every alert leads to a heading that exists in the docs", () => {
  const named = [...read("ops/alerts.yml").matchAll(/(docs\/[\w-]+\.md)#([\w-]+)/g)];
  expect(named.length).toBe([...read("ops/alerts.yml").matchAll(/- alert:/g)].length);
  expect(named.filter(([, page, anchor]) => !headingsOf(read(page!)).has(anchor!))).toEqual([]);
});

it("headingsOf and anchorsIn write a heading's anchor as GitHub does", () => {
  expect(headingsOf("## Posts don't arrive\n### `x`: a, b")).toEqual(new Set(["posts-dont-arrive", "x-a-b"]));
  expect(anchorsIn("docs/x.md", "[a](#b), [c](../README.md#d)")).toEqual([
    ["docs/x.md", "b"],
    ["README.md", "d"],
  ]);
});

it("pathsIn finds paths in backticks and in links", () => {
  expect(pathsIn("docs/x.md", "see `src/nowhere.ts` and [this](../README.md)")).toEqual([
    "src/nowhere.ts",
    "docs/../README.md",
  ]);
});

it("the README of docs/pictures shows every picture in its folder", () => {
  const pictures = readdirSync(new URL("docs/pictures/", root)).filter((name) => name.endsWith(".png"));
  const shown = read("docs/pictures/README.md");
  expect(pictures.filter((name) => !shown.includes(`](${name})`))).toEqual([]);
});
