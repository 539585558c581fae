import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

test.each(globSync("test/app/**/*.test.ts", { cwd: root }))(
  "the titles of the stories in %s end with their transport",
  (path) => {
    const [, ...titles] = read(path).split(".each(storyModes)(");
    for (const title of titles) expect(title.trimStart()).toMatch(/^"[^"]*over %s/);
  },
);

test("the code behind Slack's edge doesn't know whether Slack is connected by socket or by HTTP", () => {
  const names = /["'](?:socket|http)["']|appToken|signingSecret/;
  const elsewhere = globSync("src/{features,jobs,lists,operations,outcomes,platform,store,locales}/**/*.ts", {
    cwd: root,
  });
  expect(elsewhere.length).toBeGreaterThan(100);
  expect(elsewhere.filter((path) => names.test(read(path)))).toEqual([]);
});
