import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

test.each(globSync("test/app/**/*.test.ts", { cwd: root }))(
  "%s is found by its words over HTTP too",
  (path) => {
    const [, ...titles] = read(path).split(".each(storyModes)(");
    for (const title of titles) expect(title.trimStart()).toMatch(/^"[^"]*over %s/);
  },
);

test("past Slack's edge only the start, the configuration and the doctor know which transport it is", () => {
  const names = /["'](?:socket|http)["']|appToken|signingSecret/;
  const elsewhere = globSync("src/{features,jobs,lists,operations,outcomes,platform,store,locales}/**/*.ts", {
    cwd: root,
  });
  expect(elsewhere.length).toBeGreaterThan(100);
  expect(elsewhere.filter((path) => names.test(read(path)))).toEqual([]);
});
