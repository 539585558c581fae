import { z } from "zod";
import { locales } from "../../languages.ts";
import type { Document, DocumentContent } from "../documents.ts";
import { ObservedContent } from "../observations/shown.ts";
import type { Operation } from "../operations/table.ts";

const text = z.string().optional();

const ProposedButton = z.object({
  buttonType: z.string(),
  buttonName: z.string(),
  linkMo: text,
  linkPc: text,
  linkAnd: text,
  linkIos: text,
});
export type ProposedButton = z.infer<typeof ProposedButton>;

/** The body of the update, its fields in one order: what is left out stays as it is. */
export const ProposedChange = z.object({
  name: text,
  content: text,
  buttons: z.array(ProposedButton).optional(),
});
export type ProposedChange = z.infer<typeof ProposedChange>;

/** Forgetting a number may take a time for one. */
const time = z.coerce.date().catch(() => new Date(0));

/** What was asked for at one time, and why: the proposer's own is the first, each edit is one more. */
const Revision = z.object({
  revision: z.int(),
  change: ProposedChange,
  /** SHA-256 of the change's canonical body, in hexadecimal. */
  contentDigest: z.string(),
  reason: z.string().catch(""),
  by: z.string(),
  at: time,
});
export type Revision = z.infer<typeof Revision>;

const Body = z.object({
  /** The proposer's, for a direct message; null when it isn't known. */
  locale: z.enum(locales).nullable().catch(null),
  /** Last known content of the template when the newest revision was made; null: it had never been observed. */
  basis: ObservedContent.nullable().catch(null),
  /** All, the first one first. */
  revisions: z.array(Revision).min(1),
  /** Of the newest revision, and earlier ones of the same content. */
  approvals: z.array(z.object({ by: z.string(), at: time })),
  /** Who brought it into its state, and with which words; null while nobody has, `by` null where the clock or a late reply did. */
  decision: z
    .object({ by: z.string().nullable(), at: time, words: z.string().nullable().catch(null) })
    .nullable(),
  createdAt: time,
  expiresAt: time,
  /** When a reminder was posted. */
  remindedAt: z.coerce.date().nullable().catch(null),
  /** Seal of what the newest update sends. */
  sentDigest: z.string().nullable().catch(null),
});
type Body = z.infer<typeof Body>;

const states = ["open", "changes_requested", "approved", "withdrawn", "expired"] as const;
/** `approved` means decided: what came of it is its operation's to say. */
export type ProposalState = (typeof states)[number];
const State = z.enum(states);

export const undecidedStates = ["open", "changes_requested"] as const;
/** An approved one whose proposer was asked what the vendors decided: nothing of it changes any more. */
export const askedState = "asked";
export const decidedStates = ["approved", askedState, "withdrawn", "expired"] as const;

export type Proposal = Omit<Body, "basis" | "sentDigest"> & {
  id: string;
  templateId: string;
  proposer: string;
  state: ProposalState;
  basis: ObservedContent | null;
  /** The newest; `change`, `seal` and `reason` are its own. */
  revision: number;
  change: ProposedChange;
  contentDigest: string;
  reason: string;
  /** The newest update that was to carry it out; of a proposal that is open again it had no effect. */
  operation: Operation | null;
};

/** A proposal with what only its own rules ask for. */
export type StoredProposal = Proposal & {
  version: number;
  /** Stays when the operation itself is purged. */
  operationId: string | null;
  sentDigest: string | null;
  isAsked: boolean;
};

export function toProposal(document: Document, operation: Operation | null): StoredProposal {
  const { id, subject, author, version, key, state } = document;
  const { revisions, ...body } = Body.parse(document.body);
  return {
    id,
    templateId: subject ?? "",
    proposer: author ?? "",
    version,
    operationId: key,
    ...body,
    ...withRevisions(revisions),
    state: state === askedState ? "approved" : State.parse(state),
    isAsked: state === askedState,
    operation,
  };
}

/** All revisions, with the parts of the newest. */
export function withRevisions(revisions: Revision[]) {
  const newest = revisions.at(-1);
  if (newest === undefined) throw new Error("a proposal has no revision");
  const { revision, change, contentDigest, reason } = newest;
  return { revisions, revision, change, contentDigest, reason };
}

export function isUndecided({ state }: Pick<Proposal, "state">): boolean {
  return state === "open" || state === "changes_requested";
}

/** Listed by its template and its proposer, found by its update, and due when it ends or has ended. */
export function toContent(proposal: StoredProposal): DocumentContent {
  const { templateId, proposer, operationId, state, isAsked, decision, expiresAt } = proposal;
  return {
    body: Body.parse(proposal),
    key: operationId,
    subject: templateId,
    author: proposer,
    state: isAsked ? askedState : state,
    // An invalid date is refused: it would be stored as none.
    dueAt: z.date().parse(decision === null || isUndecided(proposal) ? expiresAt : decision.at),
  };
}
