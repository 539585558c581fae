import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createAgent, sdkVersion } from "../../../../src/features/messages/send.ts";

it("createAgent names this app and its version", () => {
  const text = readFileSync(new URL("../../../../package.json", import.meta.url), "utf8");
  const { name, version }: { name: string; version: string } = JSON.parse(text);
  expect(sdkVersion).toBe(`${name}/${version}`);
  expect(createAgent("AB1")).toEqual({ sdkVersion, osPlatform: expect.stringContaining("v"), appId: "AB1" });
  expect(createAgent(null)).not.toHaveProperty("appId");
});
