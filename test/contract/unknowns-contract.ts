import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import type { EnqueueRequest, FinishRequest, Outcome, Store, UnknownsCard } from "../../src/store/index.ts";
import { database, openSecond, store } from "./given.ts";
import { aPostOf, deliverAll, nothing, waitingOf } from "./notifications.ts";
import { anAct, anEnd, aTry } from "./store-database.ts";

const minuteMs = 60_000;
const phoneOwner = "U7";

/**
 * Steps of a story: minutes pass (`+9`, or `-9` for another's clock), an outcome becomes unknown (`a?`) or known, maybe late
 * (`a:accepted`), `b` tries `a` again (`b^a`), somebody reports it (`a=arrived`), or the phone's owner does (`a~arrived`).
 * Then each card has these unresolved outcomes, of so many. Ids with `up` are uploads, ids with `here` are asked for in
 * on-call's conversation.
 */
const stories: [what: string, steps: string, cards: Record<string, string>][] = [
  ["the first outcome opens a card, and the next one joins it", "a? +1 b?", { a: "a b of 2" }],
  [
    "an outcome ten minutes after the newest one opens a new card",
    "a? +9 b? +9 c? +10 d?",
    { a: "a b c of 3", d: "d of 1" },
  ],
  [
    "an outcome joins the newest of two cards although clocks differ",
    "a? +11 b? -10 c?",
    { a: "a of 1", b: "c b of 2" },
  ],
  ["each kind has its own card", "a? up1? b? up2?", { a: "a b of 2", up1: "up1 up2 of 2" }],
  ["an accepted or refused outcome is on no card", "a:accepted b:refused c?", { c: "c of 1" }],
  [
    "an outcome of a message sent from on-call's conversation is on no card",
    "here? a? here2? b?",
    { a: "a b of 2" },
  ],
  ["a closed card stays closed", "a? b? a=arrived b=did_not_arrive c? d?", { a: "of 2", c: "c d of 2" }],
  [
    "a late refusal leaves an outcome resolved that was reported before",
    "a? b? a=arrived a:refused",
    { a: "b of 2" },
  ],
  [
    "a late answer to an operation on a closed card leaves the next card open",
    "a? a=arrived b? a:accepted c?",
    { a: "of 1", b: "b c of 2" },
  ],
  [
    "a report on an earlier card leaves the newest card open",
    "a? +11 b? a=arrived c?",
    { a: "of 1", b: "b c of 2" },
  ],
  [
    "reports, late answers and accepted tries resolve outcomes",
    "a? b? c? d? a=arrived b:refused e^c e:accepted",
    { a: "d of 4" },
  ],
  [
    "a phone owner's receipt resolves an outcome, and can be changed",
    "a? b? a~did_not_arrive a~arrived",
    { a: "b of 2" },
  ],
  ["an outcome stays on its card while its message is sent again", "a? b^a", { a: "a of 1" }],
  ["an outcome stays on its card when its further try is refused", "a? b^a b:refused c?", { a: "a c of 2" }],
  ["an unknown further try joins the card", "a? b^a b?", { a: "a b of 2" }],
  ["a late acceptance resolves all tries", "a? b^a b? a:accepted c?", { a: "of 2", c: "c of 1" }],
  [
    "a further try that ends as unknown after the first was accepted is resolved",
    "a? b^a a:accepted b? c?",
    { a: "of 1", b: "of 1", c: "c of 1" },
  ],
];

const outcomeOf = (as: string) => (["accepted", "refused"] as const).find((one) => one === as);
const reportOf = (as: string) => (["arrived", "did_not_arrive"] as const).find((one) => one === as)!;

/** On-call's cards of unknown outcomes; over two processes' stores where the database allows it. */
export function unknownsContract(): void {
  describe("on-call's cards of unknown outcomes", () => {
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

    test.each(stories)("list outcomes by this rule: %s", async (_, steps, cards) => {
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

    test("are joined by the time when an outcome is stored, and not by the time when it ended", async () => {
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

    test("have their post updated once by each change of one of their outcomes", async () => {
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

    test("can be read for one author only, with at most fifty outcomes", async () => {
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

    test("can be read for one act", async () => {
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

    test("have a count that fits the listed outcomes while outcomes are added and resolved", async () => {
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

    test("become one card when two instances store twelve outcomes at once", async () => {
      const ids = Array.from({ length: 12 }, (_, index) => `${index}`);
      const storeOf = (id: string) => (Number(id) % 2 === 0 ? store : second);
      for (const id of ids) await start(id, {}, storeOf(id));
      await Promise.all(ids.map((id) => end(id, "unknown", {}, storeOf(id))));
      const [card, ...others] = new Set(await Promise.all(ids.map(cardOf)));
      expect(others).toEqual([]);
      expect(await read(card ?? "none")).toMatchObject({ first: { id: card }, total: 12, left: 12 });
    });
  });
}
