import type { Generated, Selectable } from "kysely";
import { toJson, toStrings } from "../database/values.ts";
import type { ClaimedPost, Place, PostState } from "./types.ts";

export type PostRow = {
  /** Rising in the order in which subjects were first told. */
  id: Generated<number>;
  subject: string;
  place: string;
  kind: string;
  destinations: string;
  /** Where it goes now; empty where there is none. */
  destination: string;
  facts: string | null;
  links_to: string | null;
  kept: number;
  /** Raised with each change of the subject; `shown`: as of the picture that was sent last. */
  wanted: number;
  shown: number;
  /** Since when something of it has not arrived: the order in its conversation. Null: nothing waits. */
  since: number | null;
  attempts: number;
  may_repeat: number;
  channel: string | null;
  ts: string | null;
  /** The last failure. */
  error: string | null;
  /** It could not be drawn: what stands is older, or plain words. */
  undrawn: Generated<number>;
  changed_at: number;
};

/** What happened, until it was said under its post; what could not be drawn waits for the next start. */
export type PostLineRow = {
  id: Generated<number>;
  post_id: number;
  event: string;
  may_repeat: number;
  undrawn: Generated<number>;
};

/**
 * A conversation: whoever has its claim makes one request there. `due_at` is when there may be something for it, or when
 * the claim runs out; null while nothing waits. Not before `free_at`, by its pace or after a failure.
 */
export type LaneRow = {
  destination: string;
  due_at: number | null;
  free_at: number;
  claim: string | null;
  /** Under way: a new message, a line by its id, or an edit. */
  post_id: number | null;
  line_id: number | null;
};

/** Of all edits: from `free_at` on the next may be made. */
export type PaceRow = { lane: string; free_at: number };

export function toPlace({ channel, ts }: Pick<PostRow, "channel" | "ts">): Place | null {
  return channel === null || ts === null ? null : { channel, ts };
}

export function toClaimed(
  row: Selectable<PostRow>,
  claim: string,
  line: Selectable<PostLineRow> | null,
): ClaimedPost {
  const { id, subject, place, kind, facts, destination, destinations, wanted, attempts } = row;
  const mayRepeat = line === null ? row.may_repeat : line.may_repeat;
  return {
    ...{ id, claim, subject, place, kind, destination, wanted, attempts },
    facts: facts === null ? null : toJson(facts),
    destinations: toStrings(destinations),
    message: toPlace(row),
    line: line === null ? null : { id: line.id, event: toJson(line.event) },
    mayRepeat: mayRepeat === 1,
  };
}

export function toState(row: Selectable<PostRow>): PostState {
  const { subject, place, destination, since, may_repeat, error } = row;
  return {
    ...{ subject, place, destination, error },
    message: toPlace(row),
    waits: since !== null,
    mayRepeat: may_repeat === 1,
  };
}
