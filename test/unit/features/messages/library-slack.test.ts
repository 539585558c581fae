import type { ModalView } from "@slack/types";
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
import { InteractionState } from "../../../../src/slack/edge/attend.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import type { Click } from "../../../../src/slack/edge/interaction.ts";
import type { LibraryEntry } from "../../../../src/store/index.ts";
import { aSeenTemplate } from "../../../support/proposal.ts";
import { metadataOf, spoken, viewOf } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";
import { brought } from "./brought.ts";
import { deps } from "./some-deps.ts";

const person = { id: "U1", locale: "en", standing: "member" } as const;

/** A library with one message of U1's. */
function given(message: object = { from: "0212345678", text: "Hello" }, siblings: object = {}) {
  const body = JSON.parse(JSON.stringify({ message, ...siblings }));
  const entry: LibraryEntry = {
    ...{ id: "m1", kind: "message", name: "Login", author: "U1", body },
    ...{ revision: 1, changedAt: new Date(0), changedBy: "U1" },
  };
  const removed: string[] = [];
  const nothing = async () => "saved" as const;
  const all: SendDeps = {
    ...deps,
    store: { ...deps.store, drafts: { ...deps.store.drafts, save: async () => {} } },
    library: {
      list: async () => [entry],
      get: async () => entry,
      find: async () => null,
      add: nothing,
      change: nothing,
      remove: async (id) => void removed.push(id),
    },
    isOperator: () => false,
    isKnownOperator: () => false,
    noAccess: () => ({ text: "no access", blocks: [] }),
    onStoreFailure: () => {},
  };
  return { all, removed };
}

function click(form: Click["form"] = null) {
  const told: string[] = [];
  const shown: ModalView[] = [];
  const clicked: Click = {
    ...{
      ...spoken,
      person,
      actionId: ids.removeSaved,
      value: "m1",
      conversation: null,
      triggerId: "t",
      form,
    },
    ack: async () => {},
    openModal: async (view) => void shown.push(view),
    answer: async ({ text }) => void told.push(text),
    updateModal: async (view) => void shown.push(view),
    replace: async () => {},
    delivery: new InteractionState(),
  };
  return { clicked, told, shown };
}

it("a person who may not send any more can't delete a saved message", async () => {
  const { all, removed } = given();
  const { clicked, told, shown } = click();
  await removeLibraryEntry(clicked, { ...all, maySend: () => false });
  expect({ removed, told, shown }).toEqual({ removed: [], told: ["no access"], shown: [] });
  await removeLibraryEntry(clicked, all);
  expect(removed).toEqual(["m1"]);
});

it("each button of the library says in time that the store is slow", async () => {
  const slow = () => new Promise<never>(() => {});
  const { all } = given();
  const library = { ...all.library, get: slow, list: slow, remove: slow };
  const deps = { ...all, library };
  const clicks: [(clicked: Click, slowly: SendDeps) => Promise<void>, value: string, says: string][] = [
    [openLibrary, "", en.common.tooSlow],
    [openSavedMessage, "m1", en.common.tooSlow],
    [openSuite, "m1", en.common.tooSlow],
    [openSuite, "new", en.common.tooSlow],
    [openSuiteRun, "m1", en.common.tooSlow],
    [removeLibraryEntry, "m1", en.common.mayBeTaken],
  ];
  const answers = clicks.map(async ([open, value]) => {
    const { clicked, told, shown } = click();
    await open({ ...clicked, value }, deps);
    return { told, shown };
  });
  expect(await Promise.all(answers)).toEqual(clicks.map(([, , says]) => ({ told: [says], shown: [] })));
});

it("an advertisement may be saved at night", async () => {
  const { all } = given();
  const values = { from: "0212345678", text: "Sale", "chat.pfId": "PF1" };
  const form = createSendForm({ act: "act" }, { kind: toKind("chat"), values, hasMore: true });
  const { clicked, shown } = click(brought(form, { "chat.adFlag": "yes" }));
  const night = new Date("2026-11-21T23:00:00+09:00");
  await openSaveForm(clicked, { ...all, now: () => night });
  expect(shown.map(({ callback_id }) => callback_id)).toEqual([ids.save]);
});

it("a saved message opens without a recipient, also as JSON", async () => {
  const both = { chatOptions: { pfId: "PF1" }, portalOptions: { talkId: "T1" } };
  const { all } = given({ from: "0212345678", text: "Hello", ...both });
  const { clicked, shown } = click();
  await openSavedMessage(clicked, all);
  const blocks = JSON.stringify(shown[0]?.blocks);
  expect(blocks).toContain(en.send.fields.json.label);
  expect(blocks).toContain('\\"to\\": \\"\\"');
  const plain = click();
  await openSavedMessage(plain.clicked, given().all);
  expect(JSON.stringify(plain.shown[0]?.blocks)).toContain('"block_id":"to"');
});

const asJson = (json: string) => ({
  ...metadataOf(FormMetadata.parse(createSendForm({ act: "act" }, { isJson: true }))),
  fields: new Fields(
    JSON.parse(JSON.stringify({ json: { value: { type: "plain_text_input", value: json } }, channel: {} })),
  ),
});

it("JSON without a recipient can be saved, and broken JSON can't", async () => {
  const { clicked, shown } = click(asJson('{"to":"","from":"0212345678","text":"Hello"}'));
  await openSaveForm(clicked, given().all);
  expect(shown.map(({ callback_id }) => callback_id)).toEqual([ids.save]);
  const broken = click(asJson('{"from":"0212345678","text":}'));
  await openSaveForm(broken.clicked, given().all);
  expect(JSON.stringify(broken.shown)).toContain(en.issues.json({ line: 1, column: 29, sign: "‹}›" }));
});

const chat = { kind: toKind("chat"), values: { from: "0212345678", text: "Hi", "chat.pfId": "PF1" } };

it.each([
  ["fields of a kind just chosen", brought(createSendForm({ act: "act" }), { kind: "chat" }), "chat.pfId"],
  [
    "variables of a template just chosen",
    brought(createSendForm({ act: "act" }, chat), { "chat.templateId": "T1" }),
    variableField("name"),
  ],
])("saving shows the form again if it lacks the %s", async (_, form, field) => {
  const { all } = given();
  const { clicked, shown } = click(form);
  const seen = aSeenTemplate({ content: "Dear #{name}" });
  await openSaveForm(clicked, { ...all, templates: { ...all.templates, get: async () => seen } });
  const blocks = JSON.stringify(shown.at(-1)?.blocks);
  expect(shown.at(-1)?.callback_id).toBe(ids.sendForm);
  expect(blocks).toContain(en.runs.save.moreFields);
  expect(blocks).toContain(field);
});

it("a suite's form says that it may be saved if the store fails, and reports the error", async () => {
  const { all } = given();
  const failed = new Error("the database is unreachable");
  const failures: unknown[] = [];
  const told: object[] = [];
  const testRecipients = [{ to: "01000000001", country: "82", name: "joon" }];
  const values = {
    suiteName: { value: { type: "plain_text_input", value: "night" } },
    messages: { value: { type: "multi_static_select", selected_options: [{ value: "m1" }] } },
    recipients: { value: { type: "multi_static_select", selected_options: [{ value: "+82 01000000001" }] } },
  };
  await submitSuite(
    {
      ...{ ...spoken, person, hasRoom: true, fields: new Fields(JSON.parse(JSON.stringify(values))) },
      ...viewOf({ entry: "s1", revision: null }),
      ack: async (response) => void told.push(response ?? {}),
      refuse: async (why) => void told.push({ refused: why }),
      ackErrors: async (errors) => void told.push(errors),
      ...{
        changeModal: async () => {},
        changeBelow: async () => {},
        updateModal: async () => {},
        openModal: async () => {},
      },
      ...{ answer: async () => {}, delivery: new InteractionState() },
    },
    {
      ...all,
      rules: { ...all.rules, testRecipients },
      library: { ...all.library, add: () => Promise.reject(failed) },
      onStoreFailure: (error) => failures.push(error),
    },
  );
  expect(told).toEqual([{ refused: en.common.mayBeTaken }]);
  expect(failures).toEqual([failed]);
});
