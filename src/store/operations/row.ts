import type { Locale } from "../../locales/index.ts";
import { toDate, toJson } from "../database/values.ts";
import type { ReceiptRow } from "../receipts/row.ts";
import type { Receipt } from "../receipts/types.ts";
import type { Kin, Operation, Outcome, SettledAs } from "./types.ts";

export type OperationRow = {
  id: string;
  kind: string;
  author: string;
  conversation: string | null;
  locale: Locale | null;
  request: string;
  about: string | null;
  state: "stored" | "started" | "closed";
  outcome: Outcome | null;
  result: string | null;
  message_id: string | null;
  attempts: number;
  /** The id of its act's first operation; `step`: 1 where it waits for that one. */
  act: string;
  step: number;
  root: string;
  reason: string | null;
  /** The counter this operation is counted on; it is given back on the one transition to refused or not sent. */
  quota_day: string | null;
  /** The delivery that stored it. */
  delivery: string | null;
  lease_owner: string;
  lease_until: number;
  created_at: number;
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
  /** It was told that it waits for its turn. */
  waits: number;
  /** The operation that began the listing on which on-call reads of it. */
  listing: string | null;
};

/** The newest listing of a kind: `id` is the operation's that began it, `open` how many on it nobody knows the end of. */
export type ListingRow = { kind: string; id: string; newest_at: number; open: number };

/** Ends that certainly changed nothing at the platform. */
const noEffects: readonly Outcome[] = ["refused", "not_sent"];

/** Certainly: nobody knows it of what has no outcome yet. */
export function hadNoEffect(outcome: Outcome | null | undefined): boolean {
  return noEffects.some((one) => one === outcome);
}

/** One process may take an operation on more than once, and knows what became of a request by the attempt that made it. */
export function toStarter(owner: string, attempt: number): string {
  return `${owner}#${attempt}`;
}

export type QuotaRow = { person: string; day: string; used: number };

/** What of an operation stands in other rows. */
export type Beside = Pick<Operation, "tries" | "siblings" | "receipt">;

export const kinColumns = [
  ...(["id", "kind", "author", "act", "step", "root", "state", "outcome"] as const),
  ...(["settled_as", "listing", "created_at", "started_at"] as const),
] as const satisfies readonly (keyof OperationRow)[];

export type KinRow = Pick<OperationRow, (typeof kinColumns)[number]>;

export function toKin(row: KinRow): Kin {
  const { id, kind, author, act, step, root, state, outcome } = row;
  return {
    ...{ id, kind, author, act, step, root, state, outcome },
    settledAs: row.settled_as,
    listing: row.listing,
    createdAt: new Date(row.created_at),
    startedAt: toDate(row.started_at),
  };
}

export function toOperation(row: OperationRow, beside: Beside): Operation {
  return {
    ...toKin(row),
    conversation: row.conversation,
    locale: row.locale,
    request: toJson(row.request),
    about: row.about === null ? null : toJson(row.about),
    result: row.result === null ? null : toJson(row.result),
    messageId: row.message_id,
    attempts: row.attempts,
    reason: row.reason,
    acknowledgedAt: toDate(row.acknowledged_at),
    closedAt: toDate(row.ended_at ?? row.closed_at),
    correctedAt: toDate(row.corrected_at),
    settledBy: row.settled_by,
    settledAt: toDate(row.settled_at),
    waits: row.waits === 1,
    ...beside,
  };
}

export function toReceipt({
  holder,
  sheet,
  received_as,
  received_at,
  words,
}: Omit<ReceiptRow, "operation_id" | "asked_at">): Receipt {
  return { holder, sheet, as: received_as, words, at: toDate(received_at) };
}
