import { describe, expect, it } from "vitest";
import {
  type Actor,
  approversOf,
  findObstacle,
  findWriters,
  isReviewImpossible,
  type ProposalAction,
  type ProposalObstacle,
  toReminderCutoff,
} from "../../../../src/features/templates/proposal.ts";
import type { Proposal } from "../../../../src/store/index.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));

const aRevision = (revision: number, by: string, own: { contentDigest?: string; reason?: string } = {}) => ({
  ...{ revision, by, change: { content: `${revision}` }, contentDigest: `${revision}`, reason: "r" },
  ...{ at: at(revision), ...own },
});

/** Proposed by the author, edited by Sora, approved by Mina; two approvals are needed. */
function aProposal(own: Partial<Proposal> = {}): Proposal {
  const revisions = [aRevision(1, "author"), aRevision(2, "Sora")];
  return {
    ...{ id: "P", templateId: "T1", revision: 2, change: { content: "2" }, contentDigest: "2", reason: "r" },
    ...{ proposer: "author", locale: null, revisions, notes: [], basis: null },
    ...{ approvals: [{ by: "Mina", at: at(3) }], state: "open", decision: null, operation: null },
    ...{ createdAt: at(1), expiresAt: at(20), remindedAt: null },
    ...own,
  };
}

function anActor(id: string, own: Partial<Actor> = {}): Actor {
  const actor = { id, isReviewer: true, mayPropose: true, isOperator: false, ...own };
  return { ...actor, mayProposeOrOperates: actor.mayPropose || actor.isOperator };
}

const rules = { required: 2, now: at(10), isReviewer: () => true };
const find = (
  deed: ProposalAction,
  actor: Actor,
  own: Partial<Proposal> = {},
  revision = 2,
): ProposalObstacle | null => findObstacle(deed, { proposal: aProposal(own), revision, actor }, rules);

it.each([
  ["nothing", "author", {}, { reason: "author", change: ["author"] }],
  ["the content", "Sora", { contentDigest: "b" }, { reason: "author", change: ["author", "Sora"] }],
  ["the reason", "Sora", { reason: "s" }, { reason: "Sora", change: ["author"] }],
  [
    "text and reason",
    "Sora",
    { contentDigest: "b", reason: "s" },
    { reason: "Sora", change: ["author", "Sora"] },
  ],
])("findWriters names who wrote the text and the reason after an edit of %s", (_, by, edited, writers) => {
  const revisions = [aRevision(1, "author"), aRevision(2, by, { contentDigest: "1", ...edited })];
  expect(findWriters(aProposal({ reason: revisions[1]!.reason, revisions }))).toEqual(writers);
});

describe("the approval of a template proposal", () => {
  it("may come only from a reviewer who wrote no part of the proposal", () => {
    expect(find("approve", anActor("Joon"))).toBeNull();
    expect(find("approve", anActor("author"))).toEqual({ kind: "own" });
    expect(find("approve", anActor("Sora"))).toEqual({ kind: "edited" });
    expect(find("approve", anActor("stranger", { isReviewer: false }))).toEqual({ kind: "notReviewer" });
    const guest = anActor("author", { isReviewer: false, mayPropose: false });
    expect(find("approve", guest)).toEqual({ kind: "notReviewer" });
  });

  it("can't be given twice by one reviewer, unless one approval is now enough", () => {
    expect(find("approve", anActor("Mina"))).toEqual({ kind: "approvedBefore" });
    const proposal = aProposal();
    const read = { proposal, revision: 2, actor: anActor("Mina") };
    expect(findObstacle("approve", read, { ...rules, required: 1 })).toBeNull();
  });

  it("counts only while its reviewer has the right to review and has edited nothing", () => {
    const approvals = ["Mina", "Joon", "Sora", "author"].map((by) => ({ by, at: at(3) }));
    const isReviewer = (id: string) => id !== "Joon";
    expect(approversOf(aProposal({ approvals }), { isReviewer })).toEqual(["Mina"]);
  });
});

describe("findObstacle, asked whether a person may decide,", () => {
  const joon = anActor("Joon");

  it("reports that the proposal was revised since the person read it", () => {
    for (const deed of ["approve", "request_changes", "edit"] as const)
      expect(find(deed, joon, {}, 1)).toEqual({ kind: "revised", by: "Sora", at: at(2) });
    expect(find("withdraw", anActor("author"), {}, 1)).toBeNull();
  });

  it.each(["approved", "withdrawn", "expired"] as const)(
    "reports that the proposal was %s, by whom and when",
    (state) => {
      const decision = { by: state === "expired" ? null : "Mina", at: at(5), words: null };
      const decided = { kind: "decided", state, by: decision.by, at: at(5) };
      for (const deed of ["approve", "request_changes", "edit"] as const)
        expect(find(deed, joon, { state, decision }, 1)).toEqual(decided);
      expect(find("withdraw", anActor("author"), { state, decision })).toMatchObject({ kind: "decided" });
    },
  );

  it("reports that changes were requested, but allows an edit or a withdrawal", () => {
    const decision = { by: "Mina", at: at(5), words: "shorter" };
    const requested = { state: "changes_requested" as const, decision };
    expect(find("approve", joon, requested)).toMatchObject({ kind: "decided", state: "changes_requested" });
    expect(find("request_changes", joon, requested)).toMatchObject({ kind: "decided" });
    expect(find("edit", joon, requested)).toBeNull();
    expect(find("withdraw", anActor("author"), requested)).toBeNull();
  });

  it("reports “expired” after expiresAt, even before the job has closed the proposal", () => {
    const [over, expired] = [
      { expiresAt: at(10) },
      { kind: "decided", state: "expired", by: null, at: at(10) },
    ];
    expect(find("approve", joon, over)).toEqual(expired);
    expect(find("withdraw", anActor("author"), over)).toEqual(expired);
  });

  it("reports a missing right before any other obstacle", () => {
    const proposer = { isReviewer: false, isOperator: false };
    const decided = { state: "withdrawn" as const, decision: { by: "author", at: at(5), words: null } };
    expect(find("edit", anActor("other", proposer), decided)).toEqual({ kind: "notEditor" });
    expect(find("edit", anActor("author", proposer))).toBeNull();
    expect(find("withdraw", anActor("other", { isReviewer: true }))).toEqual({ kind: "notProposer" });
    expect(find("withdraw", anActor("other", { isOperator: true }))).toBeNull();
    const gone = anActor("author", { isReviewer: false, mayPropose: false });
    expect(find("edit", gone)).toEqual({ kind: "notEditor" });
    expect(find("withdraw", gone)).toEqual({ kind: "notProposer" });
  });
});

it.each<[string, number, string[], readonly string[] | "everyone" | null, boolean]>([
  ["nobody reviews", 1, ["author"], [], true],
  ["only its author reviews", 1, ["author"], ["author", "author"], true],
  ["one reviewer is left where two are needed", 2, ["author"], ["author", "Mina", "Mina"], true],
  ["all reviewers wrote it", 1, ["author", "editor"], ["author", "editor"], true],
  ["one reviewer is left where one is needed", 1, ["author"], ["author", "Mina"], false],
  ["one of three reviewers didn't write it", 1, ["author", "editor"], ["author", "editor", "Mina"], false],
  ["everyone may review", 50, ["author"], "everyone", false],
  ["the reviewers are not known", 1, ["author"], null, false],
])(
  "isReviewImpossible is true only if too few known reviewers are left: %s",
  (...[_, required, authors, of, is]) => {
    const reviewers = of === null || of === "everyone" ? of : new Set(of);
    expect(isReviewImpossible(authors, { required, reviewers })).toBe(is);
  },
);

it("a proposal's reminder is due a day before it expires, or halfway if it expires sooner", () => {
  expect(toReminderCutoff(at(0), 72)).toEqual(new Date(Date.UTC(2026, 10, 22)));
  expect(toReminderCutoff(at(0), 2)).toEqual(at(1));
});
