import type { RequestListener } from "node:http";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { closeServer, listen } from "../../../../src/ops/http.ts";
import { SlackClock } from "../../../../src/slack/edge/slack-clock.ts";
import { eventually } from "../../../support/eventually.ts";

const minuteMs = 60_000;
const limitMs = 3000;

/** Slack's clock, and this machine's: the wall clock is ahead of it, and the monotonic one stands still in a sleep. */
function startClock(aheadMs = 0, apiUrl = "http://127.0.0.1:9/api/") {
  const time = { nowMs: 1_000_000_000_123, aheadMs, sleptMs: 0 };
  const clocks = {
    monotonicMs: () => time.nowMs - time.sleptMs,
    wallMs: () => time.nowMs + time.aheadMs,
  };
  const clock = new SlackClock(apiUrl, clocks);
  const signedAt = (onItsWayMs: number) => Math.floor((time.nowMs - onItsWayMs) / 1000) * 1000;
  return {
    time,
    clock,
    /** Arrives now, after so long. */
    arrive: (onItsWayMs: number) => clock.sinceMs(signedAt(onItsWayMs)),
    /** What a process would tell of it that has started just now. */
    arriveAtStart: (onItsWayMs: number) => new SlackClock(apiUrl, clocks).sinceMs(signedAt(onItsWayMs)),
    reply: ({ outMs, backMs }: { outMs: number; backMs: number }) => {
      time.nowMs += outMs;
      const date = new Date(time.nowMs).toUTCString();
      time.nowMs += backMs;
      clock.learn(date, outMs + backMs);
    },
    sleep: (ms: number) => {
      time.nowMs += ms;
      time.sleptMs += ms;
    },
    /** Little by little, which takes the monotonic clock along. */
    slew: (ms: number) => {
      time.aheadMs += ms;
      time.sleptMs -= ms;
    },
  };
}

const offMs = fc.oneof(fc.constant(0), fc.integer({ min: -240 * minuteMs, max: 5 * minuteMs }));
const quick = fc.record({ outMs: fc.nat(500), backMs: fc.nat(500) });
const atOnce = { outMs: 0, backMs: 0 };

it("is never less than a delivery took, and little above, after each reply, also when the clock was set before it", () => {
  const setMs = fc.oneof(
    fc.integer({ min: 1001, max: minuteMs }),
    fc.integer({ min: -minuteMs, max: -1001 }),
  );
  const event = fc.record({
    setMs: fc.option(setMs, { nil: 0 }),
    waitMs: fc.nat(20_000),
    replied: quick,
    wayMs: fc.nat(30_000),
  });
  fc.assert(
    fc.property(offMs, fc.array(event), (atFirstMs, events) => {
      const { time, arrive, reply } = startClock(atFirstMs);
      for (const { setMs, waitMs, replied, wayMs } of events) {
        time.nowMs += waitMs;
        time.aheadMs += setMs;
        reply(replied);
        const toldMs = arrive(wayMs);
        const mayBeRight = time.aheadMs < 0 && time.aheadMs > -1500;
        expect(toldMs).toBeGreaterThanOrEqual(wayMs + (mayBeRight ? time.aheadMs : 0));
        const isRight = time.aheadMs === 0;
        expect(toldMs).toBeLessThan(wayMs + 1000 + (isRight ? 0 : 1000 + replied.outMs));
      }
    }),
  );
});

it("passes an honest one whatever the clocks did, one reply later", () => {
  const deed = fc.record({
    what: fc.constantFrom("set", "sleep", "slew"),
    ms: fc.integer({ min: -2 * minuteMs, max: 2 * minuteMs }),
    reply: fc.option(quick, { nil: undefined }),
    wayMs: fc.nat(30_000),
  });
  fc.assert(
    fc.property(offMs, fc.array(deed), quick, (atFirstMs, deeds, last) => {
      const { time, arrive, reply, sleep, slew } = startClock(atFirstMs);
      for (const { what, ms, reply: next, wayMs } of deeds) {
        if (what === "set") time.aheadMs += ms;
        if (what === "sleep") sleep(Math.abs(ms));
        if (what === "slew") slew(ms);
        if (next !== undefined) reply(next);
        arrive(wayMs);
      }
      reply(last);
      expect(arrive(400)).toBeLessThan(limitMs);
      expect(arrive(6000)).toBeGreaterThan(limitMs);
    }),
  );
});

it.each([-90_000, -700, 700, 90_000])(
  "is told ever better than to the second, by replies that come at any time: %i",
  (aheadMs) => {
    const { time, arrive, reply } = startClock(aheadMs);
    for (let count = 0; count < 40; count += 1) {
      time.nowMs += 2870;
      reply({ outMs: 40, backMs: 40 });
      if (count < 20) continue;
      expect(arrive(1900)).toBeLessThan(limitMs);
      expect(arrive(limitMs)).toBeGreaterThanOrEqual(limitMs);
    }
  },
);

it.each([
  ["none came yet", () => {}],
  ["it names no time", ({ clock }) => clock.learn(null, 10)],
  ["it names no time that HTTP knows", ({ clock }) => clock.learn("Thursday 2", 10)],
  ["it says that it is no time", ({ clock }) => clock.learn("Invalid Date", 10)],
  ["it was too long on its way", ({ reply }) => reply({ outMs: 4000, backMs: 4000 })],
  [
    "the clock was set since",
    ({ reply, time }) => {
      time.aheadMs = -90_000;
      reply(atOnce);
      time.aheadMs = 7000;
    },
  ],
  [
    "the machine slept since",
    ({ reply, sleep }) => {
      reply(atOnce);
      sleep(minuteMs);
    },
  ],
] as [string, (started: ReturnType<typeof startClock>) => void][])(
  "goes by this machine's clock where no reply helps: %s",
  (_why, happen) => {
    const started = startClock(7000);
    const { clock, arrive, arriveAtStart } = started;
    happen(started);
    expect(arrive(20_000)).toBe(arriveAtStart(20_000));
    expect(clock.isKnown).toBe(false);
  },
);

it("starts anew from a reply that what was known can't be true of", () => {
  const { arrive, reply, slew } = startClock(10_000);
  reply(atOnce);
  slew(-10_000);
  expect(arrive(5000)).toBe(0);
  reply(atOnce);
  expect(arrive(5000)).toBeGreaterThanOrEqual(5000);
});

async function startServer(listener: RequestListener) {
  const { server, port } = await listen(listener, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => closeServer(server));
  return `http://127.0.0.1:${port}/api/`;
}

it("believes no reply that is a failure, which may be another's", async () => {
  const url = await startServer((request, response) => {
    response.writeHead(request.url === "/api/fail" ? 502 : 200).end();
  });
  const { clock } = startClock(0, url);
  await clock.fetch(`${url}fail`);
  expect(clock.isKnown).toBe(false);
  await clock.fetch(url);
  expect(clock.isKnown).toBe(true);
});

it("asks once in five seconds, whatever comes of it", async () => {
  const asked: (string | undefined)[] = [];
  const url = await startServer((request, response) => {
    asked.push(request.url);
    if (asked.length === 1) response.destroy();
    else response.end();
  });
  const { clock, time } = startClock(0, url);
  for (const count of [1, 2]) {
    time.nowMs += 5000;
    clock.ask();
    clock.ask();
    await eventually(() => expect(asked).toHaveLength(count));
  }
  await eventually(() => expect(clock.isKnown).toBe(true));
  expect(asked).toEqual(["/api/api.test", "/api/api.test"]);
});
