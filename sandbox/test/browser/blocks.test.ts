import { beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { findByAxe } from "./support/axe.ts";
import { actAs, hasFocus, openWorkspace, type } from "./support/browser.ts";
import type { OpenedPage } from "./support/chromium.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

/** Its browser is in another time zone than the bot, by whose zone the page goes. */
async function openGallery(): Promise<OpenedPage> {
  const opened = await openWorkspace(gallery.slack, { timezone: "America/New_York" });
  await type(opened.page, "/hello");
  await opened.page.getByText("a rich quote").waitFor();
  expect(gallery.slack.findings).toEqual([]);
  return opened;
}

describe("a conversation in the sandbox's page", () => {
  it("renders every kind of block, and makes no request to another host", async () => {
    const { page, foreign, errors } = await openGallery();
    const log = page.getByRole("log", { name: "Messages" });
    const words = await log.innerText();
    for (const shown of [
      "A header 🎉",
      "Plain bold italic gone code <!channel> a link",
      "quoted words",
      "let a = 1 < 2",
      "Hello @Mina Lee in #sms-tests with @reviewers ⚠️",
      "Seen Nov 21, 2026 2:00 PM",
      "010-****-0001",
      "Third",
      "Seen 14:02",
      "a rich quote",
      "<script>alert(1)</script>",
      "@Joon Park",
      "Nov 21, 2026 2:00 PM",
      "Japan",
    ]) {
      expect.soft(words).toContain(shown);
    }
    expect(words).not.toContain("doesn't draw");
    await page.getByText("All times: Asia/Seoul").waitFor({ state: "attached" });
    expect(await log.locator("strong", { hasText: /^bold$/ }).count()).toBe(2);
    expect(await log.getByRole("link", { name: "a link" }).getAttribute("href")).toBe("https://example.com");
    expect(await log.locator("b, script").count()).toBe(0);
    expect(foreign).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("sends a click on a button to the bot, after a confirm dialog if the button has one", async () => {
    const { page } = await openGallery();
    await page.getByRole("button", { name: "Go", exact: true }).click();
    await page.getByText("Heard go").waitFor();
    const remove = page.getByRole("button", { name: "Remove", exact: true });
    await remove.click();
    const question = page.getByRole("dialog", { name: "Remove it?" });
    expect(await question.innerText()).toContain("It will be gone.");
    await question.getByRole("button", { name: "Keep" }).click();
    await question.waitFor({ state: "detached" });
    await eventually(async () => expect(await hasFocus(remove)).toBe(true));
    await remove.click();
    await question.getByRole("button", { name: "Yes, remove" }).click();
    await page.getByText("Heard remove").waitFor();
    await page.getByRole("combobox", { name: "Pick one" }).selectOption("Banana");
    await page.getByText("Heard pick").waitFor();
    expect(gallery.heard.actions).toEqual([
      { actionId: "go", value: "1" },
      { actionId: "remove", value: undefined },
      { actionId: "pick", value: "banana" },
    ]);
    await actAs(page, /^Mina Lee/);
    await page.getByText("A header").waitFor();
    expect(await page.getByText("Heard go").count()).toBe(0);
  });

  it("marks a slow acknowledgement, and an answer that breaks a rule of Slack's", async () => {
    const { page } = await openWorkspace(gallery.slack);
    await type(page, "/escaped");
    await page.getByText("No words beside the blocks").waitFor();
    await page.getByRole("button", { name: /^Traffic · \d findings?$/ }).click();
    const panel = page.getByRole("complementary", { name: "Traffic" });
    await panel.getByRole("button", { name: "Trouble" }).click();
    const troubles = await panel.getByRole("listitem").allInnerTexts();
    expect(troubles.some((line) => /command \/escaped\s+200\s+1\.\d s/.test(line))).toBe(true);
    expect(troubles.some((line) => line.includes("finding"))).toBe(true);
  });
});

describe("the app's Home tab in the sandbox's page", () => {
  it("is published when it is opened, reacts to clicks, keeps the focus, and is each person's own", async () => {
    const { page, errors } = await openWorkspace(gallery.slack);
    await page.getByRole("button", { name: /^Messaging ChatOps/ }).click();
    await page.getByRole("tab", { name: "Home" }).click();
    await page.getByText("Last: Not yet").waitFor();
    const go = page.getByRole("button", { name: "Go", exact: true });
    await go.press("Enter");
    await page.getByText("Last: home_go 1").waitFor();
    expect(await hasFocus(go)).toBe(true);
    await page.getByRole("combobox", { name: "Pick one" }).selectOption("Cherry");
    await page.getByText("Last: home_pick cherry").waitFor();
    expect(await findByAxe(page)).toEqual([]);
    await actAs(page, /^Mina Lee/);
    await page.getByText("Last: Not yet").waitFor();
    expect(gallery.slack.home("U0MINA")?.blocks).not.toEqual(gallery.slack.home("U0JOON")?.blocks);
    expect(errors).toEqual([]);
    expect(gallery.slack.findings).toEqual([]);
  });
});
