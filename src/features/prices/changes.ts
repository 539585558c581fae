import { z } from "zod";
import type { Judged } from "../../jobs/index.ts";
import type { PlatformList } from "../../lists/readings.ts";
import type { CountryPrice } from "../../platform/index.ts";
import type { Telling } from "../../store/index.ts";

/** The kinds of messages that have a price, in the platform's order. */
export const kinds = ["sms", "lms", "mms", "ata", "cta", "cti"] as const;

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
/** A country's prices as they were read. */
export type KnownPrice = z.infer<typeof KnownPrice>;

const Known = z.object({ prices: z.array(KnownPrice) });

/** Null before the first reading. */
export function readKnown(known: unknown): KnownPrice[] | null {
  return Known.safeParse(known).data?.prices ?? null;
}

export const PriceChange = z.discriminatedUnion("what", [
  z.object({
    what: z.literal("changed"),
    country: KnownPrice,
    kind: z.enum(kinds),
    before: amount,
    after: amount,
  }),
  z.object({ what: z.enum(["new", "gone"]), country: KnownPrice }),
]);
export type PriceChange = z.infer<typeof PriceChange>;

/** What differs between two readings, in the order of the newer one; a part of the list says nothing of what it lacks. */
export function compare(
  before: readonly KnownPrice[],
  after: readonly KnownPrice[],
  { isPart }: { isPart: boolean },
): PriceChange[] {
  const known = new Map(before.map((one) => [keyOf(one), one]));
  const seen = new Set(after.map(keyOf));
  const told = after.flatMap((country): PriceChange[] => {
    const earlier = known.get(keyOf(country));
    if (earlier === undefined) return [{ what: "new", country }];
    return kinds.flatMap((kind): PriceChange[] =>
      earlier[kind] === country[kind]
        ? []
        : [{ what: "changed", country, kind, before: earlier[kind], after: country[kind] }],
    );
  });
  const gone = isPart ? [] : before.filter((one) => !seen.has(keyOf(one)));
  return [...told, ...gone.map((country): PriceChange => ({ what: "gone", country }))];
}

/** What is kept of a reading: each country once, with what was known before of the part that was not read. */
export function toKnown(
  prices: readonly CountryPrice[],
  { isPart, before }: { isPart: boolean; before: readonly KnownPrice[] },
): KnownPrice[] {
  const seen = new Map<string, KnownPrice>();
  const earlier = new Map(before.map((one) => [keyOf(one), one]));
  for (const { countryId = null, countryName = null, ...price } of prices) {
    // It may be one that is known, of which the number or the name couldn't be read this time.
    if (isPart && (countryId === null || countryName === null)) continue;
    const last = isPart ? earlier.get(keyOf({ countryId, countryName })) : undefined;
    const amounts = kinds.map((kind) => [kind, price[kind] ?? last?.[kind] ?? null]);
    const known = KnownPrice.parse({ countryId, countryName, ...Object.fromEntries(amounts) });
    if (!seen.has(keyOf(known))) seen.set(keyOf(known), known);
  }
  const unread = isPart ? before.filter((one) => !seen.has(keyOf(one))) : [];
  return [...seen.values(), ...unread];
}

/** A number may be several countries'; a name alone is none. */
function keyOf({ countryId, countryName }: Pick<KnownPrice, "countryId" | "countryName">): string {
  return JSON.stringify([countryId, countryName]);
}

/** What is known from now on, and what `tell` says of the changes; null where nothing has changed. The first reading tells nothing. */
export function judgePrices(
  { items, isCut, hasGaps }: PlatformList<CountryPrice>,
  known: unknown,
  tell: (changes: readonly PriceChange[]) => Telling,
): Judged | null {
  const isPart = isCut || hasGaps;
  const before = readKnown(known);
  const prices = toKnown(items, { isPart, before: before ?? [] });
  if (before === null) return { known: { prices }, telling: {} };
  const changes = compare(before, prices, { isPart });
  return changes.length === 0 ? null : { known: { prices }, telling: tell(changes) };
}
