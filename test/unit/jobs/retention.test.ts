import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { retentionJob } from "../../../src/jobs/index.ts";
import { createLogger } from "../../../src/log.ts";
import { openStore, type Store } from "../../../src/store/index.ts";

const dayMs = 24 * 60 * 60_000;

async function close(store: Store, id: string) {
  const act = { id, kind: "messages.send", author: "U1", conversation: null, request: {} };
  await store.operations.enqueue(act);
  await store.operations.start(id);
  await store.operations.finish(id, { outcome: "accepted", result: null, notificationFor: () => ({}) });
}

/** A store with one operation that was closed on 1 January. */
async function start() {
  const directory = await mkdtemp(join(tmpdir(), "retention-"));
  const clock = { at: new Date("2026-01-01T00:00:00Z") };
  const now = () => clock.at;
  const url = `file:${join(directory, "test.db")}`;
  const store = await openStore({ url, owner: "one", leaseMs: 60_000, now });
  onTestFinished(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ level: "info", secrets: [], destination });
  await close(store, "old");
  const job = retentionJob({ store, retentionDays: 180, log });
  return { store, clock, lines, job };
}

it("the retention job removes what ended before its limit, and logs how much", async () => {
  const { store, clock, lines, job } = await start();
  clock.at = new Date(clock.at.getTime() + 2 * dayMs);
  await close(store, "young");
  clock.at = new Date(clock.at.getTime() + 179 * dayMs);
  await job.run(new AbortController().signal);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    rows: 1,
    closedBefore: "2026-01-02T00:00:00.000Z",
    msg: "what is past its retention was removed",
  });
  expect(await store.operations.get("old")).toBeNull();
  expect(await store.operations.get("young")).not.toBeNull();
});

it("the retention job is due a day after it ran", async () => {
  const { clock, job } = await start();
  expect(job.dueSince(clock.at)).toEqual(new Date(clock.at.getTime() - dayMs));
});

it("the retention job removes nothing after it was aborted", async () => {
  const { store, clock, job } = await start();
  clock.at = new Date(clock.at.getTime() + 181 * dayMs);
  await job.run(AbortSignal.abort());
  expect(await store.operations.get("old")).not.toBeNull();
});
