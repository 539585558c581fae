import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pause } from "../../../../src/deadline.ts";
import { DeliveryLease } from "../../../../src/slack/posts/delivery-lease.ts";

/** A database that says who delivers, and a clock. */
function start({ hears = true } = {}) {
  const passed = { monotonicMs: 0, wallMs: 0 };
  const state = { isFree: true, isAway: false, tookMs: 0, answersMs: 0, asked: 0, resigned: 0 };
  const seen: string[] = [];
  const leading = new DeliveryLease({
    queue: {
      async lead() {
        state.asked += 1;
        passed.monotonicMs += state.tookMs;
        if (state.isAway) throw new Error("away");
        return state.isFree;
      },
      async resign() {
        state.resigned += 1;
      },
      hears: () => hears,
    },
    clocks: {
      monotonicMs: () => Date.now() + passed.monotonicMs,
      wallMs: () => Date.now() + passed.wallMs,
    },
    onWon: () => void seen.push("won"),
    async onLost() {
      seen.push("lost");
      await pause(state.answersMs);
    },
    onRenewed: () => {},
    onError: () => void seen.push("error"),
  });
  void leading.start();
  return { leading, state, seen, passed };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("the delivery lease is renewed every 3 s, and lasts 15 s from the request", async () => {
  const { leading, state, seen } = start();
  await pass(0);
  expect(leading.lasts(14_999)).toBe(true);
  expect(leading.lasts(15_000)).toBe(false);
  await pass(9_000);
  expect(state.asked).toBe(4);
  expect(leading.lasts(14_999)).toBe(true);
  state.tookMs = 5_000;
  await pass(3_000);
  expect(leading.lasts(10_000)).toBe(false);
  expect(seen).toEqual(["won"]);
});

it.each(["monotonicMs", "wallMs"] as const)(
  "the delivery lease is won back after it had expired by the clock %s",
  async (clock) => {
    const { leading, seen, passed } = start();
    await pass(0);
    passed[clock] += 15_000;
    expect(leading.lasts(0)).toBe(false);
    await pass(3_000);
    expect(seen).toEqual(["won", "lost", "won"]);
  },
);

it("the delivery lease is kept while the database is unreachable, and lost once the database denies it", async () => {
  const { leading, state, seen } = start();
  await pass(0);
  state.isAway = true;
  await pass(3_000);
  expect([leading.isOurs, leading.lasts(11_999), leading.lasts(12_000)]).toEqual([true, true, false]);
  Object.assign(state, { isAway: false, isFree: false });
  await pass(3_000);
  expect([leading.isOurs, seen]).toEqual([false, ["won", "error", "lost"]]);
});

it("the delivery lease is won as soon as another instance releases it, and released at a stop", async () => {
  const { leading, state, seen } = start();
  state.isFree = false;
  await leading.stop();
  expect(seen).toEqual([]);
  const second = start();
  second.state.isFree = false;
  await pass(0);
  second.state.isFree = true;
  second.leading.look();
  await pass(0);
  expect(second.seen).toEqual(["won"]);
  await second.leading.stop();
  expect(second.state.resigned).toBe(1);
});

it("the delivery lease is released to a newer version once Slack has answered the pending requests", async () => {
  const { leading, state, seen } = start();
  await pass(0);
  Object.assign(state, { isFree: false, answersMs: 5_000 });
  await pass(3_000);
  leading.look();
  await pass(4_999);
  expect([seen, state.asked, state.resigned]).toEqual([["won", "lost"], 2, 0]);
  await pass(1);
  expect([state.asked, state.resigned]).toEqual([2, 1]);
});

it("the delivery lease is renewed every second by an instance that hears no announcements", async () => {
  const { state } = start({ hears: false });
  await pass(3_000);
  expect(state.asked).toBe(4);
});
