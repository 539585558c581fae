import type { ModalView } from "@slack/types";
import { describe, expect, it, vi } from "vitest";
import { storeBudgetMs } from "../../../../src/deadline.ts";
import { prepareConfirmation, returnToSendForm } from "../../../../src/features/messages/confirm.slack.ts";
import { ids } from "../../../../src/features/messages/ids.ts";
import { toKind } from "../../../../src/features/messages/kinds/index.ts";
import {
  changeForm,
  handleSendCommand,
  sendFormChanges,
  submitSendForm,
} from "../../../../src/features/messages/send.slack.ts";
import type { SendDeps } from "../../../../src/features/messages/send-deps.ts";
import { createSendForm } from "../../../../src/features/messages/send-form.ts";
import { findVariableNames } from "../../../../src/features/messages/template-text.ts";
import { holdLimits } from "../../../../src/slack/edge/edge.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { createSpentBudgets } from "../../../support/budgets.ts";
import { anUnknown } from "../../../support/operation.ts";
import { aSeenTemplate } from "../../../support/proposal.ts";
import { metadataOf } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";
import { aClick, aCommand, aSubmission, brought, person, typed } from "./interactions.ts";
import { deps as usual } from "./some-deps.ts";

/** With all time spent: whatever isn't there at once is too late. */
const deps: SendDeps = { ...usual, within: createSpentBudgets().within };
const slow = () => new Promise<never>(() => {});
const fail = () => Promise.reject(new Error("the database is away"));

const withDrafts = (own: Partial<SendDeps["store"]["drafts"]>): SendDeps => ({
  ...deps,
  store: { ...deps.store, drafts: { ...deps.store.drafts, ...own } },
});

describe("the sender reads that nothing was sent if the store is too slow to keep the message", () => {
  it("at a field of the send form", async () => {
    const { within, limitsMs } = createSpentBudgets();
    const fields = { to: "010-2345-6789", text: "Hi", from: "0212345678" };
    const others = { kind: "", subject: "", country: "", channel: "" };
    const { submission, acks } = aSubmission({ act: "a" }, typed({ ...fields, ...others }));
    await submitSendForm(submission, { ...deps, within });
    expect(acks).toEqual([{ to: en.common.tooSlow }]);
    expect(limitsMs).toEqual([storeBudgetMs]);
  });

  it.each([
    ["is slow", slow, 0],
    ["fails and the error is logged", fail, 1],
  ])("after /msg-send was acknowledged, if the store %s", async (_, save, logged) => {
    const onDraftFailure = vi.fn();
    const { command, acks, told, shown } = aCommand({ text: "010-2345-6789 Hi" });
    await handleSendCommand(command, { ...withDrafts({ save }), onDraftFailure });
    expect({ acks, told, shown }).toEqual({ acks: ["acknowledged"], told: [en.common.tooSlow], shown: [] });
    expect(onDraftFailure).toHaveBeenCalledTimes(logged);
  });
});

it("a message with more than Slack can show is refused instead of confirmed", async () => {
  const linkMo = `https://shop.example/${"x".repeat(290)}`;
  const buttons = Array.from({ length: 250 }, () => ({ buttonName: "n", buttonType: "WL", linkMo }));
  const numbers = { to: "01023456789", from: "0212345678" };
  const message = { ...numbers, text: "Hi", chatOptions: { pfId: "PF1", buttons } };
  const input = { body: { message }, conversation: "C1", testRecipient: null, others: [], image: null };
  const kept = withDrafts({ save: async () => {} });
  const asked = await prepareConfirmation(person, { act: "a", input, isAlone: true }, kept);
  expect(asked).toEqual({ why: en.issues.tooLarge });
});

describe("the button “Back” in a confirmation", () => {
  /** What U1 reads; a form is never shown. */
  async function back(get: SendDeps["store"]["drafts"]["get"], operation: Partial<Operation> | null = null) {
    const { click, told, shown } = aClick({
      form: { ...metadataOf({ act: "a", draft: "draft-1" }), fields: new Fields({}) },
    });
    const { store } = withDrafts({ get });
    const stored = async (id: string) => operation && anUnknown({ id, act: id, ...operation });
    await returnToSendForm(click, {
      ...deps,
      store: { ...store, operations: { ...store.operations, get: stored } },
    });
    expect(shown).toEqual([]);
    return told;
  }
  const gone = async () => null;

  it.each([
    ["is slow", slow, en.common.tooSlow],
    ["fails", fail, en.common.tooSlow],
    ["no longer has the draft", gone, en.common.gone],
  ])("shows no form and says why if the store %s", async (_, get, says) => {
    expect(await back(get)).toEqual([says]);
  });

  it.each(["accepted", "unknown", "refused", "not_sent", null] as const)(
    "says what became of the message if it was submitted already: %s",
    async (outcome) => {
      const { title, message } = en.outcomes;
      const says = en.common.submitted(title[outcome ?? "under_way"](message));
      expect(await back(gone, { author: person.id, outcome })).toEqual([says]);
    },
  );

  it.each([
    ["somebody else's", { author: "U2", outcome: "accepted" }],
    ["another act's", { author: person.id, act: "another", outcome: "accepted" }],
  ] as const)("says only that the draft is gone if the stored operation is %s", async (_, operation) => {
    expect(await back(gone, operation)).toEqual([en.common.gone]);
  });
});

describe("the send form of a template", () => {
  const values = {
    ...{ to: "joon", "chat.templateId": "KA01TP" },
    ...{ "chat.variables.name": "Mina", "chat.variables.carrier": "" },
  };
  const chat = (own: Record<string, string>) =>
    createSendForm({ act: "act" }, { kind: toKind("chat"), values: own });
  const variables = (blocks: ModalView["blocks"] = []) =>
    blocks.flatMap(({ block_id: id }) => (id?.startsWith("chat.variables") ? [id] : []));
  /** What the form looks like after “More fields”, if the template is read so. */
  const more = async (get: SendDeps["templates"]["get"]) => {
    const { click, shown } = aClick({ actionId: ids.more, form: brought(chat(values)) });
    const templates = { ...deps.templates, get };
    await changeForm(click, { ...deps, templates }, sendFormChanges[ids.more]!);
    return shown[0]?.blocks;
  };

  it.each([
    ["is slow", slow],
    ["fails", fail],
  ])("keeps its variable fields and says that the template is missing if the store %s", async (_, get) => {
    const blocks = await more(get);
    expect(variables(blocks)).toEqual(["chat.variables.name", "chat.variables.carrier"]);
    expect(JSON.stringify(blocks?.[0])).toContain(en.common.tooSlow);
  });

  it("has one field for all variables if nothing was observed of the template", async () => {
    const blocks = await more(async () => null);
    expect(variables(blocks)).toEqual(["chat.variables"]);
    expect(JSON.stringify(blocks)).not.toContain(en.common.tooSlow);
  });

  it("shows the variables of a template that is read on submission, and sends nothing", async () => {
    const seen = aSeenTemplate();
    const form = brought(chat({ to: "joon", "chat.templateId": "KA01TP" }));
    const { submission, acks } = aSubmission(form.metadata, form.fields);
    const templates = { ...deps.templates, get: async () => seen };
    await submitSendForm(submission, { ...deps, templates });
    expect(acks).toHaveLength(1);
    for (const name of findVariableNames(seen.content?.content ?? "none"))
      expect(JSON.stringify(acks)).toContain(`"block_id":"chat.variables.${name}"`);
  });

  it("leaves enough of Slack's 3 seconds to store the message after reading the template", async () => {
    const seen = aSeenTemplate({}, []);
    const names = findVariableNames(seen.content?.content ?? "none");
    const phone = { name: null, phoneOwner: null, to: "01012345678", country: "82" };
    const rules = { ...deps.rules, testRecipients: [phone] };
    const filled = {
      ...{ to: phone.to, from: "0212345678", "chat.pfId": "KA01PF", "chat.templateId": seen.templateId },
      ...Object.fromEntries(names.map((name) => [`chat.variables.${name}`, "Mina"])),
    };
    const form = brought(chat(filled), {}, rules);
    const { submission, acks } = aSubmission(form.metadata, form.fields);
    let spentMs = 0;
    const perform = vi.fn(async () => {});
    await submitSendForm(submission, {
      ...{ ...deps, rules, operations: { perform } as unknown as SendDeps["operations"] },
      templates: { ...deps.templates, get: async () => seen },
      within: (limitMs, work) => {
        spentMs += limitMs;
        return work;
      },
    });
    expect(acks).toEqual([]);
    expect(perform).toHaveBeenCalledOnce();
    expect(spentMs + storeBudgetMs).toBeLessThan(holdLimits.answerMs);
  });
});
