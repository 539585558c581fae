import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderProposalCard } from "../../../../src/features/templates/card.view.ts";
import { renderMoreActions } from "../../../../src/features/templates/decide.slack.ts";
import { renderCopy, renderFinder } from "../../../../src/features/templates/find.slack.ts";
import { createNewProposeForm } from "../../../../src/features/templates/propose.input.ts";
import { renderProposeForm } from "../../../../src/features/templates/propose.view.ts";
import { renderStatus } from "../../../../src/features/templates/status.view.ts";
import { renderStatusChange } from "../../../../src/features/templates/status-post.view.ts";
import { renderTemplate } from "../../../../src/features/templates/template.view.ts";
import { aProposal, aSeenTemplate, aSeenVendor } from "../../../support/proposal.ts";
import { en } from "../../../support/words.ts";

/** Text that Slack would format, between marks that no sentence of the app has. */
const foreign = fc
  .array(
    fc.constantFrom(
      ...["<!channel>", "<!here>", "<@U0DANA>", "<#C0TESTS>", "<http://x.example|bank>", "*bold*", "_it_"],
      ...["&lt;", "&amp;", "`code`", ":tada:", "@here", "~gone~", "> quote", "\n", " ", "가나"],
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => `zq${parts.join("")}qz`);

/** The texts in blocks in which Slack reads markup. */
function markupIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(markupIn);
  if (typeof value !== "object" || value === null) return [];
  const own = Reflect.get(value, "type") === "mrkdwn" ? [String(Reflect.get(value, "text"))] : [];
  return [...own, ...Object.values(value).flatMap(markupIn)];
}

/** The texts in blocks that Slack shows as they are. */
function wordsIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsIn).join("");
  if (typeof value !== "object" || value === null) return "";
  const type = Reflect.get(value, "type");
  const own = type === "text" || type === "plain_text" ? String(Reflect.get(value, "text")) : "";
  return own + Object.values(value).map(wordsIn).join("");
}

/** Mentions that the app made itself. */
const ownMarkup = /<@U0(?:JOON|MINA)>|<!date\^\d+\^[^|>]*\|[^>]*>/g;

function expectInert({ text, blocks }: { text?: string; blocks: unknown }, words: string): void {
  for (const markup of markupIn(blocks)) expect(markup).not.toContain("zq");
  expect(wordsIn(blocks)).toContain(words);
  if (text !== undefined) expect(text.replaceAll(ownMarkup, "")).not.toMatch(/[<>]/);
  // A mention in foreign text stays text.
  expect(JSON.stringify(blocks)).not.toContain('"user_id":"U0DANA"');
  expect(JSON.stringify(blocks)).not.toContain('"type":"broadcast"');
}

const rules = { required: 1, mayReview: () => "everyone" as const };

describe("foreign text with Slack's markup is shown as plain text", () => {
  const always = (check: (words: string) => void) => fc.assert(fc.property(foreign, check));
  const said = { isAdmin: true, memberId: null, dateCreated: null };

  it("on a proposal's card", () => {
    always((words) => {
      const buttons = [{ buttonType: "WL", buttonName: words, linkMo: words }];
      const change = { name: words, content: words, buttons };
      for (const basis of [null, aSeenTemplate({ name: words, content: words }).content]) {
        const proposal = aProposal({ change, basis, reason: words });
        expectInert(renderProposalCard({ proposal, rules, vendors: [] }, en), words);
        expectInert(renderMoreActions(proposal, en), words);
        expectInert(renderCopy("KA01TP001", basis, en), basis === null ? en.proposals.copy.nothing : words);
      }
    });
  });

  it("in a template's view, in the list of templates and in the proposal form", () => {
    always((words) => {
      const comments = [{ ...said, memberId: words, content: words, dateCreated: words }];
      const vendor = aSeenVendor("vendorA", { status: words, code: words, reason: words, comments });
      const seen = aSeenTemplate({ name: words, content: words, dateCreated: words }, [vendor]);
      const proposal = aProposal({ basis: seen.content, reason: words });
      const decision = { by: "U0MINA", at: new Date(0), words };
      const asked = aProposal({ state: "changes_requested", decision });
      const { templateId } = seen;
      expectInert(renderTemplate({ templateId, seen, proposals: [proposal], mayChange: true }, en), words);
      const finder = { seen: [], waiting: [], mine: [], mayImport: true };
      const waiting = [{ proposal, vendors: [] }];
      expectInert(renderFinder({ ...finder, seen: [seen], waiting }, en), words);
      const mine = [{ proposal: asked, vendors: [] }];
      expectInert(renderFinder({ ...finder, mine }, en), words.trim().replace(/\s+/g, " "));
      const form = { ...createNewProposeForm("act", templateId, seen.content), isPreviewed: true };
      expectInert(renderProposeForm(form, { seen, words: en }), words);
    });
  });

  it("in a post about a vendor's status", () => {
    always((words) => {
      const comments = [{ ...said, isAdmin: null, content: words }];
      const seen = aSeenVendor("vendorB", { status: words, code: words, reason: words, comments });
      const vendor = { ...seen, statusBefore: words };
      const facts = { template: { templateId: "T1", name: words }, vendor, locale: null };
      const post = renderStatusChange({ facts, destination: "C1" }, () => en);
      expectInert(post, words);
      expectInert(renderStatus(vendor, en), words);
    });
  });
});
