import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createFileTable, storeFile, storeFileUses } from "../../src/store/files/files.ts";
import { type ForgetTarget, forget, withoutNumber } from "../../src/store/forget.ts";
import { createImports } from "../../src/store/imports.ts";
import { createLibrary } from "../../src/store/index.ts";
import { createObservations } from "../../src/store/observations/observations.ts";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { database, later, store } from "./given.ts";
import { aPostOf, deliverAll } from "./notifications.ts";
import { aProposal, proposalActs } from "./proposal-acts.ts";
import { anAct, anEnd } from "./store-database.ts";

const hourMs = 60 * 60 * 1_000;
const mina = { to: "01012345678", country: "82" };
const secret = "the blue fox";

export function forgetContract(): void {
  describe("forgetting a phone number or a person", () => {
    const forgetting = (whom: ForgetTarget, isConfirmed = true) =>
      store.open((context) => forget(context, whom, { isConfirmed }));

    /** All rows of all tables, as one text each. */
    const dump = () =>
      store.open(async ({ connection: { db, engine } }) => {
        const named =
          engine === "postgres"
            ? sql<{
                name: string;
              }>`select tablename as name from pg_tables where schemaname = current_schema()`
            : sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
        const rows: string[] = [];
        for (const { name } of (await named.execute(db)).rows) {
          const found = await sql`select * from ${sql.table(name)}`.execute(db);
          rows.push(...found.rows.map((row) => `${name} ${JSON.stringify(row)}`));
        }
        return rows.toSorted();
      });
    const rowOf = async (id: string) =>
      (await dump()).find((row) => row.includes(`operations {"id":"${id}"`));

    const send = async (id: string, message: object, own: object = {}) => {
      const snapshot = { recipient: "Mina", phoneOwner: "U7" };
      const request = { message: { from: "029302266", type: "SMS", ...message } };
      await store.operations.enqueue(
        anAct({ id, request, snapshot, words: ["mina", "5678", "sms"], ...own }),
      );
      await store.operations.start(id);
      const said = {
        code: "1062",
        words: `refused: ${secret} to 01012345678`,
        status: null,
        reply: { messageId: "M1" },
      };
      await store.operations.finish(id, anEnd({ outcome: "refused", result: said, messageId: `M-${id}` }));
    };
    const text = `${secret}, call 010-1234-5678`;

    /** Messages to that number, and the number everywhere else that it may be. */
    const fill = async () => {
      await send("theirs", { to: mina.to, text, customFields: { [secret]: "x" } });
      await send("abroad", { to: "2125550123", country: "1", text: "Hello +82 10-1234-5678" });
      await send("other", { to: "01099998888", text: "nothing of it" }, { author: "U2" });
      const proposals = store.open(createProposals);
      const notificationFor = () => ({});
      const reason = "asked by 010 1234 5678";
      await proposals.add({ ...aProposal, reason, expiresAt: later(hourMs) }, notificationFor);
      await proposals.requestChanges(
        { id: "P", revision: 1, by: "U3", words: `not ${mina.to}` },
        notificationFor,
      );
      await proposals.withdraw({ id: "P", by: aProposal.proposer }, notificationFor);
      const vendor = { vendor: "A", status: "REJECTED", reason: `of ${mina.to}` };
      const content = { name: `n ${mina.to}`, content: `c ${mina.to}`, buttons: null };
      const report = { id: "F", templateId: "T", by: "U5", vendors: [vendor], content };
      await store.open(createObservations).report(report, notificationFor);
      const draft = { kind: "confirm", body: { to: mina.to, text }, expiresAt: later(hourMs) };
      await store.drafts.save({ id: "D", author: "U8", ...draft });
      const entry = {
        kind: "message" as const,
        author: "U8",
        body: { message: { text: `call ${mina.to} back` } },
      };
      await store.open(createLibrary).add({ id: "L", name: `call ${mina.to}`, ...entry });
      const says = { name: `of ${mina.to}` };
      const record = { state: "new" as const, templateId: "T9", says, newest: 0, vendors: [] };
      await store
        .open(createImports)
        .keep({ id: "I", by: "U8", expiresAt: later(hourMs), entries: [record] });
      const facts = { says: `of ${mina.to}` };
      const event = { kind: "noted", id: "news", by: "U4", words: `line ${mina.to}` };
      await store.posts.add({
        posts: [aPostOf("news:1", { facts })],
        lines: [{ subject: "news:1", event }],
      });
      await store.posts.add({ changed: [], lines: [] }, async (trx) => {
        const sizes = { sizeBytes: 1, width: null, height: null, sha256: "00" };
        const nobody = { vendorA: null, vendorB: null, link: null, deletedAt: null, deletedBy: null };
        const file = { fileId: "FILE", operationId: "up", author: "U8", uploadedAt: later(0), type: "MMS" };
        await storeFile(trx, { ...file, ...sizes, ...nobody, name: `${mina.to}.png` });
        return true;
      });
    };

    test("removes a number and the messages to it everywhere, and nothing else", async () => {
      await fill();
      const other = await rowOf("other");
      const before = await dump();
      expect(before.filter((row) => withoutNumber(row, mina) !== row).length).toBeGreaterThan(10);
      const preview = await forgetting({ number: mina }, false);
      expect(await dump()).toEqual(before);
      const result = await forgetting({ number: mina });
      expect(result).toMatchObject({ kind: "forgotten", count: { removed: 4 } });
      expect(preview).toEqual({ kind: "preview", count: result.kind === "forgotten" && result.count });
      const after = await dump();
      expect(after.filter((row) => withoutNumber(row, mina) !== row)).toEqual([]);
      expect(after.filter((row) => row.includes(mina.to))).toEqual([]);
      // The reply to another message repeats what that one says.
      expect(after.filter((row) => row.includes(secret)).map((row) => row.slice(0, 30))).toHaveLength(2);
      expect(await rowOf("theirs")).not.toContain(secret);
      expect(await rowOf("theirs")).not.toContain("Mina");
      expect(await rowOf("other")).toBe(other?.replace("to 01012345678", "to …"));
      expect(await store.operations.get("theirs")).toMatchObject({
        request: { forgotten: true, kind: "messages.send" },
        snapshot: null,
        outcome: "refused",
        messageId: "M-theirs",
        result: null,
      });
      expect(await store.operations.get("abroad")).toMatchObject({
        request: { message: { to: "2125550123", text: "Hello +82 …" } },
        snapshot: { recipient: "Mina" },
      });
      expect(await store.open(createProposals).get("P")).toMatchObject({
        reason: "asked by …",
      });
      expect(await store.drafts.get("D", "U8")).toBeNull();
      expect(await store.open(createLibrary).get("L")).toMatchObject({
        body: { message: { text: "call … back" } },
      });
      const { operations } = await store.operations.list({ words: ["5678"], limit: 9 });
      expect(operations.map(({ id }) => id).toSorted()).toEqual(["abroad", "other"]);
    });

    test("keeps the record of which files a forgotten message used", async () => {
      await send("theirs", { to: mina.to });
      const files = store.open(createFileTable);
      const author = { author: "U1", createdAt: later(0) };
      await store.posts.add({ changed: [] }, async (trx) => {
        await storeFileUses(trx, ["F1"], { id: "theirs", ...author });
        return true;
      });
      await forgetting({ number: mina });
      expect(await files.usesOf("F1", 9)).toEqual(["theirs"]);
      expect((await store.operations.list({ words: ["5678"], limit: 9 })).operations).toEqual([]);
    });

    test("removes a number that is written over several lines of another recipient's message", async () => {
      await send("list", { to: "01099998888", text: "call\n010\n1234\t5678" });
      await forgetting({ number: mina });
      expect(await store.operations.get("list")).toMatchObject({ request: { message: { text: "call\n…" } } });
    });

    test("is completed by a second run after the first was killed at any point", async () => {
      await fill();
      const event = { kind: "noted", by: "U4", operation: "theirs", words: secret };
      const lines = [{ subject: "news:1", event }];
      await store.posts.add({ changed: ["news:1"], lines });
      const killedAfter = (transactions: number) =>
        store.open(({ connection, ...context }) => {
          let left = transactions;
          const transact: typeof connection.transact = (run) => {
            left -= 1;
            return left < 0 ? Promise.reject(new Error("killed")) : connection.transact(run);
          };
          return forget(
            { ...context, connection: { ...connection, transact } },
            { number: mina },
            { isConfirmed: true },
          );
        });
      for (const transactions of [0, 1, 1, 1])
        await expect(killedAfter(transactions)).rejects.toThrow("killed");
      await forgetting({ number: mina });
      const after = await dump();
      expect(after.filter((row) => withoutNumber(row, mina) !== row)).toEqual([]);
      expect(after.filter((row) => row.startsWith("post_lines ") && row.includes(secret))).toEqual([]);
    });

    test("removes words that are added about a message while the message is being forgotten", async () => {
      const request = { message: { to: mina.to, text: secret } };
      const posts = [aPostOf("news:1", {})];
      await store.operations.enqueue(anAct({ id: "theirs", request }));
      await store.operations.start("theirs");
      await store.operations.finish("theirs", {
        ...anEnd({ outcome: "accepted" }),
        inTransaction: (operation) => async (trx) => {
          await store.receipts.ask(trx, operation, () => "U7");
          return { posts };
        },
      });
      const words = "a grey square";
      const event = { kind: "noted", by: "U4", operation: "theirs", words };
      let hasSaid = false;
      await store.open(({ connection, ...context }) => {
        const transact: typeof connection.transact = async (run) => {
          if (!hasSaid) {
            hasSaid = true;
            const said = { by: "U7", as: "looks_wrong", words, notificationFor: () => ({}) } as const;
            await store.receipts.answer("theirs", said);
            await store.posts.add({ lines: [{ subject: "news:1", event }] });
          }
          return await connection.transact(run);
        };
        const own = { ...context, connection: { ...connection, transact } };
        return forget(own, { number: mina }, { isConfirmed: true });
      });
      expect((await dump()).filter((row) => row.includes(words))).toEqual([]);
    });

    test("adds an audit entry for an operation whose row it changed", async () => {
      await fill();
      await forgetting({ number: mina });
      const events: string[] = [];
      for await (const { event, subject } of store.audit.read({}))
        if (subject === "operation:theirs") events.push(event);
      expect(events).toEqual(["enqueued", "ended", "forgotten"]);
    });

    test("lets changed posts be rendered again, and counts them by conversation", async () => {
      await fill();
      await deliverAll(store);
      const result = await forgetting({ number: mina });
      expect(result).toMatchObject({ outdatedPosts: new Map([["C1", 4]]) });
      const drawn = await deliverAll(store);
      expect(new Set(drawn.map(({ subject }) => subject))).toEqual(
        new Set(["act:theirs", "act:abroad", "act:other", "news:1"]),
      );
    });

    test("is refused, and changes nothing, while something of the number is open", async () => {
      await send("done", { to: mina.to, text });
      await store.operations.enqueue(anAct({ id: "open", request: { message: { to: mina.to } } }));
      await store.operations.enqueue(anAct({ id: "unknown", request: { message: { to: mina.to } } }));
      await store.operations.start("unknown");
      await store.operations.finish("unknown", anEnd({ outcome: "unknown" }));
      await store.operations.enqueue(anAct({ id: "not theirs" }));
      const proposals = store.open(createProposals);
      const change = { content: `call ${mina.to}` };
      await proposals.add({ ...aProposal, change, expiresAt: later(hourMs) }, () => ({}));
      const before = await dump();
      const result = await forgetting({ number: mina });
      expect(result.kind === "open" && result.subjects.toSorted()).toEqual([
        "operation:open",
        "operation:unknown",
        "proposal:P",
      ]);
      expect(await dump()).toEqual(before);
      await store.operations.finish("open", anEnd({ outcome: "not_sent" }));
      await store.operations.resolve("unknown", { by: "U1", as: "arrived", notificationFor: () => ({}) });
      await proposals.withdraw({ id: "P", by: aProposal.proposer }, () => ({}));
      expect(await forgetting({ number: mina })).toMatchObject({ kind: "forgotten" });
    });

    test("removes what the person wrote, and keeps what others wrote", async () => {
      await fill();
      await send("again", { to: "01099998888", text: secret }, { author: "U2" });
      await store.operations.enqueue({
        ...anAct({ id: "more", author: "U2" }),
        again: { root: "again", newest: "again", reason: `since ${secret}` },
      });
      await store.operations.finish("more", anEnd({ outcome: "not_sent" }));
      await store.drafts.save({ id: "D2", author: "U2", kind: "send", body: {}, expiresAt: later(hourMs) });
      const library = store.open(createLibrary);
      await library.add({ id: "L2", kind: "message", name: "own", author: "U2", body: {} });
      const [theirs, call] = [await rowOf("theirs"), await library.get("L")];
      expect(await forgetting({ person: "U2" })).toMatchObject({ kind: "forgotten", count: { removed: 2 } });
      for (const id of ["other", "again", "more"]) {
        const { request, reason } = (await store.operations.get(id)) ?? {};
        expect(JSON.stringify([request, reason])).not.toMatch(/blue fox|nothing of it|9999/);
      }
      expect(await store.operations.get("other")).toMatchObject({ author: "U2", outcome: "refused" });
      expect([await rowOf("theirs"), await library.get("L")]).toEqual([theirs, call]);
      expect([await store.drafts.get("D2", "U2"), await library.get("L2")]).toEqual([null, null]);
      expect(await store.drafts.get("D", "U8")).not.toBeNull();
      expect(await forgetting({ person: "U4" })).toMatchObject({ kind: "forgotten" });
      expect(await store.open(createProposals).get("P")).toMatchObject({
        reason: "asked by 010 1234 5678",
      });
    });

    test("removes what the person wrote about a proposal, and keeps what others wrote about it", async () => {
      const proposals = store.open(createProposals);
      const acts = proposalActs({ store, proposals, clock: database.clock });
      await acts.propose();
      await acts.edit({ revision: 1, by: "U3", content: "new", reason: `since ${secret}` });
      expect(await forgetting({ person: "U3" })).toEqual({ kind: "open", subjects: ["proposal:P"] });
      await proposals.withdraw({ id: "P", by: "U1" }, () => ({}));
      expect(await forgetting({ person: "U3" })).toMatchObject({ kind: "forgotten", count: { changed: 1 } });
      expect(await proposals.get("P")).toMatchObject({
        state: "withdrawn",
        change: { content: "new" },
        revisions: [{ reason: "longer" }, { reason: "…", by: "U3" }],
      });
      await forgetting({ person: "U1" });
      expect(await proposals.get("P")).toMatchObject({ proposer: "U1", revisions: [{ reason: "…" }, {}] });
    });

    test("isn't undone by somebody who read the document before and writes it afterwards", async () => {
      await fill();
      const library = store.open(createLibrary);
      const read = await library.get("L");
      await forgetting({ number: mina });
      const again = {
        name: "again",
        body: { message: { text: mina.to } },
        revision: read?.revision ?? 0,
        by: "U8",
      };
      expect(await library.change("L", again)).toBe("changed");
    });

    test("removes a phone owner's words with the owner or the number, and not with the message's author", async () => {
      const notificationFor = () => ({});
      const fillOne = async (id: string) => {
        const request = { message: { to: mina.to, text: secret } };
        await store.operations.enqueue(anAct({ id, author: "U2", request }));
        await store.operations.start(id);
        await store.operations.finish(id, {
          ...anEnd({ outcome: "accepted" }),
          inTransaction: (operation) => async (trx) => {
            await store.receipts.ask(trx, operation, () => "U7");
            return {};
          },
        });
        const said = { by: "U7", as: "looks_wrong", words: "a grey square", notificationFor } as const;
        expect(await store.receipts.answer(id, said)).toMatchObject({ kind: "answered" });
      };
      const wordsOf = async (id: string) => (await store.operations.get(id))?.receipt?.words;
      await fillOne("a");
      await forgetting({ person: "U2" });
      expect([await wordsOf("a"), await rowOf("a")]).toEqual([
        "a grey square",
        expect.not.stringContaining(secret),
      ]);
      await forgetting({ person: "U7" });
      expect(await wordsOf("a")).toBe("…");
      await fillOne("b");
      await forgetting({ number: mina });
      expect(await wordsOf("b")).toBe("…");
    });
  });
}
