import { beforeEach, describe, expect, test } from "vitest";
import type { Outcome, Store } from "../../src/store/index.ts";
import { database, openSecond, store } from "./given.ts";
import { deliverAll, nothing, notifiesAct, waitingOf } from "./notifications.ts";
import { anAct, anEnd, aTry } from "./store-database.ts";

/** Each test uses the stores of two processes if the database allows it, else one. */
export function triesContract(): void {
  describe("the tries of one root", () => {
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
    const resolve = (id: string, as: "arrived" | "did_not_arrive") =>
      store.operations.resolve(id, { by: "U2", as, notificationFor: nothing });
    const stored = { kind: "stored" };
    const notified = (id: string) => ({ kind: "not_again", operation: { id } });

    test("update the posts of all of them after each change of one", async () => {
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

    test("update the posts of all of them although the newest one is posted elsewhere", async () => {
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

    describe("after an earlier one", () => {
      test.each(["refused", "not_sent"] as const)("need no reason if that was %s", async (outcome) => {
        await send("u", outcome);
        expect(await edit("r", "u")).toEqual(stored);
        expect(await store.operations.get("r")).toMatchObject({
          ...{ root: "u", act: "r", reason: null },
          tries: [{ id: "u", outcome }],
        });
        expect(await store.operations.get("u")).toMatchObject({
          root: "u",
          tries: [{ id: "r", state: "stored" }],
        });
      });

      test("need a reason, which is kept, if that is unknown", async () => {
        await send("u", "unknown");
        expect(await edit("r", "u")).toMatchObject(notified("u"));
        expect(await store.operations.get("r")).toBeNull();
        const again = { root: "u", newest: "u", reason: "nul \0 here" };
        expect(await store.operations.enqueue(anAct({ id: "r", again }))).toEqual(stored);
        expect(await store.operations.get("r")).toMatchObject({ root: "u", reason: "nul  here" });
      });

      test("need no reason if that is unknown and was reported as not arrived", async () => {
        await send("u", "unknown");
        await resolve("u", "did_not_arrive");
        expect(await edit("r", "u")).toEqual(stored);
      });

      test("are refused if that was reported as arrived, unless it was refused later", async () => {
        await send("u", "unknown");
        await resolve("u", "arrived");
        for (const answer of [await repeat("r", "u"), await edit("r", "u")])
          expect(answer).toMatchObject({ ...notified("u"), operation: { id: "u", resolvedAs: "arrived" } });
        await end("u", "refused");
        expect(await edit("r", "u")).toEqual(stored);
      });

      test("are refused if that was accepted", async () => {
        await send("u", "accepted");
        for (const answer of [await repeat("r", "u"), await edit("r", "u")])
          expect(answer).toMatchObject({ ...notified("u"), operation: { id: "u", outcome: "accepted" } });
      });

      test("are refused if that was accepted or reported as arrived, and a later one refused", async () => {
        for (const root of ["accepted", "arrived"]) {
          const next = `next of ${root}`;
          await send(root, "unknown");
          await repeat(next, root);
          await leave(next, "refused", root);
          if (root === "accepted") await end(root, "accepted");
          else await resolve(root, "arrived");
          expect(await repeat("r", root, next)).toMatchObject(notified(root));
          expect(await edit("r", root, next)).toMatchObject(notified(root));
        }
        expect(await store.operations.get("r")).toBeNull();
      });
    });

    test("are never open two at a time", async () => {
      await send("u", "unknown");
      expect(await repeat("r", "u")).toEqual(stored);
      for (const newest of ["u", "r"]) expect(await repeat("s", "u", newest)).toMatchObject(notified("r"));
      await store.operations.start("r", { root: "u" });
      for (const newest of ["u", "r"])
        expect(await repeat("s", "u", newest)).toMatchObject({ operation: { id: "r", state: "started" } });
      await store.operations.enqueue(anAct({ id: "open" }));
      expect(await repeat("s", "open")).toMatchObject({ operation: { id: "open", state: "stored" } });
    });

    test("continue only from a form that shows the newest one", async () => {
      await send("u", "refused");
      const before = ["u"];
      for (const [id, outcome] of [
        ["r1", "refused"],
        ["r2", "not_sent"],
        ["r3", "unknown"],
      ] as const) {
        expect(await edit(id, "u", before.at(-1))).toEqual(stored);
        await leave(id, outcome, "u");
        for (const shown of before) {
          expect(await edit("late", "u", shown)).toMatchObject(notified(id));
          expect(await repeat("late", "u", shown)).toMatchObject(notified(id));
        }
        before.push(id);
      }
      expect(await store.operations.get("late")).toBeNull();
      expect(await repeat("r4", "u", "r3")).toEqual(stored);
    });

    test("need a reason while any of them is unknown", async () => {
      await send("u", "unknown");
      await repeat("r1", "u");
      await leave("r1", "refused", "u");
      expect(await edit("r2", "u", "r1")).toMatchObject(notified("u"));
      expect(await repeat("r2", "u", "r1")).toEqual(stored);
      await leave("r2", "unknown", "u");
      expect(await edit("r3", "u", "r2")).toMatchObject(notified("u"));
      await resolve("u", "did_not_arrive");
      expect(await edit("r3", "u", "r2")).toMatchObject(notified("r2"));
      await end("r2", "refused");
      expect(await edit("r3", "u", "r2")).toEqual(stored);
    });

    test("are ordered as they were stored, whatever the clocks say", async () => {
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

    test("list one another, oldest first, and no other operation", async () => {
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

    test("that are harmless may come from another author, of the same kind, without a reason", async () => {
      const enqueue = (id: string, own: { kind?: string; author?: string; newest?: string } = {}) => {
        const { newest = "u", ...rest } = own;
        const again = { root: "u", newest, isHarmless: true as const };
        return store.operations.enqueue(anAct({ id, author: "U2", again, ...rest }));
      };
      await send("u", "unknown");
      expect(await enqueue("other", { kind: "files.upload" })).toEqual({
        kind: "not_again",
        operation: null,
      });
      expect(await enqueue("r1")).toEqual(stored);
      for (const newest of ["u", "r1"]) expect(await enqueue("r2", { newest })).toMatchObject(notified("r1"));
      await leave("r1", "unknown", "u");
      expect(await enqueue("r2")).toMatchObject(notified("r1"));
      expect(await enqueue("r2", { author: "U1", newest: "r1" })).toEqual(stored);
      await leave("r2", "accepted", "u");
      expect(await enqueue("r3", { newest: "r2" })).toMatchObject(notified("r2"));
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

    test("allow one more when one fails, and never two", async () => {
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
  });
}
