import { Pool } from "undici";
import { describe, expect, it, vi } from "vitest";
import type { LateReply, MessageResult } from "../../../src/platform/index.ts";
import { eventually } from "../../support/eventually.ts";
import { failureOf, usePlatformServer } from "../../support/platform-client.ts";
import { acceptedMessage, held, json } from "../../support/platform-server.ts";

const platform = usePlatformServer();
const body = { message: { to: "01012345678", from: "0212345678", text: "Hello" } };

describe("waiting for late replies", () => {
  it("leaves connections free for new calls", async () => {
    const client = platform.connect({ timeoutMs: 300, lateReplyMs: 60_000, connections: 8 });
    const gates = Array.from({ length: 8 }, () => held(json(200, acceptedMessage)));
    platform.server.next(...gates.map(({ answer }) => answer));
    const onLateReply = () => undefined;
    const calls = gates.map(() => failureOf(client.sendMessage(body, { onLateReply })));
    for (const error of await Promise.all(calls)) {
      expect(error).toMatchObject({ certainty: "unknown", code: "TimedOut" });
    }
    platform.server.next(json(200, acceptedMessage));
    expect(await client.sendMessage(body, { onLateReply })).toMatchObject({ statusCode: "2000" });
  });

  it("gives up the oldest wait for a newer one, and reports the others", async () => {
    const client = platform.connect({ timeoutMs: 300, lateReplyMs: 60_000, connections: 8, lateReplies: 2 });
    const gates = Array.from({ length: 3 }, () => held(json(200, acceptedMessage)));
    const keyFields: [number, LateReply<MessageResult>][] = [];
    for (const [index, { answer }] of gates.entries()) {
      platform.server.next(answer);
      const onLateReply = (late: LateReply<MessageResult>) => keyFields.push([index, late]);
      await failureOf(client.sendMessage(body, { onLateReply }));
    }
    await eventually(() => expect(platform.server.openSockets.size).toBe(2));
    for (const { release } of gates) release();
    await eventually(() => expect(keyFields).toHaveLength(2));
    expect(keyFields.map(([index, { ok }]) => [index, ok])).toEqual(
      expect.arrayContaining([
        [1, true],
        [2, true],
      ]),
    );
  });
});

it("a request is not sent again when the HTTP client dispatches it twice", async () => {
  const { dispatch } = Pool.prototype;
  const twice = vi.spyOn(Pool.prototype, "dispatch").mockImplementation(function (
    this: Pool,
    options,
    handler,
  ) {
    dispatch.call(this, options, handler);
    return dispatch.call(this, options, handler);
  });
  try {
    platform.server.next(() => undefined);
    const client = platform.connect({ timeoutMs: 500 });
    expect((await failureOf(client.sendMessage(body))).certainty).toBe("unknown");
    expect(twice).toHaveBeenCalledOnce();
    twice.mockRestore();
    await client.listPrices().catch(() => undefined);
    await eventually(() => expect(platform.server.requests).toHaveLength(2));
    expect(platform.server.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  } finally {
    twice.mockRestore();
  }
});
