import { z } from "zod";

const Card = z.object({
  owner: z.object({ person: z.string(), at: z.number() }).nullable(),
  isReminded: z.boolean(),
  at: z.number(),
});
/** Cards by the subject of their post: the owner, and whether a reminder was sent. */
const Known = z.object({ cards: z.record(z.string(), Card) });
export type Cards = Readonly<Record<string, z.infer<typeof Card>>>;
export type Owner = NonNullable<z.infer<typeof Card>["owner"]>;

/** The monitor's document that keeps them: each change is posted once over all instances. */
export const monitorName = "oncall";

export function readCards(known: unknown): Cards {
  return Known.safeParse(known).data?.cards ?? {};
}

export const OwnerEvent = z.object({
  oncall: z.enum(["took", "nobody"]),
  /** Null for a reminder by the clock. */
  by: z.string().nullable(),
  /** The owner before. */
  other: z.string().nullable(),
});
export type OwnerEvent = z.infer<typeof OwnerEvent>;

export type Change = { cards: Cards; event: OwnerEvent };

/** `shown`: the owner on the card that was pressed; a press on an outdated card gives the present owner. */
export function take(
  cards: Cards,
  { subject, by, shown, now }: { subject: string; by: string; shown: string | null; now: Date },
): Change | { owner: Owner } {
  const owner = cards[subject]?.owner ?? null;
  if (owner !== null && (owner.person === by || owner.person !== shown)) return { owner };
  const event: OwnerEvent = { oncall: "took", by, other: owner?.person ?? null };
  return { cards: withOwner(cards, subject, { person: by, at: now.getTime() }), event };
}

/** Null: somebody is on it, or it was reminded of. */
export function remind(cards: Cards, subject: string, now: Date): Change | null {
  const { owner = null, isReminded = false } = cards[subject] ?? {};
  if (owner !== null || isReminded) return null;
  const card = { owner: null, isReminded: true, at: now.getTime() };
  return {
    cards: { ...recent(cards, now), [subject]: card },
    event: { oncall: "nobody", by: null, other: null },
  };
}

function withOwner(cards: Cards, subject: string, owner: Owner): Cards {
  const isReminded = cards[subject]?.isReminded ?? false;
  return { ...recent(cards, new Date(owner.at)), [subject]: { owner, isReminded, at: owner.at } };
}

/** Cards without a click for so long are forgotten. */
const keptMs = 30 * 24 * 60 * 60_000;

function recent(cards: Cards, now: Date): Cards {
  return Object.fromEntries(Object.entries(cards).filter(([, { at }]) => now.getTime() - at < keptMs));
}
