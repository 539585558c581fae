import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { composer, hasFocus, openWorkspace, pointAndClick, type } from "./support/browser.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

const phone = { width: 390, height: 844 };

async function expectInside(page: Page, what: Locator): Promise<void> {
  const box = await what.boundingBox();
  if (box === null) throw new Error("not drawn");
  const { width, height } = page.viewportSize() ?? phone;
  expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.y + box.height).toBeLessThanOrEqual(height);
}

function sidebar(page: Page): Locator {
  return page.getByRole("navigation", { name: "Workspace" });
}

const opener = (page: Page) => page.getByRole("button", { name: "Conversations and people" });

const ways = [
  { how: "in the light", scheme: "light", use: pointAndClick },
  {
    how: "in the dark, by keyboard alone",
    scheme: "dark",
    use: (control: Locator) => control.press("Enter"),
  },
] as const;

describe.each(ways)("the sandbox's page on a phone, $how", ({ scheme, use }) => {
  async function openPhone(): Promise<Page> {
    const { page } = await openWorkspace(gallery.slack, { size: phone, scheme });
    return page;
  }

  it("gives the conversation the whole width, and cuts nothing off", async () => {
    const page = await openPhone();
    await type(page, "/hello");
    await page.getByText("a rich quote").waitFor();
    const pane = await page.getByRole("region", { name: "#sms-tests" }).boundingBox();
    expect(pane?.width).toBe(phone.width);
    await expectInside(page, page.getByRole("button", { name: "Send", exact: true }));
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(phone.width);
    expect(await sidebar(page).isVisible()).toBe(false);
  });

  it("closes the sidebar after a choice, Escape, or a touch beside it", async () => {
    const page = await openPhone();
    await use(opener(page));
    await expectInside(page, sidebar(page));
    await use(sidebar(page).getByRole("button", { name: "reviews" }));
    await page.getByRole("heading", { name: "#reviews" }).waitFor();
    await eventually(async () => expect(await sidebar(page).isVisible()).toBe(false));
    await use(opener(page));
    await page.keyboard.press("Escape");
    await eventually(async () => expect(await sidebar(page).isVisible()).toBe(false));
    expect(await hasFocus(opener(page))).toBe(true);
    await use(opener(page));
    await page.mouse.click(phone.width - 10, phone.height / 2);
    await eventually(async () => expect(await sidebar(page).isVisible()).toBe(false));
    await use(opener(page));
    await use(sidebar(page).getByRole("button", { name: /^Mina Lee/ }));
    await page.getByText("You are Mina Lee").waitFor();
  });

  it.each(["Traffic", "Outside world", "First minute"])(
    "opens the panel “%s” over the whole screen, with a button to close it",
    async (name) => {
      const page = await openPhone();
      await use(page.getByRole("button", { name }));
      const panel = page.getByRole("complementary", { name });
      expect((await panel.boundingBox())?.width).toBe(phone.width);
      const close = panel.getByRole("button", { name: `Close ${name.toLowerCase()}` });
      await expectInside(page, close);
      await use(close);
      await expectInside(page, page.getByRole("button", { name: "Send", exact: true }));
    },
  );

  it("opens a thread over the whole screen, with its composer and a button to close it", async () => {
    const page = await openPhone();
    gallery.slack.as("U0MINA").say("C0TESTS", "a parent");
    // A touch shows the message's tools.
    await page.getByText("a parent").click();
    await use(page.getByRole("button", { name: "Reply in thread" }));
    const thread = page.getByRole("complementary", { name: "Thread" });
    expect((await thread.boundingBox())?.width).toBe(phone.width);
    await expectInside(page, thread.getByRole("button", { name: "Send", exact: true }));
    await use(thread.getByRole("button", { name: "Close thread" }));
    await expectInside(page, composer(page));
  });
});
