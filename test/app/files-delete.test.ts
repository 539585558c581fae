import { describe, expect, it } from "vitest";
import { z } from "zod";
import { changeGroup } from "../support/change-group.ts";
import { oneMode, startChatops, storyModes } from "../support/chatops.ts";
import { deliver, deliveryOf } from "../support/forged.ts";
import { picked, png } from "../support/sample-files.ts";
import { at } from "../support/unknown-outcome.ts";
import { askToDelete, deletesOf, list, told, uploadOne } from "../support/uploaded.ts";
import { fileRequests, findPost, joon, patience, tests, upload } from "../support/uploads.ts";
import { en } from "../support/words.ts";

const mina = "U0MINA";
const dana = "U0DANA";
const uploaded = en.terms.upload.outcomes.title.accepted(en.files.kind.upload);
const titles = en.terms.delete.outcomes.title;

describe.each(storyModes)("deleting a file over %s", (mode) => {
  it("is done once if two people submit at the same time, and both get an answer", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    await uploadOne(chatops);
    const [author, operator] = [await askToDelete(chatops, joon), await askToDelete(chatops, dana)];
    await Promise.all([author.submit(), operator.submit()]);
    await findPost(chatops, titles.accepted(en.files.kind.delete));
    const second = () =>
      slack
        .messages(tests)
        .some(({ text }) => text.includes(en.terms.delete.reasons["ResourceNotFound"]!.says)) ||
      JSON.stringify([author.views(), operator.views()]).includes(en.files.alreadyDeleted);
    await slack.waitFor(second, { ...patience, what: "the other one's answer" });
    expect(platform.state.files.size).toBe(0);
    await list(chatops, joon, en.files.list.empty("all"));
  });

  it("says in the form, and at an old button, that the file is deleted already", async () => {
    const chatops = await startChatops({ mode });
    const { slack } = chatops;
    await uploadOne(chatops);
    const shown = await list(chatops, joon);
    const operator = await askToDelete(chatops, dana);
    const author = await askToDelete(chatops, joon);
    expect(await author.submit()).toMatchObject({ kind: "cleared" });
    await findPost(chatops, titles.accepted(en.files.kind.delete));
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

  it("takes a file off the list if the platform doesn't know it", async () => {
    const chatops = await startChatops({ mode });
    chatops.platform.state.files.delete((await uploadOne(chatops)).fileId);
    const person = await askToDelete(chatops, joon);
    await person.submit();
    const post = await findPost(chatops, titles.refused(en.files.kind.delete));
    expect(post.text).toContain(en.terms.delete.reasons["ResourceNotFound"]!.says);
    await list(chatops, joon, en.files.list.empty("all"));
  });

  it("can be repeated from a form after an unknown outcome", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    await uploadOne(chatops);
    platform.faults.next({ kind: "reset", when: "after" }, { method: "DELETE", path: "/storage" });
    const person = await askToDelete(chatops, joon);
    await person.submit();
    const own = await findPost(chatops, titles.unknown(en.files.kind.delete), joon);
    expect(deletesOf(chatops)).toBe(1);
    await person.click(at(own), "files.delete_again");
    await slack.waitFor(() => person.views().length === 1, { ...patience, what: "the form once more" });
    expect(deletesOf(chatops)).toBe(1);
    await Promise.all([person.submit(), person.submit()]);
    await findPost(chatops, titles.accepted(en.files.kind.delete));
    await findPost(chatops, en.terms.delete.outcomes.changed(en.files.kind.delete, "unknown", "sent_again"));
    expect(deletesOf(chatops)).toBe(2);
    expect(platform.state.files.size).toBe(0);
    await list(chatops, joon, en.files.list.empty("all"));
    expect(slack.findings).toEqual([]);
  });
});

describe("deleting a file", () => {
  const mode = oneMode;

  it("is refused after the right was lost, with the form open or an old button", async () => {
    const chatops = await startChatops({ mode, env: { FILE_MANAGERS: "S0REVIEWERS" } });
    const { platform } = chatops;
    await changeGroup(chatops, "S0REVIEWERS", [joon]);
    await upload(chatops, picked("logo.png", png()), { type: "MMS" });
    await findPost(chatops, uploaded);
    const shown = await list(chatops, joon);
    const person = await askToDelete(chatops, joon);
    await changeGroup(chatops, "S0REVIEWERS", [mina]);
    await person.click({ ephemeral: shown }, "files.delete");
    await told(chatops, joon, en.files.delete.notYours);
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views())).toContain(en.files.delete.notYours);
    expect(platform.state.files.size).toBe(1);
  });

  it.each([
    ["an HTML 404 of a gateway", { kind: "status", status: 404, body: "<html>no route</html>" }],
    ["a 404 without a code", { kind: "status", status: 404, body: {} }],
  ] as const)("keeps the file on the list after %s", async (_, fault) => {
    const chatops = await startChatops({ mode });
    await uploadOne(chatops);
    chatops.platform.faults.next(fault, { method: "DELETE", path: "/storage" });
    await (await askToDelete(chatops, joon)).submit();
    await findPost(chatops, titles.refused(en.files.kind.delete));
    expect((await list(chatops, joon)).text).toContain("logo.png");
  });

  it("is refused to a person who neither uploaded it nor operates the app", async () => {
    const chatops = await startChatops({ mode: "http" });
    const { fileId } = await uploadOne(chatops);
    const minas = chatops.slack.as(mina);
    await minas.command("/msg-upload", "", { conversation: tests });
    await chatops.slack.waitFor(() => minas.views().length === 1, { ...patience, what: "her form" });
    await minas.fill("file", picked("hers.png", png({ width: 10 })));
    const { payload } = deliveryOf(await minas.submit());
    await findPost(chatops, `${uploaded} · hers.png`);
    const view = z.looseObject({}).parse(payload["view"]);
    const metadata = JSON.stringify({ act: "forged", fileId });
    const forged = { ...view, callback_id: "files.delete", private_metadata: metadata };
    expect(await deliver(chatops, { ...payload, view: forged })).toContain(en.files.delete.notYours);
    expect(deletesOf(chatops)).toBe(0);
  });

  it("can be repeated after an unknown outcome by anybody who may delete the file", async () => {
    const chatops = await startChatops({ mode: "http" });
    const { platform, slack } = chatops;
    await uploadOne(chatops);
    platform.faults.next({ kind: "reset", when: "before" }, { method: "DELETE", path: "/storage" });
    const person = await askToDelete(chatops, joon);
    await person.submit();
    const own = await findPost(chatops, titles.unknown(en.files.kind.delete), joon);
    platform.faults.next({ kind: "status", status: 400, body: {} }, { method: "DELETE", path: "/storage" });
    const click = await person.click(at(own), "files.delete_again");
    await slack.waitFor(() => person.views().length === 1, { ...patience, what: "the form once more" });
    const { payload } = deliveryOf(await person.submit());
    await findPost(chatops, titles.refused(en.files.kind.delete));
    const as = (id: string) => ({ user: { id, username: id, name: id, team_id: slack.teamId } });
    await deliver(chatops, { ...click.payload, ...as(mina) });
    await told(chatops, joon, en.files.delete.notYours);
    const view = z.looseObject({ private_metadata: z.string() }).parse(payload["view"]);
    const submitAs = (id: string) => {
      const metadata = JSON.stringify({ ...JSON.parse(view.private_metadata), act: `forged-${id}` });
      return deliver(chatops, { ...payload, ...as(id), view: { ...view, private_metadata: metadata } });
    };
    expect(await submitAs(mina)).toContain(en.files.delete.notYours);
    await submitAs(dana);
    await findPost(chatops, titles.accepted(en.files.kind.delete));
    expect(deletesOf(chatops)).toBe(3);
  });

  it("can't be repeated by a person who lost the right", async () => {
    const chatops = await startChatops({ mode, env: { FILE_MANAGERS: "S0ONCALL", OPERATORS: mina } });
    const { slack, platform } = chatops;
    await upload(chatops, picked("logo.png", png()), { type: "MMS", by: dana });
    await findPost(chatops, `${uploaded} · logo.png`);
    platform.faults.next({ kind: "reset", when: "before" }, { method: "DELETE", path: "/storage" });
    await (await askToDelete(chatops, dana)).submit();
    const own = await findPost(chatops, titles.unknown(en.files.kind.delete), dana);
    await changeGroup(chatops, "S0ONCALL", []);
    await slack.as(dana).click(at(own), "files.delete_again");
    await told(chatops, dana, en.files.delete.notYours);
    expect(deletesOf(chatops)).toBe(1);
  });

  it("takes the file off the list when a person reports it deleted", async () => {
    const chatops = await startChatops({ mode });
    const { platform, slack } = chatops;
    await uploadOne(chatops);
    platform.faults.next({ kind: "reset", when: "after" }, { method: "DELETE", path: "/storage" });
    await (await askToDelete(chatops, joon)).submit();
    const own = await findPost(chatops, titles.unknown(en.files.kind.delete), joon);
    await list(chatops, joon, "logo.png");
    await slack.as(joon).click(at(own), "files.settle:arrived");
    await findPost(chatops, titles.arrived(en.files.kind.delete));
    await list(chatops, joon, en.files.list.empty("all"));
  });

  it("puts the file back on the list if a late refusal contradicts a person's report", async () => {
    const chatops = await startChatops({ mode, endsSilence: true });
    const { platform, slack } = chatops;
    await uploadOne(chatops);
    platform.faults.next({ kind: "silence", errorCode: "Forbidden" }, { method: "DELETE", path: "/storage" });
    await (await askToDelete(chatops, joon)).submit();
    const own = await findPost(chatops, titles.unknown(en.files.kind.delete), joon);
    await slack.as(joon).click(at(own), "files.settle:arrived");
    await findPost(chatops, titles.arrived(en.files.kind.delete));
    await list(chatops, joon, en.files.list.empty("all"));
    platform.faults.release();
    await findPost(chatops, titles.refused(en.files.kind.delete));
    await list(chatops, joon, "logo.png");
    await (await askToDelete(chatops, joon)).submit();
    await findPost(chatops, titles.accepted(en.files.kind.delete));
    await list(chatops, joon, en.files.list.empty("all"));
  });
});
