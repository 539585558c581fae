import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { findByAxe } from "./support/axe.ts";
import { composer, modal, openWorkspace, type } from "./support/browser.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

const sizes = [
  ["wide", { width: 1280, height: 800 }],
  ["narrow", { width: 390, height: 844 }],
] as const;

/** Controls and regions without a name, which a screen reader would announce by their role alone. */
async function nameless(page: Page): Promise<string[]> {
  const tree = await page.locator("body").ariaSnapshot();
  const roles =
    "button|textbox|combobox|checkbox|radio|link|tab|dialog|table|option|menuitem|listbox|img|group|log|complementary|navigation|spinbutton";
  return tree
    .split("\n")
    .filter((line) => new RegExp(`^\\s*- (?:${roles})(?: \\[[^\\]]*\\])*:?$`).test(line));
}

/** In dark mode only the colours differ, so that only the contrast is checked again. */
async function expectClean(page: Page, state: string): Promise<void> {
  expect.soft(await nameless(page), state).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await findByAxe(page), state).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await findByAxe(page, "color-contrast"), `${state}, dark`).toEqual([]);
}

describe.each(sizes)("the sandbox's page in a %s window", (name, size) => {
  it("has no accessibility errors in a conversation and its panels", async () => {
    const { page } = await openWorkspace(gallery.slack, { size });
    await expectClean(page, "empty conversation");
    await type(page, "/hello");
    await page.getByText("a rich quote").waitFor();
    await expectClean(page, "messages");
    for (const panel of ["Traffic", "Outside world", "First minute"]) {
      await page.getByRole("button", { name: panel }).click();
      await page.getByRole("complementary", { name: panel }).waitFor();
      await expectClean(page, panel);
      await page.getByRole("button", { name: `Close ${panel.toLowerCase()}` }).click();
    }
  });

  it("has no accessibility errors in a thread, in menus, in lists and in the sidebar", async () => {
    const { page } = await openWorkspace(gallery.slack, { size });
    await type(page, "a message");
    await page.getByRole("article").last().hover();
    await page.getByRole("button", { name: "Reply in thread" }).last().press("Enter");
    await page.getByRole("complementary", { name: "Thread" }).waitFor();
    await expectClean(page, "thread");
    await page.getByRole("button", { name: "Close thread" }).click();
    await page.getByRole("article").last().hover();
    await page.getByRole("button", { name: "More message actions" }).last().press("Enter");
    await page.locator(".menu:popover-open").waitFor();
    await expectClean(page, "message menu");
    await page.keyboard.press("Escape");
    await composer(page).fill("/");
    await page.getByRole("listbox", { name: "Commands" }).waitFor();
    await expectClean(page, "command list");
    await composer(page).fill("");
    await page.getByRole("button", { name: "Shortcuts" }).click();
    await page.locator(".menu:popover-open").waitFor();
    await expectClean(page, "menu");
    await page.keyboard.press("Escape");
    if (name !== "narrow") return;
    await page.getByRole("button", { name: "Conversations and people" }).click();
    await expectClean(page, "sidebar");
  });

  it("has no accessibility errors in a modal with field errors", async () => {
    const { page } = await openWorkspace(gallery.slack, { size });
    await type(page, "/form all");
    await modal(page).getByRole("button", { name: "Next" }).click();
    await modal(page).getByText("This is a required field").first().waitFor();
    await expectClean(page, "modal with errors");
  });
});

it("every control of the sandbox's page can be reached by Tab, and shows the focus", async () => {
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
  const controls = ["Traffic", "Outside world", "sms-tests", "Send", "Attach files", "Shortcuts"];
  expect([...seen]).toEqual(expect.arrayContaining(controls));
});
