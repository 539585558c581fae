import { describe, expect, test } from "vitest";
import type { AuditEntry, AuditFilter } from "../../src/store/index.ts";
import { createObservations } from "../../src/store/observations/observations.ts";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { accept, close, database, store } from "./given.ts";
import { aPostOf, deliverAll, nothing } from "./notifications.ts";
import { aProposal } from "./proposal-acts.ts";
import { anAct, anEnd } from "./store-database.ts";

const dayMs = 24 * 60 * 60 * 1_000;

export function auditContract(): void {
  describe("the audit log", () => {
    const read = async (filter: AuditFilter = {}) => {
      const entries: AuditEntry[] = [];
      for await (const entry of store.audit.read(filter)) entries.push(entry);
      return entries;
    };
    const say = ({ event, person, subject, outcome }: AuditEntry) =>
      [event, person, subject, outcome].filter((part) => part !== null).join(" ");
    test("has who did what to an operation and with which outcome, in order", async () => {
      await close("a", "unknown");
      await store.operations.resolve("a", { by: "U2", as: "arrived", notificationFor: nothing });
      const entries = await read();
      expect(entries.map(say)).toEqual([
        "enqueued U1 operation:a",
        "ended U1 operation:a unknown",
        "resolved U2 operation:a arrived",
      ]);
      expect(entries[0]).toMatchObject({
        record: { outcome: "unknown", message_id: "M-a" },
        contents: { request: { text: "hi" } },
      });
    });

    test("has what people decided about a proposal and what they reported", async () => {
      const proposals = store.open(createProposals);
      const notificationFor = () => ({});
      const at = { id: "P", revision: 1 };
      const expiresAt = new Date(database.clock.now().getTime() + dayMs);
      await proposals.add({ ...aProposal, expiresAt }, notificationFor);
      await proposals.requestChanges({ ...at, by: "U3", words: "shorter" }, notificationFor);
      await proposals.withdraw({ id: "P", by: "U1" }, notificationFor);
      const vendor = { vendor: "A", status: "APPROVED", reason: null };
      const report = { id: "F", templateId: "T", by: "U5", vendors: [vendor], content: null };
      for (let times = 0; times < 2; times += 1)
        await store.open(createObservations).report(report, notificationFor);
      const person = aProposal.proposer;
      expect((await read()).map(say)).toEqual([
        `proposed ${person} proposal:P`,
        "changes_requested U3 proposal:P",
        "withdrawn U1 proposal:P",
        "reported U5 report:F",
      ]);
    });

    test("has what the owner of a phone answered about a message", async () => {
      await accept("a");
      await store.operations.start("a");
      await store.operations.finish("a", {
        ...anEnd({ outcome: "accepted" }),
        inTransaction: (operation) => (trx) =>
          store.receipts.ask(trx, operation, () => "U7").then(() => null),
      });
      const answer = { by: "U7", words: "it is cut", notificationFor: nothing };
      for (const as of ["looks_wrong", "arrived"] as const)
        await store.receipts.answer("a", { ...answer, as });
      const said = (await read()).filter(({ subject }) => subject === "receipt:a");
      const record = { phone_owner: "U7", received_as: "looks_wrong" };
      const contents = { words: "it is cut" };
      expect(said).toMatchObject([
        { event: "received", person: "U7", outcome: "looks_wrong", record, contents },
      ]);
    });

    test("has who takes care of a card for on-call", async () => {
      const entry = { event: "taken" as const, person: "U9", subject: "card:unknowns:a" };
      const change = { known: {}, notification: {}, entry };
      expect(await store.monitors.change("oncall", { version: 0, ...change })).toBe(true);
      expect(await store.monitors.change("oncall", { version: 0, ...change })).toBe(false);
      expect((await read()).map(say)).toEqual(["taken U9 card:unknowns:a"]);
    });

    test("has no entry for an act that wasn't stored", async () => {
      await store.operations.enqueue({ ...anAct({ id: "undone" }), precondition: async () => false });
      await store.operations.enqueue({ ...anAct({ id: "alone" }), precondition: async () => "alone" });
      await store.operations.enqueue({ ...anAct({ id: "over" }), quota: { day: "2026-11-21", limit: 0 } });
      await accept("a");
      await accept("a");
      expect((await read()).map(say)).toEqual(["enqueued U1 operation:a"]);
    });

    test("can be read by time and by person", async () => {
      await accept("a");
      const since = database.clock.advance(dayMs);
      await store.operations.enqueue(anAct({ id: "b", author: "U2" }));
      const until = database.clock.advance(dayMs);
      await accept("c");
      const subjects = async (filter: AuditFilter) => (await read(filter)).map(({ subject }) => subject);
      expect(await subjects({ since })).toEqual(["operation:b", "operation:c"]);
      expect(await subjects({ since, until })).toEqual(["operation:b"]);
      expect(await subjects({ person: "U1" })).toEqual(["operation:a", "operation:c"]);
    });

    test("notifies its listener only of entries that are committed", async () => {
      const heard: string[] = [];
      const unsubscribe = store.audit.onRecorded((entries) =>
        heard.push(
          entries
            .map(({ id, ...entry }) => `${id} ${say({ ...entry, id, record: null, contents: {} })}`)
            .join(),
        ),
      );
      await accept("a");
      await store.operations.start("a");
      await store.posts.add({ posts: [aPostOf("news:a")] });
      await store.operations.enqueue({ ...anAct({ id: "undone" }), precondition: async () => false });
      await store.operations.finish("a", anEnd({ outcome: "unknown" }));
      const report = { id: "F", templateId: "T", by: "U5", vendors: [], content: null };
      const failing = () => Promise.reject(new Error("no"));
      await expect(store.open(createObservations).report(report, failing)).rejects.toThrow("no");
      unsubscribe();
      await accept("b");
      const ids = (await read()).map(({ id }) => id);
      expect(heard).toEqual([`${ids[0]} enqueued U1 operation:a`, `${ids[1]} ended U1 operation:a unknown`]);
    });

    test("loses entries older than the retention time, and keeps younger ones", async () => {
      await close("old", "accepted");
      await accept("open");
      await deliverAll(store);
      const closedBefore = database.clock.advance(dayMs);
      await close("young", "accepted");
      await store.purge({ closedBefore });
      expect((await read()).map(say)).toEqual([
        "enqueued U1 operation:young",
        "ended U1 operation:young accepted",
      ]);
    });
  });
}
