import { describe, expect, it } from "vitest";
import { shortenId } from "../../src/foreign-id.ts";
import { toShown } from "../../src/slack/blocks/rich-text.ts";
import { startChatops, storyModes } from "../support/chatops.ts";
import { dana, joon, mina } from "../support/names.ts";
import { askToDelete, list, uploadOne } from "../support/uploaded.ts";
import { deletionIs, fileRequests, findPost, patience } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

describe.each(storyModes)("uploaded files, over %s", (mode) => {
  it("are listed, used in a message, and deleted as soon as no message uses them", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    const { fileId } = await uploadOne(chatops);
    const shown = await list(chatops, joon);
    for (const words of ["logo.png · MMS", "300×200", fileId]) expect(shown.text).toContain(words);

    const person = slack.as(joon);
    await person.opensAt(shown, "files.use");
    const { blocks } = person.views()[0]!;
    expect(JSON.stringify(blocks)).toContain(`"text":"logo.png (${shortenId(fileId)})"`);
    await person.submits("cleared", { to: "joon", text: "See the picture" });
    await slack.waitFor(() => platform.state.messages.length === 1, { ...patience, what: "the message" });
    expect(platform.state.messages[0]?.request).toMatchObject({ message: { imageId: fileId, type: "MMS" } });
    await findPost(chatops, "MMS accepted");

    await askToDelete(chatops, joon);
    expect(person.shown()).toContain(toShown("010-****-0001"));
    expect(fileRequests(chatops)).toHaveLength(1);
    await person.submits("cleared");
    const refused = await findPost(chatops, deletionIs.refused);
    expect(refused.text).toContain(reason("FileInUse"));
    expect(platform.state.files.has(fileId)).toBe(true);

    platform.state.files.get(fileId)!.references.length = 0;
    await person.opensAt(refused, "files.delete_again");
    expect(platform.state.files.has(fileId)).toBe(true);
    await person.submits("cleared");
    await findPost(chatops, deletionIs.accepted);
    await findPost(chatops, en.outcomes.newer.accepted);
    expect(platform.state.files.has(fileId)).toBe(false);
    await list(chatops, joon, en.files.list.empty("all"));
  });
});

describe("the list of files", () => {
  it("has pages and a filter, and shows Use and Delete only if the reader may press them", async () => {
    const chatops = await startChatops({ env: { FILE_MANAGERS: `${joon},${mina}` } });
    const { slack } = chatops;
    for (let index = 0; index < 9; index += 1) await uploadOne(chatops, `file-${index}.pdf`, "DOCUMENT");
    const own = await list(chatops, joon);
    expect(JSON.stringify(own.blocks)).not.toContain("files.use");
    expect(own.text).toContain(en.files.list.yours);
    expect(own.text).not.toContain(`<@${joon}>`);
    const first = await list(chatops, mina);
    expect(first.text).toContain(`${en.files.list.by} <@${joon}>`);
    expect(first.text).toContain("file-8.pdf");
    expect(first.text).not.toContain("file-0.pdf");
    expect(JSON.stringify(first.blocks)).not.toContain("files.delete");
    const person = slack.as(mina);
    const page = (words: string) =>
      slack.waitFor(() => slack.ephemerals(mina).findLast(({ text }) => text.includes(words)), patience);
    await person.click(first, "files.page:next");
    const second = await page("file-0.pdf");
    await person.click(second, "files.page:back");
    await page("file-8.pdf");
    await person.click(await page("file-8.pdf"), "files.filter", { value: "mine" });
    await page(en.files.list.empty("mine"));
    expect(JSON.stringify((await list(chatops, dana)).blocks)).toContain("files.delete");
    expect(JSON.stringify((await list(chatops, joon)).blocks)).toContain("files.delete");
    await slack.as("U0SORA").command("/msg-files", "help");
  });
});
