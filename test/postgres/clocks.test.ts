import { pino } from "pino";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { readHealth } from "../../src/features/platform/health.ts";
import { createPlatformMonitor, platformMonitorName } from "../../src/features/platform/index.ts";
import { every, retentionJob, startJobs } from "../../src/jobs/index.ts";
import { openStore, type Store, type StoreTransaction } from "../../src/store/index.ts";
import { createObservations } from "../../src/store/observations/observations.ts";
import { nothingShown } from "../contract/an-observation.ts";
import { aPostOf, nothing } from "../contract/notifications.ts";
import { anAct, anEnd, leaseMs } from "../contract/store-database.ts";
import { eventually } from "../support/eventually.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

describe("two instances whose clocks differ", () => {
  const skewMs = 10 * 60_000;
  let url: string;
  beforeEach(async () => {
    url = await postgres.createStore();
  });

  const openSkewed = async (owner: string, byMs: number, lease = leaseMs) => {
    const now = () => new Date(Date.now() + byMs);
    const store = await openStore({ url, owner, leaseMs: lease, now });
    onTestFinished(() => store.close());
    return store;
  };

  test.each([
    ["ahead", 0, skewMs],
    ["behind", -skewMs, 0],
  ])("leave each other's open work alone while both live: one clock is %s", async (_, firstMs, secondMs) => {
    const first = await openSkewed("first", firstMs);
    const second = await openSkewed("second", secondMs);
    for (const id of ["stored", "started"]) await first.operations.enqueue(anAct({ id }));
    await first.operations.start("started");
    await first.operations.beat();
    expect(await first.posts.lead(leaseMs)).toBe(true);
    expect(await second.operations.claimAbandoned(10)).toEqual([]);
    expect(await second.posts.lead(leaseMs)).toBe(false);
    expect(await first.posts.lead(leaseMs)).toBe(true);
  });

  test.each([
    ["ahead", 0, skewMs],
    ["behind", -skewMs, 0],
  ])(
    "don't run a job that the other one runs or has just run: one clock is %s",
    async (_, firstMs, secondMs) => {
      const first = await openSkewed("first", firstMs);
      const second = await openSkewed("second", secondMs);
      const since = { ranBefore: new Date(Date.now() - 10 * skewMs), leaseMs: skewMs / 2 };
      for (const [store, other] of [
        [first, second],
        [second, first],
      ] as const) {
        const name = store === first ? "first" : "second";
        expect(await store.jobs.take(name, since)).toBe(true);
        expect(await other.jobs.take(name, since)).toBe(false);
        await store.jobs.ran(name);
        expect(await other.jobs.take(name, since)).toBe(false);
      }
    },
  );

  test.each([
    ["ahead", skewMs, 0],
    ["behind", -skewMs, 0],
  ])("report the same waiting time of a post: one clock is %s", async (_, byMs, otherMs) => {
    const stores = [await openSkewed("one", byMs), await openSkewed("other", otherMs)];
    await stores[0]!.posts.add({ posts: [aPostOf("alert:x")] });
    for (const { posts } of stores) expect(await posts.readMaxWaitMs()).toBeLessThan(skewMs / 10);
  });

  test("run jobs by the database's clock, and not by their own", async () => {
    const store = await openSkewed("ahead", skewMs);
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const looked: number[] = [];
    const dueSince = (now: Date) => {
      looked.push(now.getTime() - Date.now());
      return every(skewMs / 2)(now);
    };
    const run = vi.fn(async () => {});
    for (let start = 0; start < 2; start += 1) {
      const clock = startJobs({ jobs: [{ name: "often", dueSince, run }], store, log });
      await clock.first;
      await clock.stop();
    }
    expect(run).toHaveBeenCalledTimes(1);
    for (const aheadMs of looked) expect(Math.abs(aheadMs)).toBeLessThan(skewMs / 2);
    expect(lines).toEqual([]);
  });

  test("keep recent database rows, even when one clock is a year ahead", async () => {
    const yearMs = 365 * 24 * 3_600_000;
    const store = await openSkewed("right", 0);
    await store.operations.enqueue(anAct({ id: "a" }));
    await store.operations.finish("a", anEnd({ outcome: "not_sent", notificationFor: nothing }));
    const expiresAt = new Date(Date.now() + skewMs);
    await store.drafts.save({ id: "d", author: "U1", kind: "send", body: {}, expiresAt });
    const ahead = await openSkewed("ahead", yearMs);
    const log = pino({ level: "silent" });
    await retentionJob({ store: ahead, retentionDays: 180, log }).run(new AbortController().signal);
    expect(await store.operations.get("a")).not.toBeNull();
    expect(await store.drafts.get("d", "U1")).not.toBeNull();
  });

  test.each([
    ["ahead", skewMs, "before", "APPROVED"],
    ["behind", -skewMs, "after", "PENDING"],
  ])(
    "order a late reply and a report by when the reply was asked for: one clock is %s",
    async (_, byMs, when, status) => {
      const asking = await openSkewed("asking", byMs);
      const other = await openSkewed("other", 0);
      await asking.operations.enqueue(anAct({ id: "a" }));
      const reported = { vendor: "V", status: "APPROVED", reason: null };
      await other
        .open(createObservations)
        .report({ id: "r", templateId: "T", by: "U1", vendors: [reported], content: null }, nothing);
      const askedAt = new Date(Date.now() + byMs + (when === "before" ? -5000 : 5000));
      const late = { vendor: "V", status: "PENDING", code: null, comments: null, content: nothingShown };
      const from = { kind: "update" as const, by: "U1", operationId: "a" };
      const observation = {
        templateId: "T",
        from,
        askedAt,
        seenAt: new Date(Date.now() + byMs),
        vendors: [late],
      };
      const observations = asking.open(createObservations);
      const precondition = async (trx: StoreTransaction) => {
        await observations.record(trx, observation);
        return null;
      };
      await asking.operations.finish(
        "a",
        anEnd({ outcome: "not_sent", notificationFor: nothing, inTransaction: () => precondition }),
      );
      const seen = await other.open(createObservations).get("T");
      expect(seen?.vendors).toMatchObject([{ status }]);
      // Whichever clock saw it, it is shown by one clock.
      expect(Math.abs(seen!.vendors[0]!.statusFrom.at.getTime() - Date.now())).toBeLessThan(skewMs / 10);
    },
  );

  test.each([
    ["ahead", skewMs],
    ["behind", -skewMs],
  ])("don't call the platform failing while it answers one of them, whose clock is %s", async (_, byMs) => {
    const ofAudience: unknown[] = [];
    const watchOf = ({ monitors, jobs }: Store, skew: number) => {
      const monitor = createPlatformMonitor({
        ...{ monitors, jobs, now: () => new Date(Date.now() + skew), onChanged: () => {} },
        notificationFor: (before, after) => {
          if (before.failingSince !== after.failingSince) ofAudience.push(after.failingSince);
          return {};
        },
        onFailure: (error) => ofAudience.push(error),
      });
      return (end: "accepted" | "unknown", agoMs = 0) =>
        monitor({
          ...{ operation: "sendMessage", isSigned: true, status: null, code: "", words: "" },
          ...{ end, at: Date.now() + skew - agoMs },
        });
    };
    const right = await openSkewed("right", 0);
    const answeredAt = (ms: number) =>
      eventually(async () => {
        const known = readHealth((await right.monitors.get(platformMonitorName)).known);
        expect(Math.abs((known.answeredAt ?? 0) - ms)).toBeLessThan(skewMs / 10);
      });
    const meet = watchOf(right, 0);
    const start = Date.now();
    watchOf(await openSkewed("other", byMs), byMs)("accepted");
    await answeredAt(start);
    meet("unknown", skewMs * 0.6);
    meet("unknown");
    // Processed after those two, and late enough to be stored.
    meet("accepted", -2 * 60_000);
    await answeredAt(start + 2 * 60_000);
    expect(ofAudience).toEqual([]);
  });

  test("take over each other's abandoned work", async () => {
    const first = await openSkewed("first", skewMs, 1);
    await first.operations.beat();
    await first.operations.enqueue(anAct({ id: "a" }));
    expect(await first.posts.lead(1)).toBe(true);
    const second = await openSkewed("second", -skewMs);
    await eventually(async () => {
      expect(await second.operations.claimAbandoned(10)).toMatchObject([{ id: "a" }]);
    });
    await eventually(async () => expect(await second.posts.lead(leaseMs)).toBe(true));
  });

  test("count an instance with a longer lease as alive, although their own lease is shorter", async () => {
    const patient = await openSkewed("patient", 0, 20 * leaseMs);
    await patient.operations.beat();
    await patient.operations.enqueue(anAct({ id: "a", leavesAtOnce: true }));
    expect(await (await openSkewed("quick", 0)).operations.claimAbandoned(10)).toEqual([]);
  });
});

test("a killed instance's work is taken over after the database's clock was set back", async () => {
  const database = await postgres.make();
  const [first, second] = await Promise.all([database.open("first"), database.open("second")]);
  await first.operations.beat();
  await first.operations.enqueue(anAct({ id: "a", leavesAtOnce: true }));
  await first.close();
  database.clock.advance(-24 * 60 * 60_000);
  await second.operations.beat();
  database.clock.advance(2 * leaseMs);
  expect(await second.operations.claimAbandoned(10)).toMatchObject([{ id: "a" }]);
});
