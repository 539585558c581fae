import { beforeEach, describe, expect, it } from "vitest";
import { modal, openWorkspace, type } from "./support/browser.ts";
import { type Gallery, startGallery } from "./support/gallery.ts";

let gallery: Gallery;
beforeEach(async () => {
  gallery = await startGallery();
});

describe("the page", () => {
  it("describes a wrong field by its hint and its error", async () => {
    const { page } = await openWorkspace(gallery.slack);
    await type(page, "/form all");
    await modal(page).getByRole("button", { name: "Next" }).click();
    await modal(page).getByText("This is a required field").first().waitFor();
    const field = modal(page).getByLabel("Line");
    const describedBy = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
    const words = await Promise.all(describedBy.map((id) => page.locator(`[id="${id}"]`).innerText()));
    expect(words.join(" ")).toContain("A hint below");
    expect(words.join(" ")).toContain("required");
  });

  it("reaches everything with the keyboard, and shows the focus", async () => {
    const { page } = await openWorkspace(gallery.slack);
    const seen = new Set<string>();
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("Tab");
      const focused: unknown = await page.evaluate(`(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const isShown = (outlineStyle !== "none" && outlineWidth !== "0px") || element.matches(".composer-input");
        return (isShown ? "" : "NO FOCUS SHOWN ") + (element.getAttribute("aria-label") ?? element.textContent);
      })()`);
      if (typeof focused === "string") seen.add(focused);
    }
    expect([...seen].filter((name) => name.startsWith("NO FOCUS"))).toEqual([]);
    for (const name of ["Traffic", "Outside world", "sms-tests", "Send", "Attach files", "Shortcuts"]) {
      expect([...seen]).toContain(name);
    }
  });
});
