import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("every golden file in test/golden/pages is still written by a test", () => {
  const sources = globSync("*.test.ts", { cwd: import.meta.dirname })
    .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
    .join("\n");
  const pages = globSync("pages/*.txt", { cwd: import.meta.dirname });
  const names = new Set(pages.map((path) => path.replace(/^pages\/|\.(?:en|ko)\.txt$/g, "")));
  expect([...names].filter((name) => !sources.includes(`page("${name}"`))).toEqual([]);
});
