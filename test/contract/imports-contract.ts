import { beforeEach, describe, expect, test } from "vitest";
import { createImports, type ImportEntry } from "../../src/store/imports.ts";
import { createObservations, type ObservationTable } from "../../src/store/observations/observations.ts";
import { aVendor, content } from "./an-observation.ts";
import { database, store } from "./given.ts";
import { aPostOf, nothing, shownOf } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** Templates' records that somebody gave, until they are imported or expire. */
export function importsContract(): void {
  describe("template imports", () => {
    let imports: ReturnType<typeof createImports>;
    let observations: ObservationTable;
    beforeEach(() => {
      imports = store.open(createImports);
      observations = store.open(createObservations);
    });

    const anEntry = (number: number, status: string, more: Partial<ImportEntry> = {}): ImportEntry => ({
      ...{ state: "known", templateId: `T${String(number).padStart(3, "0")}`, says: { number } },
      ...{ newest: 0, vendors: [aVendor("vendorA", status)] },
      ...more,
    });
    const broken: ImportEntry = {
      ...{ state: "broken", templateId: null, says: { issues: [] }, newest: 0, vendors: [] },
    };
    /** Keeps entries, compared with what is observed by now. */
    const keep = async (id: string, given: ImportEntry[], by = "U1") => {
      const seen = await observations.getAll(given.flatMap(({ templateId }) => templateId ?? []));
      const entries = given.map((entry) => {
        const known = seen.find(({ templateId }) => templateId === entry.templateId);
        return { ...entry, newest: known?.newest ?? 0 };
      });
      const expiresAt = new Date(database.clock.now().getTime() + dayMs);
      expect(await imports.keep({ id, by, expiresAt, entries })).toBe(true);
    };
    const notificationFor: Parameters<ReturnType<typeof createImports>["confirm"]>[2] = async (imported) => ({
      posts: [aPostOf("import:post")],
      lines: imported.map(({ templateId }) => ({ subject: "import:lines", event: { id: templateId } })),
    });
    const confirm = async (id: string, by = "U1") =>
      (await imports.confirm(id, by, notificationFor))?.map(({ state }) => state) ?? null;
    /** An observation from an update's reply. */
    const update = async (id: string, templateId: string, status: string) => {
      await store.operations.enqueue(anAct({ id }));
      await store.operations.start(id);
      const from = { kind: "update", by: "U9", operationId: id } as const;
      const vendors = [{ ...aVendor("vendorA", status), content: { ...content, content: "updated" } }];
      const precondition = async (trx: Parameters<ObservationTable["record"]>[0]) => {
        const seenAt = database.clock.now();
        await observations.record(trx, { templateId, from, askedAt: null, seenAt, vendors });
        return null;
      };
      await store.operations.finish(
        id,
        anEnd({ notificationFor: nothing, inTransaction: () => precondition }),
      );
    };
    const statusOf = async (templateId: string) => (await observations.get(templateId))?.vendors[0];

    test("are stored once, and only when the person who gave the records confirms them", async () => {
      await keep("I", [broken, anEntry(1, "APPROVED")]);
      expect(await confirm("I", "U2")).toBeNull();
      expect(await confirm("other")).toBeNull();
      expect(await statusOf("T001")).toBeUndefined();
      const twice = await Promise.all([confirm("I"), confirm("I")]);
      expect(twice).toEqual([
        ["broken", "imported"],
        ["broken", "imported"],
      ]);
      expect(await statusOf("T001")).toMatchObject({
        ...{ status: "APPROVED", code: "A_1" },
        statusFrom: { kind: "import", by: "U1", operationId: null },
        commentsFrom: { kind: "import" },
      });
      expect((await observations.get("T001"))?.newest).toBe(1);
      expect(await shownOf(store, "import:post")).toEqual(["posted"]);
    });

    test("store all of a hundred records of sixty vendors, or none of them when anything fails", async () => {
      const vendors = Array.from({ length: 60 }, (_, index) => aVendor(`vendor${index}`, "APPROVED"));
      const all = Array.from({ length: 100 }, (_, index) => anEntry(index, "APPROVED", { vendors }));
      await keep("I", all);
      const fails = () => Promise.reject(new Error("no"));
      await expect(imports.confirm("I", "U1", fails)).rejects.toThrow("no");
      expect(await statusOf("T000")).toBeUndefined();
      expect(await confirm("I")).toEqual(all.map(() => "imported"));
      expect(await observations.getAll(all.map(({ templateId }) => templateId ?? ""))).toHaveLength(100);
    });

    test("leave out templates that were observed after the records were shown", async () => {
      await update("first", "T005", "PENDING");
      await keep("I", [anEntry(4, "NEW"), anEntry(5, "NEW"), anEntry(6, "NEW")]);
      await update("op", "T004", "PENDING");
      const said = { vendor: "vendorA", status: "SAID", reason: null };
      const form = { id: "form", templateId: "T005", by: "U3", vendors: [said], content: null };
      await observations.report(form, nothing);
      expect(await confirm("I")).toEqual(["left_out", "left_out", "imported"]);
      expect(await statusOf("T004")).toMatchObject({ status: "PENDING", statusFrom: { kind: "update" } });
      expect(await statusOf("T005")).toMatchObject({ status: "SAID", statusFrom: { by: "U3" } });
      expect(await statusOf("T006")).toMatchObject({ status: "NEW" });
    });

    test("never overwrite another import, a report or an update made at the same time", async () => {
      const numbers = Array.from({ length: 8 }, (_, index) => index);
      for (const number of numbers) await update(`first-${number}`, `T00${number}`, "NONE");
      await keep(
        "one",
        numbers.map((number) => anEntry(number, "ONE")),
      );
      // In another order, so that a deadlock would show.
      await keep(
        "two",
        numbers.toReversed().map((number) => anEntry(number, "TWO")),
        "U2",
      );
      const said = { vendor: "vendorA", status: "SAID", reason: null };
      const form = { id: "form", templateId: "T003", by: "U3", vendors: [said], content: null };
      const [one, two] = await Promise.all([
        imports.confirm("one", "U1", nothing),
        imports.confirm("two", "U2", nothing),
        observations.report(form, nothing),
        update("second", "T003", "UPDATED"),
      ]);
      const all = [...(one ?? []), ...(two ?? [])];
      for (const number of numbers.filter((other) => other !== 3)) {
        const own = all.filter(({ templateId }) => templateId === `T00${number}`);
        expect(own.map(({ state }) => state).toSorted()).toEqual(["imported", "left_out"]);
      }
      expect(["SAID", "UPDATED"]).toContain((await statusOf("T003"))?.status);
    });

    test("expire after a day, and are removed by the next purge", async () => {
      await keep("late", [anEntry(1, "X")]);
      await keep("done", [anEntry(2, "X")]);
      expect(await confirm("done")).toEqual(["imported"]);
      database.clock.advance(2 * dayMs);
      expect(await confirm("late")).toBeNull();
      expect(await confirm("done")).toBeNull();
      await store.purge({ closedBefore: new Date(0) });
      const left = await store.open(({ connection }) =>
        connection.db.selectFrom("documents").select("id").where("kind", "=", "import").execute(),
      );
      expect(left).toEqual([]);
      expect(await statusOf("T002")).toMatchObject({ status: "X" });
    });
  });
}
