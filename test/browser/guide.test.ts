import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findByAxe } from "../support/axe.ts";
import { composer, startBrowserSandbox, type } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { sends } from "../support/sends.ts";

const env = { PLATFORM_TIMEOUT_MS: "1000" };
const message = (page: Page, words: string) => page.getByRole("article").filter({ hasText: words }).last();

function step(page: Page, label: string): Locator {
  return page.getByRole("listitem").filter({ hasText: label });
}

async function play(page: Page, label: string, look: RegExp): Promise<void> {
  await step(page, label).getByRole("button", { name: label }).click();
  await step(page, label).getByText(look).waitFor();
}

describe("the first minute", () => {
  it("does what it says, each with its traffic, and leaves nothing undone", async () => {
    const { page, slack, platform, errors } = await startBrowserSandbox({ env });
    await page.getByRole("region", { name: "The first minute" }).waitFor();
    expect(await findByAxe(page)).toEqual([]);
    await play(page, "Send a test message", /claims no delivery/);
    await message(page, "SMS accepted").waitFor();
    await step(page, "Send a test message").getByRole("button", { name: "See its traffic" }).click();
    await page.getByText("Request: POST /messages/v4/send").waitFor();
    await page.getByRole("button", { name: "First minute" }).click();
    await play(page, "See a refusal", /own reason/);
    await message(page, "SMS refused").waitFor();
    await play(page, "Silence the platform", /nothing was sent twice/);
    await page.getByText("You are Dana Choi").waitFor();
    await page.getByRole("heading", { name: "#on-call" }).waitFor();
    await message(page, "outcome unknown").getByRole("button", { name: "It arrived" }).click();
    await page.locator("dialog.confirm").getByRole("button", { name: "Yes" }).click();
    await message(page, "Message arrived").waitFor();
    // Two have ended; the third is held back by the silent platform.
    expect(sends(platform)).toHaveLength(2);
    expect(slack.findings).toEqual([]);
    expect(await findByAxe(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it.each([
    ["wide and light", { scheme: "light" }],
    ["on a phone, in the dark, by keyboard alone", { size: { width: 390, height: 844 }, scheme: "dark" }],
  ] as const)("sends a picture: %s", async (_, options) => {
    const { page, slack, platform, errors } = await startBrowserSandbox({ env, ...options });
    const picture = page.getByRole("button", { name: "Send a picture and see who it went to" });
    await picture.focus();
    await page.keyboard.press("Enter");
    await message(page, "MMS accepted").waitFor();
    const [file] = platform.state.files.values();
    expect(file).toMatchObject({ type: "MMS", originalName: "sunset.png", width: 480 });
    expect(platform.state.messages[0]).toMatchObject({ request: { message: { imageId: file?.fileId } } });
    expect(await findByAxe(page)).toEqual([]);
    if ("size" in options) await page.getByRole("button", { name: "First minute" }).click();
    await step(page, "Send a picture")
      .getByText(/names who the picture went to/)
      .waitFor();
    // Another picture, so that the platform is not told of the same bytes twice.
    await picture.click();
    await message(page, "MMS accepted").waitFor();
    await eventually(() => expect(sends(platform)).toHaveLength(2));
    expect(platform.state.files.size).toBe(2);
    expect(slack.findings).toEqual([]);
    expect(errors).toEqual([]);
  });

  it.each([
    ["wide and light", { scheme: "light" }],
    ["on a phone, in the dark, by keyboard alone", { size: { width: 390, height: 844 }, scheme: "dark" }],
  ] as const)("proposes a template change and approves it as somebody else: %s", async (_, options) => {
    const { page, slack, platform, errors } = await startBrowserSandbox({ env, ...options });
    const label = "Propose a template change and approve it as somebody else";
    await page.getByRole("button", { name: label }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "#reviews" }).waitFor();
    const changed = () => platform.requests.find(({ method }) => method === "PUT");
    await eventually(() => expect(changed()?.status).toBe(200));
    if ("size" in options) await page.getByRole("button", { name: "First minute" }).click();
    await step(page, label)
      .getByText(/You are Mina, a reviewer/)
      .waitFor();
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(await findByAxe(page)).toEqual([]);
    expect(slack.findings).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("is put away, over a reload too, and fetched back", async () => {
    const { page } = await startBrowserSandbox({ env });
    const card = page.getByRole("region", { name: "The first minute" });
    await card.getByText("Numbers to practise with").click();
    await card.getByText("01000000009").waitFor();
    await card.getByRole("button", { name: "Put away" }).click();
    await page.getByText("Nothing here yet").waitFor();
    await page.reload();
    await page.getByText("Nothing here yet").waitFor();
    await page.getByRole("button", { name: "First minute" }).click();
    await page.getByRole("complementary", { name: "First minute" }).waitFor();
    await page.getByRole("button", { name: "Close first minute" }).click();
    await card.waitFor();
  });

  it("makes room on a phone for what it does", async () => {
    const { page } = await startBrowserSandbox({ env, size: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "Send a test message" }).click();
    await message(page, "SMS accepted").waitFor();
    expect(await page.getByRole("complementary").count()).toBe(0);
    await page.getByRole("button", { name: "First minute" }).click();
    await step(page, "Send a test message")
      .getByText(/claims no delivery/)
      .waitFor();
    await page.getByRole("button", { name: "See a refusal" }).click();
    await message(page, "SMS refused").waitFor();
  });

  it("says so when a step does not come to its end, and can be tried again", async () => {
    const { page, slack } = await startBrowserSandbox({ env });
    // All of them: the first may be what the watches tell on-call at the start.
    slack.faults.webApi({ method: "chat.postMessage", kind: "hang" });
    await step(page, "Send a test message").getByRole("button").first().click();
    await step(page, "Send a test message").getByText("It did not happen in time").waitFor();
    slack.faults.clear();
    slack.faults.releaseHangs();
    await message(page, "SMS accepted").waitFor();
    await play(page, "Send a test message", /claims no delivery/);
    await type(page, "and on");
    await composer(page).waitFor();
  });
});
