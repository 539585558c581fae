import type { Locale } from "../../locales/index.ts";
import { id, integer, json, name, orNull, prose, type RowOf, text, time } from "../database/columns.ts";

/** How a platform-changing call ended: accepted, refused and not_sent are definite, unknown may have happened. */
export type Outcome = "accepted" | "refused" | "not_sent" | "unknown";

/** What a person found out about an unknown outcome. */
export type SettledAs = "arrived" | "did_not_arrive";

/** What the owner of a phone saw there. */
export type ReceivedAs = "arrived" | "looks_wrong" | "did_not_arrive";

/** `once`, and where it was of a run, `again` after a while; `over`: nobody waits for the answer, which still counts. */
export type Asking = "once" | "again" | "over";

/** Open while `closed_at` is null: that, and no list of states, is what the partial indexes are made on. */
export const operations = {
  columns: {
    /** For the first of an act, the act's own. */
    id: id(),
    /** `messages.send`, `files.upload` … */
    kind: text(),
    /** Slack user id. */
    author: text(),
    /** Slack conversation for the result; null when the author left it to the defaults. */
    conversation: orNull(text()),
    /** The author's language; null of what an older version stored. */
    locale: orNull(text<Locale>()),
    /** The exact body that is (or would have been) sent. */
    request: json("author"),
    /** What was true of it when it was asked for: what people are told must not change with a setting. */
    about: orNull(json("author")),
    state: text<"stored" | "started" | "closed">(),
    /** Null until closed. */
    outcome: orNull(text<Outcome>()),
    /** The platform's reply or the reason for failure, as its feature keeps it. */
    result: orNull(json("author")),
    message_id: orNull(text()),
    /** The act that brought it: the id of its first operation. */
    act: text(),
    /** 0 starts at once, 1 when its act's first is accepted, and never otherwise. */
    step: integer(),
    /** The first try of this very effect: its own id, unless it sends something again. */
    root: text(),
    /** What the person typed as the reason for sending again. */
    reason: orNull(prose("author")),
    /** The counter this operation is counted on; it is given back on the one transition to refused or not sent. */
    quota_day: orNull(text()),
    /** The instance that has it in hand; see `abandoned.ts`. */
    owner: text(),
    created_at: time(),
    /** The person was told that it is on its way; noted of what may run after a restart. */
    acknowledged_at: orNull(time()),
    /** When the request was about to leave; null when it never was. */
    started_at: orNull(time()),
    /** The instance that made the request: only that one can know better than `unknown` later. */
    started_by: orNull(text()),
    /** When the store took its end: what is listed, asked or kept with others goes by that. */
    closed_at: orNull(time()),
    /** When it came to that end, which people read; null where nothing lay between. */
    ended_at: orNull(time()),
    /** When a late reply replaced `unknown` with what really happened. */
    corrected_at: orNull(time()),
    settled_by: orNull(text()),
    settled_as: orNull(text<SettledAs>()),
    settled_at: orNull(time()),
    /** On-call's card of unknown outcomes it stands on, named by the operation that began the card. */
    unknowns_card: orNull(text()),
    /** Slack user id of who holds the phone and was asked whether it arrived. */
    phone_owner: orNull(text()),
    /** The operation that began the direct message in which it is asked. */
    questionnaire: orNull(text()),
    asked_at: orNull(time()),
    /** Null of a message that is no run's: nobody is asked again. */
    asking: orNull(text<Asking>()),
    received_as: orNull(text<ReceivedAs>()),
    received_at: orNull(time()),
    received_words: orNull(prose("phone_owner")),
  },
  constraints: [
    "constraint operations_state check (state in ('stored', 'started', 'closed'))",
    "constraint operations_closed check ((state = 'closed') = (closed_at is not null))",
    "constraint operations_outcome check ((outcome is not null) = (closed_at is not null))",
  ],
  indexes: [
    // The abandoned are found among the open; the closed, which are nearly all, are not in that index.
    "index operations_open on operations (created_at, id) where closed_at is null",
    "index operations_closed_at on operations (closed_at) where closed_at is not null",
    "index operations_message on operations (message_id, created_at) where message_id is not null",
    "index operations_newest on operations (created_at, id)",
    "index operations_by_author on operations (author, created_at, id)",
    "index operations_by_outcome on operations (outcome, created_at, id)",
    "index operations_by_author_outcome on operations (author, outcome, created_at, id)",
    "index operations_of_act on operations (act)",
    "index operations_of_root on operations (root)",
    // Of all tries of the same effect at most one is open.
    "unique index operations_open_try on operations (root) where closed_at is null",
    "index operations_of_card on operations (unknowns_card) where unknowns_card is not null",
    "index operations_newest_unknown on operations (kind, closed_at) where unknowns_card is not null",
    `index operations_asked on operations (phone_owner, asked_at, questionnaire, asking)
      where phone_owner is not null`,
  ],
};
export type OperationRow = RowOf<typeof operations>;

/** What an operation is found by in the history, each word in lower case: whom it went to, its kind, its template. */
export const operationWords = {
  columns: { word: name(), operation_id: text(), author: text(), created_at: time() },
  key: ["operation_id", "word"],
  indexes: [
    "index operation_words_newest on operation_words (word, created_at, operation_id)",
    "index operation_words_by_author on operation_words (word, author, created_at, operation_id)",
  ],
};

/** How much of its limit for a kind of operation a person has used on a day. */
export const quotas = {
  columns: { person: text(), day: text(), kind: text(), used: integer() },
  key: ["person", "day", "kind"],
  constraints: ["constraint quotas_used check (used >= 0)"],
};

/** Who wants no more questions whether a message arrived. */
export const receiptStops = { columns: { person: id(), stopped_at: time() } };
