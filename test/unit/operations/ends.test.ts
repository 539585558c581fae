import { expect, it, vi } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import { acceptedEnd } from "../../../src/operations/index.ts";
import type { Json } from "../../../src/store/index.ts";
import { eventually } from "../../support/eventually.ts";
import { startLog } from "../../support/log-lines.ts";
import { anAct, atOnce, type Call, ended, failure, kind, start } from "./running.ts";
import { cut, otherwise } from "./taking-on.ts";

it.each(["refused", "not_sent", "unknown"] as const)(
  "an operation closes as %s if the error of its call says so",
  async (certainty) => {
    const { perform, store, said } = await start(async () => {
      throw failure(certainty);
    });
    await perform("a");
    expect(await ended(store, "a")).toMatchObject({ outcome: certainty, result: { code: "Test" } });
    expect(await said("a")).toEqual([`closed ${certainty}`]);
  },
);

it("an operation's unknown outcome is corrected by a late reply, and its post is updated", async () => {
  const { perform, store, said } = await start(async (_, { onLateReply }) => {
    queueMicrotask(() => setImmediate(() => onLateReply({ ok: true, reply: "after all" })));
    throw failure("unknown", "TimedOut");
  });
  await perform("a");
  await eventually(async () => {
    expect(await store.operations.get("a")).toMatchObject({ outcome: "accepted" });
  });
  expect(await said("a")).toEqual(["closed unknown", "corrected accepted"]);
});

it("an operation is not sent if the store can't mark it as started", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { perform, store, said } = await start(call, {
    store: otherwise(() => ({ start: () => Promise.reject(cut()) })),
  });
  await perform("a");
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: { code: "StoreFailed" } });
  expect(await said("a")).toEqual(["closed not_sent"]);
  expect(call).not.toHaveBeenCalled();
});

it.each([
  ["too large to be stored", { words: "x".repeat(2_000_000) }],
  ["circular", inItself()],
])("an operation's outcome is stored without a reply that is %s", async (_, reply) => {
  const { perform, store } = await start(async () => "done", {
    own: { toEnd: () => acceptedEnd("2000", reply, "M1") },
  });
  await perform("a");
  expect(await ended(store, "a")).toMatchObject({
    ...{ outcome: "accepted", messageId: "M1", result: { code: "2000", reply: null } },
  });
});

it("an operation gets a plain post if its feature fails to render it", async () => {
  const own = {
    notificationFor: () => {
      throw new TypeError("a view is broken");
    },
    describe: () => {
      throw new TypeError("an old row");
    },
  };
  const { operations, perform, store, said } = await start(async () => "done", { own });
  await perform("a");
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
  expect(await said("a")).toEqual([`plain ${kind} accepted`]);
  const operation = await store.operations.get("a");
  expect(operation && operations.describe(operation, wordsOf("en"))).toBeNull();
});

it("an operation gets a plain post if its feature's own writes in the transaction keep failing", async () => {
  const { perform, store, said } = await start(async () => "done", {
    retries: atOnce,
    own: {
      notificationFor: () => ({}),
      inTransaction: () => () => Promise.reject(new Error("a row that can't be read")),
    },
  });
  await perform("a");
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
  expect(await said("a")).toEqual([`plain ${kind} accepted`]);
});

it("a restart also closes an operation of a kind that this version doesn't know", async () => {
  const { store, said } = await start(async () => "done", {
    leave: async ({ operations }) => {
      for (const [id, name] of [
        ["x", "files.forgotten"],
        ["y", kind],
      ] as const) {
        await operations.enqueue({ ...anAct, id, kind: name, author: "U1" });
        await operations.start(id);
      }
    },
  });
  expect(await store.operations.get("x")).toMatchObject({ state: "closed", outcome: "unknown" });
  expect(await store.operations.get("y")).toMatchObject({ state: "closed", outcome: "unknown" });
  expect(await said("x")).toEqual(["plain files.forgotten unknown"]);
});

it("a second step that can't start gets the first step's reason, even if the store fails twice", async () => {
  let failures = 2;
  const { store } = await start(async () => "done", {
    leave: async ({ operations }) => {
      const next = { id: "then", kind, request: {} };
      await operations.enqueue({ ...anAct, id: "a", kind, author: "U1", next });
      const result = { code: "Gone", words: null, status: null, reply: null };
      await operations.finish("a", { outcome: "not_sent", result, notificationFor: () => ({}) });
    },
    store: otherwise((real) => ({
      get: async (id) => {
        failures -= 1;
        return failures < 0 ? real.get(id) : Promise.reject(cut());
      },
    })),
  });
  expect(await store.operations.get("then")).toMatchObject({
    outcome: "not_sent",
    result: { code: "NotReached", reply: { before: { outcome: "not_sent", code: "Gone" } } },
  });
});

it("an act that is being acknowledged while the app stops is still sent", async () => {
  let answer = () => {};
  const { operations, perform, store } = await start(
    (_, { signal }) =>
      new Promise((resolve, reject) => {
        answer = () => resolve("done");
        if (signal.aborted) reject(failure("not_sent", "Aborted"));
        signal.addEventListener("abort", () => reject(failure("unknown", "Aborted")));
      }),
  );
  let stopped: Promise<void> = Promise.resolve();
  await perform("a", async () => {
    stopped = operations.stop(5000);
  });
  await eventually(async () => expect((await store.operations.get("a"))?.state).not.toBe("stored"));
  answer();
  await stopped;
  expect(await store.operations.get("a")).toMatchObject({ outcome: "accepted" });
});

it("stopping the app aborts calls that don't end, and refuses new acts as busy", async () => {
  const { operations, perform, store } = await start(
    (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(failure("unknown", "Aborted")));
      }),
  );
  await perform("a");
  await eventually(async () => expect((await store.operations.get("a"))?.state).toBe("started"));
  await operations.stop(10);
  expect(await store.operations.get("a")).toMatchObject({ outcome: "unknown", result: { code: "Aborted" } });
  expect(await perform("b")).toBe("busy");
});

it.each([
  ["Kiwi-77", "…"],
  ["Kiwi.77_x", "…"],
  ["1062", "1062"],
])("the log of an outcome writes the platform's code %s as %s", async (code, logged) => {
  const { log, records } = startLog();
  const { perform, store } = await start(
    async () => {
      throw failure("refused", code);
    },
    { log },
  );
  await perform("a");
  expect(await ended(store, "a")).toMatchObject({ outcome: "refused", result: { code } });
  await eventually(() =>
    expect(records()).toMatchObject([{ operation: "a", outcome: "refused", code: logged }]),
  );
});

function inItself(): Json {
  const reply: { [name: string]: Json } = {};
  reply["own"] = reply;
  return reply;
}
