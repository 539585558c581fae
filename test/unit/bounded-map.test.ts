import fc from "fast-check";
import { expect, it } from "vitest";
import { BoundedMap } from "../../src/bounded-map.ts";

it("a full BoundedMap drops its oldest entry, and keeps the newest value of each key", () => {
  const steps = fc.array(fc.record({ key: fc.nat(6), isSet: fc.boolean() }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), steps, (most, done) => {
      const map = new BoundedMap<number, number>(most);
      let kept: [number, number][] = [];
      for (const [index, { key, isSet }] of done.entries()) {
        kept = kept.filter(([known]) => known !== key);
        if (isSet) {
          map.set(key, index);
          kept = [...kept, [key, index] as [number, number]].slice(-most);
        } else {
          map.delete(key);
        }
        expect([...map]).toEqual(kept);
      }
    }),
  );
});
