import { beforeEach, describe, expect, test } from "vitest";
import {
  createFileTable,
  type FileTable,
  markDeleted,
  type Operation,
  type StoreTransaction,
  storeFile,
  storeFileUses,
  type UploadedFileRecord,
  unmarkDeleted,
} from "../../src/store/index.ts";
import { database, store } from "./given.ts";
import { nothing } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

function aFile(fileId: string, more: Partial<UploadedFileRecord> = {}): UploadedFileRecord {
  return {
    ...{ fileId, operationId: `op-${fileId}`, author: "U1", uploadedAt: new Date(1000), type: "MMS" },
    ...{ name: "a.png", sizeBytes: 10, width: 3, height: 4, sha256: "aa", vendorA: null, vendorB: null },
    ...{ link: null, deletedAt: null, deletedBy: null },
    ...more,
  };
}

/** The files that were uploaded from Slack. */
export function filesContract(): void {
  describe("uploaded files", () => {
    let files: FileTable;
    beforeEach(async () => {
      files = store.open(createFileTable);
    });

    let acts = 0;
    const within = async (write: (trx: StoreTransaction) => Promise<void>) => {
      acts += 1;
      const precondition = (trx: StoreTransaction) => write(trx).then(() => true);
      await store.operations.enqueue({ ...anAct({ id: `act-${acts}` }), precondition });
    };
    const keep = (...all: UploadedFileRecord[]) =>
      within(async (trx) => {
        for (const one of all) await storeFile(trx, one);
      });

    test("are stored once, and read back unchanged", async () => {
      const file = aFile("F1", {
        vendorA: "https://a.example/1",
        link: "https://shop.example",
        name: "로고\0.png",
      });
      await keep(file);
      await keep(aFile("F1", { name: "another" }));
      expect(await files.get("F1")).toEqual({ ...file, name: "로고.png" });
      expect(await files.get("F2")).toBeNull();
    });

    test("are listed newest first, by page, type, author and part of the name or id", async () => {
      const at = (ms: number) => ({ uploadedAt: new Date(ms) });
      await keep(
        aFile("F1", at(1)),
        aFile("F2", at(2)),
        aFile("F3", { ...at(2), type: "CHAT" }),
        aFile("F4", { ...at(3), author: "U2" }),
      );
      const idsOf = async (filter: Parameters<FileTable["list"]>[0]) =>
        (await files.list(filter)).map(({ fileId }) => fileId);
      expect(await idsOf({ limit: 9 })).toEqual(["F4", "F3", "F2", "F1"]);
      expect(await idsOf({ limit: 9, type: "CHAT" })).toEqual(["F3"]);
      expect(await idsOf({ limit: 9, author: "U2" })).toEqual(["F4"]);
      await keep(
        aFile("F5", { ...at(0), name: "100%_Sale.png" }),
        aFile("F6", { ...at(0), name: "1000Sale.png" }),
      );
      expect(await idsOf({ limit: 9, search: "0%_sale" })).toEqual(["F5"]);
      expect(await idsOf({ limit: 9, search: "f3" })).toEqual(["F3"]);
      expect(await idsOf({ limit: 9, search: "sale", type: "CHAT" })).toEqual([]);
      const [, second] = await files.list({ limit: 2 });
      expect(await idsOf({ limit: 9, before: second! })).toEqual(["F2", "F1", "F6", "F5"]);
    });

    test("are found by hash and type until they are deleted", async () => {
      await keep(aFile("F1"), aFile("F2", { uploadedAt: new Date(2000) }));
      expect(await files.findSame("aa", "MMS")).toMatchObject({ fileId: "F2" });
      expect(await files.findSame("aa", "CHAT")).toBeNull();
      expect(await files.findSame("bb", "MMS")).toBeNull();
      await within((trx) => markDeleted(trx, { fileId: "F2", by: "U1", at: new Date(3000) }));
      expect(await files.findSame("aa", "MMS")).toMatchObject({ fileId: "F1" });
    });

    test("are deleted once, and are not listed any more", async () => {
      await keep(aFile("F1"));
      await within((trx) => markDeleted(trx, { fileId: "F1", by: "U1", at: new Date(3000) }));
      await within((trx) => markDeleted(trx, { fileId: "F1", by: "U2", at: new Date(4000) }));
      expect(await files.get("F1")).toMatchObject({ deletedBy: "U1", deletedAt: new Date(3000) });
      expect(await files.list({ limit: 9 })).toEqual([]);
    });

    test("are restored only when the deletion that removed them is undone", async () => {
      await keep(aFile("F1"), aFile("F2"));
      const said = { by: "U1", at: new Date(3000) };
      await within((trx) => markDeleted(trx, { fileId: "F1", ...said }));
      await within((trx) => unmarkDeleted(trx, { fileId: "F1", ...said, by: "U2" }));
      await within((trx) => unmarkDeleted(trx, { fileId: "F1", ...said, at: new Date(4000) }));
      await within((trx) => unmarkDeleted(trx, { fileId: "F2", ...said }));
      expect(await files.get("F1")).toMatchObject({ deletedBy: "U1", deletedAt: new Date(3000) });
      await within((trx) => unmarkDeleted(trx, { fileId: "F1", ...said }));
      expect(await files.get("F1")).toEqual(aFile("F1"));
    });

    test("list the operations that used them, newest first", async () => {
      await keep(aFile("F1"));
      const use = (id: string, ms: number) =>
        within((trx) =>
          storeFileUses(trx, ["F1", "foreign\0"], { id, author: "U1", createdAt: new Date(ms) }),
        );
      await use("m1", 1);
      await use("m2", 2);
      await use("m2", 3);
      expect(await files.usesOf("F1", 9)).toEqual(["m2", "m1"]);
      expect(await files.usesOf("F1", 1)).toEqual(["m2"]);
      expect(await files.usesOf("F2", 9)).toEqual([]);
    });

    test("lose a recorded use only when retention removes the operation", async () => {
      await keep(aFile("F1"));
      for (const id of ["gone", "untold", "young"]) {
        if (id === "young") database.clock.advance(1000);
        await store.operations.enqueue(anAct({ id }));
        const inTransaction = (operation: Operation) => async (trx: StoreTransaction) => {
          await storeFileUses(trx, ["F1"], operation);
          return null;
        };
        const notified = id === "untold" ? {} : { notificationFor: nothing };
        await store.operations.finish(id, anEnd({ outcome: "not_sent", inTransaction, ...notified }));
      }
      const used = async () => (await files.usesOf("F1", 9)).toSorted();
      expect(await store.purge({ closedBefore: database.clock.now() })).toBe(1);
      expect(await used()).toEqual(["untold", "young"]);
      expect(await files.get("F1")).not.toBeNull();
    });

    test("are removed by retention only after their deletion", async () => {
      await keep(aFile("F1"), aFile("F2"));
      await within((trx) => markDeleted(trx, { fileId: "F1", by: "U1", at: new Date(3000) }));
      await store.purge({ closedBefore: new Date(3000) });
      expect(await files.get("F1")).not.toBeNull();
      await store.purge({ closedBefore: new Date(3001) });
      expect(await files.get("F1")).toBeNull();
      expect(await files.get("F2")).not.toBeNull();
    });
  });
}
