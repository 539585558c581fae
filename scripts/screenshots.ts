import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { startSandbox } from "../sandbox/sandbox.ts";
import { startWeb } from "../sandbox/web/index.ts";
import { launchBrowser, openPage } from "../test/support/chromium.ts";

/** Takes the pictures of docs/pictures from the sandbox with the real bot in it. Needs Debian's Chromium and fonts. */

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));

function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: /^Message / });
}

async function type(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

function modal(page: Page): Locator {
  return page.locator("dialog.modal[open]").last();
}

function field(page: Page, blockId: string): Locator {
  return modal(page).locator(`[data-block="${blockId}"]`).locator("input, textarea").first();
}

async function submit(page: Page): Promise<void> {
  await modal(page).locator('button[type="submit"]').click();
}

async function see(page: Page, words: string | RegExp): Promise<void> {
  await page.getByRole("article").filter({ hasText: words }).last().waitFor();
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(700, 64);
  await page.screenshot({ path: `${folder}${name}.png` });
  console.log(`docs/pictures/${name}.png`);
}

/** One person's visit: what they do, and the pictures on the way. */
type Visit = { readonly as: string; readonly walk: (page: Page) => Promise<void> };

const visits: readonly Visit[] = [
  {
    as: "U0JOON",
    async walk(page) {
      await type(page, "/msg-send joon Your table is ready 🍲");
      await see(page, "✅");
      await composer(page).fill("/msg-");
      await page.getByRole("listbox", { name: "Commands" }).waitFor();
      await take(page, "commands");
      await composer(page).fill("");
      await type(page, "/msg-send");
      await field(page, "to").fill("my neighbour");
      await field(page, "text").fill("Your table is ready");
      await submit(page);
      await modal(page).locator(".field-error").first().waitFor();
      await take(page, "send-form");
      await field(page, "to").fill("010-2345-6789");
      await submit(page);
      await modal(page).getByText("010-2345-6789").waitFor();
      await take(page, "confirmation");
      await submit(page);
      await see(page, "****-6789");
      await type(page, "/msg-send refused Hello");
      await see(page, "⛔");
      await take(page, "results");
      await page.getByRole("button", { name: "Traffic" }).click();
      await page.getByText("POST /messages/v4/send", { exact: true }).first().click();
      await take(page, "traffic");
      await page.getByRole("button", { name: "Outside world" }).click();
      await take(page, "outside-world");
    },
  },
  {
    as: "U0DANA",
    async walk(page) {
      await page.getByRole("button", { name: /on-call/ }).click();
      await type(page, "/msg-prices Japan");
      await see(page, "Japan");
      await type(page, "/msg-payments");
      await page.getByRole("table").waitFor();
      await take(page, "payments-and-prices");
    },
  },
  {
    as: "U0MINJI",
    async walk(page) {
      await type(page, "/msg-send");
      await field(page, "to").fill("없는이름");
      await field(page, "text").fill("안녕하세요. 예약하신 자리가 준비되었습니다.");
      await submit(page);
      await modal(page).locator(".field-error").first().waitFor();
      await take(page, "korean");
    },
  },
];

mkdirSync(folder, { recursive: true });
const sandbox = await startSandbox();
const web = await startWeb({ slack: sandbox.slack, platform: sandbox.platform });
const browser = await launchBrowser();
try {
  for (const { as, walk } of visits) {
    const { page } = await openPage(browser, web.url, { as });
    await walk(page);
  }
} finally {
  await browser.close();
  await web.close();
  await sandbox.close();
}
