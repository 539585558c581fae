import { z } from "zod";
import type { Locale } from "../../locales/index.ts";
import { toDate, toJson } from "../database/values.ts";
import type { Operation } from "../operations/types.ts";
import { toContent } from "../sightings/row.ts";
import type { SeenContent } from "../sightings/types.ts";
import type { Approval, Note, Proposal, ProposalState, ProposedChange, Revision } from "./types.ts";

export type ProposalRow = {
  id: string;
  template_id: string;
  /** The newest. */
  revision: number;
  state: ProposalState;
  proposer: string;
  locale: Locale | null;
  reason: string;
  basis: string | null;
  /** The last update that was to carry it out, and the revision that it sends. */
  operation_id: string | null;
  operation_revision: number | null;
  decided_by: string | null;
  decided_at: number | null;
  decided_words: string | null;
  created_at: number;
  expires_at: number;
  reminded_at: number | null;
  /** When its proposer was asked what became of it, or there was nothing to ask. */
  asked_at: number | null;
};

export type RevisionRow = {
  proposal_id: string;
  revision: number;
  change: string;
  seal: string;
  by: string;
  made_at: number;
};

export type ApprovalRow = { proposal_id: string; revision: number; by: string; approved_at: number };

export type ProposalNoteRow = {
  id: string;
  proposal_id: string;
  by: string;
  words: string;
  noted_at: number;
};

export type Parts = {
  revisions: RevisionRow[];
  approvals: ApprovalRow[];
  notes: ProposalNoteRow[];
  operation: Operation | null;
};

export function toProposal(row: ProposalRow, parts: Parts): Proposal {
  const revisions = parts.revisions.map(toRevision);
  const newest = revisions.at(-1);
  if (newest === undefined) throw new Error(`proposal ${row.id} has no revision`);
  return {
    id: row.id,
    templateId: row.template_id,
    revision: row.revision,
    change: newest.change,
    seal: newest.seal,
    reason: row.reason,
    proposer: row.proposer,
    locale: row.locale,
    revisions,
    approvals: parts.approvals
      .filter(({ revision }) => revision === row.revision)
      .map(({ by, approved_at }): Approval => ({ by, at: new Date(approved_at) })),
    notes: parts.notes.map(({ by, words, noted_at }): Note => ({ by, words, at: new Date(noted_at) })),
    state: row.state,
    decision: toDecision(row),
    basis: toBasis(row.basis),
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    remindedAt: toDate(row.reminded_at),
    operation: parts.operation,
  };
}

function toRevision({ revision, change, seal, by, made_at }: RevisionRow): Revision {
  return { revision, change: toChange(change), seal, by, at: new Date(made_at) };
}

function toDecision({ decided_by, decided_at, decided_words }: ProposalRow): Proposal["decision"] {
  return decided_at === null ? null : { by: decided_by, at: new Date(decided_at), words: decided_words };
}

const text = z.string().optional();
const Change = z.object({
  name: text,
  content: text,
  buttons: z
    .array(
      z.object({
        buttonType: z.string(),
        buttonName: z.string(),
        linkMo: text,
        linkPc: text,
        linkAnd: text,
        linkIos: text,
      }),
    )
    .optional(),
});

function toChange(stored: string): ProposedChange {
  return Change.parse(toJson(stored));
}

const From = z.object({
  from: z.object({
    kind: z.enum(["update", "comment", "report"]),
    by: z.string(),
    operationId: z.string().nullable(),
    at: z.coerce.date(),
  }),
});

/** The content as it was seen then; the sighting itself may be gone. */
function toBasis(stored: string | null): SeenContent | null {
  const content = toContent(stored);
  const read = From.safeParse(stored === null ? null : toJson(stored)).data;
  if (content === null || read === undefined) return null;
  const { kind, by, operationId, at } = read.from;
  return {
    ...content,
    from:
      kind === "report"
        ? { kind, by, operationId: null, at }
        : { kind, by, operationId: operationId ?? "", at },
  };
}
