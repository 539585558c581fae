import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { readDocument } from "../../src/store/documents.ts";
import {
  createObservations,
  type Observation,
  type ObservationTable,
  type StatusReport,
} from "../../src/store/observations/observations.ts";
import type { VendorObservation } from "../../src/store/observations/shown.ts";
import { aVendor, content, leftOut, nothingShown, said } from "./an-observation.ts";
import { database, store } from "./given.ts";
import { aPostOf, deliverAll, nothing, shownOf } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

const Observed = z.object({ vendor: z.string(), status: z.string().nullable() });
const dayMs = 24 * 60 * 60 * 1_000;

/** What is kept of templates that replies and people have shown. */
export function observationsContract(): void {
  describe("observations of a template", () => {
    let observations: ObservationTable;
    let acts = 0;
    beforeEach(async () => {
      observations = store.open(createObservations);
      acts = 0;
    });

    /** Records an observation with the end of an operation. */
    const see = async (
      vendors: VendorObservation[],
      {
        templateId = "T1",
        kind = "comment",
        askedAt = null,
      }: Partial<Observation & Observation["from"]> = {},
    ) => {
      acts += 1;
      const id = `op-${acts}`;
      await store.operations.enqueue(anAct({ id }));
      await store.operations.start(id);
      const from = { kind, by: "U1", operationId: id };
      const seen: Awaited<ReturnType<ObservationTable["record"]>>[] = [];
      await store.operations.finish(
        id,
        anEnd({
          notificationFor: nothing,
          inTransaction: () => async (trx: Parameters<ObservationTable["record"]>[0]) => {
            const seenAt = database.clock.now();
            seen.push(await observations.record(trx, { templateId, from, askedAt, seenAt, vendors }));
            return null;
          },
        }),
      );
      return seen.at(-1)!;
    };
    const report = (id: string, status: string, vendor = "vendorA", texts: StatusReport["content"] = null) =>
      observations.report(
        {
          ...{ id, templateId: "T1", by: "U2" },
          vendors: [{ vendor, status, reason: "the logo" }],
          content: texts,
        },
        (recorded) => ({
          posts: [aPostOf("proposal:P")],
          lines: recorded.map(({ statusBefore, status: after }) => ({
            subject: "proposal:P",
            event: { said: `${statusBefore} -> ${after}` },
          })),
        }),
      );
    const storedRows = () =>
      store.open(async ({ connection: { db } }) => {
        const { body } = (await readDocument(db, "template", "T1"))!;
        const rows = z.object({ observations: z.array(Observed) }).parse(body).observations;
        return rows.map(({ vendor, status }) => `${vendor} ${status}`);
      });

    test("show each vendor's newest status, comments and code, with their source", async () => {
      const first = await see([aVendor("vendorA", "PENDING"), aVendor("vendorB", "PENDING")], {
        kind: "update",
      });
      expect(first.map(({ vendor, statusBefore }) => [vendor, statusBefore])).toEqual([
        ["vendorA", null],
        ["vendorB", null],
      ]);
      database.clock.advance(1000);
      const comment = { isAdmin: true, memberId: "R", content: "<!channel> no", dateCreated: "yesterday" };
      const [recorded] = await see([{ ...aVendor("vendorB", "REJECTED"), comments: [comment] }]);
      expect(recorded).toMatchObject({ vendor: "vendorB", statusBefore: "PENDING", status: "REJECTED" });
      const seen = await observations.get("T1");
      expect(seen).toMatchObject({
        content: { name: "Order", buttons: [{ buttonName: "Open" }], dateUpdated: "not a date" },
        vendors: [
          { vendor: "vendorA", status: "PENDING", statusFrom: { kind: "update", operationId: "op-1" } },
          {
            vendor: "vendorB",
            status: "REJECTED",
            comments: [comment],
            statusFrom: { kind: "comment", by: "U1", operationId: "op-2", at: database.clock.now() },
          },
        ],
      });
    });

    test("store a report once, and keep comments and code", async () => {
      await see([aVendor("vendorA", "PENDING")]);
      expect(await report("form", "APPROVED")).toBe("new");
      expect(await report("form", "APPROVED")).toBe("same");
      expect(await report("form", "REJECTED")).toBe("other");
      expect(await shownOf(store, "proposal:P")).toEqual(["posted", "PENDING -> APPROVED"]);
      expect((await observations.get("T1"))?.vendors).toMatchObject([
        {
          status: "APPROVED",
          reason: "the logo",
          statusFrom: { kind: "report", by: "U2" },
          code: "A_1",
          commentsFrom: { kind: "comment" },
        },
      ]);
    });

    test("keep the fields that a reply leaves out", async () => {
      await see([aVendor("vendorA", "PENDING")]);
      const first = database.clock.now();
      database.clock.advance(1000);
      await see([
        { ...aVendor("vendorA", "REJECTED"), ...leftOut, content: { ...nothingShown, name: "Renamed" } },
      ]);
      const second = database.clock.now();
      database.clock.advance(1000);
      await see([
        { ...aVendor("vendorA", null), ...leftOut, content: { ...nothingShown, content: "Rewritten" } },
      ]);
      const seen = await observations.get("T1");
      expect(seen).toMatchObject({
        content: {
          ...{ name: "Renamed", content: "Rewritten", buttons: [{ buttonName: "Open" }], isHidden: false },
          ...{ from: { at: database.clock.now() }, buttonsFrom: { at: first } },
        },
        vendors: [
          {
            ...{ status: "REJECTED", statusFrom: { at: second }, code: "A_1" },
            ...{ comments: [said], commentsFrom: { at: first } },
          },
        ],
      });
    });

    test("take a template's content from a reply without vendors", async () => {
      expect(await see([{ vendor: "", status: null, ...leftOut, content }])).toEqual([]);
      expect(await observations.get("T1")).toMatchObject({ content: { name: "Order" }, vendors: [] });
      expect(
        await see([{ vendor: "", status: null, ...leftOut, content: nothingShown }], { templateId: "T2" }),
      ).toEqual([]);
      expect(await observations.get("T2")).toBeNull();
    });

    test("are not overwritten by a late reply to an earlier request", async () => {
      await see([aVendor("vendorA", "PENDING")]);
      const askedAt = database.clock.now();
      database.clock.advance(1000);
      const newer = { ...nothingShown, content: "newer" };
      await see([{ ...aVendor("vendorB", "PENDING"), ...leftOut, content: newer }]);
      await report("form", "APPROVED", "vendorB", { name: "Renamed", content: null, buttons: [] });
      const late = { ...content, name: "late", content: "late", pfId: "PF2" };
      const both = [{ ...aVendor("vendorA", "REJECTED"), content: late }, aVendor("vendorB", "PENDING")];
      expect(await see(both, { askedAt })).toMatchObject([{ vendor: "vendorA" }]);
      expect(await observations.get("T1")).toMatchObject({
        content: { name: "Renamed", content: "newer", buttons: [], pfId: "PF1", nameFrom: { by: "U2" } },
        vendors: [{ status: "REJECTED" }, { status: "APPROVED" }],
      });
    });

    test("name the source of a vendor's code when the status has another source", async () => {
      await see([aVendor("vendorA", "PENDING")]);
      await report("form", "APPROVED", "vendorA");
      const [vendor] = (await observations.get("T1"))?.vendors ?? [];
      expect(vendor).toMatchObject({ code: "A_1", codeFrom: { kind: "comment" }, statusFrom: { by: "U2" } });
    });

    test("take the content of a report, and keep the fields that the report leaves out", async () => {
      await see([aVendor("vendorA", "PENDING")]);
      const texts = { name: null, content: "from the console", buttons: [] };
      expect(await report("form", "APPROVED", "vendorA", texts)).toBe("new");
      expect(await report("form", "APPROVED", "vendorA", texts)).toBe("same");
      const other = { ...texts, content: "something else" };
      expect(await report("form", "APPROVED", "vendorA", other)).toBe("other");
      expect(await observations.get("T1")).toMatchObject({
        content: {
          ...content,
          ...{ content: "from the console", buttons: [] },
          from: { kind: "report", by: "U2" },
        },
        vendors: [{ vendor: "vendorA", code: "A_1", commentsFrom: { kind: "comment" } }],
      });
      expect(await observations.list({ search: content.name ?? "", limit: 2 })).toHaveLength(1);
    });

    test("have the time when the template's present text was first seen", async () => {
      const { name, buttons } = content;
      const say = (id: string, status: string, text = "Hello") =>
        report(id, status, "vendorA", { name, content: text, buttons });
      await say("first", "PENDING");
      await say("again", "APPROVED");
      expect((await observations.get("T1"))?.changed).toBeUndefined();
      const at = database.clock.advance(1000);
      await say("other", "APPROVED", "Goodbye");
      database.clock.advance(1000);
      await say("still", "APPROVED", "Goodbye");
      expect(await observations.get("T1")).toMatchObject({
        changed: { at },
        content: { content: "Goodbye" },
      });
    });

    test("give each of several reports at the same time the status that was stored before it", async () => {
      await see([aVendor("vendorA", "NONE")]);
      await Promise.all([
        report("one", "APPROVED"),
        report("two", "REJECTED"),
        see([aVendor("vendorA", "PENDING")]),
      ]);
      const [, ...said] = await shownOf(store, "proposal:P");
      const notified = said.map((line) => String(line).split(" -> "));
      expect(notified.map(([, after]) => after).toSorted()).toEqual(["APPROVED", "REJECTED"]);
      // No status came before two others.
      expect(new Set(notified.map(([before]) => before)).size).toBe(2);
    });

    test("have no content and no comments after a report of statuses only", async () => {
      await report("form", "APPROVED", "vendorB");
      expect(await observations.get("T1")).toMatchObject({
        content: null,
        vendors: [{ vendor: "vendorB", commentsFrom: null, code: null }],
      });
    });

    test("record a change once when ten replies show it at the same time", async () => {
      await see([aVendor("vendorA", "PENDING")]);
      const seen = await Promise.all(Array.from({ length: 10 }, () => see([aVendor("vendorA", "APPROVED")])));
      expect(seen.flat().filter(({ statusBefore }) => statusBefore === "PENDING")).toHaveLength(1);
    });

    test("are listed newest first, and found by a part of the id or name", async () => {
      await see([aVendor("vendorA", "PENDING")], { templateId: "KA01-a" });
      await see([{ ...aVendor("vendorA", "PENDING"), content: { ...content, name: "100%_sale" } }], {
        templateId: "KA01-b",
      });
      const find = async (search?: string) =>
        (await observations.list({ limit: 10, ...(search === undefined ? {} : { search }) })).map(
          ({ templateId }) => templateId,
        );
      expect(await find()).toEqual(["KA01-b", "KA01-a"]);
      expect(await find("ka01-A")).toEqual(["KA01-a"]);
      expect(await find("%_S")).toEqual(["KA01-b"]);
      expect(await find("_%")).toEqual([]);
      expect(await observations.list({ limit: 1 })).toHaveLength(1);
    });

    test("can contain characters that no database takes", async () => {
      await see([{ ...aVendor("vendorA", "A\0B"), content: { ...content, name: "a\0b", content: "x\0y" } }]);
      expect(await observations.get("T1")).toMatchObject({ vendors: [{ status: "A\0B" }] });
      expect((await observations.list({ search: "ab", limit: 1 }))[0]?.templateId).toBe("T1");
    });

    test("survive retention when something is known from them only", async () => {
      await see([aVendor("vendorA", "PENDING"), aVendor("vendorB", "PENDING")]);
      await report("form", "REJECTED");
      await see([{ ...aVendor("vendorA", "REJECTED"), ...leftOut, content: nothingShown }]);
      await see([{ ...aVendor("vendorA", "APPROVED"), ...leftOut, content: nothingShown }]);
      expect(await storedRows()).toEqual(["vendorA APPROVED", "vendorB PENDING", "vendorA PENDING"]);
      const known = await observations.get("T1");
      database.clock.advance(dayMs);
      await deliverAll(store);
      await store.purge({ closedBefore: database.clock.now() });
      expect(await observations.get("T1")).toEqual(known);
    });
  });
}
