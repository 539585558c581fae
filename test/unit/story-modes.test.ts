import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

test.each(globSync("test/app/**/*.test.ts", { cwd: root }))(
  "%s names the transport in its titles",
  (path) => {
    const [, ...titles] = read(path).split(".each(storyModes)(");
    for (const title of titles) expect(title.trimStart()).toMatch(/^"[^"]*over %s/);
  },
);

test("the code behind Slack's edge doesn't know the transport", () => {
  const names = /["'](?:socket|http)["']|appToken|signingSecret/;
  const elsewhere = globSync("src/{features,jobs,lists,operations,outcomes,platform,store,locales}/**/*.ts", {
    cwd: root,
  });
  expect(elsewhere.length).toBeGreaterThan(100);
  expect(elsewhere.filter((path) => names.test(read(path)))).toEqual([]);
});
