import { beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { findByAxe } from "./support/axe.ts";
import { choose, composer, hasFocus, message, modal, openWorkspace, type } from "./support/browser.ts";
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

const aFile = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });

describe("a modal in the sandbox's page", () => {
  it("sends what was entered in a field of every kind", async () => {
    const { page, errors } = await openForm("all", "All fields");
    const form = modal(page);
    await form.getByLabel("Line").fill("a line");
    await form.getByLabel("Area").fill("two\nlines");
    await choose(page, "Fruit", "Banana");
    const fruits = form.getByRole("group", { name: "Fruits" });
    for (const fruit of ["Apple", "Cherry"]) await fruits.getByLabel(fruit).check();
    const size = () => form.getByLabel("File").evaluate((element) => getComputedStyle(element).fontSize);
    expect(await size()).not.toBe("0px");
    await form.getByLabel("File").setInputFiles([aFile("one.txt"), aFile("two.txt")]);
    await form.getByText("two.txt").waitFor();
    // The browser's own "No file chosen" would stand beside the chosen ones.
    expect(await size()).toBe("0px");
    await form.getByRole("button", { name: "Remove one.txt" }).click();
    await form.getByText("one.txt").waitFor({ state: "detached" });
    expect(await form.getByRole("combobox", { name: "Conversation" }).inputValue()).toBe("C0TESTS");
    await form.getByRole("button", { name: "Next" }).click();
    await form.waitFor({ state: "detached" });
    expect(gallery.heard.submitted).toMatchObject([
      {
        Line: { value: { value: "a line" } },
        Area: { value: { value: "two\nlines" } },
        Fruit: { value: { selected_option: { value: "banana" } } },
        Fruits: { value: { selected_options: [{ value: "apple" }, { value: "cherry" }] } },
        Conversation: { value: { selected_conversation: "C0TESTS" } },
        File: { value: { files: [{ name: "two.txt", size: 7 }] } },
      },
    ]);
    expect(errors).toEqual([]);
    expect(gallery.slack.findings).toEqual([]);
  });

  it("shows its own errors on their fields, described with the hint, and focuses the first", async () => {
    const { page } = await openForm("all", "All fields");
    const form = modal(page);
    await form.getByLabel("Area").fill("ab");
    await form.getByRole("button", { name: "Next" }).click();
    await form.locator('[data-block="Area"] .field-error').getByText("at least 3").waitFor();
    const line = form.getByLabel("Line");
    const describedBy = (await line.getAttribute("aria-describedby"))?.split(" ") ?? [];
    const words = await Promise.all(describedBy.map((id) => page.locator(`[id="${id}"]`).innerText()));
    expect(words.join()).toMatch(/A hint below.*required|required.*A hint below/);
    expect(await line.getAttribute("aria-invalid")).toBe("true");
    await eventually(async () => expect(await hasFocus(line)).toBe(true));
    expect(gallery.heard.submitted).toEqual([]);
  });

  it("shows the bot's error on its field, and can lead to a second modal and back", async () => {
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

  it("stays open with what was typed, and says so, when the bot doesn't answer", async () => {
    const { page } = await openForm("stack", "First");
    await modal(page).getByLabel("name").fill("silence");
    const next = modal(page).getByRole("button", { name: "Next" });
    await next.click();
    expect(await next.isDisabled()).toBe(true);
    await modal(page).getByText("We had some trouble connecting").waitFor();
    expect(await modal(page).getByLabel("name").inputValue()).toBe("silence");
    expect(await next.isDisabled()).toBe(false);
  });

  it("keeps what was typed in a field after an update only when the field's id is the same", async () => {
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

  it("keeps the focus inside; Escape closes it and gives the focus back", async () => {
    const { page } = await openForm("dynamic", "Changing form");
    for (const key of ["Tab", "Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      expect(await page.evaluate("document.activeElement?.closest('dialog') !== null")).toBe(true);
    }
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await eventually(async () => expect(await hasFocus(composer(page))).toBe(true));
  });
});

it("a select that the bot fills asks the bot from its minimum length on, and sends the choice", async () => {
  const { page, errors } = await openForm("search", "Searches");
  const field = modal(page).getByRole("searchbox", { name: "Country" });
  const groups = () =>
    modal(page)
      .locator("optgroup")
      .evaluateAll((all) => all.map((group) => group.getAttribute("label")));
  await field.fill("n");
  await modal(page).getByText("Type 2 characters to search").waitFor();
  expect(gallery.slack.traffic.some(({ name }) => name.startsWith("block_suggestion"))).toBe(false);
  await field.fill("no");
  await modal(page).getByRole("option", { name: "Norway" }).waitFor();
  expect(await groups()).toEqual(["Europe"]);
  expect(await findByAxe(page)).toEqual([]);
  await field.press("Enter");
  await eventually(async () => expect(await field.inputValue()).toBe("Norway"));
  const several = modal(page).getByRole("searchbox", { name: "Countries" });
  await several.press("ArrowDown");
  await modal(page).getByRole("option", { name: "Nepal" }).waitFor();
  expect(await groups()).toEqual(["Asia", "Europe"]);
  await several.press("Escape");
  await modal(page).getByRole("option", { name: "Nepal" }).waitFor({ state: "detached" });
  await several.fill("zzz");
  await modal(page).getByText("No results").waitFor();
  await several.fill("a");
  await modal(page).getByRole("option", { name: "France" }).waitFor();
  await several.press("ArrowDown");
  for (const key of ["End", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await modal(page).getByText("France", { exact: true }).waitFor();
  await modal(page).getByRole("button", { name: "Next" }).click();
  await modal(page).waitFor({ state: "detached" });
  expect(gallery.heard.submitted).toMatchObject([
    {
      Country: { value: { selected_option: { value: "norway" } } },
      Countries: { value: { selected_options: [{ value: "france" }] } },
    },
  ]);
  expect(errors).toEqual([]);
});

describe("the message composer of the sandbox's page", () => {
  it("sends a message once when Enter is pressed twice", async () => {
    const { page } = await openWorkspace(gallery.slack);
    await composer(page).evaluate((area) => {
      Object.assign(area, { value: "hello" });
      area.dispatchEvent(new Event("input", { bubbles: true }));
      for (let press = 0; press < 2; press += 1) {
        area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      }
    });
    await message(page, "hello").waitFor();
    await type(page, "and more");
    await message(page, "and more").waitFor();
    expect(gallery.slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["hello", "and more"]);
  });

  it("attaches several files to one message, also in a thread, and a shortcut gets all of them", async () => {
    const { page, errors } = await openWorkspace(gallery.slack);
    await page.getByLabel("Files for this message").setInputFiles([aFile("one.txt"), aFile("two.txt")]);
    await type(page, "Two files");
    const parent = page.getByRole("article").filter({ hasText: "Two files" }).first();
    await parent.getByText("two.txt").waitFor();
    await parent.hover();
    await parent.getByRole("button", { name: "Reply in thread" }).click();
    const thread = page.getByRole("complementary", { name: "Thread" });
    await thread.getByLabel("Files for this message").setInputFiles([aFile("one.txt")]);
    await thread.getByRole("textbox").press("Enter");
    const reply = thread.getByRole("article").last();
    await reply.getByText("one.txt · 7 B").waitFor();
    await eventually(() => expect(gallery.slack.messages("C0TESTS")).toHaveLength(2));
    for (const place of [parent, reply]) {
      await place.hover();
      await place.getByRole("button", { name: "More message actions" }).click();
      await page.getByRole("button", { name: /^Upload/ }).click();
    }
    await eventually(() => expect(gallery.heard.used).toEqual([["one.txt", "two.txt"], ["one.txt"]]));
    expect(errors).toEqual([]);
  });
});
