import { once } from "node:events";
import { createServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { LateReply, MessageResult } from "../../../src/platform/index.ts";
import { eventually } from "../../support/eventually.ts";
import { failureOf, usePlatformServer } from "../../support/platform-client.ts";
import {
  acceptedMessage,
  held,
  json,
  type PlatformServer,
  startPlatformServer,
} from "../../support/platform-server.ts";

const platform = usePlatformServer();
const body = { message: { to: "01012345678", from: "0212345678", text: "Hello" } };

async function closedPort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  listener.close();
  await once(listener, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Waits for the next turn of the event loop, when the call is in the queue. */
const untilQueued = () => setImmediate();

describe("a request that was never sent", () => {
  it("is not_sent after three attempts when the connection is refused", async () => {
    const client = platform.connect({ baseUrl: `http://127.0.0.1:${await closedPort()}` });
    const error = await failureOf(client.sendMessage(body));
    expect(error).toMatchObject({ certainty: "not_sent", code: "ConnectionFailed" });
    expect(error.message).toBe("POST /messages/v4/send: not sent, ConnectionFailed, ECONNREFUSED");
    expect(platform.waitsMs).toEqual([250, 500]);
  });

  it("is not_sent when TLS fails", async () => {
    const client = platform.connect({ baseUrl: platform.server.url.replace("http:", "https:") });
    expect(await failureOf(client.sendMessage(body))).toMatchObject({
      certainty: "not_sent",
      code: "ConnectionFailed",
    });
    expect(platform.server.requests).toEqual([]);
    expect(platform.waitsMs).toHaveLength(2);
  });

  it("is not_sent when the server never answers TLS", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const client = platform.connect({ baseUrl: `https://127.0.0.1:${port}`, timeoutMs: 100 });
    expect((await failureOf(client.sendMessage(body))).certainty).toBe("not_sent");
    await client.close();
    silent.close();
  });

  it("is not_sent, without a connection, when it was aborted before", async () => {
    const error = await failureOf(platform.connect().sendMessage(body, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ certainty: "not_sent", code: "Aborted" });
    expect(platform.server.connectionCount()).toBe(0);
  });

  it.each(["abort", "close"] as const)("is not_sent on %s while mayLeave is asked", async (way) => {
    const client = platform.connect();
    const abort = new AbortController();
    const mayLeave = async () => {
      if (way === "abort") abort.abort();
      else await client.close();
      return true;
    };
    const error = await failureOf(client.sendMessage(body, { mayLeave, signal: abort.signal }));
    expect(error).toMatchObject({ certainty: "not_sent", code: way === "abort" ? "Aborted" : "Closed" });
    expect(platform.server.connectionCount()).toBe(0);
  });

  it("is not_sent when it is aborted in the queue", async () => {
    const client = platform.connect({ connections: 1 });
    const gate = held(json(200, acceptedMessage));
    platform.server.next(gate.answer, json(200, acceptedMessage));
    const first = client.sendMessage(body);
    await eventually(() => expect(platform.server.requests).toHaveLength(1));
    const abort = new AbortController();
    const queued = failureOf(client.sendMessage(body, { signal: abort.signal }));
    await untilQueued();
    abort.abort();
    expect(await queued).toMatchObject({ certainty: "not_sent", code: "Aborted" });
    gate.release();
    await first;
    await client.listPrices().catch(() => undefined);
    expect(platform.server.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  it("is not_sent when it times out in the queue", async () => {
    const client = platform.connect({ connections: 1, timeoutMs: 150, lateReplyMs: 10_000 });
    const gate = held(json(200, acceptedMessage));
    platform.server.next(gate.answer);
    const lateReplies: LateReply<MessageResult>[] = [];
    const first = failureOf(client.sendMessage(body, { onLateReply: (late) => lateReplies.push(late) }));
    await eventually(() => expect(platform.server.requests).toHaveLength(1));
    expect(await failureOf(client.sendMessage(body))).toMatchObject({
      certainty: "not_sent",
      code: "TimedOut",
    });
    expect(await first).toMatchObject({ certainty: "unknown", code: "TimedOut" });
    gate.release();
    await eventually(() => expect(lateReplies).toHaveLength(1));
    await eventually(() => client.listPayments().catch(() => undefined));
    expect(platform.server.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it.each(["wall", "monotonic"] as const)(
    "is not_sent when mayLeave's answer grew old in the queue, by the %s clock",
    async (clock) => {
      const time = { wall: Date.now(), monotonic: 0 };
      const client = platform.connect({
        connections: 1,
        now: () => new Date(time.wall),
        monotonicMs: () => time.monotonic,
      });
      const gate = held(json(200, acceptedMessage));
      platform.server.next(gate.answer, json(200, acceptedMessage));
      const first = client.sendMessage(body);
      await eventually(() => expect(platform.server.requests).toHaveLength(1));
      const queued = failureOf(client.sendMessage(body, { mayLeave: async () => true }));
      await untilQueued();
      time[clock] += 31_000;
      gate.release();
      expect(await queued).toMatchObject({ certainty: "not_sent", code: "TooLate" });
      await first;
      await client.listPrices().catch(() => undefined);
      expect(platform.server.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
      expect(platform.waitsMs).toEqual([]);
    },
  );

  it("is sent once when only the second attempt gets a connection", async () => {
    const port = await closedPort();
    let late: PlatformServer | undefined;
    const client = platform.connect({
      baseUrl: `http://127.0.0.1:${port}`,
      wait: async () => {
        late = await startPlatformServer(port);
        late.next(json(200, acceptedMessage));
      },
    });
    expect(await client.sendMessage(body)).toEqual(acceptedMessage);
    expect(late?.requests).toHaveLength(1);
    await late?.close();
  });
});
