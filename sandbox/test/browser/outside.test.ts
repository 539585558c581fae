import { describe, expect, it } from "vitest";
import { isFailingAfter } from "../../../test/support/in-the-page.ts";
import { findByAxe } from "./support/axe.ts";
import { startBrowserSandbox } from "./support/browser.ts";

describe("the Outside world panel of the sandbox's page", () => {
  it("lets a vendor's reviewer read, reject and comment on a template", async () => {
    const { page, platform, errors } = await startBrowserSandbox();
    await page.getByRole("button", { name: "Outside world" }).click();
    const reviewer = page.getByRole("region", { name: "Vendor's reviewer" });
    const comment = reviewer.getByRole("textbox", { name: "Comment" });
    const button = (name: string) => reviewer.getByRole("button", { name, exact: true });
    const [seeded] = platform.state.templates.values();
    await reviewer.getByText(seeded?.content ?? "no template").waitFor();
    await button("Reject").click();
    await page.getByText("a rejection needs words").waitFor();
    await button("vendorB").click();
    await comment.fill("Name the carrier, please.");
    await button("Reject").click();
    await reviewer.getByText("Now: REJECTED").waitFor();
    await reviewer.getByText("Reviewer: Name the carrier, please.").waitFor();
    // This hint stays; the toast disappears.
    await reviewer.getByText("The bot sees a review with its next update or comment.").waitFor();
    expect(await comment.inputValue()).toBe("");
    await comment.fill("Which one?");
    await comment.press("Tab");
    for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
    await reviewer.getByText("Reviewer: Which one?").waitFor();
    await reviewer.getByText("Now: REJECTED").waitFor();
    expect(seeded?.codes.map(({ status, comments }) => [status, comments.length])).toEqual([
      ["APPROVED", 0],
      ["REJECTED", 2],
    ]);
    expect(await findByAxe(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("says after how many minutes of failures the bot notifies on-call", async () => {
    const { page } = await startBrowserSandbox();
    await page.getByRole("button", { name: "Outside world" }).click();
    const hint = page.getByText(/On-call hears of it with a call that fails \d+ minutes after/);
    const minutes = Number(/\d+/.exec(await hint.innerText())?.[0]);
    expect([minutes - 1, minutes].map(isFailingAfter)).toEqual([false, true]);
  });
});
