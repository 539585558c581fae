import fc from "fast-check";
import { Pool } from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { pause } from "../../../src/deadline.ts";
import { type Method, retryLimits, toRetryDelayMs } from "../../../src/platform/call.ts";
import { type Certainty, PlatformError } from "../../../src/platform/errors.ts";
import type {
  CallRecord,
  LateReply,
  MessageResult,
  PlatformClientOptions,
} from "../../../src/platform/index.ts";
import { eventually } from "../../support/eventually.ts";
import { failureOf, usePlatformServer } from "../../support/platform-client.ts";
import { type Answer, acceptedMessage, cut, held, json, reset, text } from "../../support/platform-server.ts";
import { body, clockNames, type Moves, movedClocks } from "./sending.ts";

const platform = usePlatformServer();
const accepting = json(200, acceptedMessage);
const busyFor = (retryAfter: string) =>
  json(429, { errorCode: "TooManyRequests" }, { "retry-after": retryAfter });

describe("the attempts of a call", () => {
  it("are repeated after HTTP 429 and its Retry-After, each with a new signature", async () => {
    platform.server.next(busyFor("2"), busyFor("2"), accepting);
    expect(await platform.connect().sendMessage(body)).toEqual(acceptedMessage);
    expect(platform.waitsMs).toEqual([2000, 2000]);
    expect(platform.server.requests.map(({ signature }) => signature)).toEqual(["valid", "valid", "valid"]);
    expect(new Set(platform.server.requests.map(({ headers }) => headers.authorization)).size).toBe(3);
  });

  it.each<[string, string, Moves, number]>([
    ["after three replies", "0", () => ({}), 3],
    ["at once when it asks for more than 30 s", "Thu, 01 Jan 2026 00:00:31 GMT", () => ({}), 1],
    ["before the waits take more than 30 s together", "20", (ms) => ({ monotonic: ms }), 2],
    ["in time although the clock is set back", "20", (ms) => ({ monotonic: ms, wall: -3_600_000 }), 2],
    ["when the process slept, by the wall clock", "20", () => ({ wall: 600_000 }), 1],
    ["when the process slept, by the monotonic clock", "20", () => ({ monotonic: 600_000 }), 1],
  ])("end with HTTP 429 %s", async (_, retryAfter, moves, requests) => {
    platform.server.next(...Array.from({ length: 3 }, () => busyFor(retryAfter)), accepting);
    const error = await failureOf(platform.connect(movedClocks(moves).clocks).sendMessage(body));
    expect(error).toMatchObject({ certainty: "not_sent", code: "TooManyRequests" });
    expect(platform.server.requests).toHaveLength(requests);
  });

  it("are made only while mayLeave allows them, and mayLeave is asked after each wait", async () => {
    platform.server.next(busyFor("2"), busyFor("2"), accepting);
    const waited: [attempt: number, waits: number][] = [];
    const mayLeave = async (attempt: number) => waited.push([attempt, platform.waitsMs.length]) < 3;
    const error = await failureOf(platform.connect().sendMessage(body, { mayLeave }));
    expect(error).toMatchObject({ certainty: "not_sent", code: "TooManyRequests" });
    expect(waited.join(" ")).toBe("1,0 2,1 3,2");
    expect(platform.server.requests).toHaveLength(2);
  });

  it("don't begin, and open no connection, if mayLeave refuses the first attempt", async () => {
    const calls: CallRecord[] = [];
    const client = platform.connect({ onCall: (call) => calls.push(call) });
    const error = await failureOf(client.sendMessage(body, { mayLeave: async () => false }));
    expect(error).toMatchObject({ certainty: "not_sent", code: "Withheld" });
    expect(error.message).toBe("POST /messages/v4/send: not sent, Withheld");
    expect(platform.server.connectionCount()).toBe(0);
    expect(calls).toEqual([]);
  });

  it.each(
    clockNames.flatMap((clock) => [
      { last: 1, clock },
      { last: 2, clock },
    ]),
  )(
    "end as not sent if the process stalls after mayLeave allowed attempt $last, by the $clock clock",
    async ({ last, clock }) => {
      platform.server.next(...(last === 1 ? [] : [text(429, "")]), accepting);
      const { time, clocks } = movedClocks();
      const asked: number[] = [];
      const mayLeave = async (attempt: number) => {
        asked.push(attempt);
        if (attempt === last) time[clock] += 31_000;
        return true;
      };
      const error = await failureOf(platform.connect(clocks).sendMessage(body, { mayLeave }));
      expect(error).toMatchObject({ certainty: "not_sent", code: "TooLate" });
      expect(platform.server.requests).toHaveLength(last - 1);
      expect(asked).toHaveLength(last);
    },
  );

  it("ask mayLeave each time, and only its last answer has to be recent", async () => {
    platform.server.next(busyFor("20"), accepting);
    const { time, clocks } = movedClocks((delayMs) => ({ monotonic: delayMs }));
    const mayLeave = async () => {
      time.monotonic += 15_000;
      return true;
    };
    expect(await platform.connect(clocks).sendMessage(body, { mayLeave })).toEqual(acceptedMessage);
  });

  it.each(["abort", "close"] as const)("stop waiting at once on %s", async (way) => {
    platform.server.next(busyFor("25"));
    const waiting = Promise.withResolvers<void>();
    const client = platform.connect({
      wait: (delayMs, signal) => {
        waiting.resolve();
        return pause(delayMs, signal);
      },
    });
    const abort = new AbortController();
    const call = failureOf(client.sendMessage(body, { signal: abort.signal }));
    await waiting.promise;
    if (way === "abort") abort.abort();
    else await client.close();
    expect(await call).toMatchObject({ certainty: "not_sent", code: "TooManyRequests" });
    expect(platform.server.requests).toHaveLength(1);
  });

  it("are not doubled if the HTTP client dispatches a request twice", async () => {
    const { dispatch } = Pool.prototype;
    const twice = vi.spyOn(Pool.prototype, "dispatch").mockImplementation(function (
      this: Pool,
      options,
      handler,
    ) {
      dispatch.call(this, options, handler);
      return dispatch.call(this, options, handler);
    });
    onTestFinished(() => twice.mockRestore());
    platform.server.next(() => undefined);
    const client = platform.connect({ timeoutMs: 500 });
    expect((await failureOf(client.sendMessage(body))).certainty).toBe("unknown");
    expect(twice).toHaveBeenCalledOnce();
    twice.mockRestore();
    await client.listPrices().catch(() => undefined);
    await eventually(() => expect(platform.server.requests).toHaveLength(2));
    expect(platform.server.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });
});

describe("the attempts of a call that only reads", () => {
  it("are repeated after a reset connection, a cut reply and HTTP 500", async () => {
    platform.server.next(reset(), text(500, ""), json(200, []));
    expect(await platform.connect().listPrices()).toEqual([]);
    platform.server.next(cut(200, [{ countryId: "82" }]), json(200, { payments: [] }));
    expect(await platform.connect().listPayments()).toEqual({ payments: [] });
    expect(platform.server.requests).toHaveLength(5);
  });

  it("end after three failures", async () => {
    platform.server.next(reset(), reset(), reset(), json(200, []));
    expect((await failureOf(platform.connect().listPrices())).code).toBe("ConnectionLost");
    expect(platform.server.requests).toHaveLength(3);
  });
});

type Failure = { certainty: Certainty; code: string; status?: number; retryAfterMs?: number };

function failure(details: Failure): PlatformError {
  return new PlatformError({ operation: "sendMessage", method: "POST", path: "/x", ...details });
}

describe("toRetryDelayMs", () => {
  const limited = (retryAfterMs?: number): Failure => ({
    ...{ certainty: "not_sent", code: "HTTP_429", status: 429 },
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
  const unknown = (code: string, more: Partial<Failure> = {}): Failure => ({
    ...{ certainty: "unknown", code },
    ...more,
  });

  // What is done after other failures stands above, and with the certainty of each.
  it.each<[string, Failure, Method, number, number | null]>([
    ["a deletion that was lost", unknown("ConnectionLost"), "DELETE", 0, null],
    ["an update that broke the server", unknown("HTTP_500", { status: 500 }), "PUT", 0, null],
    ["429 just within the budget", limited(20_000), "POST", 10_000, 20_000],
    ["429 beyond the budget", limited(20_000), "POST", 10_001, null],
    ["429 without Retry-After", limited(), "PUT", 0, 250],
    ["a read with 408", unknown("HTTP_408", { status: 408 }), "GET", 0, 250],
    ["a read with 503 and Retry-After", unknown("X", { status: 503, retryAfterMs: 7000 }), "GET", 0, 7000],
    ["a read that timed out", unknown("TimedOut"), "GET", 0, null],
    ["a read that was refused", { certainty: "refused", code: "X", status: 403 }, "GET", 0, null],
    ["a read that was redirected", unknown("HTTP_302", { status: 302 }), "GET", 0, null],
    ["a read of garbage", unknown("ReplyUnreadable", { status: 200 }), "GET", 0, null],
    ["a local check", { certainty: "not_sent", code: "InvalidInput" }, "POST", 0, null],
    ["an abort", { certainty: "not_sent", code: "Aborted" }, "POST", 0, null],
  ])(
    "returns the delay until the next attempt, or null for no attempt, after %s",
    (_, details, ...[method, elapsedMs, delayMs]) => {
      expect(toRetryDelayMs({ error: failure(details), method, attempt: 1, elapsedMs }, 0)).toBe(delayMs);
    },
  );

  it("allows another attempt of a change only if it certainly wasn't processed, within the limits", () => {
    const details = fc.record({
      certainty: fc.constantFrom<Certainty>("refused", "not_sent", "unknown"),
      code: fc.constantFrom("HTTP_429", "HTTP_500", "ConnectionLost", "ConnectionFailed", "TimedOut"),
      retryAfterMs: fc.nat(60_000),
    });
    const situation = fc.tuple(details, fc.integer({ min: 1, max: 5 }), fc.nat(40_000));
    const method = fc.constantFrom<Method>("POST", "PUT", "DELETE");
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(situation, method, random, ([failed, attempt, elapsedMs], verb, chance) => {
        const delayMs = toRetryDelayMs({ error: failure(failed), method: verb, attempt, elapsedMs }, chance);
        if (delayMs !== null) {
          expect(failed.certainty).toBe("not_sent");
          expect(attempt).toBeLessThan(retryLimits.maxAttempts);
          expect(delayMs).toBeGreaterThanOrEqual(failed.retryAfterMs);
          expect(elapsedMs + delayMs).toBeLessThanOrEqual(retryLimits.longestMs);
        }
      }),
    );
  });
});

describe("a late reply to a call that timed out", () => {
  async function sendLate(answer: Answer, options: Partial<PlatformClientOptions> = {}) {
    const gate = held(answer);
    platform.server.next(gate.answer);
    const lateReplies: LateReply<MessageResult>[] = [];
    const client = platform.connect({ timeoutMs: 100, lateReplyMs: 10_000, ...options });
    const error = await failureOf(
      client.sendMessage(body, { onLateReply: (late) => lateReplies.push(late) }),
    );
    expect(error).toMatchObject({ certainty: "unknown", code: "TimedOut" });
    return { gate, lateReplies, client };
  }
  const untilAllIsClosed = () => eventually(() => expect(platform.server.openSockets.size).toBe(0));

  const refusal = (certainty: Certainty, code: string) => ({ ok: false, error: { certainty, code } });
  it.each<[string, Answer, object]>([
    ["accepts", accepting, { ok: true, reply: acceptedMessage }],
    [
      "has another status code than 2000",
      json(200, { ...acceptedMessage, statusCode: "1030" }),
      refusal("refused", "1030"),
    ],
    [
      "has the HTTP status 400",
      json(400, { errorCode: "ValidationError" }),
      refusal("refused", "ValidationError"),
    ],
    ["has the HTTP status 429", text(429, ""), refusal("not_sent", "HTTP_429")],
  ])("is reported once if it %s", async (_, answer, told) => {
    const { gate, lateReplies } = await sendLate(answer);
    gate.release();
    await eventually(() => expect(lateReplies).toHaveLength(1));
    expect(lateReplies).toMatchObject([told]);
    expect(platform.server.requests).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ["a reset", reset()],
    ["a broken server", text(500, "")],
    ["garbage", text(200, "garbage")],
    ["half a reply", cut(200, acceptedMessage)],
  ])("isn't reported if the outcome stays unknown: %s", async (_, answer) => {
    const { gate, lateReplies, client } = await sendLate(answer);
    gate.release();
    await eventually(() => expect(platform.server.requests.length).toBeGreaterThan(0));
    // The next call's answer comes after all that the late one has put on the event loop.
    await client.listPrices().catch(() => undefined);
    expect(lateReplies).toEqual([]);
  });

  it("isn't reported after the client was closed", async () => {
    const { gate, lateReplies, client } = await sendLate(accepting);
    await client.close();
    gate.release();
    await untilAllIsClosed();
    expect(lateReplies).toEqual([]);
  });

  it("isn't waited for longer than lateReplyMs", async () => {
    const { lateReplies } = await sendLate(accepting, { lateReplyMs: 50 });
    await untilAllIsClosed();
    expect(lateReplies).toEqual([]);
  });

  it("isn't waited for if the caller gave no onLateReply", async () => {
    platform.server.next(() => undefined);
    await failureOf(platform.connect({ timeoutMs: 100 }).sendMessage(body));
    await untilAllIsClosed();
  });

  it("leaves its connection slot free for new calls while the client waits for it", async () => {
    const client = platform.connect({ timeoutMs: 300, lateReplyMs: 60_000, connections: 8 });
    const gates = Array.from({ length: 8 }, () => held(accepting));
    platform.server.next(...gates.map(({ answer }) => answer));
    const onLateReply = () => undefined;
    const calls = gates.map(() => failureOf(client.sendMessage(body, { onLateReply })));
    for (const { certainty } of await Promise.all(calls)) expect(certainty).toBe("unknown");
    platform.server.next(accepting);
    expect(await client.sendMessage(body, { onLateReply })).toMatchObject({ statusCode: "2000" });
  });

  it("isn't waited for if too many newer late replies are, which are reported", async () => {
    const client = platform.connect({ timeoutMs: 300, lateReplyMs: 60_000, connections: 8, lateReplies: 2 });
    const gates = Array.from({ length: 3 }, () => held(accepting));
    const reported: [number, boolean][] = [];
    for (const [index, { answer }] of gates.entries()) {
      platform.server.next(answer);
      await failureOf(client.sendMessage(body, { onLateReply: ({ ok }) => reported.push([index, ok]) }));
    }
    await eventually(() => expect(platform.server.openSockets.size).toBe(2));
    for (const { release } of gates) release();
    await eventually(() => expect(reported).toHaveLength(2));
    expect(Object.fromEntries(reported)).toEqual({ 1: true, 2: true });
  });
});

describe("closing the platform client", () => {
  it("ends open calls at once as unknown, and queued calls as not sent", async () => {
    const client = platform.connect({ connections: 1 });
    platform.server.next(() => undefined);
    const left = failureOf(client.sendMessage(body));
    await eventually(() => expect(platform.server.requests).toHaveLength(1));
    const queued = failureOf(client.sendMessage(body));
    await client.close();
    expect(await left).toMatchObject({ certainty: "unknown", code: "Closed" });
    expect(await queued).toMatchObject({ certainty: "not_sent", code: "Closed" });
    await client.close();
  });

  it("makes later calls fail as not sent without opening a connection", async () => {
    const client = platform.connect();
    await client.close();
    const error = await failureOf(client.sendMessage(body));
    expect(error).toMatchObject({ certainty: "not_sent", code: "Closed" });
    expect(platform.server.connectionCount()).toBe(0);
    expect(platform.waitsMs).toEqual([]);
  });
});
