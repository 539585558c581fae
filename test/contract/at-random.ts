import fc from "fast-check";
import { afterEach, beforeEach, describe, test, vi } from "vitest";
import type { MakeDatabase, TestDatabase } from "./store-database.ts";

/** `runs`: unless MODEL_RUNS says otherwise. */
export type Runs = { runs: number; mostCommands: number };

/** What one run plays in, from its start to its end, and what befell in it. */
type World = { readonly seen: ReadonlyMap<string, number>; begin(): Promise<void>; end(): Promise<void> };

type Model<W extends World> = {
  createWorld(database: TestDatabase): W;
  commands(most: number): fc.Arbitrary<Iterable<fc.AsyncCommand<W, W>>>;
  /** Nothing fails any more: lets all come to rest, and inspects it. */
  rest(world: W): Promise<void>;
};

/** Shrinking what fails included, on a machine that is busy. */
const leastMs = 60_000;
const mostRunMs = 4000;

/** Commands at random, each run over an empty database. MODEL_SEED and MODEL_PATH repeat what a failure names. */
export function playAtRandom<W extends World>(
  title: string,
  makeDatabase: MakeDatabase,
  { runs: usual, mostCommands, createWorld, commands, rest }: Model<W> & Runs,
): void {
  describe(title, () => {
    // The app's own waits alone: drivers and databases go by real time.
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    });
    afterEach(() => void vi.useRealTimers());

    const { MODEL_RUNS: given, MODEL_SEED: seed, MODEL_PATH: path } = process.env;
    const runs = given === undefined ? usual : Number(given);
    const timeout = leastMs + runs * mostRunMs;
    test(`holds over ${runs} runs of up to ${mostCommands} commands`, { timeout }, async () => {
      const seen = new Map<string, number>();
      const see = (what: string, times: number) => seen.set(what, (seen.get(what) ?? 0) + times);
      const property = fc.asyncProperty(commands(mostCommands), async (each) => {
        const database = await makeDatabase();
        const world = createWorld(database);
        try {
          await world.begin();
          see("commands", [...each].length);
          await fc.asyncModelRun(() => ({ model: world, real: world }), each);
          await rest(world);
        } finally {
          for (const [what, times] of world.seen) see(what, times);
          await world.end();
          await database.remove();
        }
      });
      await fc.assert(property, {
        numRuns: runs,
        // Short runs are for shrinking: whatever matters takes several commands.
        unbiased: true,
        ...(seed !== undefined && { seed: Number(seed) }),
        ...(path !== undefined && { path }),
      });
      console.log(JSON.stringify([...seen].sort()));
    });
  });
}
