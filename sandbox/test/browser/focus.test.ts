import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { en, heading } from "../../../test/support/words.ts";
import {
  button,
  choose,
  composer,
  hasFocus,
  message,
  modal,
  openWorkspace,
  startBrowserSandbox,
  type,
} from "./support/browser.ts";
import { startGallery } from "./support/gallery.ts";
import { plain, section } from "./support/gallery-blocks.ts";

/** What has the focus, as a person would find it: the field's block, the button's action, or what it is. */
function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const at = document.activeElement;
    const block = at.closest("[data-block]")?.dataset.block;
    return block ?? at.dataset.action ?? at.getAttribute("aria-label") ?? at.textContent.trim() ?? at.tagName;
  })()`);
}

async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.press("Enter");
}

describe("a modal of the sandbox's page by keyboard", () => {
  it("closes with Escape, also after an update or without a focus, and can be opened again", async () => {
    const { page, slack } = await startBrowserSandbox();
    for (let time = 1; time <= 2; time += 1) {
      await type(page, "/msg-send");
      await press(button(page, "messages.more"));
      await button(page, "messages.more").waitFor({ state: "detached" });
      if (time === 2) await page.evaluate("document.activeElement.blur()");
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    }
    expect(slack.as("U0JOON").views()).toEqual([]);
  });

  it("keeps the focus when rows are added and removed", async () => {
    const { page } = await startBrowserSandbox();
    await type(page, "/msg-send");
    await choose(page, en.send.fields.kind.label, en.send.kinds.chat);
    const add = modal(page).locator('[data-action^="messages.add_button"]');
    const remove = modal(page).locator('[data-action^="messages.remove_button"]');
    await add.waitFor();
    for (let count = 1; count <= 2; count += 1) {
      await press(add);
      await eventually(async () => expect(await remove.count()).toBe(count));
      expect(await focused(page)).toMatch(/^messages\.add_button/);
    }
    await press(remove.first());
    await eventually(async () => expect(await remove.count()).toBe(1));
    expect(await focused(page)).toMatch(/^messages\.remove_button/);
    await page.keyboard.press("Enter");
    await eventually(async () => expect(await remove.count()).toBe(0));
    expect(await hasFocus(modal(page))).toBe(true);
  });
});

describe("a post in the sandbox's page by keyboard", () => {
  it("has buttons that Tab reaches, and gets the focus when the pressed button disappears", async () => {
    const { page } = await startBrowserSandbox({ env: { PLATFORM_TIMEOUT_MS: "1000" } });
    await type(page, "/msg-send silent Hello");
    await page.getByRole("button", { name: /^Messaging ChatOps/ }).click();
    const post = message(page, heading.unknown);
    await post.waitFor();
    await composer(page).focus();
    const arrived = post.locator('[data-action="messages.settle:arrived"]');
    for (let step = 0; step < 5 && !(await hasFocus(arrived)); step += 1)
      await page.keyboard.press("Shift+Tab");
    expect(await hasFocus(arrived)).toBe(true);
    await page.keyboard.press("Enter");
    await press(modal(page).getByRole("button", { name: en.resolve.confirm.yes.arrived }));
    await message(page, heading.arrived).waitFor();
    expect(await hasFocus(message(page, heading.arrived))).toBe(true);
  });

  it("keeps the focus on a list's page button up to the last page", async () => {
    const { page } = await startBrowserSandbox();
    await type(page, "/msg-prices");
    const list = page.getByRole("article").last();
    const next = list.getByRole("button", { name: en.lists.next });
    await press(next);
    for (let pages = 0; pages < 20 && (await next.count()) > 0; pages += 1) {
      // The element may be rendered again between the two steps of this look.
      await eventually(async () => expect(await hasFocus(next)).toBe(true));
      const before = await list.innerText();
      await page.keyboard.press("Enter");
      await eventually(async () => expect(await list.innerText()).not.toBe(before));
    }
    expect(await hasFocus(list.getByRole("button", { name: en.lists.first }))).toBe(true);
  });

  it("keeps the focus on a button when an edit of the post keeps that button", async () => {
    const { slack, app } = await startGallery();
    const { page } = await openWorkspace(slack);
    const row = (...values: string[]) => ({
      type: "actions" as const,
      elements: values.map((value) => ({
        ...{ type: "button" as const, action_id: `go:${value}`, value },
        text: plain(value),
      })),
    });
    const at = { channel: "C0TESTS", text: "a post" };
    const { ts = "" } = await app.client.chat.postMessage({
      ...at,
      blocks: [section("before"), row("left", "right")],
    });
    const right = page.getByRole("button", { name: "right", exact: true });
    await right.focus();
    await right.evaluate((element) => element.classList.add("the-very-one"));
    const blocks = [section("after"), section("and more"), row("right")];
    await app.client.chat.update({ ...at, ts, blocks });
    await page.getByText("and more").waitFor();
    expect(await hasFocus(page.locator(".the-very-one"))).toBe(true);
    await app.client.chat.update({ ...at, ts, blocks: [section("settled"), row("left")] });
    await page.getByText("settled").waitFor();
    expect(await page.locator(".the-very-one").count()).toBe(0);
    expect(await hasFocus(message(page, "settled"))).toBe(true);
  });
});
