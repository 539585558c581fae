import type { HomeView } from "@slack/types";
import { WebAPIPlatformError, WebAPIRateLimitedError, WebClient } from "@slack/web-api";
import { expect, it, onTestFinished, vi } from "vitest";
import { createHomePublisher } from "../../../../src/slack/edge/views.ts";

const view: HomeView = {
  type: "home",
  blocks: [{ type: "section", text: { type: "plain_text", text: "words" } }],
};
const refusal = (error: string) => new WebAPIPlatformError({ ok: false, error });

/** Publishes while Slack answers so. */
function publish(answer: Error | null) {
  const client = new WebClient("xoxb-test");
  const spy = vi.spyOn(client.views, "publish").mockImplementation(async () => {
    if (answer !== null) throw answer;
    return { ok: true };
  });
  onTestFinished(() => spy.mockRestore());
  return createHomePublisher(client)("U1", view);
}

it.each([
  ["it takes it", null, 0],
  ["it says how long to wait", new WebAPIRateLimitedError(7), 7000],
  ["it says no more than that it is too much", refusal("ratelimited"), 30_000],
  ["it says nothing", refusal("internal_error"), 30_000],
])("says when Slack may take a Home: %s", async (_, answer, afterMs) => {
  expect(await publish(answer)).toBe(afterMs);
});

it("throws what Slack will take no later", async () => {
  await expect(publish(refusal("invalid_blocks"))).rejects.toThrow(/invalid_blocks/);
});
