import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { DraftRow } from "../drafts/row.ts";
import type { FileRow, FileUseRow } from "../files/row.ts";
import type { HomePaceRow, HomeRow } from "../homes/row.ts";
import type { JobRow } from "../jobs/row.ts";
import type { ListingRow, OperationRow, QuotaRow } from "../operations/row.ts";
import type { LaneRow, PaceRow, PostLineRow, PostRow } from "../posts/row.ts";
import type { Pace } from "../posts/types.ts";
import type { ApprovalRow, ProposalNoteRow, ProposalRow, RevisionRow } from "../proposals/row.ts";
import type { ReceiptRow, ReceiptStopRow } from "../receipts/row.ts";
import type { SightingRow } from "../sightings/row.ts";
import type { WatchRow } from "../watches/row.ts";

/*
 * The rows as both databases hold them. Times are milliseconds since 1970, JSON is text. A row is open while its
 * `closed_at` is null: that, and no list of states, is what the partial indexes are made on.
 */
export type Tables = {
  operations: OperationRow;
  posts: PostRow;
  post_lines: PostLineRow;
  lanes: LaneRow;
  listings: ListingRow;
  quotas: QuotaRow;
  drafts: DraftRow;
  jobs: JobRow;
  paces: PaceRow;
  watches: WatchRow;
  files: FileRow;
  file_uses: FileUseRow;
  sightings: SightingRow;
  proposals: ProposalRow;
  proposal_revisions: RevisionRow;
  proposal_approvals: ApprovalRow;
  proposal_notes: ProposalNoteRow;
  homes: HomeRow;
  home_paces: HomePaceRow;
  receipts: ReceiptRow;
  receipt_stops: ReceiptStopRow;
};

export type Engine = "sqlite" | "postgres";

export type StoreTransaction = Transaction<Tables>;

/** Makes tables, or brings them from one version to the next. */
export type Migration = (db: Kysely<Tables>, engine: Engine) => Promise<void>;

/** Resolves once it is committed; rejects with nothing written, or with a commit whose answer was lost. */
export type Transact = <T>(run: (trx: StoreTransaction) => Promise<T>) => Promise<T>;

/** An open database that is only looked at. */
export type ReadingConnection = {
  db: Kysely<Tables>;
  engine: Engine;
  close(): Promise<void>;
};

/** An open database. */
export type Connection = ReadingConnection & {
  transact: Transact;
  /** See `Store`. */
  lost(): string | null;
};

/** What every part of the store works with. */
export type StoreContext = {
  connection: Connection;
  owner: string;
  leaseMs: number;
  now: () => Date;
  /** What leases go by, in milliseconds. */
  leaseNow: () => RawBuilder<number>;
  /** What jobs, waiting posts and the age of what is kept go by: the same, where that means something after a restart. */
  storeNow: () => RawBuilder<number>;
  pace: Pace;
  /** To be called after a commit that stored posts. */
  tellAdded: () => void;
};
