import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { formatFirstStart, toAppCreationLink } from "../../../src/ops/first-start.ts";

const manifest = new URL("../../../manifest.yml", import.meta.url);
const text = readFileSync(manifest, "utf8");

it("the first start's note and the README have a link that creates the Slack app of manifest.yml", async () => {
  const link = await toAppCreationLink(text);
  const { host, pathname, searchParams } = new URL(link);
  expect([host, pathname, searchParams.get("new_app")]).toEqual(["api.slack.com", "/apps", "1"]);
  expect(parse(searchParams.get("manifest_yaml") ?? "")).toEqual(parse(text));
  // Servers take request lines of this length.
  expect(link.length).toBeLessThan(8000);
  expect(readFileSync(new URL("README.md", manifest), "utf8")).toContain(`[create-app]: ${link}\n`);
  expect(await formatFirstStart({ PORT: "3000", SLACK_BOT_TOKEN: " " }, manifest)).toContain(link);
});

it.each([
  ["SLACK_BOT_TOKEN"],
  ["SLACK_APP_TOKEN"],
  ["SLACK_SIGNING_SECRET"],
  ["PLATFORM_BASE_URL"],
  ["PLATFORM_API_KEY"],
  ["PLATFORM_API_SECRET"],
])("the first start's note is left out once %s is set", async (name) => {
  expect(await formatFirstStart({ [name]: "x" }, manifest)).toBeNull();
});
