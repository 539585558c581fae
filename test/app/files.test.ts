import { describe, expect, it, vi } from "vitest";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import type { Chatops } from "../support/chatops.ts";
import { oneMode, startChatops } from "../support/chatops.ts";
import { pdf, picked, png } from "../support/sample-files.ts";
import { fileRequests, findPost, joon, patience, tests, upload } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

const mina = "U0MINA";
const dana = "U0DANA";
const uploaded = en.files.terms.upload.outcomes.title.accepted("");
const titles = en.files.terms.delete.outcomes.title;

/** The list as this person's newest answer shows it. */
async function list({ slack }: Chatops, who: string, words: string = en.files.list.title) {
  await slack.as(who).command("/msg-files", "", { conversation: tests });
  return slack.waitFor(() => slack.ephemerals(who).findLast(({ text }) => text.includes(words)), {
    ...patience,
    what: `the files before ${who}`,
  });
}

async function uploadOne(chatops: Chatops, name = "logo.png", type = "MMS") {
  await upload(
    chatops,
    picked(name, name.endsWith("pdf") ? Buffer.concat([pdf(), Buffer.from(name)]) : png()),
    { type },
  );
  await findPost(chatops, `${uploaded} · ${name}`);
  return [...chatops.platform.state.files.values()].at(-1)!;
}

/** The confirmation before a person, from the button in the list. */
async function askToDelete(chatops: Chatops, who: string) {
  const { slack } = chatops;
  const person = slack.as(who);
  await person.click({ ephemeral: await list(chatops, who) }, "files.delete");
  await slack.waitFor(() => person.views().length === 1, { ...patience, what: "the confirmation" });
  return person;
}

const told = ({ slack }: Chatops, who: string, words: string) =>
  slack.waitFor(() => slack.ephemerals(who).some(({ text }) => text.includes(words)), {
    ...patience,
    what: `${who} is told “${words}”`,
  });

describe.each(["socket", "http"] as const)("files over %s", (mode) => {
  it("are listed, taken into a message, and deleted after a look at what used them", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    const { fileId } = await uploadOne(chatops);
    const shown = await list(chatops, joon);
    for (const words of ["logo.png · MMS", "300×200", fileId]) expect(shown.text).toContain(words);

    const person = slack.as(joon);
    await person.click({ ephemeral: shown }, "files.use");
    await slack.waitFor(() => person.views().length === 1, { ...patience, what: "the send form" });
    await person.fillAll({ recipient: "+82 01000000001", text: "See the picture" });
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await slack.waitFor(() => platform.state.messages.length === 1, { ...patience, what: "the message" });
    expect(platform.state.messages[0]?.request).toMatchObject({ message: { imageId: fileId, type: "MMS" } });
    await findPost(chatops, "MMS accepted");

    await askToDelete(chatops, joon);
    expect(JSON.stringify(person.views()[0]?.blocks)).toContain("010-****-0001");
    expect(fileRequests(chatops)).toHaveLength(1);
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    const refused = await findPost(chatops, titles.refused(""));
    expect(refused.text).toContain(reason("FileInUse"));
    expect(platform.state.files.has(fileId)).toBe(true);

    platform.state.files.get(fileId)!.references.length = 0;
    await person.click({ message: { conversation: tests, ts: refused.ts } }, "files.delete_again");
    await findPost(chatops, titles.accepted(""));
    expect(platform.state.files.has(fileId)).toBe(false);
    await list(chatops, joon, en.files.list.empty("all"));
    expect(slack.findings).toEqual([]);
  });
});

describe("the list of files", () => {
  const mode = oneMode;

  it("shows pages, all or one's own or those of a type, and Use and Delete to whom they are for", async () => {
    const chatops = await startChatops({ mode, env: { FILE_MANAGERS: `${joon},${mina}` } });
    const { slack } = chatops;
    for (let index = 0; index < 9; index += 1) await uploadOne(chatops, `file-${index}.pdf`, "DOCUMENT");
    const first = await list(chatops, mina);
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

describe("deleting a file", () => {
  const mode = oneMode;

  it("twice at once by two people gives each one honest answer", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    await uploadOne(chatops);
    const [author, operator] = [await askToDelete(chatops, joon), await askToDelete(chatops, dana)];
    await Promise.all([author.submit(), operator.submit()]);
    await findPost(chatops, titles.accepted(""));
    const second = () =>
      slack.messages(tests).some(({ text }) => text.includes(reason("ResourceNotFound"))) ||
      JSON.stringify([author.views(), operator.views()]).includes(en.files.alreadyDeleted);
    await slack.waitFor(second, { ...patience, what: "the other one's answer" });
    expect(platform.state.files.size).toBe(0);
    await list(chatops, joon, en.files.list.empty("all"));
  });

  it("that is gone already is said in the form, and by an old button", async () => {
    const chatops = await startChatops({ mode });
    const { slack } = chatops;
    await uploadOne(chatops);
    const shown = await list(chatops, joon);
    const operator = await askToDelete(chatops, dana);
    const author = await askToDelete(chatops, joon);
    expect(await author.submit()).toMatchObject({ kind: "cleared" });
    await findPost(chatops, titles.accepted(""));
    expect(await operator.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(operator.views())).toContain(en.files.alreadyDeleted);
    await author.click({ ephemeral: shown }, "files.delete");
    await told(chatops, joon, en.files.alreadyDeleted);
    await author.click({ ephemeral: shown }, "files.use");
    await slack.waitFor(
      () => slack.ephemerals(joon).filter(({ text }) => text.includes(en.files.alreadyDeleted)).length === 2,
    );
    expect(fileRequests(chatops).filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  it("that the platform doesn't know says so, and takes it off the list", async () => {
    const chatops = await startChatops({ mode });
    chatops.platform.state.files.delete((await uploadOne(chatops)).fileId);
    const person = await askToDelete(chatops, joon);
    await person.submit();
    const post = await findPost(chatops, titles.refused(""));
    expect(post.text).toContain(reason("ResourceNotFound"));
    await list(chatops, joon, en.files.list.empty("all"));
  });

  it("is not for whoever lost the right to it meanwhile, with the form open or an old button", async () => {
    const chatops = await startChatops({ mode, env: { FILE_MANAGERS: "S0REVIEWERS" } });
    const { slack, platform } = chatops;
    await slack.setUserGroupMembers("S0REVIEWERS", [joon]);
    await vi.waitFor(() => upload(chatops, picked("logo.png", png()), { type: "MMS" }), { timeout: 10_000 });
    await findPost(chatops, uploaded);
    const shown = await list(chatops, joon);
    const person = await askToDelete(chatops, joon);
    await slack.setUserGroupMembers("S0REVIEWERS", [mina]);
    const refusals = () =>
      slack.ephemerals(joon).filter(({ text }) => text.includes(en.files.delete.notYours));
    await vi.waitFor(
      async () => {
        await person.click({ ephemeral: shown }, "files.delete");
        expect(refusals().length).toBeGreaterThan(0);
      },
      { timeout: 10_000 },
    );
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views())).toContain(en.files.delete.notYours);
    expect(platform.state.files.size).toBe(1);
  });

  it("whose outcome is unknown may be repeated at once: gone is gone", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    await uploadOne(chatops);
    platform.faults.next({ kind: "reset", when: "after" }, { method: "DELETE", path: "/storage" });
    const person = await askToDelete(chatops, joon);
    await person.submit();
    const own = await findPost(chatops, titles.unknown(""), joon);
    const deletes = () => fileRequests(chatops).filter(({ method }) => method === "DELETE").length;
    expect(deletes()).toBe(1);
    const button = { message: { conversation: own.conversation, ts: own.ts } };
    await Promise.all([
      person.click(button, "files.delete_again"),
      person.click(button, "files.delete_again"),
    ]);
    await findPost(chatops, titles.accepted(""));
    await findPost(chatops, titles.sent_again(""));
    expect(deletes()).toBe(2);
    expect(platform.state.files.size).toBe(0);
    await list(chatops, joon, en.files.list.empty("all"));
    expect(slack.findings).toEqual([]);
  });

  it("is asked for again by the same button when the app was too slow the first time", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform, env } = chatops;
    await uploadOne(chatops);
    platform.faults.next({ kind: "reset", when: "after" }, { method: "DELETE", path: "/storage" });
    const person = await askToDelete(chatops, joon);
    await person.submit();
    const own = await findPost(chatops, titles.unknown(""), joon);
    const button = { message: { conversation: own.conversation, ts: own.ts } };
    const writer = await startOutsideWriter(env["DATABASE_URL"]!.slice("file:".length));
    await person.click(button, "files.delete_again");
    const isTooSlow = ({ text }: { text: string }) => text.includes(en.common.tooSlow);
    await slack.waitFor(() => [...slack.ephemerals(joon), ...slack.dm(joon)].some(isTooSlow));
    await writer.release();
    await person.click(button, "files.delete_again");
    await findPost(chatops, titles.accepted(""));
  });
});
