import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { composer, modal, openWorkspace, type } from "../support/browser.ts";
import { findLowContrast } from "../support/contrast.ts";
import { startGallery } from "../support/gallery.ts";

let gallery: Awaited<ReturnType<typeof startGallery>>;
beforeEach(async () => {
  gallery = await startGallery();
});
afterEach(async () => await gallery.stop());

/** Controls and regions that a screen reader would announce by their role alone. */
async function nameless(page: Page): Promise<string[]> {
  const tree = await page.locator("body").ariaSnapshot();
  const roles =
    "button|textbox|combobox|checkbox|radio|link|tab|dialog|table|option|menuitem|listbox|img|group|log|complementary|navigation|spinbutton";
  return tree
    .split("\n")
    .filter((line) => new RegExp(`^\\s*- (?:${roles})(?: \\[[^\\]]*\\])*:?$`).test(line));
}

describe("the page", () => {
  it("names every control and can be read, with messages, drawers, lists and menus open", async () => {
    const { page } = await openWorkspace(gallery.slack);
    await type(page, "/hello");
    await page.getByText("How it works").waitFor();
    expect(await nameless(page)).toEqual([]);
    expect(await findLowContrast(page)).toEqual([]);
    for (const drawer of ["Traffic", "Outside world"]) {
      await page.getByRole("button", { name: drawer }).click();
      await page.getByRole("complementary", { name: drawer }).waitFor();
      expect(await nameless(page), drawer).toEqual([]);
      expect(await findLowContrast(page), drawer).toEqual([]);
    }
    await composer(page).fill("/msg");
    await page.getByRole("listbox", { name: "Commands" }).waitFor();
    expect(await findLowContrast(page)).toEqual([]);
    await composer(page).fill("");
    await page.getByRole("button", { name: "Shortcuts" }).click();
    await page.getByRole("menu").waitFor();
    expect(await nameless(page)).toEqual([]);
    expect(await findLowContrast(page)).toEqual([]);
  });

  it("names every field of a modal and its errors", async () => {
    const { page } = await openWorkspace(gallery.slack);
    await type(page, "/form all");
    await modal(page).getByRole("button", { name: "Next" }).click();
    await modal(page).getByText("This is a required field").first().waitFor();
    expect(await nameless(page)).toEqual([]);
    expect(await findLowContrast(page)).toEqual([]);
    const field = modal(page).getByLabel("Line");
    const describedBy = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
    const words = await Promise.all(describedBy.map((id) => page.locator(`[id="${id}"]`).innerText()));
    expect(words.join(" ")).toContain("A hint below");
    expect(words.join(" ")).toContain("required");
  });

  it("shows where the focus is, and reaches everything with the keyboard", async () => {
    const { page } = await openWorkspace(gallery.slack);
    const seen = new Set<string>();
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("Tab");
      const focused: unknown = await page.evaluate(`(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const isShown = (outlineStyle !== "none" && outlineWidth !== "0px") || element.matches(".composer-input");
        return (isShown ? "" : "NO FOCUS SHOWN ") + (element.getAttribute("aria-label") ?? element.textContent);
      })()`);
      if (typeof focused === "string") seen.add(focused);
    }
    expect([...seen].filter((name) => name.startsWith("NO FOCUS"))).toEqual([]);
    for (const name of ["Traffic", "Outside world", "sms-tests", "Send", "Attach files", "Shortcuts"]) {
      expect([...seen]).toContain(name);
    }
  });
});
