import type { Browser } from "playwright-core";
import { openPage } from "../../sandbox/test/browser/support/chromium.ts";
import { joon, type Stage } from "./stage.ts";
import { desk, shoot } from "./views.ts";

/** What a visitor sees in the first minute: what there is to do, how a post came about, a change that somebody approved. */
export async function takeFirstMinute(browser: Browser, stage: Stage): Promise<Map<string, Buffer>> {
  const { page } = await openPage(browser, stage.url, { as: joon, size: desk });
  const step = (label: string) => page.getByRole("listitem").filter({ hasText: label });
  const play = (label: string) => step(label).getByRole("button", { name: label }).click();
  await page.getByRole("region", { name: "The first minute" }).waitFor();
  const begin = await shoot(page);
  await play("Send a test message");
  await step("Send a test message").getByRole("button", { name: "See its traffic" }).click();
  await page.getByText("POST /messages/v4/send").waitFor();
  const traffic = await shoot(page);
  await page.getByRole("button", { name: "First minute" }).click();
  await play("Propose a template change and approve it as somebody else");
  await page.locator(".guide-step.done").getByText("You are Mina, a reviewer").waitFor();
  const approved = await shoot(page);
  await page.context().close();
  return new Map([
    ["first-minute", begin],
    ["first-minute-traffic", traffic],
    ["first-minute-approved", approved],
  ]);
}
