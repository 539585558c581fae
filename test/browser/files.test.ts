import { describe, expect, it } from "vitest";
import { samplePicture } from "../../sandbox/sample-picture.ts";
import { modal, startBrowserSandbox, type } from "../support/browser.ts";
import { en } from "../support/words.ts";

const { accepted } = en.files.terms.upload.outcomes.title;
const removed = en.files.terms.delete.outcomes.title;

describe("a person with a file at the page", () => {
  it("chooses it in the form, finds it in the list, sends it in a message, and deletes it", async () => {
    const { page, platform, errors, foreign } = await startBrowserSandbox();
    const { name, mimetype: mimeType, bytes } = samplePicture;
    const submit = () => modal(page).locator('button[type="submit"]').click();
    const article = (words: string) => page.getByRole("article").filter({ hasText: words }).last();

    await type(page, "/msg-upload");
    const picked = { name, mimeType, buffer: Buffer.from(bytes) };
    await modal(page).locator('[data-block="file"] input[type="file"]').setInputFiles(picked);
    await modal(page).locator('[data-block="type"]').getByRole("combobox").click();
    await modal(page).getByRole("option", { name: /^MMS/ }).click();
    await submit();
    await article(accepted("")).waitFor();
    const [stored] = platform.state.files.values();
    expect(stored).toMatchObject({ type: "MMS", fileSize: bytes.length });

    await type(page, "/msg-files");
    const list = article(en.files.list.title);
    await list.getByRole("button", { name: en.files.list.use }).click();
    await modal(page).locator('[data-block="text"] textarea').fill("Our spring offer");
    await modal(page).locator('[data-block="to"] input').fill("joon");
    await submit();
    await article("MMS accepted").waitFor();
    expect(platform.state.messages[0]?.request).toMatchObject({ message: { imageId: stored!.fileId } });

    // The platform keeps what a message shows: as if that had been long ago.
    stored!.references.length = 0;
    await list.getByRole("button", { name: en.files.list.remove }).click();
    await modal(page).getByText("010-****-0001").waitFor();
    await submit();
    await article(removed.accepted("")).waitFor();
    expect(platform.state.files.size).toBe(0);
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });
});
