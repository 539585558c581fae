import type { Browser, Page } from "playwright-core";
import { openPage } from "../../sandbox/test/browser/support/chromium.ts";
import { joon, modal, type Stage, tests } from "./stage.ts";

const text = "Your table is ready";
export const desk = { width: 1280, height: 800 };

/** The whole page at a desk, for the README: results as a colleague reads them, and the sender's last look. */
export async function takeViews(browser: Browser, stage: Stage): Promise<Map<string, Buffer>> {
  const { sandbox, send, view, url } = stage;
  const author = sandbox.slack.as(joon);
  const { page: reader } = await openPage(browser, url, { as: "U0MINA", size: desk });
  const { page: sender } = await openPage(browser, url, { as: joon, size: desk });
  await send(author, `joon ${text}`);
  await send(author, `refused ${text}`);
  await send(author, `reset ${text}`);
  await reader.getByRole("article").filter({ hasText: "reset" }).last().waitFor();
  const results = await shoot(reader);
  await author.command("/msg-send", `010-2345-6789 ${text}`, { conversation: tests });
  await view(author, ({ callbackId }) => callbackId === "messages.confirm");
  await modal(sender).getByText(text).waitFor();
  const confirmation = await shoot(sender);
  for (const page of [reader, sender]) await page.context().close();
  return new Map([
    ["results", results],
    ["confirmation", confirmation],
  ]);
}

export async function shoot(page: Page): Promise<Buffer> {
  await page.mouse.move(700, 20);
  return await page.screenshot({ animations: "disabled", caret: "hide" });
}
