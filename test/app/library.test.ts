import { describe, expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { firstRow, makeRelease, makeSuite, openList, said, save, shows, taken } from "../support/library.ts";
import { dana, joon, mina } from "../support/names.ts";
import { en } from "../support/words.ts";

const { runs } = en;

const env = {
  TEST_RECIPIENTS: "joon:01000000001,refused:01000000003,reset:01000000010,mina@U0MINA:01022223333",
  TEST_GROUPS: "qa=joon+refused+reset",
  OPERATORS: dana,
};

const phoneOfJoon = "+82 01000000001";

describe("a saved message", () => {
  it.each([
    ["K", runs.naming.length],
    ["01012345678", runs.naming.digits],
    ["The Kiwi code", runs.naming.repeats_text],
  ])(
    "refuses the name “%s” on its field: too short, a phone number, or the text itself",
    async (name, says) => {
      const chatops = await startChatops({ env });
      expect(await save(chatops, { name, text: "The Kiwi code of today" })).toMatchObject({
        kind: "errors",
        errors: { savedName: says },
      });
    },
  );

  it("can be used by everybody, and removed by an operator", async () => {
    const chatops = await startChatops({ env });
    const { slack } = chatops;
    await makeRelease(chatops);
    expect(await save(chatops, { name: "login", text: "Hello", as: mina })).toMatchObject({
      errors: { savedName: runs.taken },
    });
    const seen = JSON.stringify((await openList(chatops, mina)).blocks);
    expect(seen).toContain("release");
    expect(seen).not.toContain("messages.remove_saved");
    await slack.as(joon).command("/msg-test", "relese");
    await said(chatops, joon, runs.unknownSuite("relese"));
    const list = await openList(chatops, dana);
    await slack.as(dana).press("messages.remove_saved", { blockId: firstRow(list) });
    await shows(chatops, dana, runs.removed("release"));
    await slack.as(joon).command("/msg-test", "release");
    await said(chatops, joon, runs.unknownSuite("release"));
  });
});

describe("a suite of saved messages", () => {
  it("has a name of its own, and refuses a taken, reserved, numeric or two-word name on its field", async () => {
    const chatops = await startChatops({ env });
    const { naming } = runs;
    await makeRelease(chatops);
    expect(await makeSuite(chatops, { name: "ab", to: [phoneOfJoon] })).toMatchObject(taken);
    const refusals: [string, string][] = [
      ["RELEASE", runs.taken],
      ["n", naming.length],
      ["Import", naming.command_word],
      ["night shift", naming.several_words],
      ["g01012345", naming.digits],
      ["1234", naming.several_words],
      ["a\u202eb", runs.taken],
    ];
    const person = chatops.slack.as(joon);
    expect(await makeSuite(chatops, { name: "QA", to: ["@qa"] })).toMatchObject(taken);
    expect(await makeSuite(chatops, { name: "release", to: [phoneOfJoon] })).toMatchObject({
      kind: "errors",
    });
    for (const [name, says] of refusals) {
      await person.fillAll({ suiteName: name });
      expect(await person.submit(), name).toMatchObject({ errors: { suiteName: says } });
    }
  });
});
