import { describe, expect, it } from "vitest";
import { pause } from "../../../src/deadline.ts";
import type {
  CallRecord,
  LateReply,
  MessageResult,
  PlatformClientOptions,
} from "../../../src/platform/index.ts";
import { eventually } from "../../support/eventually.ts";
import { failureOf, usePlatformServer } from "../../support/platform-client.ts";
import { type Answer, acceptedMessage, cut, held, json, reset, text } from "../../support/platform-server.ts";

const platform = usePlatformServer();
const body = { message: { to: "01012345678", from: "0212345678", text: "Hello" } };

describe("the attempts of a call", () => {
  it("are repeated after 429 and its Retry-After, each with a new signature", async () => {
    const busy = json(429, { errorCode: "TooManyRequests" }, { "retry-after": "2" });
    platform.server.next(busy, busy, json(200, acceptedMessage));
    expect(await platform.connect().sendMessage(body)).toEqual(acceptedMessage);
    expect(platform.waitsMs).toEqual([2000, 2000]);
    expect(platform.server.requests.map(({ signature }) => signature)).toEqual(["valid", "valid", "valid"]);
    expect(new Set(platform.server.requests.map(({ headers }) => headers.authorization)).size).toBe(3);
  });

  it("end after three replies with 429", async () => {
    platform.server.next(...Array.from({ length: 4 }, () => text(429, "")));
    expect(await failureOf(platform.connect().sendMessage(body))).toMatchObject({
      certainty: "not_sent",
      code: "HTTP_429",
    });
    expect(platform.server.requests).toHaveLength(3);
  });

  it("end at once when 429 asks for more than 30 s", async () => {
    const now = new Date("2026-01-01T00:00:00Z");
    platform.server.next(text(429, "", { "retry-after": "Thu, 01 Jan 2026 00:00:31 GMT" }));
    const error = await failureOf(platform.connect({ now: () => now }).sendMessage(body));
    expect(error).toMatchObject({ certainty: "not_sent", retryAfterMs: 31_000 });
    expect(platform.server.requests).toHaveLength(1);
  });

  it("are made only while mayLeave allows it, which is asked after each wait", async () => {
    const busy = json(429, { errorCode: "TooManyRequests" }, { "retry-after": "2" });
    platform.server.next(busy, busy, json(200, acceptedMessage));
    const waited: [attempt: number, waits: number][] = [];
    const mayLeave = async (attempt: number) => waited.push([attempt, platform.waitsMs.length]) < 3;
    const error = await failureOf(platform.connect().sendMessage(body, { mayLeave }));
    expect(error).toMatchObject({ certainty: "not_sent", code: "TooManyRequests" });
    expect(waited).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
    expect(platform.server.requests).toHaveLength(2);
  });

  it("don't begin when mayLeave refuses the first one", async () => {
    const calls: CallRecord[] = [];
    const client = platform.connect({ onCall: (call) => calls.push(call) });
    const error = await failureOf(client.sendMessage(body, { mayLeave: async () => false }));
    expect(error).toMatchObject({ certainty: "not_sent", code: "Withheld" });
    expect(error.message).toBe("POST /messages/v4/send: not sent, Withheld");
    expect(platform.server.connectionCount()).toBe(0);
    expect(calls).toEqual([]);
  });

  it.each([
    [1, "wall"],
    [1, "monotonic"],
    [2, "wall"],
    [2, "monotonic"],
  ] as const)(
    "end when the process stalls after mayLeave's yes to attempt %d, by the %s clock",
    async (last, clock) => {
      platform.server.next(...(last === 1 ? [] : [text(429, "")]), json(200, acceptedMessage));
      const time = { wall: Date.now(), monotonic: 0 };
      const asked: number[] = [];
      const mayLeave = async (attempt: number) => {
        asked.push(attempt);
        if (attempt === last) time[clock] += 31_000;
        return true;
      };
      const clocks = { now: () => new Date(time.wall), monotonicMs: () => time.monotonic };
      const error = await failureOf(platform.connect(clocks).sendMessage(body, { mayLeave }));
      expect(error).toMatchObject({ certainty: "not_sent", code: "TooLate" });
      expect(platform.server.requests).toHaveLength(last - 1);
      expect(asked).toHaveLength(last);
    },
  );

  it("ask mayLeave again each time, and only its last answer has to be recent", async () => {
    platform.server.next(text(429, "", { "retry-after": "20" }), json(200, acceptedMessage));
    let nowMs = 0;
    const client = platform.connect({
      monotonicMs: () => nowMs,
      wait: async (delayMs) => {
        nowMs += delayMs;
      },
    });
    const mayLeave = async () => {
      nowMs += 15_000;
      return true;
    };
    expect(await client.sendMessage(body, { mayLeave })).toEqual(acceptedMessage);
  });

  it.each(["wall", "monotonic"])(
    "end when the process slept through a wait, by the %s clock",
    async (clock) => {
      platform.server.next(text(429, "", { "retry-after": "20" }), json(200, acceptedMessage));
      const time = { wall: Date.parse("2026-01-01T00:00:00Z"), monotonic: 0 };
      const client = platform.connect({
        now: () => new Date(time.wall),
        monotonicMs: () => time.monotonic,
        wait: async () => {
          if (clock === "wall") time.wall += 600_000;
          else time.monotonic += 600_000;
        },
      });
      expect(await failureOf(client.sendMessage(body))).toMatchObject({
        certainty: "not_sent",
        code: "HTTP_429",
      });
      expect(platform.server.requests).toHaveLength(1);
    },
  );

  it("repeat an upload with its whole body", async () => {
    const file = new Uint8Array(100_000).fill(7);
    platform.server.next(text(429, ""), json(200, { fileId: "F" }));
    await platform.connect().uploadFile({ file });
    const bodies = platform.server.requests.map((request) => request.body);
    expect(bodies).toEqual(
      Array.from({ length: 2 }, () => JSON.stringify({ file: Buffer.from(file).toString("base64") })),
    );
  });

  it("end before their waits take more than 30 s together", async () => {
    let nowMs = 0;
    platform.server.next(...Array.from({ length: 3 }, () => text(429, "", { "retry-after": "20" })));
    const client = platform.connect({
      monotonicMs: () => nowMs,
      wait: async (delayMs) => {
        nowMs += delayMs;
      },
    });
    expect((await failureOf(client.sendMessage(body))).certainty).toBe("not_sent");
    expect(platform.server.requests).toHaveLength(2);
  });

  it("end in time although the clock is set back", async () => {
    let nowMs = Date.now();
    let elapsedMs = 0;
    platform.server.next(...Array.from({ length: 3 }, () => text(429, "", { "retry-after": "20" })));
    const client = platform.connect({
      now: () => new Date(nowMs),
      monotonicMs: () => elapsedMs,
      wait: async (delayMs) => {
        elapsedMs += delayMs;
        nowMs -= 3_600_000;
      },
    });
    expect((await failureOf(client.sendMessage(body))).certainty).toBe("not_sent");
    expect(platform.server.requests).toHaveLength(2);
  });

  it.each(["abort", "close"] as const)("end their wait at once on %s", async (way) => {
    platform.server.next(text(429, "", { "retry-after": "25" }));
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
    expect(await call).toMatchObject({ certainty: "not_sent", code: "HTTP_429" });
    expect(platform.server.requests).toHaveLength(1);
  });
});

describe("reads", () => {
  it("are tried again after a reset, a cut reply and HTTP 500", async () => {
    platform.server.next(reset(), text(500, ""), json(200, []));
    expect(await platform.connect().listPrices()).toEqual([]);
    platform.server.next(cut(200, [{ countryId: "82" }]), json(200, { payments: [] }));
    expect(await platform.connect().listPayments()).toEqual({ payments: [] });
    expect(platform.server.requests).toHaveLength(5);
  });

  it("give up after three attempts", async () => {
    platform.server.next(reset(), reset(), reset(), json(200, []));
    expect((await failureOf(platform.connect().listPrices())).code).toBe("ConnectionLost");
    expect(platform.server.requests).toHaveLength(3);
  });
});

describe("a late reply", () => {
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
  const allSettled = () => eventually(() => expect(platform.server.requests.length).toBeGreaterThan(0));

  it("is reported once when it accepts", async () => {
    const { gate, lateReplies } = await sendLate(json(200, acceptedMessage));
    gate.release();
    await eventually(() => expect(lateReplies).toHaveLength(1));
    expect(lateReplies).toEqual([{ ok: true, reply: acceptedMessage }]);
  });

  it.each<[string, Answer, string, string]>([
    ["another status code", json(200, { ...acceptedMessage, statusCode: "1030" }), "refused", "1030"],
    ["a 4xx", json(400, { errorCode: "ValidationError" }), "refused", "ValidationError"],
    ["429", text(429, ""), "not_sent", "HTTP_429"],
  ])("is reported when it refuses by %s", async (_, answer, certainty, code) => {
    const { gate, lateReplies } = await sendLate(answer);
    gate.release();
    await eventually(() => expect(lateReplies).toHaveLength(1));
    expect(lateReplies).toMatchObject([{ ok: false, error: { certainty, code } }]);
    expect(platform.server.requests).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ["a reset", reset()],
    ["a broken server", text(500, "")],
    ["garbage", text(200, "garbage")],
    ["half a reply", cut(200, acceptedMessage)],
  ])("isn't reported when the outcome stays unknown: %s", async (_, answer) => {
    const { gate, lateReplies, client } = await sendLate(answer);
    gate.release();
    await allSettled();
    // The next call's answer comes after all that the late one has put on the event loop.
    await client.listPrices().catch(() => undefined);
    expect(lateReplies).toEqual([]);
  });

  it("isn't reported after close", async () => {
    const { gate, lateReplies, client } = await sendLate(json(200, acceptedMessage));
    await client.close();
    gate.release();
    await eventually(() => expect(platform.server.openSockets.size).toBe(0));
    expect(lateReplies).toEqual([]);
  });

  it("isn't waited for longer than lateReplyMs", async () => {
    const { lateReplies } = await sendLate(json(200, acceptedMessage), { lateReplyMs: 50 });
    await eventually(() => expect(platform.server.openSockets.size).toBe(0));
    expect(lateReplies).toEqual([]);
  });

  it("isn't waited for without onLateReply", async () => {
    platform.server.next(() => undefined);
    await failureOf(platform.connect({ timeoutMs: 100 }).sendMessage(body));
    await eventually(() => expect(platform.server.openSockets.size).toBe(0));
  });
});

describe("close", () => {
  it("ends open calls at once as unknown, and queued ones as not sent", async () => {
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

  it("lets later calls fail without a connection", async () => {
    const client = platform.connect();
    await client.close();
    const error = await failureOf(client.sendMessage(body));
    expect(error).toMatchObject({ certainty: "not_sent", code: "Closed" });
    expect(platform.server.connectionCount()).toBe(0);
    expect(platform.waitsMs).toEqual([]);
  });
});
