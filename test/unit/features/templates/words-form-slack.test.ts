import { expect, it, vi } from "vitest";
import { within } from "../../../../src/deadline.ts";
import { backToCommentForm } from "../../../../src/features/templates/comment.slack.ts";
import { fields } from "../../../../src/features/templates/ids.ts";
import type { TemplateDeps } from "../../../../src/features/templates/templates-deps.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import type { Click } from "../../../../src/slack/edge/interaction.ts";
import { anUnknown } from "../../../support/operation.ts";
import { metadataOf, spoken } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";

/** “Back”, in the question before a comment. */
async function back(values: ConstructorParameters<typeof Fields>[0]) {
  const operation = anUnknown({ kind: "templates.comment", author: "U1" });
  const updateModal = vi.fn<Click["updateModal"]>(async () => {});
  const answer = vi.fn<Click["answer"]>(async () => {});
  const form = { act: "old-act", templateId: "KA01TP001", name: "Order placed", proposal: null };
  await backToCommentForm(
    {
      ...{
        ...spoken,
        person: { id: "U1", locale: "en", standing: "member" },
        value: operation.id,
      },
      form: { ...metadataOf({ ...form, isAsked: false }), fields: new Fields(values) },
      ...{ ack: async () => {}, updateModal, answer },
    } as unknown as Click,
    {
      store: { operations: { get: async () => operation }, drafts: { get: async () => null } },
      sightings: { get: async () => null },
      ...{ within, newId: () => "new-act" },
    } as unknown as TemplateDeps,
  );
  return { view: updateModal.mock.calls[0]?.[0], told: answer.mock.calls[0]?.[0].text };
}

it("a form that holds its words itself, from before they were kept, comes back with them", async () => {
  const { view, told } = await back({
    [fields.comment]: {
      value: { type: "plain_text_input", value: "Hello <!here>" },
    },
  });
  expect(told).toBeUndefined();
  expect(JSON.stringify(view?.blocks)).toContain("Hello <!here>");
  expect(JSON.parse(view?.private_metadata ?? "")).toMatchObject({ act: "old-act" });
});

it("one whose words are kept nowhere any more says so", async () => {
  expect(await back({})).toEqual({ view: undefined, told: en.common.gone });
});
