import type { Locale } from "../../locales/index.ts";
import { toDate, toJson } from "../database/values.ts";
import type { Receipt, ReceivedAs } from "../receipts/types.ts";
import type { Operation, Outcome, SettledAs } from "./types.ts";

export type OperationRow = {
  id: string;
  kind: string;
  author: string;
  conversation: string | null;
  locale: Locale | null;
  request: string;
  state: "stored" | "started" | "closed";
  outcome: Outcome | null;
  result: string | null;
  message_id: string | null;
  attempts: number;
  repeats: string | null;
  repeated_by: string | null;
  sent_again_at: number | null;
  needless: number | null;
  reason: string | null;
  follows: string | null;
  followed_by: string | null;
  batch: string | null;
  /** The counter this operation is counted on; it is given back on the one transition to refused or not sent. */
  quota_day: string | null;
  /** The act with which its form began, and what stood in the form. */
  first_act: string | null;
  content: string | null;
  lease_owner: string;
  lease_until: number;
  created_at: number;
  /** The act came again before it started, and was told to be on its way: it can't be taken back silently. */
  told_again_at: number | null;
  /** The person was told that it is on its way; noted of what may run after a restart. */
  acknowledged_at: number | null;
  started_at: number | null;
  /** `toStarter`: only who made the request can know better than `unknown` later. */
  started_by: string | null;
  /** When the store took its end: what is listed, asked or kept with others goes by that. */
  closed_at: number | null;
  /** When it came to that end, which people read; null where nothing lay between. */
  ended_at: number | null;
  corrected_at: number | null;
  settled_by: string | null;
  settled_as: SettledAs | null;
  settled_at: number | null;
  /** The operation that began the listing which tells on-call of this one too; `listing_only`: nothing else there does. */
  listing: string | null;
  listing_only: number | null;
  /** Who was asked whether it arrived, in which direct message, and what came of it. */
  receipt_holder: string | null;
  receipt_sheet: string | null;
  receipt_as: ReceivedAs | null;
  receipt_at: number | null;
  receipt_words: string | null;
};

/** Ends that certainly changed nothing at the platform. */
export const noEffects: readonly Outcome[] = ["refused", "not_sent"];

/** Certainly: nobody knows it of what has no outcome yet. */
export function hadNoEffect(outcome: Outcome | null | undefined): boolean {
  return noEffects.some((one) => one === outcome);
}

/** One process may take an operation on more than once, and knows what became of a request by the attempt that made it. */
export function toStarter(owner: string, attempt: number): string {
  return `${owner}#${attempt}`;
}

export type QuotaRow = { person: string; day: string; used: number };

export function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    kind: row.kind,
    author: row.author,
    conversation: row.conversation,
    locale: row.locale,
    request: toJson(row.request),
    state: row.state,
    outcome: row.outcome,
    result: row.result === null ? null : toJson(row.result),
    messageId: row.message_id,
    attempts: row.attempts,
    repeats: row.repeats,
    repeatedBy: row.repeated_by,
    sentAgainAt: toDate(row.sent_again_at),
    isNeedless: row.needless === 1,
    reason: row.reason,
    follows: row.follows,
    followedBy: row.followed_by,
    batch: row.batch,
    createdAt: new Date(row.created_at),
    acknowledgedAt: toDate(row.acknowledged_at),
    startedAt: toDate(row.started_at),
    closedAt: toDate(row.ended_at ?? row.closed_at),
    correctedAt: toDate(row.corrected_at),
    settledBy: row.settled_by,
    settledAs: row.settled_as,
    settledAt: toDate(row.settled_at),
    listing: row.listing,
    isOnlyListed: row.listing_only === 1,
    receipt: toReceipt(row),
  };
}

function toReceipt(row: OperationRow): Receipt | null {
  const { receipt_holder: holder, receipt_sheet: sheet, receipt_as: as, receipt_words: words } = row;
  if (holder === null || sheet === null) return null;
  return { holder, sheet, as, words, at: toDate(row.receipt_at) };
}
