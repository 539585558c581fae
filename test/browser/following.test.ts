import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { composer, hasFocus, openWorkspace, type } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { type Gallery, startGallery } from "../support/gallery.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

const list = (page: Page) => page.getByRole("log", { name: "Messages" });
const pill = (page: Page) => page.getByRole("button", { name: "New messages" });

function distance(page: Page): Promise<number> {
  return list(page).evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
}

/** A conversation of some use, with the person at its end. */
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

describe("the list of messages", () => {
  it("shows the answer to one's own command, wherever the person had scrolled", async () => {
    const page = await openLong();
    await scrollToTop(page);
    await type(page, "/hello");
    await page.getByText("How it works").waitFor();
    await eventually(async () => expect(await distance(page)).toBeLessThan(2));
    expect(await pill(page).count()).toBe(0);
  });

  it("shows one's own words, wherever the person had scrolled", async () => {
    const page = await openLong();
    await scrollToTop(page);
    await type(page, "my own words");
    await page.getByText("my own words").waitFor();
    await eventually(async () => expect(await distance(page)).toBeLessThan(2));
  });

  it("stays at the end through a narrower pane, a burst of answers and growing posts", async () => {
    const page = await openLong();
    await page.getByRole("button", { name: "Traffic" }).click();
    await eventually(async () => expect(await distance(page)).toBeLessThan(2));
    await page.getByRole("button", { name: "Close traffic" }).click();
    for (let round = 1; round <= 10; round += 1) {
      await type(page, "/hello");
      say(`round ${round}`);
      await page.getByText(`round ${round}`, { exact: true }).waitFor();
    }
    await eventually(async () => expect(await page.getByText("How it works").count()).toBe(10));
    await eventually(async () => expect(await distance(page)).toBeLessThan(2));
  });

  it("draws the newest of a long conversation at once, and the older ones as the person comes near", async () => {
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

  it("leaves a person who reads what is older, and leads to what is new", async () => {
    const page = await openLong();
    await scrollToTop(page);
    say("something new");
    await pill(page).waitFor();
    expect(await list(page).evaluate((log) => log.scrollTop)).toBe(0);
    await pill(page).click();
    await eventually(async () => expect(await distance(page)).toBeLessThan(2));
    await pill(page).waitFor({ state: "detached" });
    expect(await hasFocus(composer(page))).toBe(true);
    say("something newer");
    await page.getByText("something newer").waitFor();
    await eventually(async () => expect(await distance(page)).toBeLessThan(2));
  });
});
