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

async function openGallery(): Promise<OpenedPage> {
  const opened = await openWorkspace(gallery.slack);
  await type(opened.page, "/hello");
  await opened.page.getByText("How it works").waitFor();
  expect(gallery.slack.findings).toEqual([]);
  return opened;
}

describe("a conversation", () => {
  it("renders every block, and makes no request to another host", async () => {
    const { page, foreign, errors } = await openGallery();
    const log = page.getByRole("log", { name: "Messages" });
    const words = await log.innerText();
    for (const shown of [
      "A header 🎉",
      "Plain bold italic gone code <!channel> a link",
      "quoted words",
      "let a = 1 < 2",
      "Hello @Mina Lee in #sms-tests with @reviewers ⚠️",
      "Seen 2026-11-21 2:00 PM",
      "010-****-0001",
      "Third",
      "A cat\nnot loaded",
      "Seen 14:02",
      "first point",
      "a rich quote",
      "<script>alert(1)</script>",
      "@Joon Park🚀@here",
      "Saturday, November 21, 2026 2:00 PM",
      "Japan",
      "Prices by country",
      "A heading",
      "What the card says",
      "A container",
      "How it works",
    ]) {
      expect.soft(words).toContain(shown);
    }
    expect(words).not.toContain("doesn't draw");
    expect(await log.locator("strong", { hasText: /^bold$/ }).count()).toBe(2);
    expect(await log.getByRole("link", { name: "a link" }).getAttribute("href")).toBe("https://example.com");
    expect(await log.locator("b, script").count()).toBe(0);
    expect(await page.getByText("Inside the container").isVisible()).toBe(false);
    await page.getByText("A container").click();
    expect(await page.getByText("Inside the container").isVisible()).toBe(true);
    expect(foreign).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("sorts a data table by a column and turns its pages", async () => {
    const { page } = await openGallery();
    const table = page.getByRole("table", { name: "Prices by country" });
    const firstColumn = () => table.locator("tbody tr td:first-child").allInnerTexts();
    expect(await firstColumn()).toEqual(["Japan", "China"]);
    await table.getByRole("button", { name: "SMS" }).click();
    expect(await firstColumn()).toEqual(["China", "Japan"]);
    await page.getByRole("button", { name: "Next" }).click();
    expect(await firstColumn()).toEqual(["Brazil"]);
  });

  it("names a type of block that it can't render", async () => {
    const { page } = await openWorkspace(gallery.slack);
    const messages = gallery.slack.messages("C0TESTS");
    gallery.slack.as("U0JOON").say("C0TESTS", "words");
    Object.assign(messages.at(-1) ?? gallery.slack.messages("C0TESTS").at(-1)!, {
      blocks: [{ type: "hologram" }],
    });
    gallery.slack.as("U0JOON").say("C0TESTS", "more words");
    await page.getByText("This page doesn't draw blocks of type hologram.").waitFor();
  });

  it("sends clicks to the bot, after a confirm dialog if there is one", async () => {
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
    await page.getByRole("combobox", { name: "Pick one" }).click();
    await page.getByRole("option", { name: "Banana" }).click();
    await page.getByText("Heard pick").waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await page.getByText("Heard more").waitFor();
    expect(gallery.heard.actions).toEqual([
      { actionId: "go", value: "1" },
      { actionId: "remove", value: undefined },
      { actionId: "pick", value: "b" },
      { actionId: "more", value: "y" },
    ]);
    await page.getByRole("button", { name: /^Mina Lee/ }).click();
    await page.getByText("A header").waitFor();
    expect(await page.getByText("Heard go").count()).toBe(0);
  });

  it("marks a slow acknowledgement and a broken rule of Slack's", async () => {
    const { page } = await openWorkspace(gallery.slack);
    await type(page, "/escaped");
    await page.getByText("No words beside the blocks").waitFor();
    await page.getByRole("button", { name: /^Traffic · \d findings?$/ }).click();
    const panel = page.getByRole("complementary", { name: "Traffic" });
    await panel.getByRole("button", { name: "Trouble" }).click();
    const troubles = await panel.getByRole("listitem").allInnerTexts();
    expect(troubles.some((line) => /command \/escaped\s+200\s+1\.\d s/.test(line))).toBe(true);
    expect(troubles.some((line) => line.includes("finding"))).toBe(true);
    const slow = panel
      .locator("details.bad.slack-to-bot", { hasText: "command /escaped" })
      .locator(".latency");
    expect(await slow.evaluate((latency) => getComputedStyle(latency).color)).toBe("rgb(184, 23, 74)");
  });
});

describe("the app's Home tab", () => {
  it("is published when it is opened, reacts to clicks, and is each person's own", async () => {
    const { page, errors } = await openWorkspace(gallery.slack);
    await page.getByRole("button", { name: /^Messaging ChatOps/ }).click();
    await page.getByRole("tab", { name: "Home" }).click();
    await page.getByText("Last: Not yet").waitFor();
    await page.getByRole("button", { name: "Go", exact: true }).click();
    await page.getByText("Last: home_go 1").waitFor();
    await page.getByRole("combobox", { name: "Pick one" }).click();
    await page.getByRole("option", { name: "Cherry" }).click();
    await page.getByText("Last: home_pick cherry").waitFor();
    expect(await findByAxe(page)).toEqual([]);
    await actAs(page, /^Mina Lee/);
    await page.getByText("Last: Not yet").waitFor();
    expect(gallery.slack.home("U0MINA")?.blocks).not.toEqual(gallery.slack.home("U0JOON")?.blocks);
    await page.getByRole("tab", { name: "Messages" }).click();
    await page.getByRole("textbox", { name: "Message Messaging ChatOps" }).waitFor();
    expect(errors).toEqual([]);
    expect(gallery.slack.findings).toEqual([]);
  });
});
