import { expect, it } from "vitest";
import { createSendKind, sendKind } from "../../../src/features/messages/send.ts";
import { operationKind } from "../../../src/operations/index.ts";
import type { PlatformClientOptions } from "../../../src/platform/index.ts";
import type { Store } from "../../../src/store/index.ts";
import { anAsker } from "../../support/asker.ts";
import { eventually } from "../../support/eventually.ts";
import { usePlatformServer } from "../../support/platform-client.ts";
import { acceptedMessage, held, json } from "../../support/platform-server.ts";
import { ended, failure, resolved, start } from "./running.ts";
import { otherwise } from "./taking-on.ts";

/** The platform client tries again by itself what certainly was not processed, up to half a minute later. */

const platform = usePlatformServer();
const request = { message: { to: "01012345678", from: "0212345678", text: "Hi" } };
const tooMany = json(429, {}, { "retry-after": "2" });

async function startSending(
  waited: (store: Store) => Promise<unknown>,
  {
    findObstacle = () => null,
    store: seen = (real) => real,
    clocks = {},
    monotonicMs = clocks.monotonicMs,
    isReadyAtOnce = true,
  }: {
    findObstacle?: () => string | null;
    store?: (real: Store) => Store;
    clocks?: Pick<PlatformClientOptions, "now" | "monotonicMs">;
    monotonicMs?: (() => number) | undefined;
    isReadyAtOnce?: boolean;
  } = {},
) {
  const call = async () => Promise.reject(failure("refused"));
  const { now } = clocks;
  const { operations, store } = await start(call, {
    store: seen,
    ...(monotonicMs && { clocks: { monotonicMs, wallMs: () => now?.().getTime() ?? monotonicMs() } }),
  });
  const client = platform.connect({ timeoutMs: 300, wait: () => waited(store), ...clocks });
  const { isReadyAtOnce: _, ...kind } = createSendKind(client, findObstacle, {
    notificationFor: () => ({}),
    describe: () => null,
  });
  operations.define(operationKind({ ...kind, ...(isReadyAtOnce && { isReadyAtOnce }) }));
  const send = (id: string, root?: string) =>
    operations.perform(
      {
        ...{ id, kind: sendKind, by: anAsker() },
        prepare: async () => ({
          ...{ conversation: "C1", request },
          ...(root === undefined ? {} : { again: { root, newest: root, reason: "it hangs" } }),
        }),
      },
      async () => {},
    );
  return { operations, send, store };
}

it.each(["its late reply", "a report that it arrived"])(
  "a second try makes no further attempt once the first try is known as accepted, by %s",
  async (news) => {
    const first = held(json(200, { ...acceptedMessage, messageId: "M1" }));
    const { send, store } = await startSending(async () => {
      if (news === "its late reply") {
        first.release();
        await eventually(async () => expect((await store.operations.get("first"))?.outcome).toBe("accepted"));
      } else
        await store.operations.resolve("first", { by: "U2", as: "arrived", notificationFor: () => ({}) });
    });
    platform.server.next(first.answer, tooMany, json(200, { ...acceptedMessage, messageId: "M2" }));
    await send("first");
    await ended(store, "first");
    await send("again", "first");
    expect(await ended(store, "again")).toMatchObject({
      outcome: "not_sent",
      result: { code: "Superseded" },
    });
    expect(platform.server.requests).toHaveLength(2);
    first.release();
  },
);

it("a message is not attempted further once a sending rule forbids it", async () => {
  let obstacle: string | null = null;
  const { send, store } = await startSending(
    async () => {
      obstacle = "PolicyQuietHours";
    },
    { findObstacle: () => obstacle },
  );
  platform.server.next(tooMany, json(200, acceptedMessage));
  await send("night");
  expect(await ended(store, "night")).toMatchObject({
    ...{ outcome: "not_sent", result: { code: "PolicyQuietHours" } },
  });
  expect(platform.server.requests).toHaveLength(1);
});

/** A machine that stalls between attempts, so that another instance may have closed its operations. */
async function startStanding(answer: () => Promise<boolean>, meanwhile = async (_: Store) => {}) {
  const passed = { monotonicMs: 0 };
  const sending = await startSending(
    async (store) => {
      passed.monotonicMs += 60_000;
      await meanwhile(store);
    },
    {
      monotonicMs: () => passed.monotonicMs,
      store: otherwise((real) => ({
        start: async (id, how) => (how?.isAgain === true ? answer() : real.start(id, how)),
      })),
    },
  );
  // Whatever is sent now comes after the first heartbeat.
  passed.monotonicMs += 1;
  return sending;
}

it("a message whose operation another process closed is not attempted further, and its outcome is corrected", async () => {
  const { send, store } = await startStanding(
    async () => false,
    async ({ operations }) =>
      void (await operations.finish("lost", {
        outcome: "unknown",
        result: null,
        notificationFor: () => ({}),
      })),
  );
  platform.server.next(tooMany, json(200, acceptedMessage));
  await send("lost");
  await eventually(async () =>
    expect(await store.operations.get("lost")).toMatchObject({
      ...{ outcome: "not_sent", result: { code: "HTTP_429" } },
    }),
  );
  expect(platform.server.requests).toHaveLength(1);
});

it("a message is not attempted further while the store fails", async () => {
  const { send, store } = await startStanding(() => Promise.reject(new Error("the database is away")));
  platform.server.next(tooMany, json(200, acceptedMessage));
  await send("away");
  expect(await ended(store, "away")).toMatchObject({
    ...{ outcome: "not_sent", result: { code: "StoreFailed" } },
  });
  expect(platform.server.requests).toHaveLength(1);
});

it("a message is attempted up to three times if the platform answers HTTP 429", async () => {
  const { send, store } = await startSending(async () => {});
  platform.server.next(tooMany, tooMany, json(200, acceptedMessage));
  await send("day");
  expect(await ended(store, "day")).toMatchObject({ outcome: "accepted" });
  expect(platform.server.requests).toHaveLength(3);
});

it.each(
  (["monotonicMs", "wallMs"] as const).flatMap((clock) => [
    [clock, "being stored"] as const,
    [clock, "starting"] as const,
  ]),
)(
  "a message is not sent after a stall, by %s, while %s, if a person sent it again meanwhile",
  async (clock, while_) => {
    const stands = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const passed = { monotonicMs: 0, wallMs: Date.now() };
    const standStill = async (id: string) => {
      if (id !== "first") return;
      stands.resolve();
      await goesOn.promise;
    };
    const isStoredFirst = while_ === "starting";
    const { operations, send, store } = await startSending(async () => {}, {
      clocks: { monotonicMs: () => passed.monotonicMs, now: () => new Date(passed.wallMs) },
      isReadyAtOnce: !isStoredFirst,
      store: otherwise((real) => ({
        async enqueue(request) {
          const result = await real.enqueue(request);
          if (!isStoredFirst) await standStill(request.id);
          return result;
        },
        async start(id, how) {
          const isStarted = await real.start(id, how);
          if (isStoredFirst) await standStill(id);
          return isStarted;
        },
      })),
    });
    platform.server.next(json(200, acceptedMessage), json(200, { ...acceptedMessage, messageId: "M2" }));
    const sending = send("first");
    await stands.promise;
    // Another instance's recovery closes it when the lease has run out, and then a person resolves it.
    await store.operations.finish("first", { outcome: "unknown", result: null, notificationFor: () => ({}) });
    await store.operations.resolve("first", { by: "U1", as: "did_not_arrive", notificationFor: () => ({}) });
    await send("again", "first");
    expect(await ended(store, "again")).toMatchObject({ outcome: "accepted" });
    passed[clock] += 70_000;
    goesOn.resolve();
    await sending;
    await eventually(async () =>
      expect(await store.operations.get("first")).toMatchObject(
        isStoredFirst
          ? { outcome: "not_sent", result: { code: "TooLate" } }
          : { resolvedAs: "did_not_arrive" },
      ),
    );
    await resolved(operations);
    expect(platform.server.requests).toHaveLength(1);
  },
);
