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
import type {
  ImportEntry,
  ObservationSource,
  ObservedTemplate,
  ObservedVendor,
  Proposal,
} from "../../src/store/index.ts";
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
const reply = { ...said, content: "We will", isAdmin: false, dateCreated: "2026-11-20T03:00:00Z" };
const rejected = [aSeenVendor("vendorA"), aSeenVendor("vendorB", { status: "REJECTED", comments: [said] })];
const reported: ObservationSource = { ...seenFromComment, kind: "report", by: "U0SORA", operationId: null };
const codes = { accepted: "200", refused: "Forbidden", not_sent: "ConnectionFailed", unknown: "TimedOut" };
const ended = (outcome: "accepted" | "refused" | "not_sent" | "unknown") =>
  anUnknown({
    ...{ kind: "templates.update", author: "U0MINA", outcome },
    result: { code: codes[outcome], words: null, status: null, reply: null },
  });
const sent: Partial<Proposal> = { state: "approved", operation: ended("accepted") };
const refusedBy = (code: string, status: number, words: string | null = null): Partial<Proposal> => ({
  ...{ state: "approved", operation: { ...ended("refused"), result: { code, words, status, reply: null } } },
});
const given = ["U0EVE", "U0MINA"].map((by) => ({ by, at }));
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
  [
    "open, of buttons never seen",
    {
      basis: aSeenTemplate({ buttons: null }).content,
      change: { content: "Hello #{customer} #{number}", buttons: [{ ...button2, buttonName: "#{carrier}" }] },
    },
  ],
  [
    "open, with invisible characters, and too long to compare",
    {
      basis: aSeenTemplate({ content: "old ".repeat(9000) }).content,
      change: { content: "Hello\u200b #{customer}\nbye" },
    },
  ],
  [
    "open, compared with what was seen twice",
    { basis: aSeenTemplate({ from: reported, nameFrom: seenFromComment }).content },
    [aSeenVendor("vendorA", { statusFrom: reported })],
  ],
  ["open, seen twice", {}, [aSeenVendor("vendorA"), aSeenVendor("vendorB", { statusFrom: reported })]],
  ["open, approved by a former reviewer", { approvals: given }],
  ["changes requested", { state: "changes_requested", decision }],
  ["changes requested of a second revision", { state: "changes_requested", decision, revision: 2 }],
  ["withdrawn", { state: "withdrawn", decision: { ...decision, words: null } }],
  ["expired", { state: "expired" }],
  [
    "under way",
    { state: "approved", operation: { ...ended("unknown"), state: "started", outcome: null, result: null } },
  ],
  ["not sent", { operation: ended("not_sent") }],
  ["refused", { state: "approved", operation: ended("refused") }],
  ["refused by a wrong key", refusedBy("InvalidAPIKey", 403)],
  ["refused by an unknown code", refusedBy("Odd", 401, "The account is being moved.")],
  ["refused without a code", refusedBy("HTTP_403", 403)],
  ["unknown", { state: "approved", operation: ended("unknown") }],
  ["sent", sent, []],
  ["sent, a review is asked for", sent, vendors("INSPECTING", "PENDING")],
  ["sent, both reviews are asked for", { ...sent, approvals: given }, vendors("INSPECTING", "INSPECTING")],
  ["sent, approved by one", sent, vendors("APPROVED", "INSPECTING")],
  ["sent, approved by the only one that was seen", sent, vendors("APPROVED")],
  ["sent, approved by both", sent, vendors("APPROVED", "APPROVED")],
  ["sent, rejected", sent, rejected],
  ["sent, rejected, seen twice", sent, [aSeenVendor("vendorA"), { ...rejected[1]!, statusFrom: reported }]],
];

const news = [
  said,
  { ...said, content: "News", dateCreated: "2026-11-22T01:00:00Z" },
  { ...reply, dateCreated: "2026-11-22T02:00:00Z" },
];
const reviews = [
  { ...aSeenVendor("vendorA", { status: "APPROVED" }), statusBefore: "PENDING" },
  { ...aSeenVendor("vendorA", { comments: news }), statusBefore: null },
  { ...aSeenVendor("vendorA", { comments: [said], codeFrom: reported }), statusBefore: "PENDING" },
  { ...aSeenVendor("vendorB", { status: "REJECTED", comments: [reply, said] }), statusBefore: "PENDING" },
  {
    ...aSeenVendor("vendorB", { status: "심사 보류", statusFrom: reported, reason: "ok" }),
    statusBefore: null,
  },
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
      ...{ kind: "ended", operation: "act-1", outcome: "accepted" },
      shown: { missing: ["vendorB"], others: ["KA01TPOTHER"], differing: ["vendorA"] },
    },
    ...reviews.map((vendor) => ({ kind: "vendor" as const, vendor })),
  ];
  const followed = { proposal: aProposal(sent), rules, vendors: [], isFollowed: true };
  const unknown = { ...rules, mayReview: () => null };
  return [
    ...proposals.map(([name, change, seen]) => scene(name, card(change, seen))),
    ["sent, and a newer one since", renderProposalCard(followed, words)],
    [
      "open, while the reviewers are not known",
      renderProposalCard({ proposal: aProposal({ approvals: given }), rules: unknown, vendors: [] }, words),
    ],
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
  const proposeOf = (one: ObservedTemplate) =>
    renderProposeForm(createNewProposeForm("act", "KA01TP001", one.content), { seen: one, words });
  const unusual = {
    ...form.values,
    ...{ content: "#{name} #{open", "buttons.1.buttonName": "A long button's name" },
  };
  const long = aSeenTemplate({ name: "n".repeat(201), content: "x".repeat(3001) });
  const comments = [{ ...said, content: "Old words", dateCreated: "2026-11-19T01:00:00Z" }, said, reply];
  const talked = [aSeenVendor("vendorA", { status: "REJECTED", comments, reason: "See there" })];
  const approved = [aSeenVendor("vendorA", { status: "APPROVED", comments })];
  const asked = { ...decision, words: "why ".repeat(500) };
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
  const tooLong = { field: "buttons.1.buttonName", problem: "too_long" as const, size: 2, limit: 1 };
  return [
    ["propose a change", propose()],
    ["propose a change, with its preview", propose({ isPreviewed: true })],
    ["propose a change, with the preview's warnings", propose({ isPreviewed: true, values: unusual })],
    ["propose a change of what doesn't fit the form", proposeOf(long)],
    ["propose a change after several comments", proposeOf(aSeenTemplate({}, talked))],
    ["propose a change after one that is approved", proposeOf(aSeenTemplate({}, approved))],
    [
      "propose a change of what was never seen",
      renderProposeForm(createNewProposeForm("act", "T1", null), { seen: null, words }),
    ],
    ["edit what was asked for", propose({ edits: { id: "p-1", revision: 1 } as never }, { asked: decision })],
    ["edit what was asked for at length", propose({ edits: { id: "p-1", revision: 1 } as never }, { asked })],
    ...problems.map((one) =>
      scene(`errors: ${one.problem}`, { errors: toProposeErrors([one as never], ["content"], words) }),
    ),
    [
      "errors: two of one field, and one of a field that isn't there",
      { errors: toProposeErrors([...problems, tooLong] as never, ["content", "reason"], words) },
    ],
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
  const apart = [
    aSeenVendor("vendorA", { codeFrom: reported, reason: "Too long" }),
    aSeenVendor("vendorB", { comments: [said], commentsFrom: reported }),
  ];
  const on = (day: number, content: string) => ({
    ...{ ...said, content, dateCreated: `2026-11-0${day}T00:00:00Z` },
  });
  const talks = [
    aSeenVendor("vendorA", { comments: [on(2, "second"), on(5, "fifth")] }),
    aSeenVendor("vendorB", { comments: [on(6, "sixth"), on(1, "first"), on(4, "fourth"), on(3, "third")] }),
  ];
  const undated = [
    aSeenVendor("vendorA", {
      comments: [on(2, "first"), { ...on(1, "second"), isAdmin: null, memberId: null, dateCreated: "2026" }],
    }),
  ];
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
        [{ ...aSeenVendor("vendorA", { status, comments: [said, reply] }), statusBefore: "PENDING" }],
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
    ["seen in part", view({ seen: aSeenTemplate({ content: null, buttons: null, channelFrom: reported }) })],
    ["seen empty, and hidden", view({ seen: aSeenTemplate({ content: "", buttons: [], isHidden: true }) })],
    ["seen at several times", view({ seen: aSeenTemplate({ buttonsFrom: reported }, apart) })],
    ["with the vendors' words by time", view({ seen: aSeenTemplate({}, talks) })],
    ["with a date that is none", view({ seen: aSeenTemplate({ dateCreated: "yesterday" }, undated) })],
    ["never seen", view({ seen: null })],
    ["the list, and nothing was seen", renderFinder(nothing, words)],
    [
      "the list",
      renderFinder(
        {
          ...nothing,
          seen: [seen],
          waiting: [shown({}), shown({ state: "changes_requested", decision })],
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
