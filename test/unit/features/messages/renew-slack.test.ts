import type { ModalView } from "@slack/types";
import { expect, it } from "vitest";
import { renewForm } from "../../../../src/features/messages/confirm.slack.ts";
import { renderUnconfirmed } from "../../../../src/features/messages/confirm.view.ts";
import { ids } from "../../../../src/features/messages/ids.ts";
import { toKind } from "../../../../src/features/messages/kinds/index.ts";
import { renderSendForm } from "../../../../src/features/messages/send.view.ts";
import { emptyForm, readMetadata } from "../../../../src/features/messages/send-form.ts";
import { Deliveries } from "../../../../src/slack/edge/deliveries.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { aKin, anUnknown, settledAs } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

const draft = "draft-1";
const message = { to: "01023456789", from: "0212345678", text: "As it was confirmed" };
const kept = {
  ...{ id: draft, author: "U1", kind: "messages.send", expiresAt: new Date() },
  body: {
    body: { message },
    conversation: null,
    testRecipient: null,
    others: [],
    image: null,
  },
};

type At = { metadata: string; fields: Fields };

/** The form as it comes back, in which U1 has changed the text since it was submitted. */
function submittedForm(): At {
  const view = renderSendForm(emptyForm({ act: "act-1" }, { kind: toKind("SMS") }), {
    ...{ rules: deps.rules, words: en, mayAttach: false },
  });
  const typed = (value: string) => ({ value: { type: "plain_text_input", value } });
  const fields = new Fields({ to: typed("01023456789"), text: typed("Changed since") });
  return { metadata: view.private_metadata ?? "", fields };
}

function submittedConfirmation(): At {
  const metadata = JSON.stringify({ act: "act-1", draft, isAlone: true });
  return { metadata: renderUnconfirmed(metadata, en).private_metadata ?? "", fields: new Fields({}) };
}

/** What U1 is told, or the form that takes the place of the one that was submitted. */
async function renew(at: At, submitted: Operation) {
  const told: string[] = [];
  const shown: ModalView[] = [];
  const get = async (id: string) => (id === submitted.id ? submitted : null);
  const operations = { ...deps.store.operations, get };
  const drafts = { ...deps.store.drafts, get: async (id: string) => (id === draft ? kept : null) };
  await renewForm(
    {
      person: { id: "U1", locale: "en", standing: "member" },
      ...{ actionId: ids.renew, value: submitted.id, conversation: null, triggerId: "t", form: at },
      delivery: new Deliveries().take("t"),
      ack: async () => {},
      openModal: async () => {},
      answer: async ({ text }) => void told.push(text),
      updateModal: async (view) => void shown.push(view),
      replace: async () => {},
    },
    { ...deps, store: { operations, drafts }, newId: () => "act-new" },
  );
  const [view] = shown;
  const form = view === undefined ? null : readMetadata(view.private_metadata ?? "");
  return { told, blocks: JSON.stringify(view?.blocks ?? null), form };
}

const waysBack = [
  ["the form", submittedForm, "Changed since"],
  ["a confirmation", submittedConfirmation, "As it was confirmed"],
] as const;

it.each(waysBack)("a new form is another act, filled with what stands in %s", async (_, at, text) => {
  const { form, blocks, told } = await renew(at(), anUnknown({ outcome: "accepted" }));
  expect(told).toEqual([]);
  expect(form).toMatchObject({ act: "act-new" });
  expect(form?.again).toBeUndefined();
  expect(blocks).toContain(text);
});

it.each<[string, Partial<Operation>, newest: string]>([
  ["refused", { outcome: "refused" }, "act-1"],
  ["under way", { state: "started", outcome: null }, "act-1"],
  ["reported as not arrived", settledAs("did_not_arrive"), "act-1"],
  ["refused, and tried again since", { outcome: "refused", tries: [aKin({ outcome: "refused" })] }, "act-2"],
])("a new form after one that is %s tries the same once more", async (_, change, newest) => {
  for (const [, at] of waysBack) {
    const { form } = await renew(at(), anUnknown({ ...change, root: "act-0" }));
    expect(form).toMatchObject({ act: "act-new", again: { root: "act-0", newest } });
  }
});

it("a new form of somebody else's message is none", async () => {
  for (const [, at] of waysBack) {
    const { form, told } = await renew(at(), anUnknown({ author: "U2" }));
    expect({ form, told }).toEqual({ form: null, told: [en.outcomes.onlyAuthor] });
  }
});
