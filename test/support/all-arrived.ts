import { expect } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { eventually } from "./eventually.ts";

/** Until the store knows that Slack has everything: it is told a moment after Slack took it. */
export function allArrived({ app }: { app: Pick<RunningApp, "port"> }): Promise<void> {
  return eventually(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${app.port}/metrics`)).text();
    expect(metrics).toContain("\nchatops_posts_queued 0\n");
  });
}
