import type { ActionsBlock, Button } from "@slack/types";
import { renderPagedList } from "../../lists/list.ts";
import type { PlatformList, Reading } from "../../lists/readings.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { PaymentMethod } from "../../platform/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import { emptyCellText, type Row } from "../../slack/blocks/table.ts";
import { createExpiryReader, type Expiry } from "./expiry.ts";

/** Ids that Slack echoes; `page` is followed by `:` and the button's own suffix. */
export const ids = { command: "/msg-payments", page: "payments.page", open: "payments.open" } as const;

export type PaymentRenderOptions = {
  words: Catalogue;
  format: Format;
  /** IANA name of the zone whose midnight ends a month. */
  timeZone: string;
  now: Date;
  toConsole: readonly Button[];
};

type Judged = { method: PaymentMethod; expiry: Expiry };

/** Answer only for the person who asked. Expired and expiring methods come first. */
export function renderPayments(
  reading: Reading<PlatformList<PaymentMethod>>,
  page: number,
  { words, format, timeZone, now, toConsole }: PaymentRenderOptions,
): Answer {
  const { payments } = words;
  const toExpiry = createExpiryReader(now, timeZone);
  const judged = reading.value.items
    .map((method): Judged => ({ method, expiry: toExpiry(method.expDate) }))
    .toSorted((a, b) => urgency(a.expiry) - urgency(b.expiry));
  const urgent = urgentLines(judged, payments);
  const { text, blocks } = renderPagedList(
    {
      title: payments.title,
      reading,
      urgent,
      about: [],
      layout: "lines",
      columns: [{ heading: "" }, { heading: "", startsLine: true }],
      rows: judged.map((one) => toRow(one, payments, format)),
      page,
      empty: [[payments.none]],
      turn: { actionId: ids.page, valueFor: String },
    },
    { words, format },
  );
  const isToMend = urgent.length > 0 || judged.length === 0;
  return { text, blocks: [...blocks, ...(isToMend ? consoleBlock(toConsole) : [])] };
}

function urgentLines(judged: readonly Judged[], { urgent }: Catalogue["payments"]): Line[] {
  const counts = (["expired", "expiring"] as const)
    .map((state) => ({ state, count: judged.filter(({ expiry }) => expiry.state === state).length }))
    .filter(({ count }) => count > 0);
  const [worst] = counts;
  if (worst === undefined) return [];
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const says = counts.map(({ state, count }) => urgent[state](count)).join(", ");
  return [[`${marks[worst.state]}${says}${urgent.replace(total)}`]];
}

function consoleBlock(elements: readonly Button[]): ActionsBlock[] {
  return elements.length === 0 ? [] : [{ type: "actions", block_id: "console", elements: [...elements] }];
}

/** Rank by days left; an unreadable expiry comes after those within 30 days. */
function urgency(expiry: Expiry): number {
  if (expiry.state === "unreadable") return 30;
  return expiry.lastDayInDays;
}

/** Description and state of a method; appends the end of its id unless the description contains that. */
function toRow({ method, expiry }: Judged, words: Catalogue["payments"], format: Format): Row {
  const { description, autoRecharge, _id } = method;
  const name = description?.trim() ? description : words.method;
  const end = toIdEnding(_id);
  const says = [
    expiryWords(method, expiry, { words, format }),
    ...(typeof autoRecharge === "number"
      ? [words.recharge.is(formatRecharge(autoRecharge, words, format))]
      : []),
    ...(end === null || description?.includes(end) ? [] : [words.id(end)]),
  ];
  return [
    [{ bold: `${marks[expiry.state]}${name}` }],
    says.flatMap((one, index): Line => (index === 0 ? [one] : [" · ", one])),
  ];
}

const marks: Record<Expiry["state"], string> = { expired: "❌ ", expiring: "⚠️ ", unreadable: "⚠️ ", good: "" };

function expiryWords(
  { expDate }: PaymentMethod,
  expiry: Expiry,
  { words, format }: { words: Catalogue["payments"]; format: Format },
): string {
  if (expiry.state === "unreadable") return expDate ? words.unreadable(expDate) : words.noExpiry;
  const says = expiry.state === "expired" ? words.expired : words.expires;
  return says(format.relativeDays(expiry.lastDayInDays), format.month(expiry.month));
}

/** Formats a recharge: a positive whole number is the method's position, other numbers stay unchanged. */
export function formatRecharge(
  number: number | null,
  { recharge }: Catalogue["payments"],
  format: Format,
): string {
  if (number === 0) return recharge.never;
  if (number === null) return emptyCellText;
  return Number.isInteger(number) && number > 0 ? recharge.place(number) : format.number(number);
}

const shownOfId = 4;

/** Last characters of an id, enough to distinguish methods, here and in alerts. */
export function toIdEnding(id: string | null | undefined): string | null {
  return id ? Array.from(id).slice(-shownOfId).join("") : null;
}
