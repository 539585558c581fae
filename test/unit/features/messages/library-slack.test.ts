import type { ModalView } from "@slack/types";
import { expect, it } from "vitest";
import { fields, ids } from "../../../../src/features/messages/ids.ts";
import { toKind } from "../../../../src/features/messages/kinds/index.ts";
import { type LibraryDeps, removeSaved } from "../../../../src/features/messages/runs/library.slack.ts";
import { askToSave, useSaved } from "../../../../src/features/messages/runs/save.slack.ts";
import { emptyForm, toMetadata } from "../../../../src/features/messages/send-form.ts";
import { Deliveries } from "../../../../src/slack/edge/deliveries.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import type { Click } from "../../../../src/slack/edge/interaction.ts";
import type { LibraryEntry } from "../../../../src/store/index.ts";
import { en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

const person = { id: "U1", locale: "en", standing: "member" } as const;

/** A library with one message of U1's. */
function given(message: object = { from: "0212345678", text: "Hello" }, beside: object = {}) {
  const body = JSON.parse(JSON.stringify({ message, ...beside }));
  const entry: LibraryEntry = {
    ...{ id: "m1", kind: "message", name: "Login", author: "U1", body },
    ...{ revision: 1, changedAt: new Date(0) },
  };
  const removed: string[] = [];
  const nothing = async () => "saved" as const;
  const all: LibraryDeps = {
    ...deps,
    store: { ...deps.store, drafts: { save: async () => {}, get: async () => null } },
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
    ...{ person, actionId: ids.removeSaved, value: "m1", conversation: null, triggerId: "t", form },
    ack: async () => {},
    wasHeldUp: () => false,
    openModal: async (view) => void shown.push(view),
    answer: async ({ text }) => void told.push(text),
    updateModal: async (view) => void shown.push(view),
    replace: async () => {},
    delivery: new Deliveries().take("t"),
  };
  return { clicked, told, shown };
}

it("deletes nothing for who may not send any more, though their list stands open", async () => {
  const { all, removed } = given();
  const { clicked, told, shown } = click();
  await removeSaved(clicked, { ...all, maySend: () => false });
  expect({ removed, told, shown }).toEqual({ removed: [], told: ["no access"], shown: [] });
  await removeSaved(clicked, all);
  expect(removed).toEqual(["m1"]);
});

it("saves an advertisement at night: only sending it then is against the rules", async () => {
  const { all } = given();
  const kind = toKind("chat");
  const typed = { to: "joon", from: "0212345678", text: "Sale", "chat.pfId": "PF1" };
  const values = Object.fromEntries([
    ...Object.entries(typed).map(([id, value]) => [id, { value: { type: "plain_text_input", value } }]),
    ...Object.entries({ [fields.kind]: "chat", "chat.adFlag": "yes" }).map(([id, value]) => [
      id,
      { value: { type: "static_select", selected_option: { value } } },
    ]),
  ]);
  const form = {
    metadata: toMetadata(emptyForm({ act: "act" }, { kind })),
    fields: new Fields(JSON.parse(JSON.stringify(values))),
  };
  const { clicked, shown } = click(form);
  const night = new Date("2026-11-21T23:00:00+09:00");
  await askToSave(clicked, { ...all, now: () => night });
  expect(shown.map(({ callback_id }) => callback_id)).toEqual([ids.save]);
});

it("opens a message that only JSON can say without a recipient, so that none is sent to by mistake", async () => {
  const both = { chatOptions: { pfId: "PF1" }, portalOptions: { talkId: "T1" } };
  const { all } = given({ from: "0212345678", text: "Hello", ...both });
  const { clicked, shown } = click();
  await useSaved(clicked, all);
  const blocks = JSON.stringify(shown[0]?.blocks);
  expect(blocks).toContain(en.send.fields.json.label);
  expect(blocks).toContain('\\"to\\": \\"\\"');
  const plain = click();
  await useSaved(plain.clicked, given().all);
  expect(JSON.stringify(plain.shown[0]?.blocks)).toContain('"block_id":"to"');
});
