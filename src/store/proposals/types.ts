import type { Locale } from "../../locales/index.ts";
import type { StoreTransaction } from "../database/tables.ts";
import type { Operation } from "../operations/types.ts";
import type { Telling } from "../posts/types.ts";
import type { SeenContent } from "../sightings/types.ts";
import type { ProposedChange } from "./read.ts";

export type { ProposedChange };
export type ProposedButton = NonNullable<ProposedChange["buttons"]>[number];

/** What was asked for at one time, and why: the proposer's own is the first, each edit is one more. */
export type Revision = {
  revision: number;
  change: ProposedChange;
  /** SHA-256 of the change's canonical body, in hexadecimal. */
  seal: string;
  reason: string;
  by: string;
  at: Date;
};

export type Approval = { by: string; at: Date };

/** `approved` means decided: what came of it is its operation's to say. */
export type ProposalState = "open" | "changes_requested" | "approved" | "withdrawn" | "expired";

export type Proposal = {
  id: string;
  templateId: string;
  /** The newest; `change`, `seal` and `reason` are its own. */
  revision: number;
  change: ProposedChange;
  seal: string;
  reason: string;
  proposer: string;
  /** The proposer's, for a direct message; null when it isn't known. */
  locale: Locale | null;
  /** All, the first one first. */
  revisions: Revision[];
  /** Those of the newest revision, and earlier ones of the same content. */
  approvals: Approval[];
  state: ProposalState;
  /** Who brought it into its state, and with which words; null while nobody has, or the clock did. */
  decision: { by: string | null; at: Date; words: string | null } | null;
  /** What was seen of the template when the newest revision was made; null: it had never been seen. */
  basis: SeenContent | null;
  createdAt: Date;
  expiresAt: Date;
  /** When it was reminded of. */
  remindedAt: Date | null;
  /** The update that was to carry it out, the newest one; of one that is open again it had no effect. */
  operation: Operation | null;
};

export type NewProposal = {
  /** The id of the form's rendering: the same one counts once. */
  id: string;
  templateId: string;
  change: ProposedChange;
  seal: string;
  reason: string;
  proposer: string;
  locale: Locale;
  basis: SeenContent | null;
  expiresAt: Date;
};

/** Called in the transaction, with the proposal as it stands then; pure. */
export type TellsProposal = (proposal: Proposal) => Telling;

/**
 * `done`: it stands. `overtaken`: nothing was written, since the proposal had changed by then; it is as it stands, and
 * the rules say why. `gone`: there is none of that id (any more).
 */
export type Decided = { kind: "done" | "overtaken"; proposal: Proposal } | { kind: "gone" };

/** Which revision somebody saw who decides, and who that is. */
export type Decision = { id: string; revision: number; by: string };

export type ApprovalGiven = Decision & {
  /** How many it takes, not counting those of who may approve no more. */
  required: number;
  former: readonly string[];
  /** The update that carries the proposal out, if this is the last one. */
  operationId: string;
};

/** `last`: the proposal is approved with it. `none`: nothing was written, and the rules say why. */
export type Weight = "counted" | "last" | "none";

export type EditDecision = Decision & {
  change: ProposedChange;
  seal: string;
  reason: string;
  basis: SeenContent | null;
  expiresAt: Date;
};

export type ProposalTable = {
  /** Not new: this form was submitted before; the proposal is the one that it made. */
  add(proposal: NewProposal, tells: TellsProposal): Promise<{ isNew: boolean; proposal: Proposal }>;
  get(id: string): Promise<Proposal | null>;
  /**
   * One reviewer more, for TakeOnRequest.also: only the last one leaves the operation there. What counted is told; the end
   * of its update tells of the last.
   */
  approve(trx: StoreTransaction, approval: ApprovalGiven, tells: TellsProposal): Promise<Weight>;
  requestChanges(decision: Decision & { words: string }, tells: TellsProposal): Promise<Decided>;
  /**
   * A new revision without approvals, of whoever wrote it; one with the same seal keeps those of others. Either opens again
   * what changes were requested of. What changes nothing of an open one is none.
   */
  edit(decision: EditDecision, tells: TellsProposal): Promise<Decided>;
  /** Whatever revision was seen: all of it goes. */
  withdraw(decision: Omit<Decision, "revision">, tells: TellsProposal): Promise<Decided>;
  /** Opens again what was sent for nothing, where that could not be told with its end, one at a time; how many. */
  reopen(tells: TellsProposal): Promise<number>;
  /** Ends what nobody decided in time, one at a time; how many. */
  expire(tells: TellsProposal): Promise<number>;
  /** Once for each that expires before `before` and is undecided, one at a time; how many. */
  remind(before: Date, tells: TellsProposal): Promise<number>;
  /**
   * With an operation's end, correction or settlement, in its transaction: what was sent for nothing is open again,
   * and needs one approval more. The proposal as it is then; null when the operation carries out none.
   */
  conclude(trx: StoreTransaction, operationId: string): Promise<Proposal | null>;
  /**
   * Accepted before `before`, the oldest first, whose proposer was not asked yet what the vendors made of it, and of which no
   * vendor was seen since.
   */
  listUnasked(before: Date, limit: number): Promise<Proposal[]>;
  /** Asks once; where nothing is told it is only noted that there is nothing to ask. */
  ask(id: string, tells: (trx: StoreTransaction) => Promise<Telling>): Promise<void>;
  /** Ids of those whose cards show what is observed of these templates. */
  listShowing(templateIds: readonly string[], trx: StoreTransaction): Promise<string[]>;
  /** Newest first; inside a transaction where one is given. */
  list(filter: ProposalFilter, trx?: StoreTransaction): Promise<Proposal[]>;
};

export type ProposalFilter = {
  templateId?: string;
  proposer?: string;
  states?: readonly ProposalState[];
  limit: number;
};
