import { z } from "zod";

const Card = z.object({
  owner: z.object({ person: z.string(), at: z.number() }).nullable(),
  isReminded: z.boolean(),
  at: z.number(),
});
/** Cards by the subject of their post: the owner, and whether a reminder was sent. */
const Known = z.object({ cards: z.record(z.string(), Card) });
export type OncallCards = Readonly<Record<string, z.infer<typeof Card>>>;
export type CardOwner = NonNullable<z.infer<typeof Card>["owner"]>;

/** Monitor whose document keeps the cards, so that each change is posted once over all instances. */
export const oncallMonitorName = "oncall";

export function readCards(known: unknown): OncallCards {
  return Known.safeParse(known).data?.cards ?? {};
}

export const OwnerEvent = z.object({
  oncall: z.enum(["took", "nobody"]),
  /** Person who took the card; null for a reminder. */
  by: z.string().nullable(),
  /** Owner before this one; null for none. */
  other: z.string().nullable(),
});
export type OwnerEvent = z.infer<typeof OwnerEvent>;

export type CardChange = { cards: OncallCards; event: OwnerEvent };

/** Takes a card, or returns its owner. `shown`: owner on the clicked card; if there is another by now, nothing is taken. */
export function take(
  cards: OncallCards,
  { subject, by, shown, now }: { subject: string; by: string; shown: string | null; now: Date },
): CardChange | { owner: CardOwner } {
  const owner = cards[subject]?.owner ?? null;
  if (owner !== null && (owner.person === by || owner.person !== shown)) return { owner };
  const event: OwnerEvent = { oncall: "took", by, other: owner?.person ?? null };
  return { cards: withOwner(cards, subject, { person: by, at: now.getTime() }), event };
}

/** Marks a card as reminded of; null if it has an owner or a reminder already. */
export function toReminder(cards: OncallCards, subject: string, now: Date): CardChange | null {
  const { owner = null, isReminded = false } = cards[subject] ?? {};
  if (owner !== null || isReminded) return null;
  const card = { owner: null, isReminded: true, at: now.getTime() };
  return {
    cards: { ...recent(cards, now), [subject]: card },
    event: { oncall: "nobody", by: null, other: null },
  };
}

function withOwner(cards: OncallCards, subject: string, owner: CardOwner): OncallCards {
  const isReminded = cards[subject]?.isReminded ?? false;
  return { ...recent(cards, new Date(owner.at)), [subject]: { owner, isReminded, at: owner.at } };
}

/** Time after which a card is forgotten, since it was last taken or reminded of. */
const keptMs = 30 * 24 * 60 * 60_000;

function recent(cards: OncallCards, now: Date): OncallCards {
  return Object.fromEntries(Object.entries(cards).filter(([, { at }]) => now.getTime() - at < keptMs));
}
