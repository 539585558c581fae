import { expect } from "vitest";
import type { Chatops } from "./chatops.ts";
import { eventually } from "./eventually.ts";

/** Until the store knows that Slack has everything: it is told a moment after Slack took it. */
export function allArrived({ metrics }: Pick<Chatops, "metrics">): Promise<void> {
  return eventually(async () => expect(await metrics()).toContain("\nchatops_posts_queued 0\n"));
}
