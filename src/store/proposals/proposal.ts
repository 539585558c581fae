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

/** Body of the update, fields in a fixed order; missing ones stay as they are. */
export const ProposedChange = z.object({
  name: text,
  content: text,
  buttons: z.array(ProposedButton).optional(),
});
export type ProposedChange = z.infer<typeof ProposedChange>;

/** Forgetting a number may have damaged a time. */
const time = z.coerce.date().catch(() => new Date(0));

/** A change and its reason; the proposer's is the first, each edit adds one. */
const Revision = z.object({
  revision: z.int(),
  change: ProposedChange,
  /** SHA-256 of the change's canonical body, hexadecimal. */
  contentDigest: z.string(),
  reason: z.string().catch(""),
  by: z.string(),
  at: time,
});
export type Revision = z.infer<typeof Revision>;

const Body = z.object({
  /** The proposer's language for direct messages; null when unknown. */
  locale: z.enum(locales).nullable().catch(null),
  /** Last known content when the newest revision was made; null: never observed. */
  basis: ObservedContent.nullable().catch(null),
  revisions: z.array(Revision).min(1),
  /** Of the newest revision, and earlier ones with the same content. */
  approvals: z.array(z.object({ by: z.string(), at: time })),
  /** Who decided it, in which words; null while open, `by` null for the clock or a late reply. */
  decision: z
    .object({ by: z.string().nullable(), at: time, words: z.string().nullable().catch(null) })
    .nullable(),
  createdAt: time,
  expiresAt: time,
  remindedAt: z.coerce.date().nullable().catch(null),
  /** Digest of what the newest update sends. */
  sentDigest: z.string().nullable().catch(null),
});
type Body = z.infer<typeof Body>;

const states = ["open", "changes_requested", "approved", "withdrawn", "expired"] as const;
/** `approved` means decided: its operation says what came of it. */
export type ProposalState = (typeof states)[number];
const State = z.enum(states);

export const undecidedStates = ["open", "changes_requested"] as const;
/** Approved, and its proposer was asked about the vendors: nothing changes any more. */
export const askedState = "asked";
export const decidedStates = ["approved", askedState, "withdrawn", "expired"] as const;

export type Proposal = Omit<Body, "basis" | "sentDigest"> & {
  id: string;
  templateId: string;
  proposer: string;
  state: ProposalState;
  basis: ObservedContent | null;
  /** The newest; `change`, `contentDigest` and `reason` are its own. */
  revision: number;
  change: ProposedChange;
  contentDigest: string;
  reason: string;
  /** The newest update to carry it out; without effect where the proposal is open again. */
  operation: Operation | null;
};

export type StoredProposal = Proposal & {
  version: number;
  /** Kept when the operation is purged. */
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

export function withRevisions(revisions: Revision[]) {
  const newest = revisions.at(-1);
  if (newest === undefined) throw new Error("a proposal has no revision");
  const { revision, change, contentDigest, reason } = newest;
  return { revisions, revision, change, contentDigest, reason };
}

export function isUndecided({ state }: Pick<Proposal, "state">): boolean {
  return state === "open" || state === "changes_requested";
}

/** Listed by template and proposer, found by its update, due when it ends or has ended. */
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
