import type { HomeView } from "@slack/types";
import { WebAPIPlatformError, WebAPIRateLimitedError, WebClient } from "@slack/web-api";
import { expect, it, onTestFinished, vi } from "vitest";
import { createTabs, homePace } from "../../../../src/slack/edge/home-tabs.ts";

const view: HomeView = {
  type: "home",
  blocks: [{ type: "section", text: { type: "plain_text", text: "words" } }],
};

/** Slack as it answers a publication. */
function start(answer: string | Error) {
  const client = new WebClient("xoxb-test");
  const spy = vi.spyOn(client.views, "publish").mockImplementation(async () => {
    if (answer instanceof Error) throw answer;
    return { ok: true, view: { hash: answer } };
  });
  onTestFinished(() => spy.mockRestore());
  return { tabs: createTabs(client), published: () => spy.mock.calls.map(([options]) => options) };
}

const refusal = (error: string) => new WebAPIPlatformError({ ok: false, error });

it("draws over what is known to stand there, and over anything where that isn't known", async () => {
  const { tabs, published } = start("h2");
  expect(await tabs.show("U1", view, "h1")).toEqual({ kind: "shown", hash: "h2" });
  await tabs.show("U1", view, null);
  expect(published()).toEqual([
    { user_id: "U1", view, hash: "h1" },
    { user_id: "U1", view },
  ]);
});

it.each([
  ["something newer stands there", refusal("hash_conflict"), { kind: "newer" }],
  [
    "Slack says how long to wait",
    new WebAPIRateLimitedError(7),
    { kind: "later", afterMs: 7000, isLimited: true },
  ],
  [
    "Slack says no more than that it is too much",
    refusal("ratelimited"),
    { kind: "later", afterMs: 30_000, isLimited: true },
  ],
  ["it says nothing", refusal("internal_error"), { kind: "later", afterMs: 30_000, isLimited: false }],
])("says when to draw it instead: %s", async (_, answer, becomes) => {
  expect(await start(answer).tabs.show("U1", view, "h1")).toEqual(becomes);
});

it("throws what Slack will take no later", async () => {
  await expect(start(refusal("invalid_blocks")).tabs.show("U1", view, null)).rejects.toThrow(
    /invalid_blocks/,
  );
});

it("leaves room in what Slack takes in a minute, however it begins", () => {
  const { renderMs, burst } = homePace;
  expect(burst + 60_000 / renderMs).toBeLessThanOrEqual(90);
});
