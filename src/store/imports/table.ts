import type { Selectable } from "kysely";
import type { Locale } from "../../locales/index.ts";
import { id, orNull, prose, type RowOf, risingId, text, time } from "../database/columns.ts";
import type { EntryState, ImportKind } from "./types.ts";

/** Templates' records that somebody gave: looked at first, and reported once they are confirmed. */
export const imports = {
  columns: {
    id: id(),
    kind: text<ImportKind>(),
    /** In whose name. */
    by: text(),
    locale: orNull(text<Locale>()),
    /** Until then it can be confirmed. */
    expires_at: time(),
    confirmed_at: orNull(time()),
    done_at: orNull(time()),
  },
  constraints: ["constraint imports_kind check (kind in ('import', 'operator_import'))"],
  indexes: [
    "index imports_unfinished on imports (confirmed_at) where confirmed_at is not null and done_at is null",
  ],
};

export const importEntries = {
  columns: {
    /** Rising in the order in which they are shown. */
    id: risingId(),
    import_id: text(),
    state: text<EntryState>(),
    /** Empty where nobody can tell. */
    template_id: text(),
    /** What a person is shown of it. */
    says: prose(),
    /** When the newest of what it was compared with was seen; null: nothing was. */
    seen_at: orNull(time()),
    /** What is reported of it; null where it can't be, and once it was. */
    body: orNull(prose()),
    /** Statuses that it changed, if any. */
    changes: orNull(prose()),
  },
  indexes: ["index import_entries_of on import_entries (import_id, id)"],
};
export type ImportRow = RowOf<typeof imports>;
export type EntryRow = Selectable<RowOf<typeof importEntries>>;
