import { renderPagedList } from "../../lists/paged-list.ts";
import type { PlatformList } from "../../lists/read-list.ts";
import type { Reading } from "../../lists/recent.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { PaymentMethod } from "../../platform/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { type Column, noValue, type Row } from "../../slack/blocks/table.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import { type Expiry, expiryAt } from "./expiry.ts";
import { ids } from "./ids.ts";

export type PaymentRendering = {
  words: Catalogue;
  format: Format;
  /** IANA name; whose midnight ends a month. */
  timeZone: string;
  now: Date;
};

type Judged = { method: PaymentMethod; expiry: Expiry };

/** For the person who asked and nobody else; expired and expiring ones first. */
export function renderPayments(
  reading: Reading<PlatformList<PaymentMethod>>,
  page: number,
  { words, format, timeZone, now }: PaymentRendering,
): Answer {
  const { payments, lists } = words;
  const toExpiry = expiryAt(now, timeZone);
  const judged = reading.value.items
    .map((method): Judged => ({ method, expiry: toExpiry(method.expDate) }))
    .toSorted((a, b) => urgency(a.expiry) - urgency(b.expiry));
  const urgent = (["expired", "expiring"] as const).flatMap((state) => {
    const count = judged.filter(({ expiry }) => expiry.state === state).length;
    return count === 0 ? [] : [[payments.urgent[state](count)]];
  });
  return renderPagedList(
    {
      title: payments.title,
      readAt: reading.at,
      isCut: reading.value.isCut,
      hasGaps: reading.value.hasGaps,
      urgent,
      about: [],
      layout: "lines",
      columns: toColumns(payments),
      rows: judged.map((one) => toRow(one, payments, format)),
      page,
      empty: [[payments.none]],
      notes: judged.length === 0 ? [] : [[payments.calendarNote(timeZone)], [payments.rechargeNote]],
      turn: { actionId: ids.page, valueFor: String },
      buttons: [],
    },
    { words: lists, format },
  );
}

/** What `/msg-payments` is to a person. */
export function paymentGuide({ payments }: Catalogue, mayView: boolean): Guide {
  const { guide } = payments;
  return {
    purpose: guide.purpose,
    barred: mayView ? null : payments.notAllowed,
    uses: [{ words: "", does: guide.all }],
    notes: mayView ? [guide.personal] : [],
  };
}

/** By the day it ends; one that nobody can read stands behind those that need somebody now. */
function urgency(expiry: Expiry): number {
  if (expiry.state === "unreadable") return 30;
  return expiry.lastDayInDays;
}

function toColumns(words: Catalogue["payments"]): Column[] {
  return [
    { heading: words.method },
    { heading: words.expiry, startsLine: true },
    { heading: words.recharge },
    { heading: words.id },
  ];
}

function toRow({ method, expiry }: Judged, words: Catalogue["payments"], format: Format): Row {
  const end = endOf(method._id);
  return [
    method.description ?? noValue,
    expiryWords(method, expiry, { words, format }),
    rechargeWords(method.autoRecharge, format),
    end === null ? noValue : `…${end}`,
  ];
}

function expiryWords(
  { expDate }: PaymentMethod,
  expiry: Expiry,
  { words, format }: { words: Catalogue["payments"]; format: Format },
): string {
  if (expiry.state === "unreadable") return expDate ? words.unreadable(expDate) : words.noExpiry;
  return words[expiry.state](format.month(expiry.month), format.relativeDays(expiry.lastDayInDays));
}

const shownOfId = 4;

/** As much of an ID as tells methods apart, here and in what on-call is told. */
export function endOf(id: string | null | undefined): string | null {
  return id ? Array.from(id).slice(-shownOfId).join("") : null;
}

/** The number as it came. */
export function rechargeWords(number: number | null | undefined, format: Format): string {
  return number === null || number === undefined ? noValue : format.number(number);
}
