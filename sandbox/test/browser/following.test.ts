import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { composer, hasFocus, openWorkspace, type } from "./support/browser.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

const list = (page: Page) => page.getByRole("log", { name: "Messages" });
const pill = (page: Page) => page.getByRole("button", { name: "New messages" });

function distance(page: Page): Promise<number> {
  return list(page).evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
}

/** A long conversation, scrolled to its end. */
async function openLong(): Promise<Page> {
  for (let count = 1; count <= 40; count += 1) say(`number ${count}\nand a second line`);
  const { page } = await openWorkspace(gallery.slack);
  await eventually(async () => expect(await distance(page)).toBeLessThan(2));
  return page;
}

function say(text: string): void {
  gallery.slack.as("U0MINA").say("C0TESTS", text);
}

async function scrollToTop(page: Page): Promise<void> {
  await list(page).hover();
  await eventually(async () => {
    await page.mouse.wheel(0, -10_000);
    expect(await list(page).evaluate((log) => log.scrollTop)).toBe(0);
  });
}

describe("the list of messages in the sandbox's page", () => {
  it.each([
    ["the answer to one's own command", "/hello", "a rich quote"],
    ["one's own message", "my own words", "my own words"],
  ])("scrolls to the end for %s", async (_name, typed, words) => {
    const page = await openLong();
    await scrollToTop(page);
    await type(page, typed);
    await page.getByText(words).waitFor();
    await eventually(async () => expect(await distance(page)).toBeLessThan(2));
    expect(await pill(page).count()).toBe(0);
  });

  it("stays at the end when its pane gets narrower and posts arrive", async () => {
    const page = await openLong();
    await page.getByRole("button", { name: "Traffic" }).click();
    await eventually(async () => expect(await distance(page)).toBeLessThan(2));
    await page.getByRole("button", { name: "Close traffic" }).click();
    for (let round = 1; round <= 10; round += 1) {
      await type(page, "/hello");
      say(`round ${round}`);
      await page.getByText(`round ${round}`, { exact: true }).waitFor();
    }
    await eventually(async () => expect(await distance(page)).toBeLessThan(2));
  });

  it("renders the newest messages at once, and older messages when the reader scrolls up", async () => {
    for (let count = 1; count <= 120; count += 1) say(`number ${count}.\nand a second line`);
    const { page } = await openWorkspace(gallery.slack);
    await page.getByText("number 120.").waitFor();
    expect(await page.getByRole("article").count()).toBeLessThan(60);
    await list(page).hover();
    await eventually(async () => {
      await page.mouse.wheel(0, -800);
      expect(await page.getByRole("article").count()).toBe(120);
    });
    expect(await list(page).evaluate((log) => log.scrollTop)).toBeGreaterThan(600);
    await scrollToTop(page);
    expect(await page.getByText("number 1.").first().isVisible()).toBe(true);
  });

  it("stays at older messages when a post arrives, and shows a button that leads to the new post", async () => {
    const page = await openLong();
    await scrollToTop(page);
    say("something new");
    await pill(page).waitFor();
    expect(await list(page).evaluate((log) => log.scrollTop)).toBe(0);
    await pill(page).click();
    await eventually(async () => expect(await distance(page)).toBeLessThan(2));
    await pill(page).waitFor({ state: "detached" });
    expect(await hasFocus(composer(page))).toBe(true);
  });
});
