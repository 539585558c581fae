import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { every, type Job, retentionJob, startJobs } from "../../../src/jobs/index.ts";
import { createLogger } from "../../../src/log.ts";
import { openStore } from "../../../src/store/index.ts";
import { eventually } from "../../support/eventually.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A real store whose clock only the test moves, and a log. */
async function openJobs() {
  const directory = await mkdtemp(join(tmpdir(), "jobs-"));
  const clock = { at: new Date("2026-01-01T00:00:00Z") };
  const url = `file:${join(directory, "test.db")}`;
  const store = await openStore({ url, owner: "one", leaseMs: 60_000, now: () => clock.at });
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ level: "info", secrets: [], destination });
  onTestFinished(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  const letPass = (ms: number) => {
    clock.at = new Date(clock.at.getTime() + ms);
  };
  return { store, clock, lines, log, letPass };
}

/** Each `pass` of time fires the jobs' timer once. */
async function start() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const opened = await openJobs();
  const run = (...jobs: Job[]) => {
    const clockwork = startJobs({ jobs, store: opened.store, log: opened.log });
    onTestFinished(() => clockwork.stop());
    return clockwork;
  };
  const pass = (ms: number) => {
    opened.letPass(ms);
    vi.advanceTimersByTime(minuteMs);
  };
  return { ...opened, run, pass };
}

const hourly = (run: Job["run"], more: Partial<Job> = {}): Job => ({
  ...{ name: "hourly", dueSince: every(hourMs), run },
  ...more,
});

it("a job runs at the first start, and again when its interval is over", async () => {
  const { run, pass, store } = await start();
  const work = vi.fn(async () => {});
  run(hourly(work));
  await eventually(() => expect(work).toHaveBeenCalledTimes(1));
  const look = vi.spyOn(store.jobs, "take");
  pass(hourMs / 2);
  await eventually(() => expect(look).toHaveBeenCalledTimes(1));
  expect(await look.mock.results[0]?.value).toBe(false);
  // The timer skips a check while the last one has not ended.
  await eventually(() => {
    pass(hourMs / 2);
    expect(work).toHaveBeenCalledTimes(2);
  });
});

it("a restart of the app does not run a job before its interval is over", async () => {
  const { run, store } = await start();
  const work = vi.fn(async () => {});
  const job = hourly(work);
  const first = run(job);
  await eventually(() => expect(work).toHaveBeenCalledTimes(1));
  await first.stop();
  const look = vi.spyOn(store.jobs, "take");
  run(job);
  await eventually(() => expect(look).toHaveResolvedWith(false));
  expect(work).toHaveBeenCalledTimes(1);
});

it("a failed job is logged and tried again soon, and other jobs still run", async () => {
  const { run, pass, lines } = await start();
  const failing = vi.fn(async () => {});
  failing.mockRejectedValueOnce(new Error("the disk is full"));
  const other = vi.fn(async () => {});
  run(hourly(failing, { name: "failing" }), hourly(other, { name: "other" }));
  await eventually(() => expect(lines).toHaveLength(1));
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ job: "failing", msg: "a job failed" });
  await eventually(() => expect(other).toHaveBeenCalledTimes(1));
  // The job counts as running until its failure is stored.
  await eventually(() => {
    pass(5 * minuteMs);
    expect(failing).toHaveBeenCalledTimes(2);
  });
});

it("stopping the app aborts a running job, waits for it, and leaves it due", async () => {
  const { run, store, clock } = await start();
  const ended = vi.fn();
  let isRunning = false;
  const clockwork = run(
    hourly(async (signal) => {
      isRunning = true;
      await once(signal, "abort");
      ended();
      throw new Error("ended");
    }),
  );
  await eventually(() => expect(isRunning).toBe(true));
  await clockwork.stop();
  expect(ended).toHaveBeenCalledOnce();
  expect(await store.jobs.take("hourly", { ranBefore: clock.at, leaseMs: 1 })).toBe(true);
});

it("a job with atStart runs at each start, and soon again after a failure", async () => {
  const { run, store, pass, lines } = await start();
  const work = vi.fn(async () => {});
  const job = hourly(work, { atStart: true });
  const earlier = run(job);
  await earlier.first;
  expect(work).toHaveBeenCalledTimes(1);
  await earlier.stop();
  work.mockRejectedValueOnce(new Error("the platform is unreachable"));
  await run(job).first;
  expect(lines).toHaveLength(1);
  const look = vi.spyOn(store.jobs, "take");
  await eventually(() => {
    pass(5 * minuteMs);
    expect(work).toHaveBeenCalledTimes(3);
  });
  look.mockClear();
  await eventually(() => {
    pass(minuteMs);
    expect(look).toHaveResolvedWith(false);
  });
  expect(work).toHaveBeenCalledTimes(3);
});

describe("the retention job", () => {
  const dayMs = 24 * hourMs;

  /** With one operation that was closed on 1 January. */
  async function startRetention() {
    const opened = await openJobs();
    const { operations } = opened.store;
    const close = async (id: string) => {
      await operations.enqueue({ id, kind: "messages.send", author: "U1", conversation: null, request: {} });
      await operations.start(id);
      await operations.finish(id, { outcome: "accepted", result: null, notificationFor: () => ({}) });
    };
    await close("old");
    const job = retentionJob({ ...opened, retentionDays: 180 });
    return { ...opened, operations, close, job };
  }

  it("removes operations that closed before the limit, and logs how many rows", async () => {
    const { operations, close, letPass, lines, job } = await startRetention();
    letPass(2 * dayMs);
    await close("young");
    letPass(179 * dayMs);
    await job.run(new AbortController().signal);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      rows: 1,
      closedBefore: "2026-01-02T00:00:00.000Z",
      msg: "what is past its retention was removed",
    });
    expect(await operations.get("old")).toBeNull();
    expect(await operations.get("young")).not.toBeNull();
  });

  it("is due one day after its last run", async () => {
    const { clock, job } = await startRetention();
    expect(job.dueSince(clock.at)).toEqual(new Date(clock.at.getTime() - dayMs));
  });

  it("removes nothing if it was aborted", async () => {
    const { operations, letPass, job } = await startRetention();
    letPass(181 * dayMs);
    await job.run(AbortSignal.abort());
    expect(await operations.get("old")).not.toBeNull();
  });
});
