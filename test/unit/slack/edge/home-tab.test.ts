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
  ["took it", null, 0],
  ["said how long", new WebAPIRateLimitedError(7), 7000],
  ["limited it without a time", refusal("ratelimited"), 30_000],
  ["failed", refusal("internal_error"), 30_000],
])("the Home publisher says how long to wait when Slack %s", async (_, answer, afterMs) => {
  expect(await publish(answer)).toBe(afterMs);
});

it("the Home publisher throws when Slack refuses the blocks", async () => {
  await expect(publish(refusal("invalid_blocks"))).rejects.toThrow(/invalid_blocks/);
});
