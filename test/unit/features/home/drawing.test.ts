import { expect, it, onTestFinished } from "vitest";
import { type DrawingOptions, HomeDrawing } from "../../../../src/features/home/drawing.ts";
import type { HomeClaim } from "../../../../src/store/homes/types.ts";
import { eventually } from "../../../support/eventually.ts";

const claimOf = (person: string): HomeClaim => ({ person, lease: person, wanted: 1, hash: null });

/** `waiting` are claimed one after the other. */
function start({ waiting = [], ...options }: Partial<DrawingOptions> & { waiting?: string[] } = {}) {
  const drawn: string[] = [];
  const failures: unknown[] = [];
  const counts = { looks: 0, listeners: 0, most: 0, underWay: 0 };
  let changed = () => {};
  const drawing = new HomeDrawing({
    missed: new Set(),
    draw: async ({ claim }) => {
      counts.underWay += 1;
      counts.most = Math.max(counts.most, counts.underWay);
      await new Promise(setImmediate);
      counts.underWay -= 1;
      drawn.push(claim.person);
    },
    onChanged: (listener) => {
      counts.listeners += 1;
      changed = listener;
      return () => {
        counts.listeners -= 1;
      };
    },
    onFailure: (error) => failures.push(error),
    ...options,
    homes: {
      open: async (person) => claimOf(person),
      claim: async () => {
        const person = waiting.shift();
        return person === undefined ? null : claimOf(person);
      },
      dueInMs: async () => {
        counts.looks += 1;
        return waiting.length === 0 ? null : 0;
      },
      ...options.homes,
    },
  });
  onTestFinished(() => drawing.stop());
  drawing.start();
  return { drawing, drawn, failures, counts, waiting, changed: () => changed() };
}

const people = (count: number) => Array.from({ length: count }, (_, index) => `U${index}`);

it("draws all that is due, a few at a time", async () => {
  const { drawn, counts } = start({ waiting: people(30) });
  await eventually(() => expect(drawn.toSorted()).toEqual(people(30).toSorted()));
  expect(counts.most).toBeLessThanOrEqual(4);
});

it("looks once for much that is committed within a moment, and finds it", async () => {
  const { drawn, counts, waiting, changed } = start();
  await eventually(() => expect(counts.looks).toBe(1));
  waiting.push("U1");
  for (let count = 0; count < 500; count += 1) {
    changed();
    await new Promise(setImmediate);
  }
  await eventually(() => expect(drawn).toEqual(["U1"]));
  expect(counts.looks).toBeLessThan(50);
});

it("goes on after the store was away, and draws who opened theirs meanwhile", async () => {
  const missed = new Set(["U7"]);
  let isAway = true;
  const { drawn, failures, drawing } = start({
    missed,
    homes: {
      open: async (person) => {
        if (isAway) throw new Error("away");
        return claimOf(person);
      },
      claim: async () => null,
      dueInMs: async () => null,
    },
  });
  await eventually(() => expect(failures).toHaveLength(1));
  isAway = false;
  drawing.wake();
  await eventually(() => expect(drawn).toEqual(["U7"]));
  expect(missed.size).toBe(0);
});

it("waits at a stop for what is being drawn, and looks no more", async () => {
  const held = Promise.withResolvers<void>();
  const ended: string[] = [];
  const { drawing, counts, changed } = start({
    waiting: ["U1"],
    draw: async ({ claim }) => {
      await held.promise;
      ended.push(claim.person);
    },
  });
  await eventually(() => expect(counts.looks).toBeGreaterThan(1));
  const stopping = drawing.stop();
  held.resolve();
  await stopping;
  expect(ended).toEqual(["U1"]);
  const { looks } = counts;
  changed();
  await new Promise(setImmediate);
  expect(counts).toMatchObject({ looks, listeners: 0 });
});
