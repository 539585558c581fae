import { beforeEach, describe, expect, test } from "vitest";
import { type Operation, type Outcome, type Store, SupersededError } from "../../src/store/index.ts";
import { database, openSecond, store } from "./given.ts";
import { deliverAll, nothing, notifiesAct, waitingOf } from "./notifications.ts";
import { anAct, anEnd, aTry } from "./store-database.ts";

/** Each test uses the stores of two processes if the database allows it, else one. */
export function triesContract(): void {
  describe("further tries of an operation", () => {
    let stores: [Store, Store];
    beforeEach(async () => {
      stores = [store, await openSecond()];
    });

    const end = (id: string, outcome: Outcome) => store.operations.finish(id, anEnd({ outcome }));
    const leave = async (id: string, outcome: Outcome, root = id) => {
      if (outcome !== "not_sent") expect(await store.operations.start(id, { root })).toBe(true);
      await end(id, outcome);
    };
    const send = async (id: string, outcome: Outcome) => {
      expect(await store.operations.enqueue(anAct({ id }))).toEqual({ kind: "stored" });
      await leave(id, outcome);
    };
    /** With a reason, as "Send again" has one. */
    const repeat = (id: string, root: string, newest = root, by = store) =>
      by.operations.enqueue(aTry(id, root, { newest }));
    /** Without one, as "Edit and send again" is. */
    const edit = (id: string, root: string, newest = root) =>
      store.operations.enqueue(anAct({ id, again: { root, newest } }));
    const resolve = (id: string, as: "arrived" | "did_not_arrive", by = store) =>
      by.operations.resolve(id, { by: "U2", as, notificationFor: nothing });
    const stored = { kind: "stored" };
    const notified = (id: string) => ({ kind: "not_again", operation: { id } });

    test("update the posts of all tries when one of them changes", async () => {
      const subjects = ["act:t0"];
      await send("t0", "refused");
      await deliverAll(store);
      for (let index = 1; index < 5; index += 1) {
        const [id, newest] = [`t${index}`, `t${index - 1}`];
        expect(await edit(id, "t0", newest)).toEqual(stored);
        await leave(id, index < 4 ? "refused" : "unknown", "t0");
        subjects.push(`act:${id}`);
        expect(await waitingOf(store, ...subjects)).toEqual(subjects);
        await deliverAll(store);
        expect(await waitingOf(store, ...subjects)).toEqual([]);
      }
      await resolve("t4", "did_not_arrive");
      expect(await waitingOf(store, ...subjects)).toEqual(subjects);
      await deliverAll(store);
      await end("t4", "accepted");
      expect(await waitingOf(store, ...subjects)).toEqual(subjects);
    });

    test("update the posts of the earlier tries when the newest one is posted elsewhere", async () => {
      await send("u", "unknown");
      await repeat("r", "u");
      await store.operations.start("r", { root: "u" });
      await deliverAll(store);
      const notificationFor = notifiesAct("ended", { destinations: ["C9"] });
      await store.operations.finish(
        "r",
        anEnd({ notificationFor: (_: string, one: { act: string }) => notificationFor(one) }),
      );
      expect(await waitingOf(store, "act:u", "act:r", "unknowns:u")).toEqual(["act:r", "act:u"]);
    });

    test("keep a reason after an unknown outcome, and need none when that is resolved or the try was refused", async () => {
      await send("u", "unknown");
      const again = { root: "u", newest: "u", reason: "nul \0 here" };
      expect(await store.operations.enqueue(anAct({ id: "r", again }))).toEqual(stored);
      expect(await store.operations.get("r")).toMatchObject({
        ...{ root: "u", act: "r", reason: "nul  here" },
        tries: [{ id: "u", outcome: "unknown" }],
      });
      await send("v", "refused");
      await send("w", "unknown");
      await resolve("w", "did_not_arrive");
      for (const root of ["v", "w"]) {
        expect(await edit(`again ${root}`, root)).toEqual(stored);
        expect(await store.operations.get(`again ${root}`)).toMatchObject({ root, reason: null });
      }
    });

    test("are ordered as they were stored, whatever the instances' clocks say", async () => {
      await send("z", "refused");
      for (const [id, newest] of [
        ["y", "z"],
        ["x", "y"],
        ["w", "x"],
      ] as const) {
        // As one whose clock is ten minutes behind.
        database.clock.advance(-600_000);
        expect(await edit(id, "z", newest)).toEqual(stored);
        await leave(id, "refused", "z");
        expect(await edit("late", "z", newest)).toMatchObject(notified(id));
      }
      const { tries } = (await store.operations.get("w"))!;
      expect(tries.map(({ id }) => id)).toEqual(["z", "y", "x"]);
    });

    test("are listed with one another, oldest first, and without other operations", async () => {
      await send("u", "unknown");
      await repeat("r1", "u");
      await leave("r1", "refused", "u");
      await repeat("r2", "u", "r1");
      await send("other", "refused");
      expect((await store.operations.get("r1"))?.tries).toMatchObject([
        { id: "u", outcome: "unknown", state: "closed", act: "u", root: "u" },
        { id: "r2", outcome: null, state: "stored", act: "r2", root: "u", startedAt: null },
      ]);
      expect((await store.operations.get("other"))?.tries).toEqual([]);
      const { operations } = await store.operations.list({ limit: 9 });
      for (const { id, tries } of operations)
        expect(tries.map((one) => one.id)).toEqual(
          id === "other" ? [] : ["u", "r1", "r2"].filter((one) => one !== id),
        );
    });

    test("are stored once when twenty come at the same time", async () => {
      await send("u", "unknown");
      await repeat("r", "u");
      await leave("r", "refused", "u");
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          repeat(`again-${index}`, "u", index % 3 === 0 ? "u" : "r", stores[index % 2]!),
        ),
      );
      const kinds = Object.groupBy(answers, ({ kind }) => kind);
      expect(kinds.stored).toHaveLength(1);
      expect(kinds.not_again).toHaveLength(19);
      expect(await store.operations.countOpen()).toBe(1);
    });

    test("are stored once when several come while the try before them fails", async () => {
      for (let round = 0; round < 20; round += 1) {
        const [root, failing] = [`u-${round}`, `r-${round}`];
        await send(root, "unknown");
        await repeat(failing, root);
        await store.operations.start(failing, { root });
        await Promise.all([
          end(failing, "refused"),
          repeat(`next-${round}`, root, failing, stores[1]),
          repeat(`other-${round}`, root, root, stores[1]),
        ]);
        // Whoever came too early may try again now.
        await repeat(`later-${round}`, root, failing);
        await repeat(`last-${round}`, root);
        const names = ["next", "other", "later", "last"].map((name) => `${name}-${round}`);
        const found = await Promise.all(names.map((id) => store.operations.get(id)));
        expect(found.filter((operation) => operation !== null)).toHaveLength(1);
      }
    });

    test.each<[string, () => Promise<unknown>]>([
      ["was accepted after all", () => end("u", "accepted")],
      ["was reported as arrived", () => resolve("u", "arrived", stores[1])],
    ])("make no second HTTP request when the first try %s", async (_, happens) => {
      await send("u", "unknown");
      await repeat("r", "u");
      const start = (isAgain: boolean) => store.operations.start("r", { root: "u", isAgain });
      expect([await start(false), await start(true)]).toEqual([true, true]);
      await happens();
      await expect(start(true)).rejects.toThrow(SupersededError);
      expect(await end("r", "not_sent")).toBe("closed");
    });

    test("don't start while their process knows of an acceptance that isn't stored yet", async () => {
      await send("u", "unknown");
      await repeat("r", "u");
      const start = (isAgain: boolean, ...accepted: string[]) =>
        store.operations.start("r", { root: "u", isAgain, accepted: new Set(accepted) });
      await expect(start(false, "u")).rejects.toThrow(SupersededError);
      expect(await store.operations.get("r")).toMatchObject({ state: "stored", startedAt: null });
      // Neither its own acceptance nor that of an unrelated operation stops it.
      await send("other", "unknown");
      expect(await start(false, "r", "other")).toBe(true);
      await expect(start(true, "u")).rejects.toThrow(SupersededError);
      expect(await start(true, "r")).toBe(true);
    });

    test("update the first try's post when they are closed as superseded", async () => {
      await send("u", "unknown");
      await repeat("r", "u");
      await resolve("u", "arrived");
      await deliverAll(store);
      const seen: Operation[] = [];
      await store.operations.finish("r", {
        ...{ outcome: "not_sent", result: null },
        notificationFor: (_, operation) => {
          seen.push(operation);
          return {};
        },
      });
      const first = { id: "u", outcome: "unknown", resolvedAs: "arrived" };
      expect(seen).toMatchObject([{ id: "r", tries: [first] }]);
      expect(await waitingOf(store, "act:u")).toEqual(["act:u"]);
    });

    test("start before a late reply or a report is stored, or never start", async () => {
      for (let round = 0; round < 20; round += 1) {
        const [root, id] = [`u-${round}`, `r-${round}`];
        await send(root, "unknown");
        await repeat(id, root);
        const known: { further: Operation["tries"] } = { further: [] };
        const notificationFor = (one: Operation) => {
          known.further = one.tries;
          return {};
        };
        const late = anEnd({ notificationFor: (_: string, one: Operation) => notificationFor(one) });
        await Promise.all([
          store.operations.start(id, { root }).catch((error: unknown) => {
            expect(error).toBeInstanceOf(SupersededError);
          }),
          round % 2 === 0
            ? store.operations.finish(root, late)
            : stores[1].operations.resolve(root, { by: "U2", as: "arrived", notificationFor }),
        ]);
        const { startedAt } = (await store.operations.get(id))!;
        // The reply or report saw whether the further try had started.
        expect(known.further).toMatchObject([{ id, startedAt }]);
      }
    });

    test("are stored before a late reply is stored, or are refused", async () => {
      for (let round = 0; round < 20; round += 1) {
        const [root, id] = [`u-${round}`, `r-${round}`];
        await send(root, "unknown");
        let isSeen = false;
        const late = anEnd({
          notificationFor: (_: string, { tries }: Operation) => {
            isSeen = tries.length > 0;
            return {};
          },
        });
        const [answer] = await Promise.all([
          repeat(id, root, root, stores[1]),
          store.operations.finish(root, late),
        ]);
        expect(answer.kind).toBe(isSeen ? "stored" : "not_again");
      }
    });
  });
}
