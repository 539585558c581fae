import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Health, readHealth } from "../../../../src/features/platform/health.ts";
import {
  createPlatformMonitor,
  notificationOfHealth,
  platformMonitorName,
  toAlert,
} from "../../../../src/features/platform/index.ts";
import { openStore, type Store } from "../../../../src/store/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { en } from "../../../support/words.ts";

const { title, over } = en.platform;
const minuteMs = 60_000;

/** Instances over one store, each with its clock ahead of the store's; `meet` reports one answer or failure. */
async function start(...aheadMinutes: number[]) {
  const directory = await mkdtemp(join(tmpdir(), "watch-"));
  const url = `file:${join(directory, "store.db")}`;
  const store = await openStore({ url, owner: "bot", leaseMs: minuteMs, now: () => new Date() });
  onTestFinished(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  const told: string[] = [];
  let writes = 0;
  const monitors: Store["monitors"] = {
    get: async (name) => {
      writes += 1;
      return store.monitors.get(name);
    },
    change: async (name, change) => {
      const isStored = await store.monitors.change(name, change);
      const { posts = [] } = isStored ? change.notification : {};
      told.push(...posts.map(({ facts }) => toAlert(facts, en.platform).title));
      return isStored;
    },
  };
  const notificationFor = (before: Health, after: Health, at: Date) =>
    notificationOfHealth(before, after, { at, onCall: ["C1"] });
  const failures: unknown[] = [];
  let storeMs = Date.UTC(2026, 10, 22);
  const all = aheadMinutes.map((ahead) =>
    createPlatformMonitor({
      monitors,
      jobs: { now: async () => new Date(storeMs) },
      now: () => new Date(storeMs + ahead * minuteMs),
      notificationFor,
      onFailure: (error) => failures.push(error),
    }),
  );
  async function meet(instance: number, minute: number, isAnswer: boolean): Promise<void> {
    const before = writes;
    const end = isAnswer
      ? { end: "accepted" as const, code: "" }
      : { end: "unknown" as const, code: "TimedOut" };
    storeMs = Date.UTC(2026, 10, 22) + minute * minuteMs;
    const at = storeMs + aheadMinutes[instance]! * minuteMs;
    all[instance]!({ ...end, at, operation: "sendMessage", isSigned: true, status: null, words: "" });
    await eventually(() => expect(writes).toBeGreaterThan(before));
    await eventually(async () => {
      const { answeredAt } = readHealth((await store.monitors.get(platformMonitorName)).known);
      if (isAnswer) expect(answeredAt).toBe(storeMs);
    });
  }
  return { told, failures, meet };
}

it("on-call is notified once after the platform has failed for five minutes, and once when it answers again", async () => {
  const { told, failures, meet } = await start(0);
  await meet(0, 0, true);
  for (const minute of [1, 3, 6, 8]) await meet(0, minute, false);
  await eventually(() => expect(told).toEqual([title.failing]));
  await meet(0, 10, true);
  await eventually(() => expect(told).toEqual([title.failing, over.failing]));
  expect(failures).toEqual([]);
});

it.each([
  [0, 0],
  [6, 0],
  [-6, 0],
  [0, 6],
  [0, -6],
])(
  "on-call isn't notified while another instance gets answers (clocks %d and %d min ahead)",
  async (...ahead) => {
    const { told, failures, meet } = await start(...ahead);
    for (let minute = 0; minute < 20; minute += 1) {
      await meet(0, minute, true);
      await meet(1, minute + 0.5, false);
    }
    expect(told).toEqual([]);
    // From here on no instance is answered.
    for (const minute of [21, 23, 26]) await meet(1, minute, false);
    await eventually(() => expect(told).toEqual([title.failing]));
    expect(failures).toEqual([]);
  },
);
