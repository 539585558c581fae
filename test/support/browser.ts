import type { Locator, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { startPlatform } from "../../sandbox/platform/index.ts";
import { type Outside, startSandbox } from "../../sandbox/sandbox.ts";
import type { SlackWorkspace } from "../../sandbox/slack/types.ts";
import { startWeb } from "../../sandbox/web/index.ts";
import { type ChatopsOptions, startChatops } from "./chatops.ts";
import { launchBrowser, type OpenedPage, openPage, type PageOptions } from "./chromium.ts";

type World = Pick<Outside, "slack" | "platform">;
type AtPage<W extends World = World> = W & OpenedPage & { url: string };

/**
 * The app as in all stories, its clock included, and Chromium on the page; all of it ends with the test. What the
 * process itself does is told by stories of its own, and one here is of `npm run sandbox` as it is.
 */
export async function startBrowserSandbox(options: ChatopsOptions & PageOptions = {}): Promise<AtPage> {
  return openOn(await startChatops({ isWatched: true, ...options }), options);
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
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  return { ...world, ...(await openPage(browser, web.url, options)), url: web.url };
}

/**
 * Two ways to be at the page that differ in all that a person may differ in; what is promised for each of it is tried
 * both ways.
 */
export const ways = [
  {
    how: "at 1280 px, in the light, with a mouse",
    options: { size: { width: 1280, height: 800 }, scheme: "light" },
    use: (control: Locator) => control.click(),
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

/** Picks in a select: types what is searched for, and takes the option of that name. */
export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await modal(page).getByRole("combobox", { name: label, exact: true }).click();
  await modal(page).getByRole("option", { name: option }).first().click();
}

/** Switches to another person of the sidebar, where that is in sight. */
export async function actAs(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("button", { name, pressed: false }).click();
  await page.getByRole("button", { name, pressed: true }).waitFor();
}
