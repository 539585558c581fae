import { expect, it } from "vitest";
import { sendKind, sendOperation } from "../../../src/features/messages/send.ts";
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
  const { isReadyAtOnce: _, ...kind } = sendOperation(client, findObstacle, {
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

it.each(["its late reply", "somebody's word that it arrived"])(
  "of a repeat are none once the first is known to have been accepted, by %s",
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

it("are none once the rules don't let it leave any more", async () => {
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

/** A machine that stands still between attempts: another instance may have taken its own for dead. */
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
  // What is sent now came behind the first beat.
  passed.monotonicMs += 1;
  return sending;
}

it("are none of what another process took for dead meanwhile, which then ends as what this one knows", async () => {
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

it("are none while the store can't say whether there may be any", async () => {
  const { send, store } = await startStanding(() => Promise.reject(new Error("the database is away")));
  platform.server.next(tooMany, json(200, acceptedMessage));
  await send("away");
  expect(await ended(store, "away")).toMatchObject({
    ...{ outcome: "not_sent", result: { code: "StoreFailed" } },
  });
  expect(platform.server.requests).toHaveLength(1);
});

it("are made of anything else", async () => {
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
  "and the first don't leave a machine that stood still, by %s, while %s, until it was taken for dead and sent again",
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
    // What another instance's recovery does when the lease has run out, and a person after it.
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
