import type { Selectable } from "kysely";
import { integer, orNull, prose, type RowOf, risingId, text, time } from "../database/columns.ts";
import type { SeenFrom } from "./shown.ts";

/** What one reply showed of one vendor, or what one person reported of it. */
export const sightings = {
  columns: {
    /** Rising in the order of storing: the highest is the newest. */
    id: risingId(),
    template_id: text(),
    vendor: text(),
    kind: text<SeenFrom["kind"]>(),
    by: text(),
    /** For a report, the id of its form or of its import. */
    operation_id: orNull(text()),
    seen_at: time(),
    status: orNull(text()),
    reason: orNull(prose()),
    code: orNull(prose()),
    comments: orNull(prose()),
    /** Beside its place in `content`, to be found by. */
    name: orNull(text()),
    content: orNull(prose()),
    /** The sum of what it says something of, as `shownParts` counts it: of each part the newest row is shown. */
    shows: integer(),
  },
  constraints: ["constraint sightings_kind check (kind in ('update', 'comment', 'report', 'import'))"],
  indexes: [
    "index sightings_of_template on sightings (template_id, vendor, id)",
    "index sightings_seen_at on sightings (seen_at)",
  ],
};
export type SightingRow = Selectable<RowOf<typeof sightings>>;
