import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findByAxe } from "../support/axe.ts";
import { actAs, composer, openWorkspace, startBrowserSandbox, type } from "../support/browser.ts";
import { startGallery } from "../support/gallery.ts";

let gallery: Awaited<ReturnType<typeof startGallery>>;
beforeEach(async () => {
  gallery = await startGallery();
});
afterEach(async () => await gallery.stop());

describe("as in Slack's client,", () => {
  it("a command in a thread is refused there, and its words are posted nowhere", async () => {
    const { page } = await openWorkspace(gallery.slack);
    await type(page, "a parent");
    await page.getByText("a parent").hover();
    await page.getByRole("button", { name: "Reply in thread" }).click();
    const thread = page.getByRole("complementary", { name: "Thread" });
    await thread.getByRole("textbox").fill("/msg-send 01012345678 Hello");
    await thread.getByRole("textbox").press("Enter");
    await thread.getByText(/valid command|not supported in threads/).waitFor();
    expect(gallery.slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["a parent"]);
  });

  it("what would be a command is not posted because a file hangs on it", async () => {
    const { page } = await openWorkspace(gallery.slack);
    await page
      .getByLabel("Files for this message")
      .setInputFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("a note") });
    await page.getByText("note.txt").waitFor();
    await type(page, "/msg-send 01012345678 Hello");
    await page.getByText("A command takes no files").waitFor();
    expect(await composer(page).inputValue()).toBe("/msg-send 01012345678 Hello");
    expect(gallery.slack.messages("C0TESTS")).toEqual([]);
  });

  it("an archived channel has no composer, and its threads have none", async () => {
    gallery.slack.messages("C0OLD");
    const { page } = await openWorkspace(gallery.slack);
    await page.getByRole("button", { name: /old-campaign/ }).click();
    await page.getByText("This channel is archived").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
  });

  it("who is no member of a channel reads it, and types once the channel is joined", async () => {
    const general = gallery.slack.conversations.find(({ id }) => id === "C0GENERAL")!;
    general.members = general.members.filter((id) => id !== "U0JOON");
    const { page } = await openWorkspace(gallery.slack);
    await page.getByRole("button", { name: /general/ }).click();
    await page.getByText("You are viewing this channel").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
    expect(await findByAxe(page)).toEqual([]);
    await page.getByRole("button", { name: "Join Channel" }).press("Enter");
    await type(page, "hello");
    await page.getByRole("article").filter({ hasText: "hello" }).waitFor();
    expect(general.members).toContain("U0JOON");
  });

  it("commands stand under their app, those used before first", async () => {
    const { page } = await openWorkspace(gallery.slack);
    const names = () => page.getByRole("option").locator("strong").allInnerTexts();
    await composer(page).fill("/");
    await page.getByRole("listbox", { name: "Commands" }).getByText("Messaging ChatOps").waitFor();
    const before = await names();
    await type(page, "/msg-prices now");
    await page
      .getByText(/msg-prices/)
      .first()
      .waitFor();
    await composer(page).fill("/");
    await page.getByRole("listbox", { name: "Commands" }).waitFor();
    expect(await names()).toEqual(["/msg-prices", ...before.filter((name) => name !== "/msg-prices")]);
  });

  it("the people stay where they are when conversations come and go", async () => {
    const { page } = await openWorkspace(gallery.slack);
    const place = async () => (await page.getByRole("button", { name: /^Dana Choi/ }).boundingBox())?.y;
    const before = await place();
    await actAs(page, /^Mina Lee/);
    await page.getByRole("button", { name: "leads" }).waitFor();
    expect(await place()).toBe(before);
  });

  it("a toast covers neither Send nor the field", async () => {
    const { page } = await openWorkspace(gallery.slack);
    await page.getByRole("button", { name: "Outside world" }).click();
    await page.getByRole("button", { name: "Rate limit the next call" }).click();
    await page.locator(".toast").waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click({ trial: true });
    await composer(page).click({ trial: true });
    await page.getByRole("button", { name: "Close outside world" }).click({ trial: true });
  });

  it("refused connections are cut at once, and come back when they may", async () => {
    const { page } = await startBrowserSandbox();
    await page.getByRole("button", { name: "Outside world" }).click();
    await page.getByRole("button", { name: "Refuse connections" }).click();
    await page.getByText("bot not connected").waitFor();
    await page.getByRole("button", { name: "Back to normal" }).click();
    await page.getByText("bot connected", { exact: true }).waitFor();
  });
});
