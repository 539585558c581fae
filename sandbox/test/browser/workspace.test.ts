import { describe, expect, it } from "vitest";
import { toShown } from "../../../test/support/in-the-page.ts";
import { sends } from "../../../test/support/sends.ts";
import { en, heading, noRight } from "../../../test/support/words.ts";
import {
  actAs,
  composer,
  field,
  message,
  modal,
  startBrowserSandbox,
  startWholeSandbox,
  submit,
  type,
} from "./support/browser.ts";

describe("the sandbox's page", () => {
  it("completes a command, and shows its usage", async () => {
    const { page } = await startBrowserSandbox();
    await composer(page).fill("/msg-s");
    const commands = page.getByRole("listbox", { name: "Commands" });
    expect(await commands.getByRole("option").allInnerTexts()).toEqual([
      expect.stringMatching(/^\/msg-send \[number or name\] \[text\]/),
    ]);
    await composer(page).press("Tab");
    expect(await composer(page).inputValue()).toBe("/msg-send ");
    await page.getByText("/msg-send [number or name] [text]").waitFor();
  });

  it("sends by the form, after an error and a way back from the confirmation", async () => {
    const { page, platform, errors, foreign } = await startWholeSandbox();
    await type(page, "/msg-send");
    await field(page, "to").fill("my neighbour");
    await field(page, "text").fill("Your table is ready");
    await submit(page);
    await modal(page).locator('[data-block="to"] .field-error').waitFor();
    expect(await field(page, "text").inputValue()).toBe("Your table is ready");
    await field(page, "to").fill("010-2345-6789");
    await submit(page);
    await modal(page).getByText("010-2345-6789").waitFor();
    expect(sends(platform)).toHaveLength(0);
    await modal(page).getByRole("button", { name: "Back", exact: true }).first().click();
    expect(await field(page, "to").inputValue()).toBe("010-2345-6789");
    await submit(page);
    await modal(page).getByText("010-2345-6789").waitFor();
    await submit(page);
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await message(page, heading.accepted).waitFor();
    const words = await message(page, heading.accepted).innerText();
    expect(words).toContain(toShown("010-****-6789"));
    expect(words).toContain("@Joon Park");
    expect(words).not.toContain("table");
    expect(platform.state.messages).toHaveLength(1);
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });

  it("shows the answer to a quick command only to its sender", async () => {
    const { page } = await startBrowserSandbox();
    await type(page, "/msg-send joon Hello");
    await message(page, en.send.quickSending("joon")).getByText("Only visible to you").waitFor();
    await message(page, heading.accepted).waitFor();
    await actAs(page, /^Mina Lee/);
    await message(page, heading.accepted).waitFor();
    expect(await message(page, en.send.quickSending("joon")).count()).toBe(0);
  });

  it("lets only the author edit and send a refused message", async () => {
    const { page, platform } = await startBrowserSandbox();
    await type(page, "/msg-send refused Hello");
    await message(page, heading.refused).waitFor();
    await actAs(page, /^Mina Lee/);
    await message(page, heading.refused).locator('[data-action="messages.edit"]').click();
    await page.getByText("Only visible to you").waitFor();
    expect(await page.locator("dialog[open]").count()).toBe(0);
    await actAs(page, /^Joon Park/);
    await message(page, heading.refused).locator('[data-action="messages.edit"]').click();
    expect(await field(page, "text").inputValue()).toBe("Hello");
    await field(page, "to").fill("joon");
    await submit(page);
    await message(page, heading.accepted).waitFor();
    expect(platform.state.messages).toHaveLength(1);
  });

  it("can silence the platform, and shows an unknown outcome and its correction", async () => {
    const { page, platform } = await startBrowserSandbox({ env: { PLATFORM_TIMEOUT_MS: "1000" } });
    await page.getByRole("button", { name: "Outside world" }).click();
    await page.getByRole("button", { name: "Silent" }).click();
    await page.getByRole("button", { name: "Silent", pressed: true }).waitFor();
    await type(page, "/msg-send joon Hello");
    await message(page, heading.unknown).waitFor();
    await page.getByRole("button", { name: /on-call/ }).click();
    await message(page, heading.unknown).waitFor();
    await page.getByRole("button", { name: /^Messaging ChatOps/ }).click();
    await message(page, heading.unknown).waitFor();
    await page.getByRole("button", { name: /sms-tests/ }).click();
    await page.getByRole("button", { name: "Working" }).click();
    await page.getByRole("button", { name: "Answer what is held" }).click();
    await message(page, heading.accepted).waitFor();
    expect(sends(platform)).toHaveLength(1);
  });

  it("leads from on-call's link to the result", async () => {
    const { page, slack } = await startBrowserSandbox({ env: { PLATFORM_TIMEOUT_MS: "1000" }, as: "U0DANA" });
    await slack.as("U0JOON").command("/msg-send", "silent Hello", { conversation: "C0TESTS" });
    await page.getByRole("button", { name: /on-call/ }).click();
    await page.getByRole("link", { name: en.delivery.link }).click();
    await page.getByRole("heading", { name: "#sms-tests" }).waitFor();
    const [result] = slack.messages("C0TESTS");
    await page.locator(`article[data-ts="${result?.ts}"]:focus`).waitFor();
  });

  it("shows the app's words in Korean to a Korean person", async () => {
    const { page } = await startBrowserSandbox({ as: "U0MINJI" });
    await type(page, "/msg-send");
    await modal(page).waitFor();
    expect(await modal(page).getByRole("heading").first().innerText()).toMatch(/[가-힣]/);
    await field(page, "to").fill("없는이름");
    await field(page, "text").fill("안녕하세요");
    await submit(page);
    const error = modal(page).locator('[data-block="to"] .field-error');
    await error.waitFor();
    expect(await error.innerText()).toMatch(/[가-힣]/);
  });

  it("shows that a person has no right to send", async () => {
    const { page, platform } = await startBrowserSandbox({ as: "U0EVE" });
    await type(page, "/msg-send joon Hello");
    await message(page, noRight(en.issues.notAllowed)).waitFor();
    expect(sends(platform)).toEqual([]);
  });

  it("shows each envelope, call and request in Traffic, with secrets masked", async () => {
    const { page, slack, platform } = await startBrowserSandbox();
    await type(page, "/msg-send joon Hello");
    await message(page, heading.accepted).waitFor();
    await page.getByRole("button", { name: "Traffic" }).click();
    const panel = page.getByRole("complementary", { name: "Traffic" });
    for (const name of ["command /msg-send", "chat.postMessage", "POST /messages/v4/send"]) {
      await panel.getByText(name, { exact: true }).first().click();
    }
    const words = await panel.innerText();
    expect(words).toContain("01000000001");
    for (const secret of [slack.botToken, slack.appToken, platform.apiKey, platform.apiSecret]) {
      expect(words).not.toContain(secret);
    }
    await panel.getByRole("button", { name: "Platform" }).click();
    expect(await panel.getByText("chat.postMessage", { exact: true }).count()).toBe(0);
  });

  it("can attach a file, reply in a thread, and use a message shortcut", async () => {
    const { page, slack } = await startBrowserSandbox();
    await page.getByLabel("Files for this message").setInputFiles({
      name: "note.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("a note"),
    });
    await type(page, "Please send this");
    await message(page, "note.txt").waitFor();
    await message(page, "Please send this").hover();
    await message(page, "Please send this").getByRole("button", { name: "Reply in thread" }).click();
    const thread = page.getByRole("complementary", { name: "Thread" });
    await thread.getByRole("textbox").fill("Will do");
    await thread.getByRole("textbox").press("Enter");
    await page.getByRole("button", { name: "1 reply" }).waitFor();
    await thread.getByRole("button", { name: "Close thread" }).click();
    await message(page, "Please send this").hover();
    await message(page, "Please send this").getByRole("button", { name: "More message actions" }).click();
    await page.getByRole("menuitem", { name: /Send this text/ }).click();
    await modal(page).waitFor();
    expect(await field(page, "text").inputValue()).toBe("Please send this");
    expect(slack.findings).toEqual([]);
  });
});
