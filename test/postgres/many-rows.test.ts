import { expect, test } from "vitest";
import { type InTransaction, openStore } from "../../src/store/index.ts";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { deliverAll, nothing, notifiesAct, renderedBy } from "../contract/notifications.ts";
import { notificationFor, proposalActs } from "../contract/proposal-acts.ts";
import { anAct, anEnd, aTry, TestClock } from "../contract/store-database.ts";
import { eventually } from "../support/eventually.ts";
import { connectOutside } from "../support/postgres-locks.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

/** So many that reading a whole table is a bad plan for any statement. */
const rows = 20_000;
const clock = new TestClock();
const now = clock.now();
const revision = { revision: 1, change: {}, contentDigest: "s", reason: "r", by: "U1", at: now };
const body = { revisions: [revision], approvals: [], decision: null, createdAt: now, expiresAt: now };
const old = `insert into operations (id, act, step, root, kind, author, conversation, request, state, outcome, result,
    message_id, owner, created_at, started_at, closed_at)
  select 'o' || n, 'o' || n, 0, 'o' || n, 'messages.send', 'U' || n % 50, 'C1', '{}', 'closed', 'accepted', '{}',
    'M' || n, '', n, n, n from generate_series(1, ${rows}) n;
  insert into operation_words (word, operation_id, author, created_at)
    select 'hello', id, author, created_at from operations;
  insert into posts (subject, audience, kind, destinations, destination, kept, version, posted_version, state_version, may_repeat,
      channel, ts, changed_at)
    select 'act:' || id, 'result', 'test', '["C1"]', 'C1', 0, 1, 1, 1, 0, 'C1', '1.1', created_at from operations;
  insert into documents (kind, id, key, subject, author, version, body_version, body, state, due_at, changed_at)
    select 'proposal', 'p' || n, 'o' || n, 'T' || n % 500, 'U' || n % 50, 1, 1, '${JSON.stringify(body)}',
      (array['asked', 'withdrawn', 'expired'])[n % 3 + 1], n, n from generate_series(1, ${rows}) n;
  insert into audit_entries (at, event, person, subject, outcome)
    select created_at, 'ended', author, 'operation:' || id, outcome from operations`;

test("no statement that a message or a proposal needs reads a whole table", async () => {
  const url = await postgres.createDatabase();
  const open = () => openStore({ url, owner: "first", leaseMs: 60_000, now: clock.now });
  await (await open()).close();
  const outside = await connectOutside(url);
  await outside.query(old);
  await outside.query("vacuum analyze");
  // Without this a connection may count its rows only later.
  await outside.query("select pg_stat_force_next_flush()");
  const store = await open();
  await outside.query("select pg_stat_reset()");

  const { operations, posts, receipts } = store;
  for (const [id, outcome] of [
    ["a", "accepted"],
    ["b", "unknown"],
    ["c", "refused"],
  ] as const) {
    await operations.enqueue(
      anAct({ id, author: "U1", words: ["hello"], quota: { day: "2026-11-21", limit: 9 } }),
    );
    await operations.acknowledged(id);
    await operations.start(id);
    const inTransaction: InTransaction = (operation) => (trx) =>
      receipts.ask(trx, operation, () => "U7").then(() => null);
    await operations.finish(id, anEnd({ outcome, inTransaction }));
  }
  await deliverAll(store);
  await operations.resolve("b", { by: "U1", as: "did_not_arrive", notificationFor: notifiesAct("did not") });
  await operations.enqueue(aTry("d", "b", { author: "U1" }));
  await operations.start("d", { root: "b" });
  await operations.finish("d", anEnd({}));
  await deliverAll(store);
  await operations.list({ author: "U1", limit: 10 });
  await operations.list({ author: "U1", words: ["hello"], limit: 10 });
  await operations.list({ outcomes: ["unknown"], isUnresolved: true, limit: 10 });
  await operations.findByMessageId("M7");
  await operations.ofAct("a");
  await operations.unknownsCard({ unknownsCard: "b" });
  await operations.claimAbandoned(10);
  await receipts.answer("a", { by: "U7", as: "looks_wrong", words: null, notificationFor: nothing });
  await receipts.allArrived("a", { by: "U7", notificationFor: nothing });
  await receipts.waiting("U7", 9);
  await posts.waiting([renderedBy], { ids: [1] });
  const proposals = store.open(createProposals);
  const acts = proposalActs({ store, proposals, clock });
  await acts.propose();
  await acts.complete("U2");
  await acts.end("update", "accepted");
  for (const filter of [{ states: ["open"] as const }, { templateId: "T7" }, { proposer: "U7" }])
    await proposals.list({ ...filter, limit: 50 });
  await store.open(({ connection }) => proposals.listShowing(["T7", "T8"], connection.db));
  for (const turn of [proposals.reopen, proposals.expire]) await turn(notificationFor);
  await proposals.remind(now, notificationFor);
  await proposals.listUnasked(now, 20);
  await proposals.ask("P", async () => ({}));
  // A connection reports its counts when it ends.
  await store.close();

  await eventually(async () => {
    const written = "select n_tup_ins from pg_stat_user_tables where relname = 'operations'";
    expect((await outside.query(written)).rows).toEqual([{ n_tup_ins: "5" }]);
  });
  const read = await outside.query(
    "select relname, seq_scan, seq_tup_read from pg_stat_user_tables where seq_tup_read >= $1",
    [rows],
  );
  expect(read.rows).toEqual([]);
});
