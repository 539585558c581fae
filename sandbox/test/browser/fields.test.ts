import { beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { findByAxe } from "./support/axe.ts";
import { choose, composer, hasFocus, modal, openWorkspace, type } from "./support/browser.ts";
import type { OpenedPage } from "./support/chromium.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

async function openForm(name: string, title: string): Promise<OpenedPage> {
  const opened = await openWorkspace(gallery.slack);
  await type(opened.page, `/form ${name}`);
  await modal(opened.page, title).waitFor();
  return opened;
}

describe("a modal", () => {
  it("sends what was entered in a field of every kind", async () => {
    const { page, errors } = await openForm("all", "All fields");
    const form = modal(page);
    await form.getByLabel("Line").fill("a line");
    await form.getByLabel("Area").fill("two\nlines");
    await form.getByLabel("Number").fill("7");
    await form.getByLabel("Mail").fill("joon@example.com");
    await form.getByLabel("Address").fill("https://example.com/x");
    await form.getByRole("group", { name: "Boxes" }).getByLabel("Apple").check();
    await form.getByRole("group", { name: "Boxes" }).getByLabel("Cherry").check();
    await form.getByRole("group", { name: "Radio" }).getByLabel("Banana").check();
    await form.getByLabel("Day").fill("2026-11-21");
    await form.getByLabel("Time").fill("14:30");
    await form.getByLabel("Moment").fill("2026-11-21T14:00");
    await choose(page, "Fruit", "Banana");
    await choose(page, "Fruits", "Apple");
    await choose(page, "Fruits", "Cherry");
    await form.getByRole("combobox", { name: "Template" }).fill("apple");
    await form.getByRole("option", { name: "Template tpl-apple" }).click();
    await choose(page, "Person", "Mina Lee");
    await choose(page, "People", "Sora Kim");
    await choose(page, "Channels", "#reviews");
    await form.getByLabel("File").setInputFiles([
      { name: "one.txt", mimeType: "text/plain", buffer: Buffer.from("first") },
      { name: "two.txt", mimeType: "text/plain", buffer: Buffer.from("second") },
    ]);
    await form.getByText("two.txt").waitFor();
    await form.getByRole("button", { name: "Remove one.txt" }).click();
    await form.getByText("one.txt").waitFor({ state: "detached" });
    await form.getByLabel("Words").fill("Some *bold* words\n- a point");
    expect(await form.getByRole("combobox", { name: "Conversation" }).inputValue()).toBe("#sms-tests");
    await form.getByRole("button", { name: "Next" }).click();
    await form.waitFor({ state: "detached" });
    expect(gallery.heard.submitted).toHaveLength(1);
    expect(gallery.heard.submitted[0]).toMatchObject({
      Line: { value: { value: "a line" } },
      Area: { value: { value: "two\nlines" } },
      Number: { value: { value: "7" } },
      Mail: { value: { value: "joon@example.com" } },
      Address: { value: { value: "https://example.com/x" } },
      Boxes: { value: { selected_options: [{ value: "apple" }, { value: "cherry" }] } },
      Radio: { value: { selected_option: { value: "banana" } } },
      Day: { value: { selected_date: "2026-11-21" } },
      Time: { value: { selected_time: "14:30" } },
      Moment: { value: { selected_date_time: 1_795_237_200 } },
      Fruit: { value: { selected_option: { value: "banana" } } },
      Fruits: { value: { selected_options: [{ value: "apple" }, { value: "cherry" }] } },
      Template: { value: { selected_option: { value: "tpl-apple" } } },
      Person: { value: { selected_user: "U0MINA" } },
      People: { value: { selected_users: ["U0SORA"] } },
      Conversation: { value: { selected_conversation: "C0TESTS" } },
      Channels: { value: { selected_channels: ["C0REVIEWS"] } },
      File: { value: { files: [{ name: "two.txt", size: 6 }] } },
    });
    expect(JSON.stringify(gallery.heard.submitted[0])).toContain('"style":"bullet"');
    expect(errors).toEqual([]);
    expect(gallery.slack.findings).toEqual([]);
  });

  it("shows the client's own errors on their fields, and focuses the first", async () => {
    const { page } = await openForm("all", "All fields");
    const form = modal(page);
    await form.getByLabel("Number").fill("11");
    await form.getByLabel("Mail").fill("nobody");
    await form.getByRole("button", { name: "Next" }).click();
    await form.locator('[data-block="Mail"] .field-error').waitFor();
    expect(await form.locator('[data-block="Line"] .field-error').innerText()).toContain("required");
    expect(await form.locator('[data-block="Number"] .field-error').innerText()).toMatch(/10/);
    expect(await form.getByLabel("Mail").getAttribute("aria-invalid")).toBe("true");
    await eventually(async () => expect(await hasFocus(form.getByLabel("Line"))).toBe(true));
    expect(gallery.heard.submitted).toEqual([]);
  });

  it("shows the bot's error on its field, and leads to a second modal and back", async () => {
    const { page } = await openForm("stack", "First");
    await modal(page).getByLabel("name").fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByText("Not that name").waitFor();
    await modal(page).getByLabel("name").fill("Joon");
    await page.keyboard.press("Enter");
    await modal(page, "Second").getByText("Hello Joon").waitFor();
    await modal(page).getByRole("button", { name: "Back" }).click();
    await modal(page, "First").waitFor();
    expect(await modal(page).getByLabel("name").inputValue()).toBe("Joon");
    await modal(page).getByRole("button", { name: "Next" }).click();
    await modal(page, "Second").getByRole("button", { name: "Next" }).click();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  });

  it("stays open with what was typed if the bot doesn't answer, and says so", async () => {
    const { page } = await openForm("stack", "First");
    await modal(page).getByLabel("name").fill("silence");
    await modal(page).getByRole("button", { name: "Next" }).click();
    const busy = modal(page).getByRole("button", { name: "Next" });
    expect(await busy.isDisabled()).toBe(true);
    await modal(page).getByText("We had some trouble connecting").waitFor();
    expect(await modal(page).getByLabel("name").inputValue()).toBe("silence");
    expect(await busy.isDisabled()).toBe(false);
  });

  it("keeps what was typed in a field after an update only if its id is the same", async () => {
    const { page } = await openForm("dynamic", "Changing form");
    const form = modal(page);
    await form.getByLabel("kept").fill("stays");
    await form.getByLabel("lost").fill("goes");
    await choose(page, "kind", "two");
    await form.locator('[data-block="lost~two"]').waitFor();
    expect(await form.getByLabel("kept").inputValue()).toBe("stays");
    expect(await form.getByLabel("lost").inputValue()).toBe("");
    expect(await form.getByRole("combobox", { name: "kind" }).inputValue()).toBe("two");
  });

  it("keeps the focus inside, closes with Escape, and gives the focus back", async () => {
    const { page } = await openForm("stack", "First");
    const inside = () => page.evaluate("document.activeElement?.closest('dialog') !== null");
    for (const key of ["Tab", "Tab", "Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      expect(await inside()).toBe(true);
    }
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await eventually(async () =>
      expect(await page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe(
        "Message #sms-tests",
      ),
    );
  });

  it("closes an open list with Escape before it closes itself", async () => {
    const { page } = await openForm("dynamic", "Changing form");
    const kind = modal(page).getByRole("combobox", { name: "kind" });
    await kind.press("ArrowDown");
    await modal(page).getByRole("listbox").waitFor();
    await kind.press("Escape");
    await modal(page).getByRole("listbox").waitFor({ state: "detached" });
    expect(await modal(page, "Changing form").isVisible()).toBe(true);
  });
});

describe("a select that the bot fills", () => {
  it("asks the bot from its minimum length on, and sends what was chosen", async () => {
    const { page, errors } = await openForm("search", "Searches");
    const field = modal(page).getByRole("combobox", { name: "Country", exact: true });
    const asked = () =>
      gallery.slack.traffic.filter(({ name }) => name.startsWith("block_suggestion")).length;
    await field.fill("n");
    await modal(page).getByText("Type 2 characters to search").waitFor();
    expect(asked()).toBe(0);
    await field.fill("no");
    await modal(page).getByRole("option", { name: "Norway" }).waitFor();
    expect(await modal(page).locator(".option-group").allInnerTexts()).toEqual(["Europe"]);
    expect(await findByAxe(page)).toEqual([]);
    await field.press("Enter");
    expect(await field.inputValue()).toBe("Norway");
    const several = modal(page).getByRole("combobox", { name: "Countries" });
    await several.press("ArrowDown");
    await modal(page).getByRole("option", { name: "Nepal" }).waitFor();
    expect(await modal(page).locator(".option-group").allInnerTexts()).toEqual(["Asia", "Europe"]);
    await several.fill("zzz");
    await modal(page).getByText("No results").waitFor();
    await several.fill("a");
    await modal(page).getByRole("option", { name: "France" }).click();
    await modal(page).getByRole("button", { name: "Next" }).click();
    await modal(page).waitFor({ state: "detached" });
    expect(gallery.heard.submitted).toMatchObject([
      {
        Country: { value: { selected_option: { value: "norway" } } },
        Countries: { value: { selected_options: [{ value: "france" }] } },
      },
    ]);
    expect(errors).toEqual([]);
    expect(gallery.slack.findings).toEqual([]);
  });
});

describe("the composer", () => {
  it("sends a message once if Enter is pressed twice", async () => {
    const { page } = await openWorkspace(gallery.slack);
    await composer(page).evaluate((area) => {
      Object.assign(area, { value: "hello" });
      area.dispatchEvent(new Event("input", { bubbles: true }));
      for (let press = 0; press < 2; press += 1) {
        area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      }
    });
    await page.getByRole("article").filter({ hasText: "hello" }).waitFor();
    await type(page, "and more");
    await page.getByRole("article").filter({ hasText: "and more" }).waitFor();
    expect(gallery.slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["hello", "and more"]);
  });

  it("attaches files to one message, also in a thread, where a shortcut finds them", async () => {
    const { page, errors } = await openWorkspace(gallery.slack);
    const files = ["one.png", "two.png"].map((name) => ({
      name,
      mimeType: "image/png",
      buffer: Buffer.from(name),
    }));
    await page.getByLabel("Files for this message").setInputFiles(files);
    await type(page, "Two pictures");
    const message = page.getByRole("article").filter({ hasText: "Two pictures" }).first();
    await message.getByText("two.png").waitFor();
    expect(gallery.slack.messages("C0TESTS").map((said) => said.files.map(({ name }) => name))).toEqual([
      ["one.png", "two.png"],
    ]);
    await message.hover();
    await message.getByRole("button", { name: "Reply in thread" }).click();
    const thread = page.getByRole("complementary", { name: "Thread" });
    await thread.getByLabel("Files for this message").setInputFiles(files.slice(0, 1));
    await thread.getByRole("textbox").press("Enter");
    const reply = thread.getByRole("article").last();
    await reply.getByText("one.png · 7 B").waitFor();
    await eventually(() => expect(gallery.slack.messages("C0TESTS")).toHaveLength(2));
    for (const place of [message, reply]) {
      await place.hover();
      await place.getByRole("button", { name: "More message actions" }).click();
      await page.getByRole("menuitem", { name: /^Upload this file/ }).click();
    }
    await eventually(() => expect(gallery.heard.used).toEqual([["one.png", "two.png"], ["one.png"]]));
    expect(errors).toEqual([]);
  });
});
