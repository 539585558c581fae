import type { SlackCommandMiddlewareArgs } from "@slack/bolt";
import { expect, it, vi } from "vitest";
import { signatureHeaders } from "../../../../sandbox/slack/http-transport.ts";
import { openClient, rawPost, secret, startReceiver } from "./start-receiver.ts";

const never = new Promise<void>(() => {});

/** The edge, with a command delivered to this listener. */
async function startDelivered(listener: (args: SlackCommandMiddlewareArgs) => Promise<void>) {
  const heard = Promise.withResolvers<void>();
  const { port, stop } = await startReceiver({
    listener: (args) => {
      heard.resolve();
      return listener(args);
    },
  });
  const body = "command=%2Fx&text=";
  const headers = {
    ...signatureHeaders(body, { at: new Date(), secret }),
    "content-length": `${body.length}`,
  };
  const { socket } = await openClient(port, rawPost(headers, body));
  await heard.promise;
  return { stop, hangUp: () => socket.destroy() };
}

it("the edge stops once all that it read is acknowledged, although listeners still run", async () => {
  const mayAnswer = Promise.withResolvers<void>();
  const { stop } = await startDelivered(async ({ ack }) => {
    await mayAnswer.promise;
    await ack();
    await never;
  });
  let hasStopped = false;
  const stopping = stop().then(() => {
    hasStopped = true;
  });
  await new Promise(setImmediate);
  expect(hasStopped).toBe(false);
  mayAnswer.resolve();
  await stopping;
});

it.each([
  ["a listener ends without acknowledging", async () => {}],
  ["a listener throws", () => Promise.reject(new Error("a defect"))],
])("the edge stops at once if %s", async (_, listener) => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const { stop } = await startDelivered(listener);
    await stop();
  } finally {
    vi.useRealTimers();
  }
});

it("the edge stops after 2 s although a delivery is never acknowledged", async () => {
  const { stop, hangUp } = await startDelivered(() => never);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const stopping = stop();
    await vi.advanceTimersByTimeAsync(2000);
    await stopping;
  } finally {
    vi.useRealTimers();
    hangUp();
  }
});
