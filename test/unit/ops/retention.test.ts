import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { createLogger } from "../../../src/log.ts";
import { startRetention } from "../../../src/ops/retention.ts";
import { openStore, type Store } from "../../../src/store/index.ts";

const dayMs = 24 * 60 * 60_000;

/** A store whose clock stands still, with one operation that ended at its beginning. */
async function start(options: { purge?: Store["purge"] } = {}) {
  const directory = await mkdtemp(join(tmpdir(), "retention-"));
  const clock = { at: new Date("2026-01-01T00:00:00Z") };
  const now = () => clock.at;
  const url = `file:${join(directory, "test.db")}`;
  const store = await openStore({ url, owner: "one", leaseMs: 60_000, now });
  const lines: string[] = [];
  const log = createLogger({
    level: "info",
    secrets: [],
    destination: { write: (line: string) => void lines.push(line) },
  });
  await close(store, "old");
  onTestFinished(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  const run = () => {
    const retention = startRetention({
      store: { purge: options.purge ?? store.purge },
      retentionDays: 180,
      now,
      log,
    });
    onTestFinished(() => retention.stop());
    return retention;
  };
  return { store, clock, lines, run };
}

async function close(store: Store, id: string) {
  const act = { id, kind: "messages.send", author: "U1", conversation: null, request: {} };
  await store.operations.accept(act);
  await store.operations.start(id);
  await store.operations.finish(id, { outcome: "accepted", result: null, posts: () => [] });
}

it("removes at the start what ended longer ago, keeps the rest, and logs how much", async () => {
  const { store, clock, lines, run } = await start();
  clock.at = new Date(clock.at.getTime() + 2 * dayMs);
  await close(store, "young");
  clock.at = new Date(clock.at.getTime() + 179 * dayMs);
  run();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    rows: 1,
    closedBefore: "2026-01-02T00:00:00.000Z",
    msg: "what is past its retention was removed",
  });
  expect(await store.operations.get("old")).toBeNull();
  expect(await store.operations.get("young")).not.toBeNull();
});

it("removes once a day from then on", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, clock, lines, run } = await start();
  run();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(await store.operations.get("old")).not.toBeNull();
  clock.at = new Date(clock.at.getTime() + 181 * dayMs);
  vi.advanceTimersByTime(dayMs);
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(await store.operations.get("old")).toBeNull();
});

it("says when it could not, and tries again the next day", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let tries = 0;
  const { lines, run } = await start({
    purge: async () => {
      tries += 1;
      if (tries === 1) throw new Error("the disk is full");
      return 7;
    },
  });
  run();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toContain("could not be removed");
  vi.advanceTimersByTime(dayMs);
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines[1]).toContain('"rows":7');
});

it("waits at a stop for the step under way, and starts no other", async () => {
  let finish = (_rows: number) => {};
  const { lines, run } = await start({ purge: () => new Promise((resolve) => (finish = resolve)) });
  const retention = run();
  await Promise.resolve();
  const stopped = retention.stop();
  finish(3);
  await stopped;
  expect(lines).toHaveLength(1);
});
