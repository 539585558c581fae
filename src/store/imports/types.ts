import type { Locale } from "../../locales/index.ts";
import type { StoreTransaction } from "../database/tables.ts";
import type { Json } from "../database/values.ts";
import type { Telling } from "../posts/types.ts";
import type { ReportKind } from "../sightings/shown.ts";
import type { VendorSighting } from "../sightings/types.ts";

/** By the person themselves, or by an operator in their name. */
export type ImportKind = Exclude<ReportKind, "report">;

/**
 * As an entry stood against what was seen when it was read: `broken` can't be reported, `older` is left out unless it was
 * `chosen`. Once confirmed, each of the rest becomes `reported`, or `left_out` where anything was seen since.
 */
export type EntryState = "broken" | "older" | "changed" | "new" | "same" | "chosen" | "reported" | "left_out";

export type NewEntry = {
  state: Exclude<EntryState, "chosen" | "reported" | "left_out">;
  /** Null where nobody can tell; else no other entry of the import has it. */
  templateId: string | null;
  /** What a person is shown of it. */
  says: object;
  /** When the newest of what it was compared with was seen; null: nothing was. */
  seenAt: Date | null;
  vendors: readonly VendorSighting[];
};

export type ImportEntry = { id: number; state: EntryState; templateId: string; says: Json };

export type NewImport = {
  id: string;
  kind: ImportKind;
  by: string;
  locale: Locale | null;
  expiresAt: Date;
  /** In the order in which they are shown. */
  entries: readonly NewEntry[];
};

export type Import = Omit<NewImport, "entries"> & {
  confirmedAt: Date | null;
  doneAt: Date | null;
  counts: Readonly<Record<EntryState, number>>;
};

/** A vendor's status that an import changed. */
export type ImportedChange = {
  templateId: string;
  name: string | null;
  vendor: string;
  before: string;
  status: string;
};

export type ImportTable = {
  /** Stored a few entries at a time; whoever is shown it confirms it. */
  keep(made: NewImport): Promise<void>;
  /** Null when it is gone. */
  get(id: string): Promise<Import | null>;
  /** In the order in which they are shown; `templateId`: of that one alone. */
  list(
    id: string,
    page: { state?: EntryState; templateId?: string; offset: number; limit: number },
  ): Promise<ImportEntry[]>;
  /** With the older entries that were chosen. `again`: it was before, and stays as it was then. `gone`: or somebody else's. */
  confirm(id: string, by: string, older: "all" | readonly number[]): Promise<"confirmed" | "again" | "gone">;
  /**
   * Reports a few entries of a confirmed import in one transaction, with what that tells; false when none was left, whoever
   * reported them. May be called by several at once.
   */
  step(id: string, options: ImportOptions): Promise<boolean>;
  /** Confirmed and not reported to the end, perhaps under way. */
  unfinished(): Promise<string[]>;
  /** In the order of the entries. */
  changes(id: string): Promise<ImportedChange[]>;
};

export type ImportOptions = {
  /** What is told of templates that were just reported; `changesAny` comes with the last of all, of any status. */
  tells(
    reported: { templateIds: readonly string[]; changesAny: boolean },
    trx: StoreTransaction,
  ): Promise<Telling>;
};
