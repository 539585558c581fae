import { renderApprovalForm } from "../../src/features/templates/approve.slack.ts";
import { renderProposalCard } from "../../src/features/templates/card.view.ts";
import { renderCommentForm } from "../../src/features/templates/comment.slack.ts";
import {
  renderMoreActions,
  renderRequestForm,
  renderWithdrawnNotice,
} from "../../src/features/templates/decide.slack.ts";
import { renderCopy, renderFinder } from "../../src/features/templates/find.slack.ts";
import { renderImportPlan } from "../../src/features/templates/import.slack.ts";
import { type ProposalEvent, renderEvent } from "../../src/features/templates/proposal-lines.view.ts";
import { createNewProposeForm } from "../../src/features/templates/propose.input.ts";
import { renderProposeForm, toProposeErrors } from "../../src/features/templates/propose.view.ts";
import { renderReportDone, renderReportForm } from "../../src/features/templates/report.slack.ts";
import {
  notificationOfStatusChanges,
  renderImportPost,
  renderStatusChange,
} from "../../src/features/templates/status-post.view.ts";
import { renderTemplate } from "../../src/features/templates/template.view.ts";
import { button } from "../../src/slack/blocks/buttons.ts";
import type { ImportEntry, ObservedVendor, Proposal } from "../../src/store/index.ts";
import { anUnknown } from "../support/operation.ts";
import { aProposal, aSeenTemplate, aSeenVendor, seenFromComment } from "../support/proposal.ts";
import { page, scene } from "./page.ts";

const at = new Date(Date.UTC(2026, 10, 21, 6));
const rules = { required: 2, mayReview: () => new Set(["U0JOON", "U0MINA", "U0DANA", "U0SORA"]) };
const vendors = (...statuses: string[]): ObservedVendor[] =>
  statuses.map((status, index) => aSeenVendor(index === 0 ? "vendorA" : "vendorB", { status }));
const said = {
  isAdmin: true,
  memberId: "M1",
  content: "Name the carrier",
  dateCreated: "2026-11-20T02:00:00Z",
};
const rejected = [aSeenVendor("vendorA"), aSeenVendor("vendorB", { status: "REJECTED", comments: [said] })];
const codes = { accepted: "200", refused: "Forbidden", not_sent: "ConnectionFailed", unknown: "TimedOut" };
const ended = (outcome: "accepted" | "refused" | "not_sent" | "unknown") =>
  anUnknown({
    ...{ kind: "templates.update", author: "U0MINA", outcome },
    result: { code: codes[outcome], words: null, status: null, reply: null },
  });
const sent: Partial<Proposal> = { state: "approved", operation: ended("accepted") };
const decision = { by: "U0MINA", at, words: "Too promotional" };
const edited = {
  revision: 2,
  change: { content: "Bye" },
  contentDigest: "seal-2",
  reason: "Shorter",
  by: "U0MINA",
  at,
};
const button2 = { buttonType: "WL", buttonName: "Track", linkMo: "https://m.shop.example/#{number}" };

const proposals: [string, Partial<Proposal>, ObservedVendor[]?][] = [
  ["open", {}],
  ["open, seen", {}, vendors("PENDING", "PENDING")],
  ["open, approved once", { approvals: [{ by: "U0MINA", at }] }],
  ["open, edited", { revision: 2, revisions: [...aProposal().revisions, edited], reason: "Shorter" }],
  ["open, of a template never seen", { basis: null }],
  ["open, of a button and a name", { change: { name: "Order sent", buttons: [button2] } }],
  ["changes requested", { state: "changes_requested", decision }],
  ["withdrawn", { state: "withdrawn", decision: { ...decision, words: null } }],
  ["expired", { state: "expired" }],
  [
    "under way",
    { state: "approved", operation: { ...ended("unknown"), state: "started", outcome: null, result: null } },
  ],
  ["not sent", { operation: ended("not_sent") }],
  ["refused", { state: "approved", operation: ended("refused") }],
  ["unknown", { state: "approved", operation: ended("unknown") }],
  ["sent", sent, []],
  ["sent, a review is asked for", sent, vendors("INSPECTING", "PENDING")],
  ["sent, approved by one", sent, vendors("APPROVED", "INSPECTING")],
  ["sent, approved by both", sent, vendors("APPROVED", "APPROVED")],
  ["sent, rejected", sent, rejected],
];

page("templates-cards", ({ words }) => {
  const toConsole = [button("oncall.console", words.oncall.links.console, "")];
  const card = (change: Partial<Proposal>, seen: ObservedVendor[] = []) =>
    renderProposalCard({ proposal: aProposal(change), rules, vendors: seen, toConsole }, words);
  const events: ProposalEvent[] = [
    { kind: "approved", by: "U0MINA", missing: 1 },
    { kind: "approved", by: "U0MINA", missing: 0 },
    { kind: "edited", by: "U0JOON", revision: 2 },
    { kind: "kept", by: "U0JOON", revision: 2 },
    { kind: "changes_requested", by: "U0MINA", words: "Too promotional" },
    { kind: "withdrawn", by: "U0JOON" },
    { kind: "expired" },
    { kind: "reminder" },
    { kind: "asked", days: 2 },
    ...(["accepted", "refused", "not_sent", "unknown"] as const).map((outcome) => ({
      kind: "ended" as const,
      operation: "act-1",
      outcome,
      shown: null,
    })),
    {
      kind: "vendor",
      vendor: { ...aSeenVendor("vendorA", { status: "APPROVED" }), statusBefore: "PENDING" },
    },
  ];
  const followed = { proposal: aProposal(sent), rules, vendors: [], isFollowed: true };
  return [
    ...proposals.map(([name, change, seen]) => scene(name, card(change, seen))),
    ["sent, and a newer one since", renderProposalCard(followed, words)],
    ...events.map((event) => {
      const outcome = event.kind === "ended" ? (event.outcome as "accepted") : "unknown";
      const shown = renderEvent(
        { proposal: aProposal(), operation: ended(outcome) },
        event,
        words,
        toConsole,
      );
      return scene(`line: ${event.kind}${event.kind === "ended" ? ` ${event.outcome}` : ""}`, shown);
    }),
  ];
});

page("templates-forms", ({ words }) => {
  const seen = aSeenTemplate({}, rejected);
  const form = createNewProposeForm("act", "KA01TP001", seen.content);
  const propose = (
    own: Partial<typeof form> = {},
    options: Partial<Parameters<typeof renderProposeForm>[1]> = {},
  ) => renderProposeForm({ ...form, ...own }, { seen, words, ...options });
  const about = { act: "a", templateId: "KA01TP001", name: "Order placed" };
  const confirm = (own: Partial<Proposal>, left: number, now = seen.content) =>
    renderApprovalForm(
      { act: "a", id: "p-1", revision: 1 },
      { proposal: aProposal(own), seen: now, left },
      words,
    );
  const problems = (["missing", "malformed", "nothing_changed"] as const).map((problem) => ({
    field: "content",
    problem,
  }));
  return [
    ["propose a change", propose()],
    ["propose a change, with its preview", propose({ isPreviewed: true })],
    [
      "propose a change of what was never seen",
      renderProposeForm(createNewProposeForm("act", "T1", null), { seen: null, words }),
    ],
    ["edit what was asked for", propose({ edits: { id: "p-1", revision: 1 } as never }, { asked: decision })],
    ...problems.map((one) =>
      scene(`errors: ${one.problem}`, { errors: toProposeErrors([one as never], ["content"], words) }),
    ),
    ["more", renderMoreActions(aProposal(), words)],
    ["more of one that is decided", renderMoreActions(aProposal({ state: "withdrawn" }), words)],
    ["withdrawn", renderWithdrawnNotice(words)],
    ["approve, the last", confirm({}, 1)],
    ["approve, one of two", confirm({}, 2)],
    ["approve what has changed since", confirm({ basis: aSeenTemplate({ content: "Old" }).content }, 1)],
    ["request changes", renderRequestForm({ ...about, id: "p-1", revision: 1 }, words)],
    ["a comment", renderCommentForm(about, words)],
    [
      "a comment is asked about",
      renderCommentForm({ ...about, isAsked: true }, words, { typed: "Which carrier?" }),
    ],
    ["report", renderReportForm({ act: "a", templateId: "KA01TP001" }, words)],
    ["reported", renderReportDone("KA01TP001", words)],
    ["copy", renderCopy("KA01TP001", seen.content, words)],
    ["copy of what was never seen", renderCopy("KA01TP001", null, words)],
  ];
});

page("templates-views", ({ words, locale }) => {
  const seen = aSeenTemplate({}, [
    aSeenVendor("vendorA", { comments: [said, { ...said, isAdmin: false }] }),
    aSeenVendor("vendorB", { status: "APPROVED" }),
  ]);
  const view = (own: Partial<Parameters<typeof renderTemplate>[0]>) =>
    renderTemplate({ templateId: "KA01TP001", seen, proposals: [], mayChange: true, ...own }, words);
  const nothing = { seen: [], waiting: [], mine: [], decided: [], mayImport: true };
  const shown = (change: Partial<Proposal>) => ({ proposal: aProposal(change), vendors: [] });
  const told = {
    id: "act-1",
    template: { templateId: "KA01TP001", name: "Order placed" },
    by: "U0MINA",
    locale,
    review: "C1",
  };
  const transition = (status: string) => {
    const [post] =
      notificationOfStatusChanges(
        [{ ...aSeenVendor("vendorA", { status, comments: [said] }), statusBefore: "PENDING" }],
        told,
      ).posts ?? [];
    return renderStatusChange(
      { facts: JSON.parse(JSON.stringify(post?.facts)), destination: "C1" },
      () => words,
    );
  };
  const change = {
    templateId: "KA01TP001",
    name: "Order placed",
    vendor: "vendorA",
    before: "PENDING",
    status: "APPROVED",
  };
  const statuses = [{ vendor: "vendorA", before: "PENDING", status: "APPROVED" }];
  const entry = (state: ImportEntry["state"], says: ImportEntry["says"]): ImportEntry => ({
    ...{ state, templateId: "KA01TP001", newest: 0, vendors: [], says },
  });
  const entries = [
    entry("known", { name: "Order placed", statuses }),
    entry("new", { name: "Order sent", statuses: [] }),
  ];
  const imported = {
    by: "U0MINA",
    at: at.getTime(),
    locale,
    changes: [change, { ...change, vendor: "vendorB" }],
  };
  return [
    ["seen", view({}), "member"],
    ["seen", view({ mayChange: false }), "guest"],
    ["with a proposal", view({ proposals: [aProposal()] })],
    [
      "seen from two",
      view({ seen: aSeenTemplate({ from: { ...seenFromComment, kind: "report", operationId: null } }) }),
    ],
    ["never seen", view({ seen: null })],
    ["the list, and nothing was seen", renderFinder(nothing, words)],
    [
      "the list",
      renderFinder(
        {
          ...nothing,
          seen: [seen],
          waiting: [shown({})],
          mine: [shown({ state: "changes_requested", decision })],
        },
        words,
      ),
    ],
    ...["APPROVED", "REJECTED", "INSPECTING", "STOPPED"].map((status) =>
      scene(`a vendor's status: ${status}`, transition(status)),
    ),
    ["an import before it is made", renderImportPlan("I", entries, words)],
    ["an import of several", renderImportPost({ facts: imported, destination: "C1" }, () => words)],
  ];
});
