import fc from "fast-check";
import { expect, it } from "vitest";
import { textLength } from "../../../../sandbox/slack/content-checks.ts";
import { MESSAGE } from "../../../../sandbox/slack/limits.ts";
import { renderProposalCard } from "../../../../src/features/templates/card.view.ts";
import { longest, shownLengthOf } from "../../../../src/features/templates/propose.input.ts";
import type { ObservedContent, Proposal } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { aProposal, aSeenTemplate, aSeenVendor } from "../../../support/proposal.ts";
import { en, ko } from "../../../support/words.ts";

const comment = { memberId: "M1", content: "mine ".repeat(600), dateCreated: "2026-11-20T01:00:00Z" };
const vendors = ["vendorA", "vendorB", "vendorC", "vendorD"].map((vendor) =>
  aSeenVendor(vendor, {
    status: "REJECTED",
    reason: "because ".repeat(400),
    comments: [true, false].map((isAdmin) => ({ ...comment, isAdmin })),
  }),
);
const rules = { required: 2, mayReview: () => "everyone" as const };

/** Text up to `limit` of what makes cards long: changed words, placeholders, line breaks, invisible characters. */
const filled = (limit: number) =>
  fc
    .record({
      unit: fc.constantFrom("word ", "가나 ", "#{variable}", "#{a}", "<&>", "\n", "👍🏽", "\u200b", "x"),
      size: fc.oneof(fc.constant(limit), fc.integer({ min: 1, max: limit })),
    })
    .map(({ unit, size }) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size));

const button = fc.record({
  ...{ buttonType: fc.constant("WL"), buttonName: filled(1000) },
  ...{ linkMo: filled(1000), linkPc: filled(1000) },
});
const change = fc.record(
  {
    ...{ name: filled(longest.name), content: filled(longest.content) },
    buttons: fc.array(button, { minLength: 1, maxLength: 4 }),
  },
  { requiredKeys: ["content"] },
);
const seen = fc.record({
  name: filled(3000),
  content: filled(9000),
  buttons: fc.array(button, { maxLength: 20 }),
});
const state = fc.constantFrom<Partial<Proposal>>(
  {},
  { state: "changes_requested", decision: { by: "U0MINA", at: new Date(), words: "why ".repeat(750) } },
  { state: "approved", operation: anUnknown({ outcome: "accepted", result: null }) },
  {
    state: "open",
    operation: anUnknown({
      outcome: "refused",
      result: { code: "Odd", words: "no ".repeat(3000), status: 400, reply: null },
    }),
  },
);

/** The new text as a reader sees it: nothing that is struck out, and invisible characters as typed. */
function readBack(blocks: readonly object[]): string {
  const leaves = [...JSON.stringify(blocks).matchAll(/\{"type":"text","text":"((?:[^"\\]|\\.)*)"([^}]*)/g)];
  const kept = leaves.filter(([, , style = ""]) => !style.includes("strike")).map(([, text = ""]) => text);
  const read: unknown = JSON.parse(`"${kept.join("")}"`);
  return String(read).replaceAll("↵", "").replaceAll("‹U+200B›", "\u200b").replaceAll("␣", " ");
}

it("a proposal's card has its buttons and the whole new text within Slack's limits", () => {
  fc.assert(
    fc.property(
      change,
      fc.option(seen),
      state,
      fc.constantFrom("en" as const, "ko" as const),
      (proposed, before, decided, locale) => {
        const buttons = before?.buttons.map((one) => ({ ...one, linkAnd: null, linkIos: null })) ?? null;
        const basis: ObservedContent | null =
          before === null ? null : aSeenTemplate({ ...before, buttons }).content;
        fc.pre(shownLengthOf(proposed) <= longest.shown);
        const proposal = aProposal({ change: proposed, basis, reason: "r".repeat(200), ...decided });
        const { blocks } = renderProposalCard({ proposal, rules, vendors }, { en, ko }[locale]);
        // 700 characters of room for a note that the delivery adds, such as that a post may repeat.
        expect(textLength(blocks)).toBeLessThanOrEqual(MESSAGE.blocksText - 700);
        expect(blocks.length).toBeLessThanOrEqual(MESSAGE.blocks);
        const actions = blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
        expect(actions.length).toBeGreaterThan(0);
        expect(readBack(blocks)).toContain(proposed.content);
      },
    ),
  );
});

it("shownSize counts the blanks of a button, since a card shows them", () => {
  const blank = { buttonType: "WL", buttonName: " ".repeat(1000), linkMo: "\n".repeat(1000) };
  expect(shownLengthOf({ buttons: [blank] })).toBeGreaterThan(2000);
});
