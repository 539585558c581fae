import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { composer, hasFocus, message, openWorkspace, type, ways } from "./support/browser.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

const say = (text: string) => gallery.slack.as("U0MINA").say("C0TESTS", text);
const list = (page: Page) => page.getByRole("log", { name: "Messages" });
/** From its end; negative, since it scrolls from below. */
const scrolled = (page: Page) => list(page).evaluate((log) => Math.round(log.scrollTop));

describe.each(ways)("the list of messages $how", ({ options }) => {
  async function openLong(): Promise<Page> {
    for (let count = 1; count <= 70; count += 1) say(`number ${count}.\nand a second line`);
    const { page } = await openWorkspace(gallery.slack, options);
    await message(page, "number 70.").waitFor();
    return page;
  }

  it("stays at its end while posts arrive, and goes there when the person says something", async () => {
    const page = await openLong();
    for (let round = 1; round <= 5; round += 1) say(`round ${round}`);
    await page.getByText("round 5").waitFor();
    expect(await scrolled(page)).toBe(0);
    await list(page).hover();
    await page.getByRole("button", { name: "Older messages" }).click();
    await eventually(async () => {
      await page.mouse.wheel(0, -10_000);
      expect(await page.getByText("number 1.").first().isVisible()).toBe(true);
    });
    const newest = page.getByRole("button", { name: "Newest messages" });
    await newest.click();
    await eventually(async () => expect(await scrolled(page)).toBe(0));
    await newest.waitFor({ state: "detached" });
    await page.mouse.wheel(0, -10_000);
    await newest.waitFor();
    await type(page, "my own words");
    await message(page, "my own words").waitFor();
    await eventually(async () => expect(await scrolled(page)).toBe(0));
  });

  it("is reached from the composer with Shift+Tab, and walked through with arrows", async () => {
    const page = await openLong();
    await composer(page).press("Shift+Tab");
    expect(await hasFocus(message(page, "number 70."))).toBe(true);
    for (const key of ["ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
    expect(await hasFocus(message(page, "number 68."))).toBe(true);
    await page.keyboard.press("Tab");
    expect(await hasFocus(message(page, "number 68.").getByRole("button", { name: "Reply in thread" }))).toBe(
      true,
    );
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const menu = page.locator(".menu:popover-open");
    const box = await menu.boundingBox();
    expect((box?.y ?? -1) >= 0 && (box?.x ?? -1) >= 0).toBe(true);
    await page.keyboard.press("Escape");
    expect(await menu.count()).toBe(0);
  });

  it("has its command list above the composer, where Tab completes", async () => {
    const { page } = await openWorkspace(gallery.slack, options);
    await composer(page).fill("/msg-");
    const commands = page.getByRole("listbox", { name: "Commands" });
    await commands.waitFor();
    await composer(page).press("ArrowDown");
    const chosen = await commands.getByRole("option", { selected: true }).locator("strong").innerText();
    await page.keyboard.press("Tab");
    expect(await composer(page).inputValue()).toBe(`${chosen} `);
    expect(await hasFocus(composer(page))).toBe(true);
  });
});
