import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Operation, Outcome, OutcomeReport } from "../../src/store/index.ts";
import { database, store } from "./given.ts";
import { nothing } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

type How = "plain" | "with a reason" | "harmless";
type Step =
  | { act: "try"; which: number; how: How }
  | { act: "end"; which: number; outcome: Outcome }
  | { act: "late"; which: number; outcome: Outcome }
  | { act: "resolve"; which: number; as: OutcomeReport };

/** Counted from the newest try, which mostly is the one concerned. */
const which = fc.constantFrom(0, 0, 0, 0, 1, 2, 3);
const outcome = fc.constantFrom<Outcome>("accepted", "refused", "not_sent", "unknown", "unknown", "unknown");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant("try" as const),
    which,
    how: fc.constantFrom<How>("plain", "with a reason", "harmless"),
  }),
  fc.record({ act: fc.constant("end" as const), which, outcome }),
  fc.record({
    act: fc.constant("late" as const),
    which,
    outcome: fc.constantFrom<Outcome>("accepted", "refused", "refused", "not_sent"),
  }),
  fc.record({
    act: fc.constant("resolve" as const),
    which,
    as: fc.constantFrom("arrived", "did_not_arrive"),
  }),
);

/** The try that forbids a further one from a form that shows `shown` as the newest; null if there may be one. */
function findInTheWay(tries: readonly Operation[], { shown, how }: { shown: string; how: How }) {
  const newest = tries.at(-1);
  const isUnresolved = (one: Operation) => one.outcome === "unknown" && one.resolvedAs === null;
  const unexplained = how === "plain" ? tries.find(isUnresolved) : undefined;
  const inTheWay =
    tries.find(hasHappened) ??
    tries.find(({ state }) => state !== "closed") ??
    (newest?.id === shown ? unexplained : newest);
  return inTheWay?.id ?? null;
}

function hasHappened({ outcome: ended, resolvedAs }: Operation): boolean {
  return ended === "accepted" || (ended === "unknown" && resolvedAs === "arrived");
}

export function rulesContract(): void {
  describe("further tries of an operation", () => {
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
    const readAll = async (ids: readonly string[]) =>
      (await Promise.all(ids.map((id) => store.operations.get(id)))).map((one) => one!);
    /** Whether the further try with this id was stored, which has to be as the rule says. */
    const tryAgain = async (
      id: string,
      ids: readonly string[],
      { shown, how }: { shown: string; how: How },
    ) => {
      const again = {
        ...{ root: ids[0]!, newest: shown },
        ...(how === "with a reason" && { reason: "it hangs" }),
        ...(how === "harmless" && { isHarmless: true as const }),
      };
      const author = how === "harmless" ? "U2" : "U1";
      const inTheWay = findInTheWay(await readAll(ids), { shown, how });
      expect(await store.operations.enqueue(anAct({ id, author, again }))).toMatchObject(
        inTheWay === null ? { kind: "stored" } : { kind: "not_again", operation: { id: inTheWay } },
      );
      return inTheWay === null;
    };
    const run = async (root: string, steps: readonly Step[]) => {
      const ids = [root];
      for (const taken of steps) {
        const shown = ids.at(-1 - (taken.which % ids.length))!;
        const id = `${root}.${ids.length}`;
        if (taken.act === "end") await leave(ids.at(-1)!, root, taken.outcome);
        else if (taken.act === "late") await end(shown, taken.outcome);
        else if (taken.act === "resolve")
          await store.operations.resolve(shown, { by: "U2", as: taken.as, notificationFor: nothing });
        else if (await tryAgain(id, ids, { shown, how: taken.how })) ids.push(id);
      }
      const open = (await readAll(ids)).filter(({ state }) => state !== "closed");
      expect(open.length).toBeLessThanOrEqual(1);
    };

    test("are stored or refused by the rules of a model, after random tries, outcomes and reports", async () => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
          runs += 1;
          const root = `run-${runs}`;
          await store.operations.enqueue(anAct({ id: root }));
          await run(root, steps);
        }),
        // The rules are the same code on both databases, and a statement over a socket takes its time.
        { numRuns: database.isShared ? 30 : 200 },
      );
    });
  });
}
