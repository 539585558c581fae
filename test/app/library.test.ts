import { describe, expect, it } from "vitest";
import { oneMode, startChatops } from "../support/chatops.ts";
import {
  firstRow,
  makeGroup,
  makeRelease,
  makeSuite,
  openList,
  said,
  save,
  shows,
  taken,
} from "../support/library.ts";
import { sends } from "../support/sends.ts";
import { dana, joon, mina, tests, topLevel } from "../support/unknown-outcome.ts";
import { en } from "../support/words.ts";

const { runs, recipients } = en;

const env = {
  TEST_RECIPIENTS: "joon:01000000001,refused:01000000003,reset:01000000010,mina@U0MINA:01022223333",
  TEST_GROUPS: "qa=joon+refused+reset",
  OPERATORS: dana,
};

const [phoneOfJoon, phoneOfMina] = ["+82 01000000001", "+82 01022223333"];

describe("the library", () => {
  const mode = oneMode;

  it.each([
    ["K", runs.naming.length],
    ["01012345678", runs.naming.digits],
    ["The Kiwi code", runs.naming.repeats_text],
  ])("refuses the name %s of a message on its field", async (name, says) => {
    const chatops = await startChatops({ mode, env });
    expect(await save(chatops, { name, text: "The Kiwi code of today" })).toMatchObject({
      kind: "errors",
      errors: { savedName: says },
    });
    expect(chatops.slack.findings).toEqual([]);
  });

  it("is everybody's to use, and its author's and operators' to change", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await makeRelease(chatops);
    expect(await save(chatops, { name: "login", text: "Hello", as: mina })).toMatchObject({
      errors: { savedName: runs.taken },
    });
    const seen = JSON.stringify((await openList(chatops, mina)).blocks);
    expect(seen).toContain("release");
    expect(seen).not.toContain("messages.remove_saved");
    await slack.as(joon).command("/msg-test", "relese", { conversation: tests });
    await said(chatops, joon, runs.unknownSuite("relese", ["release"]));
    const list = await openList(chatops, dana);
    await slack.as(dana).click({ view: true }, "messages.remove_saved", { blockId: firstRow(list) });
    await shows(chatops, dana, runs.removed("release"));
    await slack.as(joon).command("/msg-test", "release", { conversation: tests });
    await said(chatops, joon, runs.unknownSuite("release", []));
    expect(slack.findings).toEqual([]);
  });
});

describe("a group made in chat", () => {
  const mode = oneMode;

  it("is sent to by anybody once they have read who is in it", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack, platform } = chatops;
    const person = slack.as(mina);
    expect(await makeGroup(chatops, { name: "Night", of: [phoneOfJoon, phoneOfMina] })).toMatchObject(taken);
    await person.command("/msg-send", "night Hello there", { conversation: tests });
    const asked = await shows(chatops, mina, en.confirm.title);
    expect(JSON.stringify(asked.blocks)).toContain("joon (010-0000-0001), mina (010-2222-3333)");
    expect(sends(platform)).toEqual([]);
    await person.submit();
    const isDone = ({ text }: { text: string }) => text.includes(recipients.title.done(2));
    await slack.waitFor(() => topLevel(chatops, tests).some(isDone), { what: "both are accepted" });
    // Beside the operator's names, alone in its group, and where it is chosen.
    await person.command("/msg-send", "night,refused Hello", { conversation: tests });
    await shows(chatops, mina, recipients.costs(3));
    await makeGroup(chatops, { name: "one", of: [phoneOfJoon] });
    await person.command("/msg-send", "one Hello", { conversation: tests });
    await shows(chatops, mina, "joon (010-0000-0001)");
    await person.command("/msg-send", "", { conversation: tests });
    await shows(chatops, mina, en.send.fields.text.hint);
    await person.fillAll({ recipients: ["@Night"], text: "Hello" });
    expect(await person.submit()).toMatchObject({ kind: "pushed" });
    expect(sends(platform)).toHaveLength(2);
    expect(slack.findings).toEqual([]);
  });

  it("has a name of its own, in one namespace with the operator's", async () => {
    const chatops = await startChatops({ mode, env });
    const { naming } = runs;
    await makeGroup(chatops, { name: "night", of: [phoneOfJoon] });
    const refusals: [[string, string], ...[string, string][]] = [
      ["QA", naming.operators],
      ["Joon", naming.operators],
      ["NIGHT", runs.taken],
      ["n", naming.length],
      ["Import", naming.command_word],
      ["night shift", naming.several_words],
      ["g01012345", naming.digits],
      ["1234", naming.several_words],
      ["a\u202eb", runs.taken],
    ];
    await makeGroup(chatops, { name: "ab", of: [phoneOfJoon] });
    const person = chatops.slack.as(joon);
    const [[first]] = refusals;
    expect(await makeGroup(chatops, { name: first, of: [phoneOfJoon] })).toMatchObject({ kind: "errors" });
    for (const [name, says] of refusals) {
      await person.fillAll({ suiteName: name });
      expect(await person.submit(), name).toMatchObject({ errors: { suiteName: says } });
    }
    expect(chatops.slack.findings).toEqual([]);
  });

  it("that somebody changes between a run's confirmation and its start keeps that from starting", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack, platform } = chatops;
    const [person, operator] = [slack.as(joon), slack.as(dana)];
    await save(chatops, { name: "Login", text: "Your code is Kiwi" });
    await said(chatops, joon, runs.save.saved("Login"));
    await makeGroup(chatops, { name: "night", of: [phoneOfJoon] });
    await makeSuite(chatops, { name: "release", to: ["@night"] });
    await person.command("/msg-test", "release", { conversation: tests });
    await shows(chatops, joon, runs.confirm.costsSome(1, 1));
    const seen = JSON.stringify((await openList(chatops, mina)).blocks);
    expect(seen).toContain("night");
    expect(seen).not.toContain(runs.edit);
    const list = await openList(chatops, dana);
    await operator.click({ view: true }, "messages.group", { blockId: firstRow(list, "group") });
    await shows(chatops, dana, runs.group.note);
    await operator.fillAll({ recipients: [phoneOfMina] });
    expect(await operator.submit()).toMatchObject(taken);
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views())).toContain(runs.confirm.changed);
    expect(sends(platform)).toEqual([]);
    expect(slack.findings).toEqual([]);
  });
});
