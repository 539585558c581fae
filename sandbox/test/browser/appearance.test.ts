import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { openWorkspace } from "./support/browser.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";
import { leaf, mrkdwn, plain, section } from "./support/gallery-blocks.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

const LONG = "M4V20261122074944AAAAAAAAAAAAAA01M4V20261122074944AAAAAAAAAAAAAA02";
const ADDRESS = `https://shop.example.com/orders/${LONG}?with=${LONG}`;
/** Ids and links in every block that shows words. */
const LONG_WORDS = [
  { type: "header", text: plain(LONG) },
  section(`\`${LONG}\` <${ADDRESS}|${ADDRESS}>`),
  { type: "section", fields: [mrkdwn(LONG), mrkdwn(ADDRESS)] },
  { type: "context", elements: [mrkdwn(`seen ${LONG}`)] },
  {
    type: "rich_text",
    elements: [
      {
        type: "rich_text_section",
        elements: [leaf(LONG, { code: true }), leaf(LONG, { bold: true }), leaf(ADDRESS)],
      },
      { type: "rich_text_quote", elements: [leaf(ADDRESS)] },
      { type: "rich_text_preformatted", elements: [leaf(ADDRESS)] },
    ],
  },
  { type: "actions", elements: [{ type: "button", action_id: "go", text: plain(LONG) }] },
];

/** Elements that stick out of their pane to the right, or are cut off. */
function findCutOff(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((panes) =>
    panes.flatMap((pane) => {
      const edge = pane.getBoundingClientRect().right;
      return [...pane.querySelectorAll("*")]
        .filter((element) => element.closest(".icon, .message-tools") === null)
        .filter((element) => {
          const isCut =
            element.scrollWidth > element.clientWidth + 1 &&
            getComputedStyle(element).overflowX !== "visible";
          return isCut || element.getBoundingClientRect().right > edge + 1;
        })
        .map((element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`);
    }),
  );
}

async function post(content: { text: string; blocks?: object[]; thread_ts?: string }): Promise<string> {
  const shown = (content.blocks ?? []).map((block) => ({ type: "divider" as const, ...block }));
  const { ts = "" } = await gallery.app.client.chat.postMessage({
    channel: "C0TESTS",
    unfurl_links: false,
    unfurl_media: false,
    ...content,
    blocks: shown,
  });
  return ts;
}

describe("the sandbox's page at 1280 px with a thread and a panel", () => {
  it("wraps long ids and links, and keeps everything inside its pane", async () => {
    const { page } = await openWorkspace(gallery.slack);
    const ts = await post({ text: LONG, blocks: LONG_WORDS });
    await post({ text: LONG, blocks: LONG_WORDS, thread_ts: ts });
    const message = page.getByRole("log", { name: "Messages" }).getByRole("article").last();
    await message.locator(".replies").click();
    await page.getByRole("complementary", { name: "Thread" }).getByRole("article").nth(1).waitFor();
    await page.getByRole("button", { name: "Traffic" }).first().click();
    await page.getByRole("complementary", { name: "Traffic" }).getByText("chat.postMessage").first().click();
    expect(await findCutOff(page, ".messages, .panel-body")).toEqual([]);
  });
});

describe("the toolbar of a message in the sandbox's page", () => {
  const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()];
    if (a === null || b === null) throw new Error("not drawn");
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  };

  it("doesn't cover the message's author or title in a narrow pane", async () => {
    const { page } = await openWorkspace(gallery.slack);
    const blocks = [section(`*A title as wide as its pane, ${"and wider ".repeat(12)}*`)];
    const ts = await post({ text: "one", blocks });
    await post({ text: "two", blocks });
    await post({ text: "three", blocks, thread_ts: ts });
    const articles = page.getByRole("log", { name: "Messages" }).getByRole("article");
    await articles.first().locator(".replies").click();
    const thread = page.getByRole("complementary", { name: "Thread" }).getByRole("article");
    await thread.nth(1).waitFor();
    await page.getByRole("button", { name: "Traffic" }).first().click();
    for (const message of [...(await articles.all()), ...(await thread.all())]) {
      await message.scrollIntoViewIfNeeded();
      await message.hover({ position: { x: 5, y: 30 } });
      expect(await overlap(message.locator(".message-tools"), message.locator(".message-row"))).toBe(false);
    }
  });

  it("doesn't cover a button of the message above", async () => {
    const { page } = await openWorkspace(gallery.slack, { size: { width: 390, height: 844 } });
    const wide = { type: "button", action_id: "go", text: plain(`Go ${"far and ".repeat(8)}`) };
    await post({ text: "one", blocks: [{ type: "actions", elements: [wide] }] });
    await post({ text: "two" });
    const button = page.getByRole("button", { name: /^Go far/ });
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    await page.getByText("two").waitFor();
    await button.click({ position: { x: width - 30, y: height - 6 } });
    await page.getByText("Heard go").waitFor();
  });
});
