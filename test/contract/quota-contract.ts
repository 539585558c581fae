import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EnqueueRequest, Operation } from "../../src/store/index.ts";
import { store } from "./given.ts";
import { nothing } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

const day = "2026-11-21";
const of = "messages.send";

export function quotaContract(): void {
  describe("daily quotas", () => {
    const accept = (
      id: string,
      limit: number,
      { day: ownDay = day, ...rest }: Partial<EnqueueRequest> & { day?: string } = {},
    ) => {
      return store.operations.enqueue({ ...anAct({ id, ...rest }), quota: { day: ownDay, limit } });
    };
    /** An act that can't be stored answers with the number that is counted. */
    const readUsed = async (author = "U1") => {
      const answer = await accept("probe", 0, { author });
      if (answer.kind !== "over_limit") throw new Error(`a limit of 0 answered ${answer.kind}`);
      expect(await store.operations.countUsed(author, { day, kind: "messages.send" })).toBe(answer.used);
      return answer.used;
    };

    test("refuse an act over the person's daily limit, and nothing of the act is stored", async () => {
      expect(await accept("a", 2)).toEqual({ kind: "stored" });
      expect(await accept("b", 2)).toEqual({ kind: "stored" });
      expect(await accept("c", 2)).toEqual({ kind: "over_limit", of, used: 2, limit: 2, asked: 1 });
      expect(await store.operations.get("c")).toBeNull();
      expect(await accept("d", 2, { author: "U2" })).toEqual({ kind: "stored" });
      expect(await accept("e", 2, { day: "2026-11-22" })).toEqual({ kind: "stored" });
    });

    test("count each operation of an act, and none is stored when not all of them fit", async () => {
      const several = (id: string) => ({ siblings: [1, 2].map((n) => ({ id: `${id}.${n}`, request: {} })) });
      expect(await accept("a", 4, several("a"))).toEqual({ kind: "stored" });
      expect(await accept("b", 4, several("b"))).toEqual({
        kind: "over_limit",
        of,
        used: 3,
        limit: 4,
        asked: 3,
      });
      expect(await store.operations.ofAct("b")).toEqual([]);
      expect(await accept("c", 3, { author: "U2", ...several("c") })).toEqual({ kind: "stored" });
      expect(await readUsed()).toBe(3);
      await store.operations.start("a.1");
      await store.operations.finish("a.1", anEnd({ outcome: "refused" }));
      await store.operations.finish("a", anEnd({ outcome: "not_sent" }));
      expect(await readUsed()).toBe(1);
    });

    test("count each kind of operation separately, even within one act", async () => {
      const quota = { day, limit: 1 };
      const used = () =>
        Promise.all(["files.upload", of].map((kind) => store.operations.countUsed("U1", { day, kind })));
      const upload = (id: string) => ({ ...anAct({ id, kind: "files.upload" }), quota });
      const next = (id: string) => ({ id: `${id}.send`, kind: of, request: {}, quota });
      expect(await accept("a", 1)).toEqual({ kind: "stored" });
      expect(await store.operations.enqueue(upload("u1"))).toEqual({ kind: "stored" });
      expect(await used()).toEqual([1, 1]);
      await store.operations.start("u1");
      await store.operations.finish("u1", anEnd({ outcome: "refused" }));
      expect(await used()).toEqual([0, 1]);
      const over = { kind: "over_limit", of, used: 1, limit: 1, asked: 1 };
      expect(await store.operations.enqueue({ ...upload("u2"), next: next("u2") })).toEqual(over);
      expect(await used()).toEqual([0, 1]);
      await store.operations.finish("a", anEnd({ outcome: "not_sent" }));
      expect(await store.operations.enqueue({ ...upload("u3"), next: next("u3") })).toEqual({
        kind: "stored",
      });
      expect(await store.operations.enqueue(upload("u4"))).toEqual({ ...over, of: "files.upload" });
      expect(await used()).toEqual([1, 1]);
    });

    test("still count an unknown outcome that was reported as not arrived, until a late refusal", async () => {
      await accept("a", 1);
      await store.operations.start("a");
      await store.operations.finish("a", anEnd({ outcome: "unknown" }));
      await store.operations.resolve("a", { by: "U7", as: "did_not_arrive", notificationFor: nothing });
      expect(await readUsed()).toBe(1);
      await store.operations.finish("a", anEnd({ outcome: "refused" }));
      expect(await readUsed()).toBe(0);
    });

    const index = fc.nat({ max: 7 });
    const outcome = fc.constantFrom("accepted", "refused", "not_sent", "unknown");
    const step = fc.oneof(
      fc.record({ act: fc.constant("accept" as const), index }),
      fc.record({ act: fc.constant("start" as const), index }),
      fc.record({ act: fc.constant("finish" as const), index, outcome }),
    );

    test("count exactly what is open, accepted or unknown, and never more than the limit", async () => {
      let run = 0;
      const limit = 3;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 10 }), async (rounds) => {
          run += 1;
          const author = `U-${run}`;
          for (const round of rounds) {
            // The steps of one round race each other.
            await Promise.all(
              round.map((taken) => {
                const id = `${run}-${taken.index}`;
                if (taken.act === "accept") return accept(id, limit, { author });
                if (taken.act === "start") return store.operations.start(id);
                return store.operations.finish(
                  id,
                  anEnd({ outcome: taken.outcome, notificationFor: nothing }),
                );
              }),
            );
            const { operations } = await store.operations.list({ author, limit: 100 });
            const counted = operations.filter(isCounted).length;
            expect(await readUsed(author)).toBe(counted);
            expect(counted).toBeLessThanOrEqual(limit);
          }
        }),
        { numRuns: 60 },
      );
    });
  });
}

function isCounted({ outcome }: Operation): boolean {
  return outcome !== "refused" && outcome !== "not_sent";
}
