import fc from "fast-check";
import { judge } from "./judge.ts";
import { type Plan, plans } from "./plans.ts";
import { take } from "./steps.ts";
import { emptyStore, World } from "./world.ts";

/** Longer than any claim, wait or retry. */
const maxRestMs = 4 * 3_600_000;
const restStepMs = 20_000;

/** How often each event happened: a simulation without an event proves nothing about it. */
export type Seen = Map<string, number>;

/** Plays one plan from an empty database until all is at rest. Throws with the broken promises. */
async function play({ weather, steps }: Plan, seen: Seen = new Map()): Promise<void> {
  const world = new World(await emptyStore(), weather);
  try {
    await world.begin();
    for (const step of steps) await take(world, step);
    await rest(world);
    await judge(world);
    const { broken } = world.trace;
    if (broken.length > 0) throw new Error(broken.map((one) => `- ${one}`).join("\n"));
  } finally {
    world.end();
    const count = (what: string, times: number) => seen.set(what, (seen.get(what) ?? 0) + times);
    for (const [what, times] of world.seen) count(what, times);
    count("steps", steps.length);
    count("operations", (await world.history()).length);
  }
}

/** Ends all faults and freezes, and waits until all is at rest. */
async function rest(world: World): Promise<void> {
  world.calm();
  for (let missing = 0; missing < 2; missing += 1) await world.startOne();
  await untilQuiet(world);
}

async function untilQuiet(world: World): Promise<void> {
  for (let waitedMs = 0; waitedMs < maxRestMs; waitedMs += restStepMs) {
    await world.clock.pass(restStepMs);
    if (await world.isAtRest()) break;
  }
  // Late replies come within this time.
  await world.clock.pass(35_000);
}

/**
 * Plans at random; a failure names its seed, and the fewest steps that were found in `shrinkMs` to show it.
 */
export async function playAtRandom({ runs, mostSteps, seed, path, shrinkMs }: Options): Promise<Seen> {
  const seen: Seen = new Map();
  const property = fc.asyncProperty(plans(mostSteps), (plan) => play(plan, seen));
  const start = path === undefined ? {} : { path };
  const found = await fc.check(property, { numRuns: runs, seed, endOnFailure: true, ...start });
  if (!found.failed) return seen;
  const again = { seed, path: found.counterexamplePath ?? "", interruptAfterTimeLimit: shrinkMs };
  const shrunk = shrinkMs > 0 ? await fc.check(property, again) : found;
  const { counterexample, counterexamplePath, errorInstance } = shrunk.failed ? shrunk : found;
  const [plan] = counterexample ?? [];
  const why = errorInstance instanceof Error ? errorInstance.message : `${errorInstance}`;
  const steps = plan?.steps.map((step) => `  ${JSON.stringify(step)}`) ?? [];
  const head = `seed ${seed}, path ${counterexamplePath}, run ${found.numRuns}`;
  throw new Error([why, head, JSON.stringify(plan?.weather), ...steps].join("\n"));
}

export type Options = {
  runs: number;
  mostSteps: number;
  seed: number;
  path?: string | undefined;
  shrinkMs: number;
};
