import { describe, expect, it } from "vitest";
import { bothModes, type Chatops, startAppOn, startChatops } from "../support/chatops.ts";
import { joon } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { askToDelete, deletesOf, uploadOne } from "../support/uploaded.ts";
import { en } from "../support/words.ts";

const nobodyKnown = { method: "users.info", kind: "error", error: "internal_error" } as const;
const group = "S0SENDERS";
const groupPace = { firstReadMs: 100, retries: { firstMs: 200, longestMs: 400 } };

type Person = ReturnType<Chatops["slack"]["as"]>;

/** The open modal, without what changes with each rendering. */
function shown(person: Person) {
  expect(person.views()).toHaveLength(1);
  const { blocks, title, submit, close, callbackId, privateMetadata } = person.views()[0]!;
  return { blocks, title, submit, close, callbackId, privateMetadata };
}

/** Submits the modal: another one above it says why nothing happened, and it is unchanged below. */
async function comesBack(person: Person, words: string) {
  const before = shown(person);
  await person.submits("pushed");
  expect(person.shown()).toContain(words);
  await person.closeView();
  expect(shown(person)).toEqual(before);
}

describe.each(bothModes)("over %s, a modal without fields", (mode) => {
  async function quickConfirmation(env = {}) {
    const chatops = await startChatops({ mode, env });
    const { person } = chatops;
    await person.opens("/msg-send", "010-2345-6789 A <b> & B of #{name}, with care");
    return { chatops, person };
  }

  it("can be submitted again after Slack couldn't identify the person: the message confirmation", async () => {
    const { chatops, person } = await quickConfirmation();
    await chatops.app.stop();
    chatops.slack.faults.webApi(nobodyKnown);
    await startAppOn(chatops, { mode });
    await comesBack(person, en.edge.notRecognised);
    await comesBack(person, en.edge.notRecognised);
    expect(sends(chatops.platform)).toEqual([]);
    chatops.slack.faults.clear();
    await person.submits("cleared");
    await chatops.slack.waitFor(() => sends(chatops.platform).length === 1, { what: "the message" });
  });

  it("leads back to the send form while the senders' group can't be read", async () => {
    const { chatops, person } = await quickConfirmation();
    await chatops.app.stop();
    chatops.slack.faults.webApi({ ...nobodyKnown, method: "usergroups.users.list" });
    await startAppOn(chatops, { mode, env: { SENDERS: group }, groupPace });
    await comesBack(person, en.edge.groupNotKnown(group));
    await person.press("messages.back");
    await person.sees(en.send.asJson);
    expect(JSON.stringify(person.views()[0]?.values)).toContain("A <b> & B of #{name}, with care");
  });

  it("can be submitted again after Slack couldn't identify the person: the deletion of a file", async () => {
    const chatops = await startChatops({ mode });
    await uploadOne(chatops);
    const person = await askToDelete(chatops, joon);
    await chatops.app.stop();
    chatops.slack.faults.webApi(nobodyKnown);
    await startAppOn(chatops, { mode });
    await comesBack(person, en.edge.notRecognised);
    chatops.slack.faults.clear();
    await person.submits("cleared");
    await chatops.slack.waitFor(() => deletesOf(chatops) === 1, { what: "the deletion" });
  });
});
