import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import type { EnqueueRequest, FinishRequest, Outcome, Store, UnknownsCard } from "../../src/store/index.ts";
import { database, openSecond, store } from "./given.ts";
import { aPostOf, deliverAll, nothing, waitingOf } from "./notifications.ts";
import { anAct, anEnd, aTry } from "./store-database.ts";

const minuteMs = 60_000;
const phoneOwner = "U7";

/**
 * Minutes pass (`+9`, `-9` for another's clock), outcomes become unknown (`a?`) or are known, late ones as well
 * (`a:accepted`), `b` tries `a` again (`b^a`), somebody says what became of it (`a=arrived`), or its holder does
 * (`a~arrived`). Then each card has these unsettled, of so many. Ids with `up` are uploads, those with `here` are asked for
 * in on-call's conversation.
 */
const stories: [what: string, steps: string, cards: Record<string, string>][] = [
  ["the first begins a card, which the next joins", "a? +1 b?", { a: "a b of 2" }],
  ["ten minutes behind the newest another begins", "a? +9 b? +9 c? +10 d?", { a: "a b c of 3", d: "d of 1" }],
  ["of two by clocks that differ the newest is joined", "a? +11 b? -10 c?", { a: "a of 1", b: "c b of 2" }],
  ["each kind has its own", "a? up1? b? up2?", { a: "a b of 2", up1: "up1 up2 of 2" }],
  ["what is known stands on none", "a:accepted b:refused c?", { c: "c of 1" }],
  ["what on-call asked for stands on none", "here? a? here2? b?", { a: "a b of 2" }],
  ["a closed card stays closed", "a? b? a=arrived b=did_not_arrive c? d?", { a: "of 2", c: "c d of 2" }],
  ["a late answer settles one that was reported", "a? b? a=arrived a:refused", { a: "b of 2" }],
  [
    "the closed one's late answers leave the next open",
    "a? a=arrived b? a:accepted c?",
    { a: "of 1", b: "b c of 2" },
  ],
  ["an earlier card's leave the newest open", "a? +11 b? a=arrived c?", { a: "of 1", b: "b c of 2" }],
  [
    "reports, late answers and accepted tries settle",
    "a? b? c? d? a=arrived b:refused e^c e:accepted",
    { a: "d of 4" },
  ],
  ["its holder's word settles, and may change", "a? b? a~did_not_arrive a~arrived", { a: "b of 2" }],
  ["one being sent again stays", "a? b^a", { a: "a of 1" }],
  ["one stays whose further try is refused", "a? b^a b:refused c?", { a: "a c of 2" }],
  ["a further try nobody knows of joins it", "a? b^a b?", { a: "a b of 2" }],
  ["a late acceptance settles all tries", "a? b^a b? a:accepted c?", { a: "of 2", c: "c of 1" }],
  [
    "a try unknown after an acceptance is settled",
    "a? b^a a:accepted b? c?",
    { a: "of 1", b: "of 1", c: "c of 1" },
  ],
];

const outcomeOf = (as: string) => (["accepted", "refused"] as const).find((one) => one === as);
const reportOf = (as: string) => (["arrived", "did_not_arrive"] as const).find((one) => one === as)!;

/** On-call's cards of unknown outcomes; over two processes' stores where the database allows it. */
export function unknownsContract(): void {
  describe("unknown outcomes that come in a row", () => {
    let second: Store;
    beforeEach(async () => {
      second = await openSecond();
    });
    const cardOf = async (id: string) => (await store.operations.get(id))?.unknownsCard ?? null;
    const read = (unknownsCard: string) => store.operations.unknownsCard({ unknownsCard });
    const resolve = (id: string, by = second, as: "arrived" | "did_not_arrive" = "arrived") =>
      by.operations.resolve(id, { by: "U2", as, notificationFor: nothing });
    const start = async (id: string, own: Partial<EnqueueRequest> = {}, by = store) => {
      expect(await by.operations.enqueue(anAct({ id, ...own }))).toEqual({ kind: "stored" });
      expect(await by.operations.start(id, { root: own.again?.root ?? id })).toBe(true);
    };
    const end = (id: string, outcome: Outcome = "unknown", own: Partial<FinishRequest> = {}, by = store) =>
      by.operations.finish(id, {
        ...anEnd({ outcome, notificationFor: nothing }),
        unlistedIn: "C-ONCALL",
        inTransaction: (operation) => async (trx) => {
          await by.receipts.ask(trx, operation, () => phoneOwner);
          return null;
        },
        ...own,
      });
    const send = async (id: string, own: Partial<EnqueueRequest> = {}) => {
      await start(id, own);
      await end(id);
    };
    const finish = async (id: string, outcome: string) => {
      const kind = id.startsWith("up") ? "files.upload" : "messages.send";
      const conversation = id.startsWith("here") ? "C-ONCALL" : null;
      if ((await store.operations.get(id)) === null) await start(id, { kind, conversation });
      await end(id, outcomeOf(outcome));
    };
    const verbs: Record<string, (id: string, as: string) => unknown> = {
      "+": (_, minutes) => database.clock.advance(Number(minutes) * minuteMs),
      "-": (_, minutes) => database.clock.advance(-Number(minutes) * minuteMs),
      "?": finish,
      ":": finish,
      "^": (id, root) => start(id, aTry(id, root)),
      "=": (id, as) => resolve(id, second, reportOf(as)),
      "~": (id, as) =>
        second.receipts.answer(id, {
          by: phoneOwner,
          as: reportOf(as),
          words: null,
          notificationFor: nothing,
        }),
    };
    /** One step of a story; its operation. */
    const act = async (step: string) => {
      const [, id = "", verb = "", as = ""] = /^(\w*)(\W)(\w*)$/.exec(step) ?? [];
      await verbs[verb]!(id, as);
      return id;
    };

    test.each(stories)("%s: %s", async (_, steps, cards) => {
      const ids = new Set<string>();
      for (const step of steps.split(" ")) ids.add(await act(step));
      const stand = await Promise.all([...ids].map(cardOf));
      const seen: Record<string, string> = {};
      for (const card of stand) {
        if (card === null) continue;
        const { id, first, total, left, unresolved } = await read(card);
        expect({ id, first: first?.id, left }).toEqual({ id: card, first: card, left: unresolved.length });
        seen[card] = [...unresolved.map((one) => one.id), "of", total].join(" ");
      }
      expect(seen).toEqual(cards);
    });

    test("stand by when they are stored, also when they ended longer before", async () => {
      const endedAt = database.clock.now();
      const notified: (string | null)[] = [];
      const notificationFor: FinishRequest["notificationFor"] = (_, { unknownsCard }) => {
        notified.push(unknownsCard);
        return {};
      };
      for (const id of ["a", "b"]) await start(id);
      database.clock.advance(11 * minuteMs);
      for (const id of ["a", "b"]) await end(id, "unknown", { endedAt, notificationFor });
      database.clock.advance(9 * minuteMs);
      await send("c");
      expect(notified).toEqual(["a", "a"]);
      expect(await read("a")).toMatchObject({
        total: 3,
        unresolved: [{ closedAt: endedAt }, { closedAt: endedAt }, {}],
      });
    });

    test("change their card's post by whatever changes them, once", async () => {
      await store.posts.add({ posts: ["unknowns:a", "unknowns:x"].map((subject) => aPostOf(subject)) });
      const isChangedBy = async (step: string) => {
        await deliverAll(store);
        await act(step);
        return await waitingOf(store, "unknowns:a", "unknowns:x");
      };
      for (const step of ["a?", "b?", "c?", "a=arrived"])
        expect(await isChangedBy(step), step).toEqual(["unknowns:a"]);
      expect(await isChangedBy("a=arrived")).toEqual([]);
      await act("again^c");
      for (const step of ["b:accepted", "again:accepted"])
        expect(await isChangedBy(step), step).toEqual(["unknowns:a"]);
    });

    test("are read for one author alone, and no more than a form can show", async () => {
      for (let at = 0; at < 60; at += 1) await send(`${at}`, { author: `U${at % 2}` });
      const all = await read("0");
      expect(all).toMatchObject({ total: 60, left: 60, first: { id: "0" } });
      expect(all.unresolved).toHaveLength(50);
      const own = await store.operations.unknownsCard({ unknownsCard: "0" }, "U1");
      expect(own).toMatchObject({ total: 30, left: 30, first: null });
      expect(new Set(own.unresolved.map(({ author }) => author))).toEqual(new Set(["U1"]));
      expect(await store.operations.unknownsCard({ unknownsCard: "0" }, "U0")).toMatchObject({
        first: { id: "0" },
      });
      expect(await read("none")).toEqual({ id: "none", first: null, total: 0, left: 0, unresolved: [] });
    });

    test("are read by their act as well, whichever card they are on", async () => {
      const siblings = Array.from({ length: 60 }, (_, index) => ({ id: `a.${index}`, request: {} }));
      await start("a", { siblings });
      for (const { id } of siblings) {
        await store.operations.start(id);
        await end(id, id === "a.1" ? "refused" : "unknown");
      }
      await resolve("a.0");
      const act = await store.operations.unknownsCard({ act: "a" });
      expect(act).toMatchObject({ id: "a", first: { id: "a", state: "started" }, total: 61, left: 58 });
      expect(act.unresolved).toHaveLength(50);
      for (const one of act.unresolved) expect(one).toMatchObject({ outcome: "unknown", resolvedAs: null });
      expect(await store.operations.unknownsCard({ act: "a" }, "U2")).toMatchObject({
        first: null,
        total: 0,
        left: 0,
      });
    });

    test("are counted as they are read, also where they come and are settled meanwhile", async () => {
      const ids = Array.from({ length: 40 }, (_, index) => `${index}`);
      await send("0");
      const change = async (changes: () => Promise<void>, isRight: (read: UnknownsCard) => boolean) => {
        let isOver = false;
        const reader = async () => {
          while (!isOver) {
            const card = await second.operations.unknownsCard({ unknownsCard: "0" });
            expect(card, `${card.left} of ${card.total}`).toSatisfy(isRight);
            await setImmediate();
          }
        };
        const writer = changes().finally(() => {
          isOver = true;
        });
        await Promise.all([reader(), reader(), reader(), writer]);
      };
      await change(
        async () => {
          for (const id of ids.slice(1)) await send(id);
        },
        ({ total, left, unresolved }) => left === total && left === unresolved.length,
      );
      await change(
        async () => {
          for (const [index, id] of ids.entries()) await resolve(id, index % 2 === 0 ? store : second);
        },
        ({ total, left, unresolved }) => total === 40 && left === unresolved.length,
      );
    });

    test("are one card when twelve come at once, closed when they are settled at once", async () => {
      const ids = Array.from({ length: 12 }, (_, index) => `${index}`);
      const storeOf = (id: string) => (Number(id) % 2 === 0 ? store : second);
      for (const id of ids) await start(id, {}, storeOf(id));
      await Promise.all(ids.map((id) => end(id, "unknown", {}, storeOf(id))));
      const [card = "none", ...others] = new Set(await Promise.all(ids.map(cardOf)));
      expect(others).toEqual([]);
      expect(await read(card ?? "none")).toMatchObject({
        id: card,
        first: { id: card },
        total: 12,
        left: 12,
      });
      await Promise.all(ids.map((id) => resolve(id, storeOf(`${Number(id) + 1}`))));
      expect(await read(card ?? "none")).toMatchObject({ total: 12, left: 0 });
    });
  });
}
