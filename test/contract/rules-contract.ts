import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Operation, Outcome, OutcomeReport } from "../../src/store/index.ts";
import { store } from "./given.ts";
import { nothing } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

type Step =
  | { act: "try"; which: number; hasReason: boolean }
  | { act: "end" | "late"; which: number; outcome: Outcome }
  | { act: "resolve"; which: number; as: OutcomeReport };

const which = fc.nat(6);
const outcome = fc.constantFrom<Outcome>("accepted", "refused", "not_sent", "unknown");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant("try" as const), which, hasReason: fc.boolean() }),
  fc.record({ act: fc.constantFrom("end" as const, "late" as const), which, outcome }),
  fc.record({
    act: fc.constant("resolve" as const),
    which,
    as: fc.constantFrom("arrived", "did_not_arrive"),
  }),
);

/** Whether there may be a further try, from a form that shows `shown` as the newest. */
function mayTry(tries: readonly Operation[], { shown, hasReason }: { shown: string; hasReason: boolean }) {
  const newest = tries.at(-1);
  const isUnresolved = tries.some((one) => one.outcome === "unknown" && one.resolvedAs === null);
  if (tries.some(hasHappened) || newest?.state !== "closed") return false;
  return newest.id === shown && (hasReason || !isUnresolved);
}

function hasHappened({ outcome: ended, resolvedAs }: Operation): boolean {
  return ended === "accepted" || (ended === "unknown" && resolvedAs === "arrived");
}

export function rulesContract(): void {
  describe("random tries of one root", () => {
    const end = (id: string, ended: Outcome) =>
      store.operations.finish(id, anEnd({ outcome: ended, notificationFor: nothing }));
    /** Starts and ends a try, unless another one has had its effect. */
    const leave = async (id: string, root: string, ended: Outcome) => {
      const before = (await store.operations.get(id))!;
      const isSuperseded = before.tries.some((one) => hasHappened({ ...before, ...one }));
      const started = await store.operations.start(id, { root }).catch(() => "superseded");
      expect(started).toBe(isSuperseded ? "superseded" : before.state === "stored");
      await end(id, started === true ? ended : "not_sent");
    };
    const run = async (root: string, steps: readonly Step[]) => {
      const ids = [root];
      const others: Record<Exclude<Step["act"], "try">, (id: string, taken: Step) => Promise<unknown>> = {
        end: (_, taken) => leave(ids.at(-1)!, root, "outcome" in taken ? taken.outcome : "unknown"),
        late: (id, taken) => end(id, "outcome" in taken ? taken.outcome : "unknown"),
        resolve: (id, taken) =>
          store.operations.resolve(id, {
            by: "U2",
            as: "as" in taken ? taken.as : "arrived",
            notificationFor: nothing,
          }),
      };
      for (const taken of steps) {
        const shown = ids[taken.which % ids.length]!;
        if (taken.act !== "try") {
          await others[taken.act](shown, taken);
          continue;
        }
        const id = `${root}.${ids.length}`;
        const tries = await Promise.all(ids.map(async (one) => (await store.operations.get(one))!));
        const { hasReason } = taken;
        const again = { root, newest: shown, ...(hasReason && { reason: "it hangs" }) };
        const { kind } = await store.operations.enqueue(anAct({ id, again }));
        expect(kind).toBe(mayTry(tries, { shown, hasReason }) ? "stored" : "not_again");
        if (kind === "stored") ids.push(id);
      }
      const all = await Promise.all(ids.map(async (id) => (await store.operations.get(id))!));
      expect(all.filter(({ state }) => state !== "closed").length).toBeLessThanOrEqual(1);
    };

    test("are stored exactly when the rules of `mayTry` allow it", async () => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
          runs += 1;
          const root = `run-${runs}`;
          await store.operations.enqueue(anAct({ id: root }));
          await run(root, steps);
        }),
        { numRuns: 100 },
      );
    });
  });
}
