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

describe.each(pages)("%s", (page) => {
  const text = read(page);

  it("names only paths that exist", () => {
    expect(pathsIn(page, text).filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
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

it("finds a path that is not there", () => {
  expect(pathsIn("docs/x.md", "see `src/nowhere.ts` and [this](../README.md)")).toEqual([
    "src/nowhere.ts",
    "docs/../README.md",
  ]);
});

it("shows every picture there is", () => {
  const pictures = readdirSync(new URL("docs/pictures/", root)).filter((name) => name.endsWith(".png"));
  const shown = read("docs/pictures/README.md");
  expect(pictures.filter((name) => !shown.includes(`](${name})`))).toEqual([]);
});
