import { beforeEach, describe, expect, it } from "vitest";
import { findByAxe } from "./support/axe.ts";
import { composer, openWorkspace, startBrowserSandbox, type, useInSidebar, ways } from "./support/browser.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

describe.each(ways)("the sandbox's page, like Slack's client, $how", (way) => {
  const { use, options } = way;
  it("refuses a slash command with a file attached, and posts nothing", async () => {
    const { page } = await openWorkspace(gallery.slack, options);
    await page
      .getByLabel("Files for this message")
      .setInputFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("a note") });
    await page.getByText("note.txt").waitFor();
    await type(page, "/msg-send 01012345678 Hello");
    await page.getByText("A command takes no files").waitFor();
    expect(await composer(page).inputValue()).toBe("/msg-send 01012345678 Hello");
    expect(gallery.slack.messages("C0TESTS")).toEqual([]);
  });

  it("has no message composer in an archived channel", async () => {
    gallery.slack.messages("C0OLD");
    const { page } = await openWorkspace(gallery.slack, options);
    await useInSidebar(page, way, /old-campaign/);
    await page.getByText("This channel is archived").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
  });

  it("shows a channel without a composer to a non-member, who can then join the channel", async () => {
    const general = gallery.slack.conversations.find(({ id }) => id === "C0GENERAL")!;
    general.members = general.members.filter((id) => id !== "U0JOON");
    const { page } = await openWorkspace(gallery.slack, options);
    await useInSidebar(page, way, /general/);
    await page.getByText("You are viewing this channel").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
    expect(await findByAxe(page)).toEqual([]);
    await use(page.getByRole("button", { name: "Join Channel" }));
    await type(page, "hello");
    await page.getByRole("article").filter({ hasText: "hello" }).waitFor();
    expect(general.members).toContain("U0JOON");
  });

  it("lists commands under their app", async () => {
    const { page } = await openWorkspace(gallery.slack, options);
    await composer(page).fill("/");
    await page.getByRole("listbox", { name: "Commands" }).getByText("Messaging ChatOps").waitFor();
  });

  it("keeps the list of people in place when conversations are added", async () => {
    const { page } = await openWorkspace(gallery.slack, options);
    const dana = page.locator(".person").filter({ hasText: "Dana Choi" });
    const place = async () => (await dana.boundingBox())?.y;
    const before = await place();
    await useInSidebar(page, way, /^Mina Lee/);
    await page.locator(".place").filter({ hasText: "leads" }).waitFor({ state: "attached" });
    expect(await place()).toBe(before);
  });

  it("never covers Send or the composer with a toast", async () => {
    const { page } = await openWorkspace(gallery.slack, options);
    await use(page.getByRole("button", { name: "Outside world" }));
    await use(page.getByRole("button", { name: "Rate limit the next call" }));
    await page.locator(".toast").waitFor();
    await page.getByRole("button", { name: "Close outside world" }).click({ trial: true });
    await use(page.getByRole("button", { name: "Close outside world" }));
    await page.locator(".toast").waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click({ trial: true });
    await composer(page).click({ trial: true });
  });

  it("shows the bot as not connected while Socket Mode connections are refused", async () => {
    const { page } = await startBrowserSandbox(options);
    await use(page.getByRole("button", { name: "Outside world" }));
    await use(page.getByRole("button", { name: "Refuse connections" }));
    await page.getByText("bot not connected").waitFor({ state: "attached" });
    await use(page.getByRole("button", { name: "Back to normal" }));
    await page.getByText("bot connected", { exact: true }).waitFor({ state: "attached" });
  });
});
