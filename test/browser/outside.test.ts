import { describe, expect, it } from "vitest";
import { findByAxe } from "../support/axe.ts";
import { startBrowserSandbox } from "../support/browser.ts";

describe("the outside world", () => {
  it("is a vendor's reviewer who reads a template, rejects it with words, and asks", async () => {
    const { page, platform, errors } = await startBrowserSandbox();
    await page.getByRole("button", { name: "Outside world" }).click();
    const reviewer = page.getByRole("region", { name: "Vendor's reviewer" });
    const comment = reviewer.getByRole("textbox", { name: "Comment" });
    const button = (name: string) => reviewer.getByRole("button", { name, exact: true });
    const [seeded] = platform.state.templates.values();
    await reviewer.getByText(seeded?.content ?? "no template").waitFor();
    expect(await button("Reject").isDisabled()).toBe(true);
    await button("vendorB").click();
    await comment.fill("Name the carrier, please.");
    await button("Reject").click();
    await reviewer.getByText("Now: REJECTED").waitFor();
    await reviewer.getByText("Reviewer: Name the carrier, please.").waitFor();
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
});
