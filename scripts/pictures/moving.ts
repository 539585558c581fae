import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { openPage } from "../../sandbox/test/browser/support/chromium.ts";
import { joon, type Stage } from "./stage.ts";
import { desk, shoot } from "./views.ts";

/** Width of the README's column. */
const width = 960;

type Frame = { readonly png: Buffer; readonly ms: number };

/** The first minute as an animated WebP: what a visitor clicks, and what the channel then reads. */
export async function takeMoving(browser: Browser, stage: Stage): Promise<Buffer> {
  const { page } = await openPage(browser, stage.url, { as: joon, size: desk });
  const frames: Frame[] = [];
  const keep = async (ms: number) => void frames.push({ png: await shoot(page), ms });
  await page.getByRole("region", { name: "The first minute" }).waitFor();
  await keep(2000);
  await play(page, "Send a test message", keep);
  await play(page, "See a refusal", keep);
  await play(page, "Propose a template change and approve it as somebody else", keep);
  await page.context().close();
  const small = await Promise.all(frames.map(({ png }) => sharp(png).resize({ width }).png().toBuffer()));
  const delay = frames.map(({ ms }) => ms);
  return await sharp(small, { join: { animated: true } })
    .webp({ quality: 80, effort: 6, delay })
    .toBuffer();
}

async function play(page: Page, label: string, keep: (ms: number) => Promise<void>): Promise<void> {
  const step = page.getByRole("listitem").filter({ hasText: label });
  await step.getByRole("button", { name: label }).click();
  await keep(700);
  await page.locator(".guide-step.done").filter({ hasText: label }).waitFor();
  await keep(2500);
}
