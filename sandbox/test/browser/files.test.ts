import { describe, expect, it } from "vitest";
import { toShown } from "../../../test/support/in-the-page.ts";
import { en, titled } from "../../../test/support/words.ts";
import { samplePicture } from "../../sample-picture.ts";
import { choose, message, modal, startBrowserSandbox, submit, type } from "./support/browser.ts";

const { accepted } = en.terms.upload.outcomes.title;
const sentWell = titled("accepted", "MMS", "010-****-6789");
const removed = en.terms.delete.outcomes.title;

describe("a file on the page", () => {
  it("can be uploaded, listed, sent in a message, and deleted", async () => {
    const { page, platform, errors, foreign } = await startBrowserSandbox();
    const { name, mimetype: mimeType, bytes } = samplePicture;

    await type(page, "/msg-upload");
    const picked = { name, mimeType, buffer: Buffer.from(bytes) };
    await modal(page).locator('[data-block="file"] input[type="file"]').setInputFiles(picked);
    await modal(page).locator('[data-block="type"]').getByRole("combobox").click();
    await modal(page).getByRole("option", { name: /^MMS/ }).click();
    await submit(page);
    await message(page, accepted(en.files.kind.upload)).waitFor();
    const [stored] = platform.state.files.values();
    expect(stored).toMatchObject({ type: "MMS", fileSize: bytes.length });

    await type(page, "/msg-files");
    const list = message(page, en.files.list.title);
    await list.getByRole("button", { name: en.files.list.use }).click();
    await modal(page).locator('[data-block="text"] textarea').fill("Our spring offer");
    await modal(page).locator('[data-block="to"] input').fill("joon");
    await submit(page);
    await message(page, "MMS accepted").waitFor();
    expect(platform.state.messages[0]?.request).toMatchObject({ message: { imageId: stored!.fileId } });

    // The platform deletes no file that a recent message shows: this makes the message an old one.
    stored!.references.length = 0;
    await list.getByRole("button", { name: en.files.list.remove }).click();
    await modal(page).getByText(toShown("010-****-0001")).waitFor();
    await submit(page);
    await message(page, removed.accepted(en.files.kind.delete)).waitFor();
    expect(platform.state.files.size).toBe(0);
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });

  it("can be attached to an MMS, with one post and two linked history entries", async () => {
    const { page, platform, slack, errors, foreign } = await startBrowserSandbox();
    const { name, mimetype: mimeType, bytes } = samplePicture;
    const { fields, kinds } = en.send;

    await type(page, "/msg-send");
    await choose(page, fields.kind.label, kinds.MMS);
    const image = modal(page).locator('[data-block="image"] input[type="file"]');
    await image.setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
    await modal(page).locator('[data-block="text"] textarea').fill("Our spring offer");
    await modal(page).locator('[data-block="to"] input').fill("010-2345-6789");
    await submit(page);
    await modal(page, en.confirm.title).getByText(name).waitFor();
    expect(platform.state.files.size).toBe(0);
    expect(platform.state.messages).toEqual([]);
    await submit(page);

    const post = message(page, toShown(sentWell));
    await post.waitFor();
    const [stored] = platform.state.files.values();
    expect(stored).toMatchObject({ type: "MMS", fileSize: bytes.length });
    expect(platform.state.files.size).toBe(1);
    expect(platform.state.messages.map(({ request }) => request)).toEqual([
      expect.objectContaining({ message: expect.objectContaining({ imageId: stored!.fileId }) }),
    ]);
    const posts = slack.messages("C0TESTS");
    expect(posts.map(({ text }) => text)).toEqual([expect.stringContaining(sentWell)]);
    const sent = /"value":"([^"]+)"/.exec(JSON.stringify(posts[0]?.blocks))?.[1] ?? "";

    await type(page, `/msg-history ${sent}`);
    await page.getByRole("button", { name: en.history.story.follows }).waitFor();
    await page.getByRole("button", { name: en.history.story.follows }).click();
    await page.getByRole("button", { name: en.history.story.followedBy }).waitFor();
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });
});
