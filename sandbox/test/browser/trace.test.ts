import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { field, message, modal, startBrowserSandbox, type, type Way, ways } from "./support/browser.ts";

const panel = (page: Page) => page.getByRole("complementary", { name: "Traffic" });

async function traceOf(page: Page, post: Locator, { use }: Way): Promise<string[]> {
  // The panel covers a narrow screen.
  const close = page.getByRole("button", { name: "Close traffic" });
  if (await close.isVisible()) await use(close);
  await use(post.getByRole("button", { name: "How did this come about?" }));
  const steps = panel(page).getByRole("list", { name: "How this post came about" }).getByRole("listitem");
  await steps.first().waitFor();
  const lines = await steps.locator(".exchange-name").allInnerTexts();
  return lines;
}

describe.each(ways)("a post's trace in the sandbox's page, $how", (way) => {
  const { use, options } = way;
  it("shows the steps from the command to the post in order, with their times", async () => {
    // The recipients have no owner: a question to one would be another post.
    const env = { TEST_RECIPIENTS: "joon:01000000001,refused:01000000003" };
    const { page } = await startBrowserSandbox({ env, ...options });
    await type(page, "/msg-send joon Hello one");
    await message(page, "✅").waitFor();
    await type(page, "/msg-send refused Hello two");
    await message(page, "SMS refused").waitFor();
    const accepted = page.getByRole("article").filter({ hasText: "✅" });
    expect(await traceOf(page, accepted, way)).toEqual([
      "Envelope: command /msg-send",
      "Acknowledgement",
      "Request: POST /messages/v4/send",
      "Reply: 200",
      "Post",
    ]);
    const legend = panel(page).getByRole("list", { name: "Legend" });
    expect(await legend.innerText()).toMatch(/Slack to the bot.*the bot to the platform.*an answer/su);
    const steps = panel(page).getByRole("list", { name: "How this post came about" });
    expect(await steps.locator(".latency").allInnerTexts()).toEqual([
      "",
      ...Array(4).fill(expect.stringMatching(/^\+\d+ m?s$/)),
    ]);
    await use(steps.getByText("Envelope: command /msg-send").locator("xpath=ancestor::summary"));
    expect(await steps.innerText()).toContain("Hello one");
    expect(await steps.innerText()).not.toContain("Hello two");
    expect(await traceOf(page, message(page, "SMS refused"), way)).toContain(
      "Request: POST /messages/v4/send",
    );
    await use(panel(page).getByRole("button", { name: "All traffic" }));
    await panel(page).getByRole("button", { name: "Trouble" }).waitFor();
  });

  it("includes the form, and the posts about an unknown outcome", async () => {
    const { page } = await startBrowserSandbox({ env: { PLATFORM_TIMEOUT_MS: "1000" }, ...options });
    await type(page, "/msg-send");
    await field(page, "to").fill("010-0000-0009");
    await field(page, "text").fill("Are you there?");
    await use(modal(page).locator('button[type="submit"]'));
    await message(page, "outcome unknown").waitFor();
    const lines = await traceOf(page, message(page, "outcome unknown"), way);
    expect(lines[0]).toBe("Envelope: command /msg-send");
    expect(lines).toEqual(
      expect.arrayContaining(["Modal opened", "Request: POST /messages/v4/send", "Post", "Post elsewhere"]),
    );
    expect(lines.filter((line) => line.startsWith("Request:"))).toHaveLength(1);
    expect(lines.indexOf("Modal opened")).toBeLessThan(lines.indexOf("Request: POST /messages/v4/send"));
  });
});
