import type { Browser, Locator, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { type ChatopsOptions, startChatops } from "../../../../test/support/chatops.ts";
import { startPlatform } from "../../../platform/index.ts";
import { type Outside, startSandbox } from "../../../sandbox.ts";
import type { SlackWorkspace } from "../../../slack/index.ts";
import { startWeb } from "../../../web/index.ts";
import { launchBrowser, type OpenedPage, openPage, type PageOptions } from "./chromium.ts";

type World = Pick<Outside, "slack" | "platform">;
type AtPage<W extends World = World> = W & OpenedPage & { url: string };

/**
 * The app as in all stories, its clock included, and Chromium on the page; all of it ends with the test. What the
 * process itself does is told by stories of its own, and one here is of `npm run sandbox` as it is.
 */
export async function startBrowserSandbox(options: ChatopsOptions & PageOptions = {}): Promise<AtPage> {
  return openOn(await startChatops({ isWatched: true, endsSilence: "in time", ...options }), options);
}

/** The same with the bot in its own process, at Slack's own pace. */
export async function startWholeSandbox(options: PageOptions = {}): Promise<AtPage> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  return openOn(sandbox, options);
}

/** The page over a workspace that is there already, with another bot in it. */
export async function openWorkspace(slack: SlackWorkspace, options: PageOptions = {}): Promise<AtPage> {
  const platform = await startPlatform();
  onTestFinished(() => platform.close());
  return openOn({ slack, platform }, options);
}

async function openOn<W extends World>(world: W, options: PageOptions): Promise<AtPage<W>> {
  const web = await startWeb(world);
  onTestFinished(() => web.close());
  return { ...world, ...(await openInBrowser(web.url, options)), url: web.url };
}

let browser: Promise<Browser> | null = null;

/** The page in a context of its own, in the one Chromium that all tests of a file share. */
export async function openInBrowser(url: string, options: PageOptions = {}): Promise<OpenedPage> {
  browser ??= launchBrowser();
  const opened = await openPage(await browser, url, options);
  onTestFinished(() => opened.page.context().close());
  return opened;
}

/** After each file, by `vitest.config.ts`. */
export async function closeBrowser(): Promise<void> {
  const launched = await browser;
  browser = null;
  await launched?.close();
}

/** A message's tools are there once it is pointed at. */
export async function pointAndClick(control: Locator): Promise<void> {
  const message = control.locator("xpath=ancestor::article");
  if ((await message.count()) > 0) await message.hover();
  await control.click();
}

/**
 * Two ways to be at the page that differ in all that a person may differ in; what is promised for each of it is tried
 * both ways.
 */
export const ways = [
  {
    how: "at 1280 px, in the light, with a mouse",
    options: { size: { width: 1280, height: 800 }, scheme: "light" },
    use: pointAndClick,
  },
  {
    how: "at 390 px, in the dark, by keyboard alone",
    options: { size: { width: 390, height: 844 }, scheme: "dark" },
    use: (control: Locator) => control.press("Enter"),
  },
] as const;

export type Way = (typeof ways)[number];

/** Presses what stands in the sidebar, which a narrow screen has to open first. */
export async function useInSidebar(page: Page, { use }: Way, name: string | RegExp): Promise<void> {
  const opener = page.getByRole("button", { name: "Conversations and people" });
  if (await opener.isVisible()) await use(opener);
  await use(page.getByRole("navigation", { name: "Workspace" }).getByRole("button", { name }));
}

/** Types in the composer and sends with Enter; a command's name is completed, so that it runs at once. */
export async function type(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: /^Message / });
}

/** The modal on top; its title is its name. */
export function modal(page: Page, title?: string | RegExp): Locator {
  return title === undefined
    ? page.locator("dialog.modal[open]").last()
    : page.getByRole("dialog", { name: title });
}

/** A field of the top modal by its block id, which the bot's contract fixes. */
export function field(page: Page, blockId: string): Locator {
  return modal(page).locator(`[data-block="${blockId}"]`).locator("input, textarea, select").first();
}

/** A button of the top modal by its action. */
export function button(page: Page, action: string): Locator {
  return modal(page).locator(`[data-action="${action}"]`);
}

/** Submits the top modal. */
export async function submit(page: Page): Promise<void> {
  await modal(page).locator('button[type="submit"]').click();
}

/** The newest message that has these words. */
export function message(page: Page, words: string | RegExp): Locator {
  return page.getByRole("article").filter({ hasText: words }).last();
}

export function hasFocus(what: Locator): Promise<boolean> {
  return what.evaluate((element) => element.ownerDocument.activeElement === element);
}

/** Picks in a select of the browser's. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await modal(page).getByRole("combobox", { name: label, exact: true }).selectOption({ label: option });
}

/** Switches to another person of the sidebar, where that is in sight. */
export async function actAs(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("button", { name, pressed: false }).click();
  await page.getByRole("button", { name, pressed: true }).waitFor();
}
