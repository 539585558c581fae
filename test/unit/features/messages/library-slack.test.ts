import { expect, it } from "vitest";
import { ids } from "../../../../src/features/messages/ids.ts";
import { toKind } from "../../../../src/features/messages/kinds/index.ts";
import {
  openLibrary,
  openSavedMessage,
  openSuite,
  removeLibraryEntry,
  submitSuite,
} from "../../../../src/features/messages/runs/library.slack.ts";
import { openSuiteRun } from "../../../../src/features/messages/runs/run.slack.ts";
import { openSaveForm } from "../../../../src/features/messages/runs/save.slack.ts";
import type { SendDeps } from "../../../../src/features/messages/send-deps.ts";
import { createSendForm, FormMetadata } from "../../../../src/features/messages/send-form.ts";
import { variableField } from "../../../../src/features/messages/template-text.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import type { Click } from "../../../../src/slack/edge/interaction.ts";
import type { LibraryEntry } from "../../../../src/store/index.ts";
import { createSpentBudgets } from "../../../support/budgets.ts";
import { aSeenTemplate } from "../../../support/proposal.ts";
import { metadataOf } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";
import { aClick, aSubmission, brought, typed } from "./interactions.ts";
import { deps } from "./some-deps.ts";

/** A library with one message of U1's. */
function given(message: object = { from: "0212345678", text: "Hello" }) {
  const body = JSON.parse(JSON.stringify({ message }));
  const entry: LibraryEntry = {
    ...{ id: "m1", kind: "message", name: "Login", author: "U1", body },
    ...{ revision: 1, changedAt: new Date(0), changedBy: "U1" },
  };
  const removed: string[] = [];
  const saved = async () => "saved" as const;
  const all: SendDeps = {
    ...deps,
    store: { ...deps.store, drafts: { ...deps.store.drafts, save: async () => {} } },
    library: {
      ...{ list: async () => [entry], get: async () => entry, find: async () => null },
      ...{ add: saved, change: saved, remove: async (id) => void removed.push(id) },
    },
    isOperator: () => false,
    isKnownOperator: () => false,
    noAccess: () => ({ text: "no access", blocks: [] }),
  };
  return { all, removed };
}

it("a person who may no longer send messages can't delete a saved message", async () => {
  const { all, removed } = given();
  const { click, told, shown } = aClick({ value: "m1" });
  await removeLibraryEntry(click, { ...all, maySend: () => false });
  expect({ removed, told, shown }).toEqual({ removed: [], told: ["no access"], shown: [] });
  await removeLibraryEntry(click, all);
  expect(removed).toEqual(["m1"]);
});

it.each([
  ["the library", openLibrary, "", en.common.tooSlow],
  ["a saved message", openSavedMessage, "m1", en.common.tooSlow],
  ["a suite", openSuite, "m1", en.common.tooSlow],
  ["a new suite", openSuite, "new", en.common.tooSlow],
  ["a suite's run", openSuiteRun, "m1", en.common.tooSlow],
  ["deleting a saved message", removeLibraryEntry, "m1", en.common.mayBeTaken],
])("the button of %s answers that the store is slow", async (_, press, value, says) => {
  const slow = () => new Promise<never>(() => {});
  const { all } = given();
  const library = { ...all.library, get: slow, list: slow, remove: slow };
  const { click, told, shown } = aClick({ value });
  await press(click, { ...all, library, within: createSpentBudgets().within });
  expect({ told, shown }).toEqual({ told: [says], shown: [] });
});

it("a saved message opens without a recipient, in fields and as JSON", async () => {
  const both = { chatOptions: { pfId: "PF1" }, portalOptions: { talkId: "T1" } };
  const asJson = aClick({ value: "m1" });
  await openSavedMessage(asJson.click, given({ from: "0212345678", text: "Hello", ...both }).all);
  const blocks = JSON.stringify(asJson.shown[0]?.blocks);
  expect(blocks).toContain(en.send.fields.json.label);
  expect(blocks).toContain('\\"to\\": \\"\\"');
  const plain = aClick({ value: "m1" });
  await openSavedMessage(plain.click, given().all);
  expect(JSON.stringify(plain.shown[0]?.blocks)).toContain('"block_id":"to"');
});

/** The forms that “Save message…” shows. */
async function save(form: Click["form"], own: Partial<SendDeps> = {}) {
  const { click, shown } = aClick({ form });
  await openSaveForm(click, { ...given().all, ...own });
  return shown;
}
const asJson = (json: string) => ({
  ...metadataOf(FormMetadata.parse(createSendForm({ act: "act" }, { isJson: true }))),
  fields: typed({ json, channel: "" }),
});
const chat = { kind: toKind("chat"), values: { from: "0212345678", text: "Hi", "chat.pfId": "PF1" } };

it("an advertisement can be saved at night, when it couldn't be sent", async () => {
  const form = brought(createSendForm({ act: "act" }, { ...chat, hasMore: true }), { "chat.adFlag": "yes" });
  const shown = await save(form, { now: () => new Date("2026-11-21T23:00:00+09:00") });
  expect(shown.map(({ callback_id }) => callback_id)).toEqual([ids.save]);
});

it("“Save message…” accepts JSON without a recipient, and refuses broken JSON", async () => {
  const shown = await save(asJson('{"to":"","from":"0212345678","text":"Hello"}'));
  expect(shown.map(({ callback_id }) => callback_id)).toEqual([ids.save]);
  const broken = await save(asJson('{"from":"0212345678","text":}'));
  expect(JSON.stringify(broken)).toContain(en.issues.json({ line: 1, column: 29, sign: "‹}›" }));
});

it.each([
  ["fields of a kind just chosen", brought(createSendForm({ act: "act" }), { kind: "chat" }), "chat.pfId"],
  [
    "variables of a template just chosen",
    brought(createSendForm({ act: "act" }, chat), { "chat.templateId": "T1" }),
    variableField("name"),
  ],
])("“Save message…” shows the send form again if it lacks the %s", async (_, form, field) => {
  const seen = aSeenTemplate({ content: "Dear #{name}" });
  const shown = await save(form, { templates: { ...deps.templates, get: async () => seen } });
  expect(shown.at(-1)?.callback_id).toBe(ids.sendForm);
  for (const part of [en.runs.save.moreFields, field])
    expect(JSON.stringify(shown.at(-1)?.blocks)).toContain(part);
});

it("a suite's form says that the suite may be saved if the store fails, and the error is reported", async () => {
  const { all } = given();
  const failed = new Error("the database is unreachable");
  const failures: unknown[] = [];
  const chosen = (value: string) => ({
    value: { type: "multi_static_select", selected_options: [{ value }] },
  });
  const values = {
    suiteName: { value: { type: "plain_text_input", value: "night" } },
    ...{ messages: chosen("m1"), recipients: chosen("+82 01000000001") },
  };
  const fields = new Fields(JSON.parse(JSON.stringify(values)));
  const { submission, acks } = aSubmission({ entry: "s1", revision: null }, fields);
  await submitSuite(submission, {
    ...all,
    rules: { ...all.rules, testRecipients: [{ to: "01000000001", country: "82", name: "joon" }] },
    library: { ...all.library, add: () => Promise.reject(failed) },
    onStoreFailure: (error) => failures.push(error),
  });
  expect(acks).toEqual([{ refused: en.common.mayBeTaken }]);
  expect(failures).toEqual([failed]);
});
