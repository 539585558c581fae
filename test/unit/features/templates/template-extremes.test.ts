import fc from "fast-check";
import { expect, it } from "vitest";
import { checkView, textLength } from "../../../../sandbox/slack/content-checks.ts";
import { MESSAGE } from "../../../../sandbox/slack/limits.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import { TEST_MANIFEST } from "../../../../sandbox/test/support/bolt-app.ts";
import { renderProposalCard } from "../../../../src/features/templates/card.view.ts";
import { renderCopy, renderFinder } from "../../../../src/features/templates/find.slack.ts";
import { renderImportPlan } from "../../../../src/features/templates/import.slack.ts";
import {
  createNewProposeForm,
  maxLengths,
  shownLengthOf,
} from "../../../../src/features/templates/propose.input.ts";
import { renderProposeForm } from "../../../../src/features/templates/propose.view.ts";
import { renderTemplate } from "../../../../src/features/templates/template.view.ts";
import { fitsModal } from "../../../../src/slack/blocks/limits.ts";
import type {
  ObservedComment,
  ObservedContent,
  ObservedTemplate,
  Proposal,
} from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { aProposal, aSeenTemplate, aSeenVendor } from "../../../support/proposal.ts";
import { en, ko } from "../../../support/words.ts";

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });
const refusalOf = (view: object) => checkView(world, { ...view }, { surface: "modal" });
const words = fc.constantFrom(en, ko);
const repeated = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const noLinks = { linkMo: null, linkPc: null, linkAnd: null, linkIos: null };

/** Characters that are read of a text in a reply; the rest is cut. */
const maxTextLength = 10_000;
const text = fc
  .tuple(
    fc.constantFrom("x", "가", "😀", "#{a}", "#{a}b", "\n", '"', "\u0001", "\ud800"),
    fc.constantFrom(0, 1, 300, 3001, maxTextLength),
  )
  .map(([unit, length]) => repeated(unit, length));

const button = fc
  .record({ buttonType: text, buttonName: text, linkMo: text, linkPc: text })
  .map((one) => ({ ...noLinks, ...one }));
const comment: fc.Arbitrary<ObservedComment> = fc.record({
  isAdmin: fc.constantFrom(true, false, null),
  memberId: fc.constant("M1"),
  content: fc.option(text),
  dateCreated: fc.oneof(fc.constant("2026-11-20T02:00:00Z"), text),
});
const vendor = fc.record({
  ...{ vendor: text, status: text, code: text, reason: fc.option(text) },
  comments: fc
    .tuple(comment, comment, fc.integer({ min: 0, max: 30 }))
    .map(([newest, other, count]) =>
      count === 0 ? [] : [...Array<ObservedComment>(count - 1).fill(other), newest],
    ),
});
const seen: fc.Arbitrary<ObservedTemplate> = fc
  .record({
    name: text,
    content: text,
    buttons: fc.tuple(button, fc.constantFrom(0, 1, 5, 300)).map(([one, count]) => Array(count).fill(one)),
    dateCreated: text,
    vendors: fc.array(vendor, { maxLength: 12 }),
  })
  .map(({ vendors, ...content }) =>
    aSeenTemplate(
      content,
      vendors.map(({ vendor: name, ...own }, index) => aSeenVendor(`${index}${name}`, own)),
    ),
  );

/** What a platform may send that sends empty texts. */
const empty = aSeenTemplate({ name: "", content: "", buttons: [], dateCreated: "" }, [
  aSeenVendor("", {
    ...{ code: "", status: "", reason: "" },
    comments: [{ isAdmin: false, memberId: "M1", content: "", dateCreated: "" }],
  }),
]);

const templateId = "T".repeat(64);
const proposals = Array.from({ length: 20 }, (_, index) =>
  aProposal({
    ...{ id: `p-${index}`, reason: "\u0001".repeat(200) },
    ...{ basis: null, change: { name: "가".repeat(200) } },
  }),
);

it("Slack accepts a template's view, whatever was observed of the template", () => {
  fc.assert(
    fc.property(seen, words, (template, locale) => {
      const view = renderTemplate({ templateId, seen: template, proposals, mayChange: true }, locale);
      expect(refusalOf(view)).toBeNull();
      expect(fitsModal(view)).toBe(true);
    }),
    { numRuns: 12, examples: [[empty, en]] },
  );
});

it("Slack accepts the list of templates and the proposal form, whatever was observed of the templates", () => {
  fc.assert(
    fc.property(seen, (template) => {
      const ten = Array.from({ length: 10 }, (_, index) => ({ ...template, templateId: `T${index}` }));
      const five = (from: number) =>
        proposals.slice(from, from + 5).map((proposal) => ({ proposal, vendors: [] }));
      const found = { seen: ten, waiting: five(0), mine: five(5), decided: five(10), mayImport: true };
      const form = { ...createNewProposeForm("act", templateId, template.content), isPreviewed: true };
      expect(refusalOf(renderFinder(found, en))).toBeNull();
      expect(refusalOf(renderProposeForm(form, { seen: template, words: en }))).toBeNull();
    }),
    { numRuns: 8, examples: [[empty]] },
  );
});

const conversation = (vendors: number, comments: number, content: string) =>
  Array.from({ length: vendors }, (_, index) =>
    aSeenVendor(`vendor${index}`, {
      comments: Array.from({ length: comments }, (__, at) => ({
        ...{ isAdmin: true, memberId: "M1", content: `${at}: ${content}` },
        dateCreated: `2026-11-20T02:${String(at).padStart(2, "0")}:00Z`,
      })),
    }),
  );
const shown = (template: ObservedTemplate) =>
  JSON.stringify(renderTemplate({ templateId, seen: template, proposals: [], mayChange: true }, en));

it("a template's view shows long texts whole, and shortens all of them equally if there are too many", () => {
  const usual = shown(aSeenTemplate({}, conversation(2, 6, "가".repeat(3000))));
  expect(usual.split(`: ${"가".repeat(3000)}"`)).toHaveLength(6);
  const buttons = Array(20).fill({ buttonType: "WL", buttonName: "가".repeat(9000), ...noLinks });
  const many = shown(aSeenTemplate({ buttons }, conversation(10, 12, "가".repeat(9000))));
  expect(many.split('"rich_text_quote"')).toHaveLength(6);
  expect(many).toContain("가".repeat(900));
  expect(many).not.toContain("가".repeat(1001));
  expect(many).toContain(en.templates.view.earlierComments(115));
  const content = `${"가".repeat(9000)}!`;
  expect(shown(aSeenTemplate({ content }))).toContain(content);
});

it("Slack accepts the template import's form, whatever the records contain", () => {
  const status = fc.record({ vendor: text, before: fc.option(text), status: text });
  const read = fc.record({ name: fc.option(text), statuses: fc.array(status, { maxLength: 10 }) });
  const field = "codes.0.comments.0.content";
  const issue = fc.record({ record: fc.nat(), field: fc.constant(field), problem: fc.constant("malformed") });
  const broken = fc.record({ issues: fc.array(issue, { minLength: 1, maxLength: 3 }) });
  const entry = fc.oneof(
    fc.record({ state: fc.constantFrom("known" as const, "new" as const), says: read }),
    fc.record({ state: fc.constant("broken" as const), says: broken }),
  );
  fc.assert(
    fc.property(entry, words, (one, locale) => {
      const entries = Array(100).fill({ ...one, templateId, newest: 0, vendors: [] });
      expect(refusalOf(renderImportPlan("i", entries, locale))).toBeNull();
    }),
    { numRuns: 30 },
  );
});

it("a template's copy has five buttons with all links, or says that the template is too long for Slack", () => {
  const link = "https://shop.example/orders";
  const all = { linkMo: link, linkPc: link, linkAnd: link, linkIos: link };
  const copyOf = (count: number) => {
    const buttons = Array(count).fill({ buttonType: "AL", buttonName: "Show order", ...all });
    return renderCopy("T1", aSeenTemplate({ buttons }, []).content, en);
  };
  const { text: copied, blocks } = copyOf(5);
  expect(copied.split(link)).toHaveLength(5 * 4 + 1);
  expect(blocks.length).toBeLessThanOrEqual(MESSAGE.blocks);
  expect(copyOf(30).text).toContain(en.proposals.copy.tooLong);
});

/** Text up to `limit` of what makes cards long: changed words, placeholders, line breaks, invisible characters. */
const filled = (limit: number) =>
  fc
    .record({
      unit: fc.constantFrom("word ", "가나 ", "#{variable}", "#{a}", "<&>", "\n", "👍🏽", "\u200b", "x"),
      size: fc.oneof(fc.constant(limit), fc.integer({ min: 1, max: limit })),
    })
    .map(({ unit, size }) => repeated(unit, size));
const longButton = fc.record({
  ...{ buttonType: fc.constant("WL"), buttonName: filled(1000) },
  ...{ linkMo: filled(1000), linkPc: filled(1000) },
});
const change = fc.record(
  {
    ...{ name: filled(maxLengths.name), content: filled(maxLengths.content) },
    buttons: fc.array(longButton, { minLength: 1, maxLength: 4 }),
  },
  { requiredKeys: ["content"] },
);
const basis: fc.Arbitrary<ObservedContent | null> = fc
  .option(
    fc.record({
      ...{ name: filled(3000), content: filled(9000) },
      buttons: fc.array(
        longButton.map((one) => ({ ...noLinks, ...one })),
        { maxLength: 20 },
      ),
    }),
  )
  .map((before) => (before === null ? null : aSeenTemplate(before).content));
const refused = { code: "Odd", words: "no ".repeat(3000), status: 400, reply: null };
const state = fc.constantFrom<Partial<Proposal>>(
  {},
  { state: "changes_requested", decision: { by: "U0MINA", at: new Date(), words: "why ".repeat(750) } },
  { state: "approved", operation: anUnknown({ outcome: "accepted", result: null }) },
  { state: "open", operation: anUnknown({ outcome: "refused", result: refused }) },
);
const mine = { memberId: "M1", content: "mine ".repeat(600), dateCreated: "2026-11-20T01:00:00Z" };
const vendors = ["vendorA", "vendorB", "vendorC", "vendorD"].map((name) =>
  aSeenVendor(name, {
    ...{ status: "REJECTED", reason: "because ".repeat(400) },
    comments: [true, false].map((isAdmin) => ({ ...mine, isAdmin })),
  }),
);
const rules = { required: 2, mayReview: () => "everyone" as const };

/** The new text as a reader sees it: nothing that is struck out, and invisible characters as typed. */
function readBack(blocks: readonly object[]): string {
  const leaves = [...JSON.stringify(blocks).matchAll(/\{"type":"text","text":"((?:[^"\\]|\\.)*)"([^}]*)/g)];
  const kept = leaves.filter(([, , style = ""]) => !style.includes("strike")).map(([, leaf = ""]) => leaf);
  const read: unknown = JSON.parse(`"${kept.join("")}"`);
  return String(read).replaceAll("↵", "").replaceAll("‹U+200B›", "\u200b").replaceAll("␣", " ");
}

it("a proposal's card has its buttons and the whole new text within Slack's limits", () => {
  fc.assert(
    fc.property(change, basis, state, words, (proposed, before, decided, locale) => {
      fc.pre(shownLengthOf(proposed) <= maxLengths.shown);
      const proposal = aProposal({ change: proposed, basis: before, reason: "r".repeat(200), ...decided });
      const { blocks } = renderProposalCard({ proposal, rules, vendors }, locale);
      // 700 characters of room for a note that the delivery adds, such as that a post may repeat.
      expect(textLength(blocks)).toBeLessThanOrEqual(MESSAGE.blocksText - 700);
      expect(blocks.length).toBeLessThanOrEqual(MESSAGE.blocks);
      const buttons = blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
      expect(buttons.length).toBeGreaterThan(0);
      expect(readBack(blocks)).toContain(proposed.content);
    }),
  );
});

it("the length of a proposed change counts a button's blanks, since a card shows them", () => {
  const blank = { buttonType: "WL", buttonName: " ".repeat(1000), linkMo: "\n".repeat(1000) };
  expect(shownLengthOf({ buttons: [blank] })).toBeGreaterThan(2000);
});
