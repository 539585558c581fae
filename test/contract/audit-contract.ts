import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { sealOf } from "../../src/store/audit/seal.ts";
import type { AuditEntry, AuditFilter } from "../../src/store/index.ts";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { createSightings } from "../../src/store/sightings/sightings.ts";
import { accept, close, database, openSecond, restart, store, tamper } from "./given.ts";
import { aProposal } from "./proposal-acts.ts";
import { anAct, anEnd } from "./store-database.ts";
import { aPostOf, deliverAll, nothing } from "./telling.ts";

const dayMs = 24 * 60 * 60 * 1_000;

export function auditContract(): void {
  describe("the audit", () => {
    const read = async (filter: AuditFilter = {}) => {
      const entries: AuditEntry[] = [];
      for await (const entry of store.audit.read(filter)) entries.push(entry);
      return entries;
    };
    const verify = () => store.audit.verify();
    const say = ({ event, person, subject, outcome }: AuditEntry) =>
      [event, person, subject, outcome].filter((part) => part !== null).join(" ");
    const run = (...statements: string[]) =>
      store.open(async ({ connection: { db } }) => {
        for (const statement of statements) await sql.raw(statement).execute(db);
      });

    test("has who did what to an operation, with what came of it, in order and sealed", async () => {
      await close("a", "unknown");
      await store.operations.settle("a", { by: "U2", as: "arrived", tells: nothing });
      expect(await verify()).toMatchObject({ breaks: [], unsealed: 3, sealed: 0, last: null });
      expect(await store.audit.seal()).toBe(3);
      const entries = await read();
      expect(entries.map(say)).toEqual([
        "taken_on U1 operation:a",
        "ended U1 operation:a unknown",
        "settled U2 operation:a arrived",
      ]);
      expect(entries.map(({ number }) => number)).toEqual([1, 2, 3]);
      expect(new Set(entries.map(({ salt }) => salt)).size).toBe(3);
      expect(entries[0]?.record).toMatchObject({
        request: { text: "hi" },
        outcome: "unknown",
        message_id: "M-a",
      });
      const { seal = "" } = entries.at(-1) ?? {};
      expect(await verify()).toMatchObject({ breaks: [], unsealed: 0, sealed: 3, last: { number: 3, seal } });
      expect(await store.audit.seal()).toBe(0);
    });

    test("has what people decided of a proposal, said of it and reported", async () => {
      const proposals = store.open(createProposals);
      const tells = () => ({});
      const at = { id: "P", revision: 1 };
      const expiresAt = new Date(database.clock.now().getTime() + dayMs);
      await proposals.add({ ...aProposal, expiresAt }, tells);
      await proposals.note({ id: "P", noteId: "N", by: "U4", words: "hm" }, tells);
      await proposals.requestChanges({ ...at, by: "U3", words: "shorter" }, tells);
      await proposals.withdraw({ id: "P", by: "U1" }, tells);
      const vendor = { vendor: "A", status: "APPROVED", code: null, reason: null };
      const report = { id: "F", templateId: "T", by: "U5", vendors: [vendor], content: null };
      for (let times = 0; times < 2; times += 1) await store.open(createSightings).report(report, tells);
      const person = aProposal.proposer;
      expect((await read()).map(say)).toEqual([
        `proposed ${person} proposal:P`,
        "noted U4 note:N",
        "changes_requested U3 proposal:P",
        "withdrawn U1 proposal:P",
        "reported U5 report:F",
      ]);
    });

    test("has what the holder of a phone said", async () => {
      await accept("a");
      await store.operations.start("a");
      await store.operations.finish("a", {
        ...anEnd({ outcome: "accepted" }),
        also: (trx, operation) => store.receipts.ask(trx, operation, () => "U7").then(() => null),
      });
      const answer = { by: "U7", words: "it is cut", tells: nothing };
      for (const as of ["looks_wrong", "arrived"] as const)
        await store.receipts.answer("a", { ...answer, as });
      const said = (await read()).filter(({ subject }) => subject === "receipt:a");
      const record = { holder: "U7", received_as: "looks_wrong", words: "it is cut" };
      expect(said).toMatchObject([{ event: "received", person: "U7", outcome: "looks_wrong", record }]);
    });

    test("has who takes care, where a watch says whose doing it is", async () => {
      const entry = { event: "taken" as const, person: "U9", subject: "card:unknowns:a" };
      const change = { known: {}, telling: {}, entry };
      expect(await store.watches.change("oncall", { version: 0, ...change })).toBe(true);
      expect(await store.watches.change("oncall", { version: 0, ...change })).toBe(false);
      expect((await read()).map(say)).toEqual(["taken U9 card:unknowns:a"]);
    });

    test("has nothing of what was not stored", async () => {
      await store.operations.takeOn({ ...anAct({ id: "undone" }), also: async () => false });
      await store.operations.takeOn({ ...anAct({ id: "alone" }), also: async () => "alone" });
      await store.operations.takeOn({ ...anAct({ id: "over" }), quota: { day: "2026-11-21", limit: 0 } });
      await accept("a");
      await accept("a");
      expect((await read()).map(say)).toEqual(["taken_on U1 operation:a"]);
    });

    test("is read from one time to another, and of one person", async () => {
      await accept("a");
      const since = database.clock.advance(dayMs);
      await store.operations.takeOn(anAct({ id: "b", author: "U2" }));
      await store.audit.seal();
      const until = database.clock.advance(dayMs);
      await accept("c");
      const subjects = async (filter: AuditFilter) => (await read(filter)).map(({ subject }) => subject);
      expect(await subjects({ since })).toEqual(["operation:b", "operation:c"]);
      expect(await subjects({ since, until })).toEqual(["operation:b"]);
      expect(await subjects({ person: "U1" })).toEqual(["operation:a", "operation:c"]);
    });

    test("is one chain when two processes write and seal at once", async () => {
      const stores = [store, await openSecond()];
      const act = async (index: number) => {
        const own = stores[index % 2] ?? store;
        const id = `${index}`;
        await own.operations.takeOn(anAct({ id }));
        await own.audit.seal();
        await own.operations.finish(id, anEnd({ outcome: "not_sent", tells: nothing }));
        await Promise.all(stores.map(({ audit }) => audit.seal()));
      };
      await Promise.all(Array.from({ length: 24 }, (_, index) => act(index)));
      for (const one of stores) await one.audit.seal();
      expect(await verify()).toMatchObject({ breaks: [], unsealed: 0, sealed: 48 });
      const entries = await read();
      expect(entries.map(({ number }) => number)).toEqual(
        Array.from({ length: 48 }, (_, index) => index + 1),
      );
      for (const event of ["taken_on", "ended"])
        expect(new Set(entries.filter((one) => one.event === event).map(({ subject }) => subject)).size).toBe(
          24,
        );
    });

    test("goes on where it was after a restart, also with what was not sealed", async () => {
      await accept("a");
      await store.audit.seal();
      await accept("b");
      await restart();
      expect(await store.audit.seal()).toBe(1);
      expect(await verify()).toMatchObject({ breaks: [], sealed: 2 });
    });

    test("wakes whoever seals it, once something is recorded and committed", async () => {
      const found: Promise<number>[] = [];
      const unsubscribe = store.audit.onRecorded(() => found.push(store.audit.seal()));
      await accept("a");
      await store.operations.start("a");
      await store.posts.add({ posts: [aPostOf("news:a")] });
      await store.operations.takeOn({ ...anAct({ id: "undone" }), also: async () => false });
      expect(await Promise.all(found)).toEqual([1]);
      unsubscribe();
      await accept("b");
      expect(found).toHaveLength(1);
    });

    describe("that somebody wrote past", () => {
      const breaksAfter = async (...statements: string[]) => {
        for (const id of ["a", "b", "c"]) {
          await accept(id);
          database.clock.advance(1);
          await store.operations.finish(id, anEnd({ outcome: "not_sent", tells: nothing }));
        }
        await store.audit.seal();
        expect(await verify()).toMatchObject({ breaks: [], sealed: 6 });
        tamper();
        await run(...statements);
        const { breaks } = await verify();
        return breaks.map(({ kind, number, subject }) => `${kind} ${number} ${subject}`.trim());
      };
      const insert = `insert into audit_entries (at, event, person, subject, digest, salt, number, seal)
        select at, event, 'U9', subject, digest, salt`;

      test.each([
        ["changed", ["update audit_entries set person = 'U9' where number = 3"], ["chain 3 operation:b"]],
        [
          "changed in its time",
          ["update audit_entries set at = at + 1 where number = 3"],
          ["chain 3 operation:b"],
        ],
        ["removed", ["delete from audit_entries where number = 3"], ["chain 4 operation:b"]],
        ["removed as the first", ["delete from audit_entries where number = 1"], ["chain 2 operation:a"]],
        [
          "removed at the end",
          ["delete from audit_entries where number = 6"],
          ["end 6", "record 5 operation:c"],
        ],
        [
          "inserted",
          [
            "update audit_entries set number = number + 100 where number > 3",
            `${insert}, 4, seal from audit_entries where number = 3`,
            "update audit_entries set number = number - 99 where number > 100",
          ],
          ["chain 4 operation:b", "chain 5 operation:b", "end 6"],
        ],
        [
          "no more: all of them",
          ["delete from audit_entries"],
          ["end 6", ...["a", "b", "c"].map((id) => `unrecorded null operation:${id}`)],
        ],
      ])("finds an entry that was %s", async (_, statements, breaks) => {
        expect(await breaksAfter(...statements)).toEqual(expect.arrayContaining(breaks));
      });

      test("finds by the next one an entry that was changed and has a seal that fits", async () => {
        for (const id of ["a", "b"]) await accept(id);
        await store.audit.seal();
        const [first] = await read();
        const seal = sealOf("", { ...first!, number: 1, at: first!.at.getTime(), person: "U9" });
        tamper();
        await run(`update audit_entries set person = 'U9', seal = '${seal}' where number = 1`);
        expect((await verify()).breaks).toEqual([{ kind: "chain", number: 2, subject: "operation:b" }]);
      });

      test.each([
        ["changed", "update operations set author = 'U9' where id = 'b'", ["record 4 operation:b"]],
        [
          "given another outcome",
          "update operations set outcome = 'refused' where id = 'b'",
          ["record 4 operation:b"],
        ],
        ["removed", "delete from operations where id = 'b'", ["gone 4 operation:b"]],
        [
          "left without its salt",
          "update audit_entries set salt = null where number = 4",
          ["record 4 operation:b"],
        ],
        [
          "put there",
          `insert into operations (id, kind, author, request, state, outcome, attempts, act, step, root, lease_owner,
             lease_until, created_at, closed_at, waits)
           select 'x', kind, author, request, state, outcome, attempts, 'x', step, 'x', lease_owner, lease_until,
             created_at, closed_at, waits from operations where id = 'b'`,
          ["unrecorded null operation:x"],
        ],
      ])("finds a record that was %s", async (_, statement, breaks) => {
        expect(await breaksAfter(statement)).toEqual(breaks);
      });
    });

    describe("of which retention removed the beginning", () => {
      const oldAndYoung = async () => {
        await close("old", "accepted");
        await accept("open");
        await store.audit.seal();
        await deliverAll(store);
        const closedBefore = database.clock.advance(dayMs);
        await close("young", "accepted");
        await store.audit.seal();
        await store.purge({ closedBefore });
      };

      test("is whole, and says how much is gone", async () => {
        await oldAndYoung();
        expect(await verify()).toMatchObject({ breaks: [], removed: 3, sealed: 2, last: { number: 5 } });
        expect((await read()).map(say)).toEqual([
          "taken_on U1 operation:young",
          "ended U1 operation:young accepted",
        ]);
        await accept("c");
        await store.audit.seal();
        expect(await verify()).toMatchObject({ breaks: [], sealed: 3 });
      });

      test("is whole with nothing left of it, and goes on from there", async () => {
        await oldAndYoung();
        await deliverAll(store);
        await store.purge({ closedBefore: database.clock.advance(1) });
        expect(await verify()).toMatchObject({ breaks: [], removed: 5, sealed: 0 });
        database.clock.advance(dayMs);
        await accept("c");
        await store.audit.seal();
        expect(await verify()).toMatchObject({ breaks: [], removed: 5, sealed: 1, last: { number: 6 } });
      });

      test("keeps what is young behind an old one, and what isn't sealed", async () => {
        await accept("a");
        expect(await store.purge({ closedBefore: database.clock.advance(dayMs) })).toBe(0);
        expect(await verify()).toMatchObject({ breaks: [], removed: 0, unsealed: 1 });
      });

      test("tells when more is gone than it removed", async () => {
        await oldAndYoung();
        tamper();
        await run("delete from audit_entries where number = 4");
        expect((await verify()).breaks).toEqual([{ kind: "chain", number: 5, subject: "operation:young" }]);
      });
    });
  });
}
