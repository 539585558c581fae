import { expect, it } from "vitest";
import { renderQuestions } from "../../src/features/messages/receipts.view.ts";
import { messageBatchPresenter } from "../../src/features/messages/table.view.ts";
import { addOwner } from "../../src/features/oncall/oncall.view.ts";
import { createPaymentRenderers } from "../../src/features/payments/monitor.view.ts";
import { toAlert } from "../../src/features/platform/health.view.ts";
import { renderProposalCard } from "../../src/features/templates/card.view.ts";
import { describeComment } from "../../src/features/templates/presenters.ts";
import { createFormat } from "../../src/locales/format.ts";
import { createAlertRenderer } from "../../src/outcomes/alert.view.ts";
import { toViewer } from "../../src/outcomes/index.ts";
import { renderUnknownsCard } from "../../src/outcomes/rows.view.ts";
import type { Answer } from "../../src/slack/blocks/answer.ts";
import type { RenderedPost, Renderer } from "../../src/slack/posts/queue.ts";
import type { Operation, Proposal } from "../../src/store/index.ts";
import { anUnknown, aReceipt } from "../support/operation.ts";
import { aProposal, aSeenVendor } from "../support/proposal.ts";
import { en } from "../support/words.ts";
import { card } from "./outcomes/a-card.ts";
import { accepted, files, open, render, upload } from "./outcomes/an-upload.ts";
import { partsOf, presenter } from "./outcomes/notifications.ts";

const sizeOf = (answer: Answer) => [
  answer.text.split("\n").length,
  partsOf(answer.blocks).filter(({ type }) => type === "button").length,
];

const several = (...changes: Partial<Operation>[]) => {
  const all = changes.map((change, index) =>
    upload({ id: `f${index}`, act: "f0", root: `f${index}`, ...change }),
  );
  return all.map((one) => ({ ...one, siblings: all.filter(({ id }) => id !== one.id) }));
};
const uploads = async (...changes: Partial<Operation>[]) =>
  (await render(several(...changes), "result", { presenter: files })).body;

const rules = { required: 1, mayReview: () => new Set(["U0JOON", "U0MINA"]) };
const vendors = [aSeenVendor("vendorA"), aSeenVendor("vendorB")];
const rejected = [aSeenVendor("vendorA"), aSeenVendor("vendorB", { status: "REJECTED" })];
const proposal = (change: Partial<Proposal>, seen = vendors) =>
  renderProposalCard({ proposal: aProposal(change), rules, vendors: seen }, en);
const sent = {
  state: "approved" as const,
  operation: anUnknown({ outcome: "accepted" as const, result: null }),
};

const phones = [1, 2, 3].map((index) =>
  anUnknown({
    ...{ id: `act-1.0${index}`, outcome: "accepted", result: null },
    request: { message: { to: `0100000000${index}`, from: "0212345678", text: "Hello" } },
  }),
);

const found = async (renderer: Renderer | undefined, facts: object): Promise<RenderedPost> => {
  const post = {
    id: 1,
    claim: "",
    subject: "alert:x:1",
    audience: "on-call",
    kind: "x",
    facts,
    destination: "C1",
  };
  const picture = await renderer?.render(post);
  const owned = { subject: "alert:x:1", owner: null, openSince: new Date(0) };
  if (picture === null || picture === undefined) throw new Error("nothing is drawn");
  return picture.openSince === undefined ? picture : addOwner(picture, owned, en.oncall);
};
const methods = createPaymentRenderers(en.payments, createFormat("en", "Asia/Seoul"));
const month = { year: 2026, month: 10 };
const method = { end: "4096", month, seenAt: 0, recharge: null };
const health = createAlertRenderer((facts) => toAlert(facts, en.platform));
const failing = { what: "failing", since: 0, overAt: null, refused: [] };

const comment = anUnknown({
  ...{ kind: "templates.comment", outcome: "accepted", result: null },
  request: { templateId: "KA01TP001", comment: "Which carrier do you mean?" },
});
const question = (as: "arrived" | null) => {
  const operations = [anUnknown({ outcome: "accepted", receipt: aReceipt(as) })];
  const post = { subject: "questions:act-1", destination: "U7" };
  return renderQuestions(post, {
    receipts: { questionnaire: async () => operations },
    kindOf: () => "SMS",
    words: en,
  });
};
const unknownsCard = (left: number) => {
  const unresolved = Array.from({ length: left }, (_, index) => anUnknown({ id: `${index}` }));
  return { id: "0", first: anUnknown(), total: 3, left, unresolved };
};

/** The cards of single messages are counted in outcomes/card-view.test.ts. */
it.each<[string, () => Answer | Promise<Answer | null>, lines: number, buttons: number]>([
  ["an upload", () => uploads(accepted), 3, 1],
  ["an upload that is refused", () => uploads({ outcome: "refused", result: null }), 3, 2],
  ["several uploads", () => uploads(accepted, { outcome: "refused", result: null }, open), 5, 1],
  [
    "several messages",
    () => messageBatchPresenter.render(phones, toViewer(anUnknown(), "C1", presenter), []),
    5,
    1,
  ],
  [
    "unknown outcomes",
    () => renderUnknownsCard(unknownsCard(3), { presenter, words: en, reader: "on-call" }),
    8,
    7,
  ],
  [
    "the last unknown outcome",
    () => renderUnknownsCard(unknownsCard(1), { presenter, words: en, reader: "on-call" }),
    4,
    2,
  ],
  ["a question", () => question(null), 2, 3],
  ["a question that is answered", () => question("arrived"), 2, 0],
  ["a proposal", () => proposal({}), 9, 3],
  ["a proposal that is withdrawn", () => proposal({ state: "withdrawn" }), 7, 0],
  ["a change that was sent", () => proposal(sent), 8, 3],
  ["a change that a vendor rejected", () => proposal(sent, rejected), 8, 4],
  ["a comment", () => card(comment, { description: describeComment(comment, en)! }), 3, 1],
  [
    "a payment method that has expired",
    () => found(methods["payments"], { what: "expired", ...method }),
    3,
    1,
  ],
  ["a platform that fails", () => found(health, failing), 3, 1],
  ["a platform that is back", () => found(health, { ...failing, overAt: 1 }), 2, 0],
])("the card of %s keeps its number of lines and buttons", async (_, render, lines, buttons) => {
  const answer = await render();
  expect(answer && sizeOf(answer)).toEqual([lines, buttons]);
});
