/** Repeatable chance: the same seed is the same story, as far as time lets it. */
export type Chance = {
  /** From 0 on, below `count`. */
  below(count: number): number;
  /** @throws where there is none. */
  of<T>(items: readonly T[]): T;
  /** The heavier, the more often. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T;
};

/** Mulberry32: enough for stories, and nothing else. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    of: (items) => given(items[below(items.length)]),
    weighted(items) {
      let left = next() * items.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return given(items.at(-1))[1];
    },
  };
}

function given<T>(item: T | undefined): T {
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}
