import { describe, expect, test } from "vitest";
import { readDocument, writeDocument } from "../../src/store/documents.ts";
import { database, store } from "./given.ts";
import { aPostOf } from "./notifications.ts";

/** What all kinds of documents have in common; each kind has its own suite, too. */
export function documentsContract(): void {
  describe("JSON documents in the store", () => {
    const write = (id: string, version: number, key: string | null = null) =>
      store.open((context) =>
        context.connection.transact((trx) =>
          writeDocument(context, trx, { kind: "monitor", id, version }, { body: { version }, key }),
        ),
      );
    const read = (id: string) => store.open(({ connection }) => readDocument(connection.db, "monitor", id));

    test("are changed only when the version that was read is still the newest", async () => {
      expect(await write("a", 0)).toBe(true);
      expect(await write("a", 0)).toBe(false);
      expect(await write("a", 1)).toBe(true);
      expect(await write("a", 1)).toBe(false);
      expect(await write("a", 7)).toBe(false);
      expect(await read("a")).toMatchObject({ version: 2, body: { version: 1 }, state: "live", dueAt: null });
    });

    test("written by a newer version of the app can be read, and are never overwritten", async () => {
      await write("a", 0);
      await store.open(({ connection }) =>
        connection.db.updateTable("documents").set({ body_version: 99, body: '{"more":1}' }).execute(),
      );
      await expect(write("a", 1)).rejects.toThrow("of a newer version");
      expect(await read("a")).toMatchObject({ version: 1, body: { more: 1 } });
    });

    test("of one kind can't have the same key", async () => {
      await write("a", 0, "login");
      await expect(write("b", 0, "login")).rejects.toThrow();
      expect(await write("a", 1)).toBe(true);
      expect(await write("b", 0, "login")).toBe(true);
    });
  });
}

/** The plainest kind of document. */
export function monitorsContract(): void {
  describe("the state of a monitor", () => {
    const change = (version: number, seen: string) =>
      store.monitors.change("payments", {
        ...{ version, known: { seen } },
        notification: { posts: [aPostOf(`alert:${seen}`)] },
      });

    test("is null at first, and then the newest state written for this monitor", async () => {
      expect(await store.monitors.get("payments")).toEqual({ version: 0, known: null });
      expect(await change(0, "one")).toBe(true);
      expect(await store.monitors.get("payments")).toEqual({ version: 1, known: { seen: "one" } });
      expect(await change(1, "two")).toBe(true);
      expect(await store.monitors.get("payments")).toEqual({ version: 2, known: { seen: "two" } });
      expect(await store.monitors.get("prices")).toEqual({ version: 0, known: null });
    });

    test.each([0, 1])(
      "is changed and posted once when twenty changes come at the same time (version %i)",
      async (version) => {
        if (version === 1) await change(0, "before");
        const notified = await store.posts.countQueued();
        const changed = await Promise.all(
          Array.from({ length: 20 }, (_, index) => change(version, `${index}`)),
        );
        expect(changed.filter(Boolean)).toHaveLength(1);
        expect(await store.posts.countQueued()).toBe(notified + 1);
        expect(await store.monitors.get("payments")).toEqual({
          version: version + 1,
          known: { seen: `${changed.indexOf(true)}` },
        });
      },
    );

    test("survives every purge", async () => {
      await change(0, "one");
      await store.purge({ closedBefore: database.clock.advance(1e12) });
      expect(await store.monitors.get("payments")).toMatchObject({ version: 1 });
    });
  });
}
