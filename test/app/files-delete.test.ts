import { describe, expect, it } from "vitest";
import { z } from "zod";
import { changeGroup } from "../support/change-group.ts";
import { startChatops, storyModes } from "../support/chatops.ts";
import { deliver, deliveryOf } from "../support/forged.ts";
import { dana, joon, mina } from "../support/names.ts";
import { picked, png } from "../support/sample-files.ts";
import { askToDelete, deletesOf, list, told, uploadOne } from "../support/uploaded.ts";
import { deletionIs, findPost, upload, uploadIs } from "../support/uploads.ts";
import { en } from "../support/words.ts";

const deletions = { method: "DELETE", path: "/storage" };

describe.each(storyModes)("deleting a file, over %s", (mode) => {
  it("is refused from an open form and from an old button after the file was deleted", async () => {
    const chatops = await startChatops({ mode });
    await uploadOne(chatops);
    const shown = await list(chatops, joon);
    const operator = await askToDelete(chatops, dana);
    const author = await askToDelete(chatops, joon);
    await author.submits("cleared");
    await findPost(chatops, deletionIs.accepted);
    await operator.submits("updated");
    expect(operator.shown()).toContain(en.files.alreadyDeleted);
    await author.click(shown, "files.delete");
    await told(chatops, joon, en.files.alreadyDeleted);
    await author.isAnswered(() => author.click(shown, "files.use"), en.files.alreadyDeleted);
    expect(deletesOf(chatops)).toBe(1);
  });

  it("takes the file off the list when the platform doesn't know it", async () => {
    const chatops = await startChatops({ mode });
    chatops.platform.state.files.delete((await uploadOne(chatops)).fileId);
    const person = await askToDelete(chatops, joon);
    await person.submit();
    await findPost(chatops, [deletionIs.refused, en.terms.delete.reasons["ResourceNotFound"]!.says]);
    await list(chatops, joon, en.files.list.empty("all"));
  });

  it("can be repeated from the form of its post after an unknown outcome", async () => {
    const chatops = await startChatops({ mode });
    const { platform } = chatops;
    await uploadOne(chatops);
    platform.faults.next({ kind: "reset", when: "after" }, deletions);
    const person = await askToDelete(chatops, joon);
    await person.submit();
    const own = await findPost(chatops, deletionIs.unknown, joon);
    expect(deletesOf(chatops)).toBe(1);
    await person.opensAt(own, "files.delete_again");
    expect(deletesOf(chatops)).toBe(1);
    await Promise.all([person.submit(), person.submit()]);
    await findPost(chatops, deletionIs.accepted);
    await findPost(chatops, en.terms.delete.outcomes.changed(en.files.kind.delete, "unknown", "sent_again"));
    expect(deletesOf(chatops)).toBe(2);
    expect(platform.state.files.size).toBe(0);
    await list(chatops, joon, en.files.list.empty("all"));
  });
});

describe("deleting a file", () => {
  it("is refused to a person who lost the right, from an open form and from an old button", async () => {
    const chatops = await startChatops({ env: { FILE_MANAGERS: "S0REVIEWERS" } });
    const { platform } = chatops;
    await changeGroup(chatops, "S0REVIEWERS", [joon]);
    await upload(chatops, picked("logo.png", png()), { type: "MMS" });
    await findPost(chatops, uploadIs.accepted);
    const shown = await list(chatops, joon);
    const person = await askToDelete(chatops, joon);
    await changeGroup(chatops, "S0REVIEWERS", [mina]);
    await person.click(shown, "files.delete");
    await told(chatops, joon, en.files.delete.notYours);
    await person.submits("updated");
    expect(person.shown()).toContain(en.files.delete.notYours);
    expect(platform.state.files.size).toBe(1);
  });

  it.each([
    ["a gateway's HTML page with status 404", { kind: "status", status: 404, body: "<html>no route</html>" }],
    ["status 404 without an error code", { kind: "status", status: 404, body: {} }],
  ] as const)("keeps the file on the list when the platform answers %s", async (_, fault) => {
    const chatops = await startChatops();
    await uploadOne(chatops);
    chatops.platform.faults.next(fault, deletions);
    await (await askToDelete(chatops, joon)).submit();
    await findPost(chatops, deletionIs.refused);
    expect((await list(chatops, joon)).text).toContain("logo.png");
  });

  it("is refused to a person who is neither the file's uploader nor an operator", async () => {
    const chatops = await startChatops({ mode: "http" });
    const { fileId } = await uploadOne(chatops);
    const hers = await upload(chatops, picked("hers.png", png({ width: 10 })), { by: mina });
    const { payload } = deliveryOf(hers);
    await findPost(chatops, `${uploadIs.accepted} · hers.png`);
    const view = z.looseObject({}).parse(payload["view"]);
    const metadata = JSON.stringify({ act: "forged", fileId });
    const forged = { ...view, callback_id: "files.delete", private_metadata: metadata };
    expect(await deliver(chatops, { ...payload, view: forged })).toContain(en.files.delete.notYours);
    expect(deletesOf(chatops)).toBe(0);
  });

  it("can be repeated after an unknown outcome by anybody who may delete the file, and by nobody else", async () => {
    const chatops = await startChatops({ mode: "http" });
    const { platform, slack } = chatops;
    await uploadOne(chatops);
    platform.faults.next({ kind: "reset", when: "before" }, deletions);
    const person = await askToDelete(chatops, joon);
    await person.submit();
    const own = await findPost(chatops, deletionIs.unknown, joon);
    platform.faults.next({ kind: "status", status: 400, body: {} }, deletions);
    const click = await person.click(own, "files.delete_again");
    await person.hasOpen(1);
    const { payload } = deliveryOf(await person.submit());
    await findPost(chatops, deletionIs.refused);
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
    await findPost(chatops, deletionIs.accepted);
    expect(deletesOf(chatops)).toBe(3);
  });

  it("can't be repeated after an unknown outcome by a person who lost the right", async () => {
    const chatops = await startChatops({ env: { FILE_MANAGERS: "S0ONCALL", OPERATORS: mina } });
    const { slack, platform } = chatops;
    await upload(chatops, picked("logo.png", png()), { type: "MMS", by: dana });
    await findPost(chatops, `${uploadIs.accepted} · logo.png`);
    platform.faults.next({ kind: "reset", when: "before" }, deletions);
    await (await askToDelete(chatops, dana)).submit();
    const own = await findPost(chatops, deletionIs.unknown, dana);
    await changeGroup(chatops, "S0ONCALL", []);
    await slack.as(dana).click(own, "files.delete_again");
    await told(chatops, dana, en.files.delete.notYours);
    expect(deletesOf(chatops)).toBe(1);
  });

  it("takes the file off the list when a person reports it as deleted", async () => {
    const chatops = await startChatops();
    const { platform, slack } = chatops;
    await uploadOne(chatops);
    platform.faults.next({ kind: "reset", when: "after" }, deletions);
    await (await askToDelete(chatops, joon)).submit();
    const own = await findPost(chatops, deletionIs.unknown, joon);
    await list(chatops, joon, "logo.png");
    await slack.as(joon).click(own, "files.settle:arrived");
    await findPost(chatops, deletionIs.arrived);
    await list(chatops, joon, en.files.list.empty("all"));
  });

  it("puts the file back on the list when a late refusal contradicts a person's report", async () => {
    const chatops = await startChatops({ endsSilence: true });
    const { platform, slack } = chatops;
    await uploadOne(chatops);
    platform.faults.next({ kind: "silence", errorCode: "Forbidden" }, deletions);
    await (await askToDelete(chatops, joon)).submit();
    const own = await findPost(chatops, deletionIs.unknown, joon);
    await slack.as(joon).click(own, "files.settle:arrived");
    await findPost(chatops, deletionIs.arrived);
    await list(chatops, joon, en.files.list.empty("all"));
    platform.faults.release();
    await findPost(chatops, deletionIs.refused);
    await list(chatops, joon, "logo.png");
    await (await askToDelete(chatops, joon)).submit();
    await findPost(chatops, deletionIs.accepted);
    await list(chatops, joon, en.files.list.empty("all"));
  });
});
