import { expect, test } from "vitest";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { nothing } from "../contract/notifications.ts";
import { notificationFor, proposalActs } from "../contract/proposal-acts.ts";
import { anEnd } from "../contract/store-database.ts";
import { connectOutside, othersWait } from "../support/postgres-locks.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

/** A proposal, and a transaction of another process that changes it, and commits when `work` waits for it. */
async function whileChanged(change: string) {
  const database = await postgres.make();
  const store = await database.open();
  const proposals = store.open(createProposals);
  const acts = proposalActs({ store, proposals, clock: database.clock });
  await acts.propose();
  const outside = await connectOutside(database.url);
  const meet = async <T>(work: () => Promise<T>): Promise<T> => {
    await outside.query("begin");
    await outside.query(change);
    const done = work();
    await othersWait(outside);
    await outside.query("commit");
    return done;
  };
  return { store, proposals, acts, meet, outside };
}

test("a refused update waits for another process's lock on its proposal, and then opens it again", async () => {
  const { acts, meet } = await whileChanged("select 1 from documents where id = 'P' for update");
  await acts.complete("U2");
  expect(await meet(() => acts.end("update", "refused"))).toMatchObject({
    ...{ state: "open", approvals: [], operation: { outcome: "refused" } },
  });
});

test("the job that reopens proposals skips a proposal that another process has just reopened", async () => {
  const { acts, meet, store, proposals } = await whileChanged(
    "update documents set state = 'open', version = version + 1 where id = 'P'",
  );
  await acts.complete("U2");
  await store.operations.finish("update", anEnd({ outcome: "not_sent", notificationFor: nothing }));
  expect(await meet(() => proposals.reopen(notificationFor))).toBe(0);
});

test("an approval at the moment of a late acceptance is refused as overtaken, and sends no second update", async () => {
  const { acts, store, proposals, outside } = await whileChanged("");
  await acts.complete("U2");
  await acts.end("update", "unknown");
  await store.operations.resolve("update", { by: "U2", as: "did_not_arrive", notificationFor: nothing });
  const approvals: Promise<string>[] = [];
  const precondition = async (trx: Parameters<typeof proposals.conclude>[0]) => {
    await proposals.conclude(trx, "update");
    approvals.push(acts.approve("U3", { operationId: "again" }));
    await othersWait(outside);
    return null;
  };
  await store.operations.finish("update", anEnd({ outcome: "accepted", inTransaction: () => precondition }));
  expect(await Promise.all(approvals)).toEqual(["overtaken"]);
  expect(await proposals.get("P")).toMatchObject({ state: "approved", operation: { outcome: "accepted" } });
});
