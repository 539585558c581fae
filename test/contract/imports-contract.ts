import { beforeEach, describe, expect, test } from "vitest";
import { createImports } from "../../src/store/imports/imports.ts";
import type { ImportOptions, ImportTable, NewEntry } from "../../src/store/imports/types.ts";
import { createSightings } from "../../src/store/sightings/sightings.ts";
import type { SightingTable } from "../../src/store/sightings/types.ts";
import { aVendor, content, nothingShown } from "./a-sighting.ts";
import { database, store } from "./given.ts";
import { anAct, anEnd } from "./store-database.ts";
import { aPostOf, deliverAll, nothing, shownOf } from "./telling.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** What is kept of templates' records that somebody gave, and what becomes of them. */
export function importsContract(): void {
  describe("imports", () => {
    let imports: ImportTable;
    let sightings: SightingTable;
    beforeEach(() => {
      imports = store.open(createImports);
      sightings = store.open(createSightings);
    });

    const anEntry = (number: number, status: string, more: Partial<NewEntry> = {}): NewEntry => ({
      ...{ state: "changed", templateId: `T${String(number).padStart(3, "0")}`, says: { number } },
      seenAt: null,
      vendors: [aVendor("vendorA", status)],
      ...more,
    });
    const broken: NewEntry = {
      state: "broken",
      templateId: null,
      says: { issues: [] },
      seenAt: null,
      vendors: [],
    };
    /** Compared with what is seen by then. */
    const keep = async (id: string, given: NewEntry[], by = "U1") => {
      const expiresAt = new Date(database.clock.now().getTime() + dayMs);
      const seen = await sightings.getAll(given.flatMap(({ templateId }) => templateId ?? []));
      const entries = given.map((entry) => {
        const known = seen.find(({ templateId }) => templateId === entry.templateId);
        return { ...entry, seenAt: known?.seenAt ?? null };
      });
      await imports.keep({ ...{ id, kind: "import", by, locale: "ko", expiresAt }, entries });
      database.clock.advance(1);
    };
    const options: ImportOptions = {
      tells: async ({ templateIds, changesAny }) => ({
        posts: changesAny ? [aPostOf("import:post")] : [],
        lines: templateIds.map((id) => ({ subject: "import:lines", event: { id } })),
      }),
    };
    const run = async (id: string, given = options) => {
      let steps = 1;
      while (await imports.step(id, given)) steps += 1;
      return steps;
    };
    /** As an update's reply brings it. */
    const update = async (id: string, templateId: string, status: string) => {
      await store.operations.takeOn(anAct({ id }));
      await store.operations.start(id);
      const from = { kind: "update", by: "U9", operationId: id } as const;
      const vendors = [{ ...aVendor("vendorA", status), content: { ...content, content: "updated" } }];
      const also = async (trx: Parameters<SightingTable["record"]>[0]) => {
        const seenAt = database.clock.now();
        await sightings.record(trx, { templateId, from, askedAt: null, seenAt, vendors });
        return null;
      };
      await store.operations.finish(id, anEnd({ tells: nothing, also }));
    };
    const statusOf = async (templateId: string) => (await sightings.get(templateId))?.vendors[0];

    test("nothing is reported before its own person confirms it, and once however often they do", async () => {
      await keep("I", [broken, anEntry(1, "APPROVED")]);
      expect(await imports.step("I", options)).toBe(false);
      expect(await imports.confirm("I", "U2", [])).toBe("gone");
      expect(await imports.confirm("other", "U1", [])).toBe("gone");
      expect(await statusOf("T001")).toBeUndefined();
      const twice = await Promise.all([imports.confirm("I", "U1", []), imports.confirm("I", "U1", "all")]);
      expect(twice.toSorted()).toEqual(["again", "confirmed"]);
      await run("I");
      expect(await statusOf("T001")).toMatchObject({
        ...{ status: "APPROVED", code: "A_1" },
        statusFrom: { kind: "import", by: "U1", operationId: null },
        commentsFrom: { kind: "import" },
      });
      expect(await imports.get("I")).toMatchObject({ locale: "ko", counts: { reported: 1, broken: 1 } });
      expect(await imports.step("I", options)).toBe(false);
    });

    test("goes on a few at a time wherever it was left, and tells once that statuses changed", async () => {
      await update("op", "T003", "PENDING");
      await keep(
        "I",
        Array.from({ length: 12 }, (_, index) => anEntry(index, "APPROVED")),
      );
      await imports.confirm("I", "U1", []);
      expect(await imports.unfinished()).toEqual(["I"]);
      expect(await imports.step("I", options)).toBe(true);
      expect((await imports.get("I"))?.counts).toMatchObject({ reported: 5, changed: 7 });
      // Whoever takes it up, and at the same moment.
      await Promise.all([run("I"), run("I")]);
      expect((await imports.get("I"))?.counts).toMatchObject({ reported: 12, changed: 0 });
      expect(await imports.unfinished()).toEqual([]);
      expect(await imports.changes("I")).toEqual([
        { templateId: "T003", name: content.name, vendor: "vendorA", before: "PENDING", status: "APPROVED" },
      ]);
      expect(await shownOf(store, "import:post")).toEqual(["posted"]);
      const rows = await store.open(({ connection }) =>
        connection.db.selectFrom("sightings").select("template_id").where("kind", "=", "import").execute(),
      );
      expect(rows).toHaveLength(12);
    });

    test("a record without a name tells of a change by the name that was seen before", async () => {
      await update("op", "T001", "PENDING");
      const nameless = { ...aVendor("vendorA", "APPROVED"), content: nothingShown };
      await keep("I", [anEntry(1, "APPROVED", { vendors: [nameless] })]);
      await imports.confirm("I", "U1", []);
      await run("I");
      expect(await imports.changes("I")).toMatchObject([{ templateId: "T001", name: content.name }]);
    });

    test("a step that fails reports nothing of itself, and is done again", async () => {
      await keep("I", [anEntry(1, "APPROVED")]);
      await imports.confirm("I", "U1", []);
      const fails = { ...options, tells: () => Promise.reject(new Error("no")) };
      await expect(imports.step("I", fails)).rejects.toThrow("no");
      expect(await statusOf("T001")).toBeUndefined();
      await run("I");
      expect(await statusOf("T001")).toMatchObject({ status: "APPROVED" });
    });

    test("older ones are left out unless they were chosen, and so is what anything was seen of meanwhile", async () => {
      await update("first", "T005", "PENDING");
      const older = [1, 2, 3].map((number) => anEntry(number, "OLD", { state: "older" }));
      await keep("I", [...older, anEntry(4, "NEW"), anEntry(5, "NEW"), anEntry(6, "NEW")]);
      const [, second] = await imports.list("I", { state: "older", offset: 0, limit: 9 });
      await imports.confirm("I", "U1", [second!.id]);
      await update("op", "T004", "PENDING");
      const said = { vendor: "vendorA", status: "SAID", code: null, reason: null };
      const form = { id: "form", templateId: "T005", by: "U3", vendors: [said], content: null };
      await sightings.report(form, nothing);
      await run("I");
      expect((await imports.get("I"))?.counts).toMatchObject({ reported: 2, left_out: 4 });
      expect(await statusOf("T001")).toBeUndefined();
      expect(await statusOf("T002")).toMatchObject({ status: "OLD" });
      expect(await statusOf("T004")).toMatchObject({ status: "PENDING", statusFrom: { kind: "update" } });
      expect(await statusOf("T005")).toMatchObject({ status: "SAID", statusFrom: { by: "U3" } });
      expect(await statusOf("T006")).toMatchObject({ status: "NEW" });
    });

    test("of two imports, a report and an update at the same moment none takes the place of what it didn't show", async () => {
      const numbers = Array.from({ length: 8 }, (_, index) => index);
      for (const number of numbers) await update(`first-${number}`, `T00${number}`, "NONE");
      await keep(
        "one",
        numbers.map((number) => anEntry(number, "ONE")),
      );
      // In another order: neither waits for a template that the other holds.
      await keep(
        "two",
        numbers.toReversed().map((number) => anEntry(number, "TWO")),
        "U2",
      );
      await imports.confirm("one", "U1", []);
      await imports.confirm("two", "U2", []);
      const said = { vendor: "vendorA", status: "SAID", code: null, reason: null };
      await Promise.all([
        run("one"),
        run("two"),
        sightings.report(
          { id: "form", templateId: "T003", by: "U3", vendors: [said], content: null },
          nothing,
        ),
        update("second", "T003", "UPDATED"),
      ]);
      const all = [...(await imports.changes("one")), ...(await imports.changes("two"))];
      for (const number of numbers.filter((one) => one !== 3)) {
        const own = all.filter(({ templateId }) => templateId === `T00${number}`);
        expect(own).toMatchObject([{ before: "NONE" }]);
        expect(await statusOf(`T00${number}`)).toMatchObject({ status: own[0]?.status });
      }
      const third = all.filter(({ templateId }) => templateId === "T003");
      expect(third.filter(({ before }) => before !== "NONE")).toEqual([]);
      expect(["SAID", "UPDATED"]).toContain((await statusOf("T003"))?.status);
    });

    test("are listed as they were read, page by page, and by template", async () => {
      await keep("I", [broken, ...Array.from({ length: 24 }, (_, index) => anEntry(index, "X"))]);
      const page = await imports.list("I", { offset: 20, limit: 20 });
      expect(page.map(({ says }) => says)).toEqual([19, 20, 21, 22, 23].map((number) => ({ number })));
      const own = await imports.list("I", { templateId: "T007", offset: 0, limit: 9 });
      expect(own.map(({ says }) => says)).toEqual([{ number: 7 }]);
    });

    test("what nobody confirmed within its time is gone, and what was done goes with retention", async () => {
      await keep("late", [anEntry(1, "X")]);
      await keep("done", [anEntry(2, "X")]);
      await keep(
        "open",
        Array.from({ length: 9 }, (_, index) => anEntry(index + 10, "X")),
      );
      for (const id of ["done", "open"]) await imports.confirm(id, "U1", []);
      await run("done");
      await imports.step("open", options);
      database.clock.advance(2 * dayMs);
      expect(await imports.confirm("late", "U1", [])).toBe("gone");
      await deliverAll(store);
      await store.purge({ closedBefore: database.clock.now() });
      expect(await imports.get("late")).toBeNull();
      expect(await imports.get("done")).toBeNull();
      expect(await imports.get("open")).toMatchObject({ counts: { reported: 5, changed: 4 } });
      expect(await imports.list("late", { offset: 0, limit: 9 })).toEqual([]);
    });
  });
}
