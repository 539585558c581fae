import { beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { database, openSecond, store } from "./given.ts";
import { anAct, anEnd } from "./store-database.ts";
import { aPostOf, drawnBy, nothing, shownOf, tellsAct } from "./telling.ts";

/** Each of these runs over two processes' stores where the database allows it, else over one. */
export function raceContract(): void {
  describe("races", () => {
    let stores: [Store, Store];
    beforeEach(async () => {
      stores = [store, await openSecond()];
    });

    /** Calls `run` many times at once, by turns in each process. */
    const crowd = <T>(size: number, run: (store: Store, index: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: size }, (_, index) => run(stores[index % 2]!, index)));

    test("of fifty acceptances of one act, one is stored and counted", async () => {
      const quota = { day: "2026-11-21", limit: 100 };
      const answers = await crowd(50, (store) => store.operations.takeOn({ ...anAct({ id: "a" }), quota }));
      const kinds = Object.groupBy(answers, ({ kind }) => kind);
      expect(kinds.stored).toHaveLength(1);
      expect(kinds.duplicate).toHaveLength(49);
      const probe = { ...anAct({ id: "probe" }), quota: { ...quota, limit: 0 } };
      expect(await stores[0].operations.takeOn(probe)).toMatchObject({ used: 1 });
    });

    test("of fifty submissions of one form, with as many contents, one is stored and counted", async () => {
      const quota = { day: "2026-11-21", limit: 100 };
      const answers = await crowd(50, (store, index) =>
        store.operations.takeOn(anAct({ id: "a", request: { index }, quota })),
      );
      const kinds = Object.groupBy(answers, ({ kind }) => kind);
      expect(kinds.stored).toHaveLength(1);
      expect(kinds.duplicate).toHaveLength(49);
      const [store] = stores;
      expect(await store.operations.countUsed("U1", { day: quota.day, kind: "messages.send" })).toBe(1);
      const index = answers.findIndex(({ kind }) => kind === "stored");
      expect(await store.operations.get("a")).toMatchObject({ request: { index } });
    });

    test("of fifty acts with a limit of seven, seven are stored", async () => {
      const quota = { day: "2026-11-21", limit: 7 };
      const answers = await crowd(50, (store, index) =>
        store.operations.takeOn({ ...anAct({ id: `${index}` }), quota }),
      );
      expect(answers.filter(({ kind }) => kind === "stored")).toHaveLength(7);
      expect(await stores[0].operations.countOpen()).toBe(7);
    });

    test("of twenty starts, one succeeds", async () => {
      await stores[0].operations.takeOn(anAct({ id: "a" }));
      const answers = await crowd(20, (store) => store.operations.start("a"));
      expect(answers.filter(Boolean)).toHaveLength(1);
    });

    test("a start and a giving up never both succeed", async () => {
      const [one, other] = stores;
      for (let round = 0; round < 20; round += 1) {
        const id = `${round}`;
        await one.operations.takeOn(anAct({ id }));
        const givenUp = anEnd({ outcome: "not_sent", isGivenUp: true, tells: nothing });
        const [isStarted, transition] = await Promise.all([
          one.operations.start(id),
          other.operations.finish(id, givenUp),
        ]);
        expect(transition).toBe(isStarted ? "ignored" : "closed");
      }
    });

    test("of twenty ends, one is written and told", async () => {
      const [store] = stores;
      await store.operations.takeOn(anAct({ id: "a" }));
      await store.operations.start("a");
      const answers = await crowd(20, () => store.operations.finish("a", anEnd({})));
      expect(answers.filter((answer) => answer !== "ignored")).toEqual(["closed"]);
      expect(await shownOf(store, "act:a")).toEqual(["posted", "closed"]);
    });

    test("of twenty settlements, one is written and told", async () => {
      const [store] = stores;
      await store.operations.takeOn(anAct({ id: "a" }));
      await store.operations.start("a");
      await store.operations.finish("a", anEnd({ outcome: "unknown" }));
      const answers = await crowd(20, (one, index) =>
        one.operations.settle("a", { by: `U${index}`, as: "arrived", tells: tellsAct(`U${index}`) }),
      );
      const [winner, ...others] = answers.filter(({ kind }) => kind === "settled");
      expect(others).toEqual([]);
      const by = winner!.operation.settledBy;
      expect(new Set(answers.map(({ operation }) => operation.settledBy))).toEqual(new Set([by]));
      expect(await shownOf(stores[0], "act:a")).toEqual(["posted", "closed", by]);
    });

    test("what a conversation shows becomes newer and ends in the newest, whoever stores and delivers it", async () => {
      const last = 30;
      const shown: number[] = [];
      let isStored = false;
      const write = async () => {
        for (let state = 0; state <= last; state += 1)
          await stores[state % 2]!.posts.add({ posts: [aPostOf("finding:x", { facts: { state } })] });
        isStored = true;
      };
      const deliver = async (store: Store, worker: number) => {
        while (!isStored || (await store.posts.countQueued()) > 0) {
          for (const claimed of await store.posts.claim(2, [drawnBy])) {
            const state = toState(claimed.facts);
            // Slack shows an edit whether its answer arrives or not.
            shown.push(state);
            if ((state + worker + claimed.attempts) % 3 === 0) {
              await store.posts.retryAt(claimed, database.clock.now(), { error: "HTTP 503" });
            } else await store.posts.delivered(claimed, { channel: "C1", ts: "17.1" });
          }
        }
      };
      await Promise.all([write(), crowd(4, deliver)]);
      expect(shown).toEqual(shown.toSorted((a, b) => a - b));
      expect(shown.at(-1)).toBe(last);
    });

    test("many workers deliver each post once, and each conversation's in order", async () => {
      const [store] = stores;
      const destinations = ["A", "B", "C"];
      const posts = Array.from({ length: 90 }, (_, index) =>
        aPostOf(`finding:${index}`, { destinations: [destinations[index % 3]!] }),
      );
      await store.posts.add({ posts });
      const delivered = new Map(destinations.map((name): [string, number[]] => [name, []]));
      const busy = new Set<string>();
      await crowd(6, async (one, worker) => {
        while ((await one.posts.countQueued()) > 0) {
          for (const post of await one.posts.claim(2, [drawnBy])) {
            expect(busy.has(post.destination)).toBe(false);
            busy.add(post.destination);
            // What every other statement of the workers may run between.
            await one.posts.countQueued();
            busy.delete(post.destination);
            if ((post.id + worker + post.attempts) % 4 === 0) {
              expect(await one.posts.retryAt(post, database.clock.now(), { error: "rate limited" })).toBe(
                true,
              );
            } else {
              delivered.get(post.destination)?.push(post.id);
              await one.posts.delivered(post, { channel: post.destination, ts: `17.${post.id}` });
            }
          }
        }
      });
      for (const ids of delivered.values()) {
        expect(ids).toHaveLength(30);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      }
    });
  });
}

function toState(facts: unknown): number {
  return Number(typeof facts === "object" && facts !== null && "state" in facts ? facts.state : Number.NaN);
}
