import fc from "fast-check";
import { expect, it } from "vitest";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import { renderFinder } from "../../../../src/features/templates/find.slack.ts";
import { renderImportPlan } from "../../../../src/features/templates/import.slack.ts";
import { createNewProposeForm } from "../../../../src/features/templates/propose.input.ts";
import { renderProposeForm } from "../../../../src/features/templates/propose.view.ts";
import { renderTemplate } from "../../../../src/features/templates/template.view.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { fitsModal } from "../../../../src/slack/blocks/limits.ts";
import type { ObservedComment, ObservedTemplate } from "../../../../src/store/index.ts";
import { aProposal, aSeenTemplate, aSeenVendor } from "../../../support/proposal.ts";
import { en } from "../../../support/words.ts";
import { TEST_MANIFEST } from "../../sandbox/slack/bolt-app.ts";

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });

/** Characters that are read of a text in a reply; the rest is cut. */
const maxTextLength = 10_000;
const text = fc
  .tuple(
    fc.constantFrom("x", "가", "😀", "#{a}", "#{a}b", "\n", '"', "\u0001", "\ud800"),
    fc.constantFrom(0, 1, 300, 3001, maxTextLength),
  )
  .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length));

const button = fc
  .record({ buttonType: text, buttonName: text, linkMo: text, linkPc: text })
  .map((one) => ({ ...one, linkAnd: null, linkIos: null }));
const comment: fc.Arbitrary<ObservedComment> = fc.record({
  isAdmin: fc.constantFrom(true, false, null),
  memberId: fc.constant("M1"),
  content: fc.option(text),
  dateCreated: fc.oneof(fc.constant("2026-11-20T02:00:00Z"), text),
});
const vendor = fc.record({
  ...{ vendor: text, status: text, code: text, reason: fc.option(text) },
  comments: fc.tuple(comment, comment, fc.integer({ min: 0, max: 30 })).map(([newest, other, count]) => {
    const others = Array.from({ length: Math.max(0, count - 1) }, () => other);
    return count === 0 ? [] : [...others, newest];
  }),
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

const templateId = "T".repeat(64);
const proposals = Array.from({ length: 20 }, (_, index) =>
  aProposal({
    id: `p-${index}`,
    reason: "\u0001".repeat(200),
    basis: null,
    change: { name: "가".repeat(200) },
  }),
);
const quotesIn = (view: string) => view.split('"rich_text_quote"').length - 1;

it("Slack accepts a template's view, whatever was seen of the template", () => {
  fc.assert(
    fc.property(seen, fc.constantFrom("en" as const, "ko" as const), (template, locale) => {
      const words = wordsOf(locale);
      const view = renderTemplate({ templateId, seen: template, proposals, mayChange: true }, words);
      expect(checkView(world, { ...view }, { surface: "modal" })).toBeNull();
      expect(fitsModal(view)).toBe(true);
    }),
    { numRuns: 12 },
  );
});

it("Slack accepts the template finder and the form to propose, whatever was seen", () => {
  fc.assert(
    fc.property(seen, (template) => {
      const ten = Array.from({ length: 10 }, (_, index) => ({ ...template, templateId: `T${index}` }));
      const five = (from: number) =>
        proposals.slice(from, from + 5).map((proposal) => ({ proposal, vendors: [] }));
      const found = { seen: ten, waiting: five(0), mine: five(5), decided: five(10), mayImport: true };
      const form = { ...createNewProposeForm("act", templateId, template.content), isPreviewed: true };
      for (const view of [renderFinder(found, en), renderProposeForm(form, { seen: template, words: en })])
        expect(checkView(world, { ...view }, { surface: "modal" })).toBeNull();
    }),
    { numRuns: 8 },
  );
});

const conversation = (vendors: number, comments: number, content: string) =>
  aSeenTemplate(
    {},
    Array.from({ length: vendors }, (_, index) =>
      aSeenVendor(`vendor${index}`, {
        comments: Array.from({ length: comments }, (_, at) => ({
          ...{ isAdmin: true, memberId: "M1", content: `${at}: ${content}` },
          dateCreated: `2026-11-20T02:${String(at).padStart(2, "0")}:00Z`,
        })),
      }),
    ),
  );
const shown = (template: ObservedTemplate) =>
  JSON.stringify(renderTemplate({ templateId, seen: template, proposals: [], mayChange: true }, en));

it("a template's view shows long texts whole, and cuts all alike if there are too many", () => {
  const usual = shown(conversation(2, 6, "가".repeat(3000)));
  expect(usual.split(`: ${"가".repeat(3000)}"`)).toHaveLength(6);
  const long = { buttonType: "WL", linkMo: null, linkPc: null, linkAnd: null, linkIos: null };
  const buttons = Array.from({ length: 20 }, () => ({ ...long, buttonName: "가".repeat(9000) }));
  const { vendors } = conversation(10, 12, "가".repeat(9000));
  const many = shown(aSeenTemplate({ buttons }, vendors));
  expect(quotesIn(many)).toBe(5);
  expect(many).toContain(`${"가".repeat(900)}`);
  expect(many).not.toContain("가".repeat(1001));
  expect(many).toContain(en.templates.view.earlierComments(115));
  const content = `${"가".repeat(9000)}!`;
  expect(shown(aSeenTemplate({ content }))).toContain(content);
});

it("Slack accepts the import's form, whatever the records hold", () => {
  const record = fc.record({
    name: fc.option(text),
    statuses: fc.array(fc.record({ vendor: text, before: fc.option(text), status: text }), { maxLength: 10 }),
  });
  const issue = fc.record({ record: fc.nat(), field: fc.constant("codes.0.comments.0.content") });
  const broken = fc.array(issue, { minLength: 1, maxLength: 3 }).map((all) => ({
    issues: all.map((one) => ({ ...one, problem: "malformed" })),
  }));
  fc.assert(
    fc.property(record, broken, fc.constantFrom("known", "new", "broken"), (one, other, state) => {
      const says = state === "broken" ? other : one;
      const entries = Array.from({ length: 100 }, () => ({
        state,
        templateId,
        says,
        newest: 0,
        vendors: [],
      }));
      for (const words of [en, wordsOf("ko")])
        expect(
          checkView(world, { ...renderImportPlan("i", entries, words) }, { surface: "modal" }),
        ).toBeNull();
    }),
    { numRuns: 20 },
  );
});
