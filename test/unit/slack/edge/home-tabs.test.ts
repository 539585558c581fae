import type { HomeView } from "@slack/types";
import { WebClient } from "@slack/web-api";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createTabs } from "../../../../src/slack/edge/home-tabs.ts";

const view = (words: string): HomeView => ({
  type: "home",
  blocks: [{ type: "section", text: { type: "plain_text", text: words } }],
});

/** Slack as it answers one publication after the other: a hash, or a conflict. */
function start(...answers: (string | "conflict")[]) {
  const client = new WebClient("xoxb-test");
  const published: { hash: string | undefined; words: string }[] = [];
  const spy = vi.spyOn(client.views, "publish").mockImplementation(async (options) => {
    const shown = JSON.stringify(options?.view.blocks);
    published.push({ hash: options?.hash, words: /"text":"([^"]*)"/.exec(shown)?.[1] ?? "" });
    const answer = answers.shift() ?? "later";
    if (answer === "conflict") {
      throw Object.assign(new Error("hash_conflict"), { data: { ok: false, error: "hash_conflict" } });
    }
    return { ok: true, view: { hash: answer } };
  });
  onTestFinished(() => spy.mockRestore());
  return { tabs: createTabs(client), published };
}

describe("a Home tab", () => {
  it("is drawn over what this process knows to stand there, and anew where something newer does", async () => {
    const { tabs, published } = start("h1", "conflict", "h3", "h4");
    let reading = 0;
    const draw = () =>
      tabs.draw("U1", async (show) => {
        reading += 1;
        await show(view(`reading ${reading}`));
      });
    tabs.seen("U1", "h0");
    await draw();
    await draw();
    await draw();
    expect(published).toEqual([
      { hash: "h0", words: "reading 1" },
      { hash: "h1", words: "reading 2" },
      { hash: undefined, words: "reading 3" },
      { hash: "h3", words: "reading 4" },
    ]);
  });

  it("is drawn once more for all who ask while it is drawn, and not once for each", async () => {
    const { tabs, published } = start();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let reading = 0;
    const draw = () =>
      tabs.draw("U1", async (show) => {
        reading += 1;
        const words = `reading ${reading}`;
        if (reading === 1) await held;
        await show(view(words));
      });
    const all = Array.from({ length: 20 }, draw);
    release();
    await Promise.all(all);
    expect(published.map(({ words }) => words)).toEqual(["reading 1", "reading 2"]);
  });

  it("is forgotten as being drawn when that fails", async () => {
    const { tabs, published } = start();
    await expect(
      tabs.draw("U1", async () => {
        throw new Error("the store is away");
      }),
    ).rejects.toThrow("the store is away");
    await tabs.draw("U1", (show) => show(view("again")));
    expect(published).toHaveLength(1);
  });
});
