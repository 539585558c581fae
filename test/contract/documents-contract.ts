import { describe, expect, test } from "vitest";
import { readDocument, writeDocument } from "../../src/store/documents.ts";
import { store } from "./given.ts";

/** What all kinds of documents have in common; each kind has its own suite, too. */
export function documentsContract(): void {
  describe("documents", () => {
    const write = (id: string, version: number, key: string | null = null) =>
      store.open((context) =>
        context.connection.transact((trx) =>
          writeDocument(context, trx, { kind: "monitor", id, version }, { body: { version }, key }),
        ),
      );
    const read = (id: string) => store.open(({ connection }) => readDocument(connection.db, "monitor", id));

    test("are written only over the version that was read", async () => {
      expect(await write("a", 0)).toBe(true);
      expect(await write("a", 0)).toBe(false);
      expect(await write("a", 1)).toBe(true);
      expect(await write("a", 1)).toBe(false);
      expect(await write("a", 7)).toBe(false);
      expect(await read("a")).toMatchObject({ version: 2, body: { version: 1 }, state: "live", dueAt: null });
    });

    test("are read, but never overwritten, if a newer version of the app wrote them", async () => {
      await write("a", 0);
      await store.open(({ connection }) =>
        connection.db.updateTable("documents").set({ body_version: 99, body: '{"more":1}' }).execute(),
      );
      await expect(write("a", 1)).rejects.toThrow("of a newer version");
      expect(await read("a")).toMatchObject({ version: 1, body: { more: 1 } });
    });

    test("must have unique keys", async () => {
      await write("a", 0, "login");
      await expect(write("b", 0, "login")).rejects.toThrow();
      expect(await write("a", 1)).toBe(true);
      expect(await write("b", 0, "login")).toBe(true);
    });
  });
}
