import { describe, expect, it } from "vitest";
import { shortenId } from "../../src/foreign-id.ts";
import { toShown } from "../../src/slack/blocks/rich-text.ts";
import { oneMode, startChatops, storyModes } from "../support/chatops.ts";
import { askToDelete, list, uploadOne } from "../support/uploaded.ts";
import { fileRequests, findPost, joon, patience, tests } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

const mina = "U0MINA";
const dana = "U0DANA";
const titles = en.terms.delete.outcomes.title;

describe.each(storyModes)("files over %s", (mode) => {
  it("are listed, used in a message, and deleted once no message uses them", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    const { fileId } = await uploadOne(chatops);
    const shown = await list(chatops, joon);
    for (const words of ["logo.png · MMS", "300×200", fileId]) expect(shown.text).toContain(words);

    const person = slack.as(joon);
    await person.click({ ephemeral: shown }, "files.use");
    await slack.waitFor(() => person.views().length === 1, { ...patience, what: "the send form" });
    const { blocks } = person.views()[0]!;
    expect(JSON.stringify(blocks)).toContain(`"text":"logo.png (${shortenId(fileId)})"`);
    await person.fillAll({ to: "joon", text: "See the picture" });
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await slack.waitFor(() => platform.state.messages.length === 1, { ...patience, what: "the message" });
    expect(platform.state.messages[0]?.request).toMatchObject({ message: { imageId: fileId, type: "MMS" } });
    await findPost(chatops, "MMS accepted");

    await askToDelete(chatops, joon);
    expect(JSON.stringify(person.views()[0]?.blocks)).toContain(toShown("010-****-0001"));
    expect(fileRequests(chatops)).toHaveLength(1);
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    const refused = await findPost(chatops, titles.refused(en.files.kind.delete));
    expect(refused.text).toContain(reason("FileInUse"));
    expect(platform.state.files.has(fileId)).toBe(true);

    platform.state.files.get(fileId)!.references.length = 0;
    await person.click({ message: { conversation: tests, ts: refused.ts } }, "files.delete_again");
    await slack.waitFor(() => person.views().length === 1, { ...patience, what: "the confirmation again" });
    expect(platform.state.files.has(fileId)).toBe(true);
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await findPost(chatops, titles.accepted(en.files.kind.delete));
    await findPost(chatops, en.outcomes.newer.accepted);
    expect(platform.state.files.has(fileId)).toBe(false);
    await list(chatops, joon, en.files.list.empty("all"));
    expect(slack.findings).toEqual([]);
  });
});

describe("the list of files", () => {
  const mode = oneMode;

  it("offers an image for a message also if it was uploaded as a document", async () => {
    const chatops = await startChatops({ mode });
    const { fileId } = await uploadOne(chatops, "plan.png", "DOCUMENT");
    const person = chatops.slack.as(joon);
    await person.click({ ephemeral: await list(chatops, joon) }, "files.use");
    await chatops.slack.waitFor(() => person.views().length === 1, { ...patience, what: "the send form" });
    const { blocks } = person.views()[0]!;
    expect(JSON.stringify(blocks)).toContain(`"text":"plan.png (${shortenId(fileId)})"`);
    await person.fillAll({ to: "joon", text: "See the plan" });
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await findPost(chatops, "MMS accepted");
    expect(chatops.platform.state.messages[0]?.request).toMatchObject({ message: { imageId: fileId } });
  });

  it("has pages and a filter, and shows Use and Delete only if the reader may press them", async () => {
    const chatops = await startChatops({ mode, env: { FILE_MANAGERS: `${joon},${mina}` } });
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
    await person.click({ ephemeral: first }, "files.page:next");
    const second = await page("file-0.pdf");
    await person.click({ ephemeral: second }, "files.page:back");
    await page("file-8.pdf");
    await person.click({ ephemeral: await page("file-8.pdf") }, "files.filter", { value: "mine" });
    await page(en.files.list.empty("mine"));
    expect(JSON.stringify((await list(chatops, dana)).blocks)).toContain("files.delete");
    expect(JSON.stringify((await list(chatops, joon)).blocks)).toContain("files.delete");
    await slack.as("U0SORA").command("/msg-files", "help", { conversation: tests });
    expect(slack.findings).toEqual([]);
  });
});
