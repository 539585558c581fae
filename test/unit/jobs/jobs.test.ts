import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { every, type Job, startJobs } from "../../../src/jobs/index.ts";
import { createLogger } from "../../../src/log.ts";
import { openStore } from "../../../src/store/index.ts";
import { eventually } from "../../support/eventually.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A real store with a clock that only `pass` moves; each `pass` fires the timer once. */
async function start() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const directory = await mkdtemp(join(tmpdir(), "jobs-"));
  const clock = { at: new Date("2026-01-01T00:00:00Z") };
  const now = () => clock.at;
  const store = await openStore({
    url: `file:${join(directory, "test.db")}`,
    owner: "one",
    leaseMs: 60_000,
    now,
  });
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ level: "info", secrets: [], destination });
  onTestFinished(async () => {
    vi.useRealTimers();
    await store.close();
    await rm(directory, { recursive: true });
  });
  const run = (...jobs: Job[]) => {
    const clockwork = startJobs({ jobs, store, log });
    onTestFinished(() => clockwork.stop());
    return clockwork;
  };
  const pass = (ms: number) => {
    clock.at = new Date(clock.at.getTime() + ms);
    vi.advanceTimersByTime(minuteMs);
  };
  return { store, clock, lines, run, pass };
}

it("a job runs at the first start, and again when its interval is over", async () => {
  const { run, pass, store } = await start();
  const work = vi.fn(async () => {});
  run({ name: "hourly", dueSince: every(hourMs), run: work });
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

it("a restart of the app does not run a job again before its interval is over", async () => {
  const { run, store } = await start();
  const work = vi.fn(async () => {});
  const job = { name: "hourly", dueSince: every(hourMs), run: work };
  const first = run(job);
  await eventually(() => expect(work).toHaveBeenCalledTimes(1));
  await first.stop();
  const look = vi.spyOn(store.jobs, "take");
  run(job);
  await eventually(() => expect(look).toHaveResolvedWith(false));
  expect(work).toHaveBeenCalledTimes(1);
});

it("a failed job is logged and tried again soon, and the others still run", async () => {
  const { run, pass, lines } = await start();
  let tries = 0;
  const failing = vi.fn(async () => {
    tries += 1;
    if (tries === 1) throw new Error("the disk is full");
  });
  const other = vi.fn(async () => {});
  run(
    { name: "failing", dueSince: every(hourMs), run: failing },
    { name: "other", dueSince: every(hourMs), run: other },
  );
  await eventually(() => expect(lines).toHaveLength(1));
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ job: "failing", msg: "a job failed" });
  await eventually(() => expect(other).toHaveBeenCalledTimes(1));
  // The job counts as running until its failure is stored.
  await eventually(() => {
    pass(5 * minuteMs);
    expect(failing).toHaveBeenCalledTimes(2);
  });
});

it("a stop aborts a running job, waits for it, and leaves it due", async () => {
  const { run, store, clock } = await start();
  const ended = vi.fn();
  let isRunning = false;
  const clockwork = run({
    name: "endless",
    dueSince: every(hourMs),
    run: async (signal) => {
      isRunning = true;
      await new Promise<void>((_, reject) =>
        signal.addEventListener("abort", () => {
          ended();
          reject(new Error("ended"));
        }),
      );
    },
  });
  await eventually(() => expect(isRunning).toBe(true));
  await clockwork.stop();
  expect(ended).toHaveBeenCalledOnce();
  expect(await store.jobs.take("endless", { ranBefore: clock.at, leaseMs: 1 })).toBe(true);
});

it("a job with atStart runs at each start, and again soon after a failure", async () => {
  const { run, store, pass, lines } = await start();
  let tries = 0;
  const work = vi.fn(async () => {
    tries += 1;
    if (tries === 2) throw new Error("the platform is unreachable");
  });
  const job: Job = { name: "hourly", dueSince: every(hourMs), atStart: true, run: work };
  const earlier = run(job);
  await earlier.first;
  expect(work).toHaveBeenCalledTimes(1);
  await earlier.stop();
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
