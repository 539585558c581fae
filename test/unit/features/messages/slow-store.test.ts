import type { ModalView } from "@slack/types";
import { expect, it, vi } from "vitest";
import { storeBudgetMs } from "../../../../src/deadline.ts";
import { returnToSendForm } from "../../../../src/features/messages/confirm.slack.ts";
import { ids } from "../../../../src/features/messages/ids.ts";
import { toKind } from "../../../../src/features/messages/kinds/index.ts";
import { changeForm, sendFormChanges, submitSendForm } from "../../../../src/features/messages/send.slack.ts";
import type { SendDeps } from "../../../../src/features/messages/send-deps.ts";
import { createSendForm } from "../../../../src/features/messages/send-form.ts";
import { findVariableNames } from "../../../../src/features/messages/template-text.ts";
import { InteractionState } from "../../../../src/slack/edge/attend.ts";
import { holdLimits } from "../../../../src/slack/edge/edge.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import type { Click } from "../../../../src/slack/edge/interaction.ts";
import type { Draft, Operation } from "../../../../src/store/index.ts";
import { createSpentBudgets } from "../../../support/budgets.ts";
import { anUnknown } from "../../../support/operation.ts";
import { aSeenTemplate } from "../../../support/proposal.ts";
import { metadataOf, spoken, viewOf } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";
import { brought } from "./brought.ts";
import { deps as usual } from "./some-deps.ts";

const person = { id: "U1", locale: "en", standing: "member" } as const;
const kept = "draft-1";
/** With all time spent: whatever isn't there at once is too late. */
const deps: SendDeps = { ...usual, within: createSpentBudgets().within };

/** A store that answers the reading of its one draft as `gives` says. */
function createStore(gives: (draft: Draft) => Promise<Draft | null>) {
  const saved: object[] = [];
  const body = { "portal.talkId": "T1" };
  const draft = { id: kept, author: person.id, kind: "messages.form", body, expiresAt: new Date() };
  const drafts: SendDeps["store"]["drafts"] = {
    ...deps.store.drafts,
    get: () => gives(draft),
    save: async ({ body }) => void saved.push(body),
  };
  return { saved, deps: { ...deps, store: { ...deps.store, drafts } } };
}

function click(actionId: string, at: NonNullable<Click["form"]>) {
  const told: string[] = [];
  const shown: ModalView[] = [];
  const clicked: Click = {
    ...{ ...spoken, person, actionId, value: "", conversation: null, triggerId: "t", form: at },
    ack: async () => {},
    openModal: async () => {},
    answer: async ({ text }) => void told.push(text),
    updateModal: async (view) => void shown.push(view),
    replace: async () => {},
    delivery: new InteractionState(),
  };
  return { clicked, told, shown };
}

function changing(id: string) {
  return (clicked: Click, changed: SendDeps) => changeForm(clicked, changed, sendFormChanges[id]!);
}

const slow = () => new Promise<never>(() => {});

it.each([
  ["is slow", slow, en.common.tooSlow],
  ["fails", () => Promise.reject(new Error("the database is away")), en.common.tooSlow],
  ["no longer has the draft", async () => null, en.common.gone],
])("“Back” in a confirmation shows no form, and says why, if the store %s", async (_, gives, says) => {
  const store = createStore(gives);
  const form = metadataOf({ act: "a", draft: kept });
  const { clicked, told, shown } = click(ids.back, { ...form, fields: new Fields({}) });
  await returnToSendForm(clicked, store.deps);
  expect({ told, shown }).toEqual({ told: [says], shown: [] });
});

it.each(["accepted", "unknown", "refused", "not_sent", null] as const)(
  "“Back” names the outcome if the message was submitted and its draft is gone: %s",
  async (outcome) => {
    const says = await backWhereGone({ author: person.id, outcome });
    const { title, message } = en.outcomes;
    expect(says).toEqual([en.common.submitted(title[outcome ?? "under_way"](message))]);
  },
);

it.each([
  ["somebody else's", { author: "U2", outcome: "accepted" }],
  ["another act's", { author: person.id, act: "another", outcome: "accepted" }],
] as const)("“Back” says only that the draft is gone if the operation is %s", async (_, operation) => {
  expect(await backWhereGone(operation)).toEqual([en.common.gone]);
});

/** What U1 reads after “Back” if the draft is gone and the store has this operation. */
async function backWhereGone(operation: Partial<Operation>) {
  const { deps: gone } = createStore(async () => null);
  const get = async (id: string) => anUnknown({ id, act: id, ...operation });
  const form = metadataOf({ act: "a", draft: "draft" });
  const { clicked, told, shown } = click(ids.back, { ...form, fields: new Fields({}) });
  const operations = { ...gone.store.operations, get };
  await returnToSendForm(clicked, { ...gone, store: { ...gone.store, operations } });
  expect(shown).toEqual([]);
  return told;
}

const values = {
  ...{ to: "joon", "chat.templateId": "KA01TP" },
  ...{ "chat.variables.name": "Mina", "chat.variables.carrier": "" },
};
const withFields = createSendForm({ act: "act" }, { kind: toKind("chat"), values });
const variables = (blocks: ModalView["blocks"]) =>
  blocks.flatMap(({ block_id: id }) => (id?.startsWith("chat.variables") ? [id] : []));

it.each([
  ["is slow", slow],
  ["fails", () => Promise.reject(new Error("the database is away"))],
])("the send form keeps its fields for a template's variables if the store %s", async (_, get) => {
  const { clicked, shown } = click(ids.more, brought(withFields));
  await changing(ids.more)(clicked, { ...deps, templates: { ...deps.templates, get } });
  expect(variables(shown[0]?.blocks ?? [])).toEqual(["chat.variables.name", "chat.variables.carrier"]);
  expect(JSON.stringify(shown[0]?.blocks[0])).toContain(en.common.tooSlow);
});

it("the send form shows the variables of a template that it reads late, and sends nothing", async () => {
  const another = { ...withFields, values: { to: "joon", "chat.templateId": "KA01TP" } };
  const { metadata, fields: typed } = brought(another);
  const told: string[] = [];
  const seen = aSeenTemplate();
  await submitSendForm(
    {
      ...spoken,
      person,
      ...viewOf(metadata),
      hasRoom: true,
      fields: typed,
      ack: async (response) => void told.push(JSON.stringify(response)),
      ackErrors: async () => {},
      changeModal: async () => {},
      changeBelow: async () => {},
      answer: async () => {},
      openModal: async () => {},
      delivery: new InteractionState(),
    },
    { ...deps, templates: { ...deps.templates, get: async () => seen } },
  );
  expect(told).toHaveLength(1);
  for (const name of findVariableNames(seen.content?.content ?? "none")) {
    expect(told[0]).toContain(`"block_id":"chat.variables.${name}"`);
  }
});

it("reading before a send leaves time to store the message before Slack gives up", async () => {
  const seen = aSeenTemplate({}, []);
  const names = findVariableNames(seen.content?.content ?? "none");
  const values = {
    ...{ to: "01012345678", from: "0212345678", "chat.pfId": "KA01PF", "chat.templateId": seen.templateId },
    ...Object.fromEntries(names.map((name) => [`chat.variables.${name}`, "Mina"])),
  };
  const phone = { name: null, phoneOwner: null, to: "01012345678", country: "82" };
  const rules = { ...usual.rules, testRecipients: [phone] };
  const form = brought(createSendForm({ act: "act" }, { kind: toKind("chat"), values }), {}, rules);
  let spentMs = 0;
  const perform = vi.fn(async () => {});
  const acks: unknown[] = [];
  await submitSendForm(
    {
      ...spoken,
      person,
      ...viewOf(form.metadata),
      hasRoom: true,
      fields: form.fields,
      ack: async (response) => void acks.push(response),
      ackErrors: async (errors) => void acks.push(errors),
      changeModal: async () => {},
      changeBelow: async () => {},
      answer: async () => {},
      openModal: async () => {},
      delivery: new InteractionState(),
    },
    {
      ...usual,
      operations: { perform } as unknown as SendDeps["operations"],
      rules,
      templates: { ...usual.templates, get: async () => seen },
      within: (limitMs, work) => {
        spentMs += limitMs;
        return work;
      },
    },
  );
  expect(acks).toEqual([]);
  expect(perform).toHaveBeenCalledOnce();
  expect(spentMs + storeBudgetMs).toBeLessThan(holdLimits.answerMs);
});

it("the send form has one field for all variables if the template was never seen", async () => {
  const { clicked, shown } = click(ids.more, brought(withFields));
  await changing(ids.more)(clicked, deps);
  expect(variables(shown[0]?.blocks ?? [])).toEqual(["chat.variables"]);
  expect(JSON.stringify(shown[0]?.blocks)).not.toContain(en.common.tooSlow);
});
