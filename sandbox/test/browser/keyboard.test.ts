import { beforeEach, describe, expect, it } from "vitest";
import { composer, hasFocus, message, openWorkspace, type, ways } from "./support/browser.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

const say = (text: string) => gallery.slack.as("U0MINA").say("C0TESTS", text);

describe.each(ways)(
  "the sandbox's page by keyboard ($options.size.width px, $options.scheme)",
  ({ options }) => {
    it("has one Tab stop for all messages, and the arrow keys walk through them", async () => {
      for (let count = 1; count <= 30; count += 1) say(`number ${count}.`);
      const { page } = await openWorkspace(gallery.slack, options);
      await message(page, "number 30.").waitFor();
      await composer(page).press("Shift+Tab");
      expect(await hasFocus(message(page, "number 30."))).toBe(true);
      await page.keyboard.press("Tab");
      expect(await hasFocus(composer(page))).toBe(true);
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      expect(await hasFocus(message(page, "number 28."))).toBe(true);
      await page.keyboard.press("ArrowRight");
      const reply = message(page, "number 28.").getByRole("button", { name: "Reply in thread" });
      expect(await hasFocus(reply)).toBe(true);
      await page.keyboard.press("ArrowLeft");
      expect(await hasFocus(message(page, "number 28."))).toBe(true);
    });

    it("reaches a post's button with the arrow keys, without Tab stops in other messages", async () => {
      const { page } = await openWorkspace(gallery.slack, options);
      await type(page, "/hello");
      await page.getByText("a rich quote").waitFor();
      say("one more");
      await message(page, "one more").waitFor();
      await composer(page).press("Shift+Tab");
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowDown");
      const go = page.getByRole("button", { name: "Go", exact: true });
      for (let step = 0; step < 10 && !(await hasFocus(go)); step += 1)
        await page.keyboard.press("ArrowRight");
      expect(await hasFocus(go)).toBe(true);
      await page.keyboard.press("Enter");
      await page.getByText("Heard go").waitFor();
      const inSame = message(page, "A header").locator(":focus");
      for (let step = 0; step < 5 && (await inSame.count()) > 0; step += 1) await page.keyboard.press("Tab");
      expect(await hasFocus(page.getByRole("button", { name: "New messages" }))).toBe(true);
    });

    it("reaches the list of commands from the composer with Shift+Tab", async () => {
      const { page } = await openWorkspace(gallery.slack, options);
      await composer(page).fill("/msg-");
      const commands = page.getByRole("listbox", { name: "Commands" });
      await commands.waitFor();
      await composer(page).press("Shift+Tab");
      expect(await hasFocus(commands)).toBe(true);
      await page.keyboard.press("ArrowDown");
      const chosen = await commands.getByRole("option", { selected: true }).locator("strong").innerText();
      await page.keyboard.press("Enter");
      expect(await composer(page).inputValue()).toBe(`${chosen} `);
      expect(await hasFocus(composer(page))).toBe(true);
    });

    it("opens the last message's menu where all of it is visible", async () => {
      for (let count = 1; count <= 20; count += 1) say(`number ${count}.`);
      const { page } = await openWorkspace(gallery.slack, options);
      await message(page, "number 20.").waitFor();
      await composer(page).press("Shift+Tab");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      const menu = await page.getByRole("menu").boundingBox();
      const list = await page.getByRole("log", { name: "Messages" }).boundingBox();
      expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(
        (list?.y ?? 0) + (list?.height ?? 0) + 1,
      );
      expect(menu?.y ?? 0).toBeGreaterThanOrEqual(list?.y ?? 0);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Escape");
      expect(await page.getByRole("menu").count()).toBe(0);
    });
  },
);
