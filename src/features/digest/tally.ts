import { z } from "zod";
import type { Operation } from "../../store/index.ts";

const Counts = z.object({
  accepted: z.number(),
  refused: z.number(),
  not_sent: z.number(),
  unknown: z.number(),
});
export type Counts = z.infer<typeof Counts>;

/** What a day's operations came to. */
export const Tally = z.object({
  messages: Counts,
  /** Uploads, deletions, templates. */
  others: Counts,
  /** What accepted messages cost, and of how many that is known; null where the list of prices isn't. */
  cost: z.object({ won: z.number(), known: z.number() }).nullable(),
  /** By the platform's code, the commonest first; empty for one that is in no table. */
  refusals: z.array(z.object({ code: z.string(), count: z.number() })),
});
export type Tally = z.infer<typeof Tally>;

export type Tallying = {
  isMessage: (operation: Operation) => boolean;
  /** In won, null where the list doesn't say; null where there is no list. */
  priceOf: ((operation: Operation) => number | null) | null;
  /** Why it was refused: its code, and the words that are the same for all codes that mean it. */
  reasonOf: (operation: Operation) => { code: string; says: string };
};

const mostRefusals = 3;

/** Counts one operation after another, so that a day of any length is never held at once. */
export function createTally({ isMessage, priceOf, reasonOf }: Tallying) {
  const [messages, others] = [noCounts(), noCounts()];
  const refusals = new Map<string, { code: string; count: number }>();
  const cost = { won: 0, known: 0 };
  return {
    add(operation: Operation): void {
      const { outcome } = operation;
      if (outcome === null) return;
      (isMessage(operation) ? messages : others)[outcome] += 1;
      if (outcome === "refused") {
        const { code, says } = reasonOf(operation);
        refusals.set(says, { code, count: (refusals.get(says)?.count ?? 0) + 1 });
      }
      const price = outcome === "accepted" && isMessage(operation) ? (priceOf?.(operation) ?? null) : null;
      if (price === null) return;
      cost.won += price;
      cost.known += 1;
    },
    total: (): Tally => ({
      ...{ messages, others },
      cost: priceOf === null ? null : cost,
      refusals: [...refusals.values()].toSorted((a, b) => b.count - a.count).slice(0, mostRefusals),
    }),
  };
}

function noCounts(): Counts {
  return { accepted: 0, refused: 0, not_sent: 0, unknown: 0 };
}

export function isEmpty({ messages, others }: Tally): boolean {
  return [messages, others].every((counts) => Object.values(counts).every((count) => count === 0));
}
