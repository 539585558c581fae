import { describe, expect, it } from "vitest";
import { toShown } from "../../../test/support/in-the-page.ts";
import { sends } from "../../../test/support/sends.ts";
import { en, heading } from "../../../test/support/words.ts";
import {
  field,
  message,
  modal,
  startBrowserSandbox,
  startWholeSandbox,
  submit,
  type,
} from "./support/browser.ts";

describe("the sandbox's page with the real bot", () => {
  it("sends a message by the form, after an error and a way back from the confirmation", async () => {
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

  it("leads to the result post from the link in on-call's post", async () => {
    const { page, slack } = await startBrowserSandbox({ env: { PLATFORM_TIMEOUT_MS: "1000" }, as: "U0DANA" });
    await slack.as("U0JOON").command("/msg-send", "silent Hello", { conversation: "C0TESTS" });
    await page.getByRole("button", { name: /on-call/ }).click();
    await page.getByRole("link", { name: en.delivery.link }).click();
    await page.getByRole("heading", { name: "#sms-tests" }).waitFor();
    const [result] = slack.messages("C0TESTS");
    await page.locator(`article[data-ts="${result?.ts}"]:focus`).waitFor();
  });
});
