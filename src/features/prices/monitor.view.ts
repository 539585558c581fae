import { z } from "zod";
import type { MonitorUpdate } from "../../jobs/index.ts";
import type { PlatformList } from "../../lists/readings.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { maskDigits } from "../../phone-number.ts";
import type { CountryPrice } from "../../platform/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { type Line, toCommandLine } from "../../slack/blocks/rich-text.ts";
import { emptyCellText } from "../../slack/blocks/table.ts";
import type { Notification } from "../../store/index.ts";
import type { AppContext } from "../feature.ts";

export const priceKinds = ["sms", "lms", "mms", "ata", "cta", "cti"] as const;

const amount = z.number().nullable();
const KnownPrice = z.object({
  countryId: z.string().nullable(),
  countryName: z.string().nullable(),
  sms: amount,
  lms: amount,
  mms: amount,
  ata: amount,
  cta: amount,
  cti: amount,
});
export type KnownPrice = z.infer<typeof KnownPrice>;

const Known = z.object({ prices: z.array(KnownPrice) });

export function readKnownPrices(known: unknown): KnownPrice[] | null {
  return Known.safeParse(known).data?.prices ?? null;
}

export const PriceChange = z.discriminatedUnion("what", [
  z.object({
    what: z.literal("changed"),
    country: KnownPrice,
    kind: z.enum(priceKinds),
    before: amount,
    after: amount,
  }),
  z.object({ what: z.enum(["new", "gone"]), country: KnownPrice }),
]);
export type PriceChange = z.infer<typeof PriceChange>;

/** Lists differences in the newer reading's order. `isPart`: incomplete, so a missing country isn't gone. */
export function comparePrices(
  before: readonly KnownPrice[],
  after: readonly KnownPrice[],
  { isPart }: { isPart: boolean },
): PriceChange[] {
  const known = new Map(before.map((one) => [keyOf(one), one]));
  const seen = new Set(after.map(keyOf));
  const changed = after.flatMap((country): PriceChange[] => {
    const earlier = known.get(keyOf(country));
    if (earlier === undefined) return [{ what: "new", country }];
    return priceKinds.flatMap((kind): PriceChange[] =>
      earlier[kind] === country[kind]
        ? []
        : [{ what: "changed", country, kind, before: earlier[kind], after: country[kind] }],
    );
  });
  const gone = isPart ? [] : before.filter((one) => !seen.has(keyOf(one)));
  return [...changed, ...gone.map((country): PriceChange => ({ what: "gone", country }))];
}

/** Merges a reading into the stored prices, each country once; an incomplete reading removes nothing. */
export function mergePrices(
  prices: readonly CountryPrice[],
  { isPart, before }: { isPart: boolean; before: readonly KnownPrice[] },
): KnownPrice[] {
  const seen = new Map<string, KnownPrice>();
  const earlier = new Map(before.map((one) => [keyOf(one), one]));
  for (const { countryId = null, countryName = null, ...price } of prices) {
    // An incomplete reading may list a known country without its number or name.
    if (isPart && (countryId === null || countryName === null)) continue;
    const last = isPart ? earlier.get(keyOf({ countryId, countryName })) : undefined;
    const amounts = priceKinds.map((kind) => [kind, price[kind] ?? last?.[kind] ?? null]);
    const known = KnownPrice.parse({ countryId, countryName, ...Object.fromEntries(amounts) });
    if (!seen.has(keyOf(known))) seen.set(keyOf(known), known);
  }
  const unread = isPart ? before.filter((one) => !seen.has(keyOf(one))) : [];
  return [...seen.values(), ...unread];
}

/** Key of number and name, since several countries may share a number. */
function keyOf({ countryId, countryName }: Pick<KnownPrice, "countryId" | "countryName">): string {
  return JSON.stringify([countryId, countryName]);
}

/** Returns prices to store, and the notification; null if nothing changed. The first reading announces nothing. */
export function judgePrices(
  { items, isCut, hasGaps }: PlatformList<CountryPrice>,
  known: unknown,
  notification: { now: Date; onCall: readonly string[] },
): MonitorUpdate | null {
  const isPart = isCut || hasGaps;
  const before = readKnownPrices(known);
  const prices = mergePrices(items, { isPart, before: before ?? [] });
  if (before === null) return { known: { prices }, notification: {} };
  const changes = comparePrices(before, prices, { isPart });
  return changes.length === 0
    ? null
    : { known: { prices }, notification: notificationOfPrices(changes, notification) };
}

type MonitorRendering = {
  words: Pick<Catalogue, "prices" | "common">;
  format: Format;
  lists: Pick<AppContext["lists"], "nameCountry">;
  locale: Locale;
};

export const changesKind = "prices";

const Facts = z.object({
  changes: z.array(PriceChange),
  rest: z.number(),
  seenAt: z.number(),
});

/** Most changes in a post, which has to fit a phone; further changes are counted. */
const maxLines = 20;
const maxNameLength = 60;

export function notificationOfPrices(
  changes: readonly PriceChange[],
  { now, onCall }: { now: Date; onCall: readonly string[] },
): Notification {
  const shown = changes.slice(0, maxLines);
  const facts: z.infer<typeof Facts> = {
    changes: shown,
    rest: changes.length - shown.length,
    seenAt: now.getTime(),
  };
  const subject = `${changesKind}:${now.getTime()}`;
  return { posts: [{ subject, audience: "on-call", kind: changesKind, destinations: onCall, facts }] };
}

export function renderPriceChanges(stored: unknown, rendering: MonitorRendering): Answer {
  const { changes, rest, seenAt } = Facts.parse(stored);
  const { format, words } = rendering;
  const { monitor, unit } = words.prices;
  return renderAnswer([
    [{ bold: monitor.title }],
    ...changes.map((change): Line => [`• ${toLine(change, rendering)}`]),
    ...(rest > 0 ? [toCommandLine(monitor.more(format.number(rest)))] : []),
    [`${unit} · ${monitor.seen} `, { at: new Date(seenAt) }],
  ]);
}

function toLine(change: PriceChange, rendering: MonitorRendering): string {
  const { common, prices } = rendering.words;
  const name = toName(change.country, rendering);
  if (change.what !== "changed") return prices.monitor[change.what](name);
  const [before, after] = [change.before, change.after].map((value) =>
    value === null ? emptyCellText : common.won(value),
  );
  return `${name} · ${change.kind.toUpperCase()}: ${before} → ${after}`;
}

/** Country's name and number: foreign text, so it is shortened and long numbers are masked. */
function toName(country: KnownPrice, { lists, locale }: MonitorRendering): string {
  const name = shorten(maskDigits(lists.nameCountry(country, locale) ?? emptyCellText), maxNameLength);
  return country.countryId === null
    ? name
    : `${name} (${shorten(maskDigits(country.countryId), maxNameLength)})`;
}
