import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import {
  type Acknowledgement,
  acceptedEnd,
  type OperationKind,
  Operations,
  operationKind,
} from "../../../src/operations/index.ts";
import { PlatformError } from "../../../src/platform/index.ts";
import { openStore, type Store } from "../../../src/store/index.ts";

const kind = "test.act";

const readObject = (stored: unknown) => (typeof stored === "object" ? stored : null);
const nothingToSay = () => ({
  kind,
  subject: { inFull: "", masked: "" },
  facts: [],
  contents: [],
  ids: [],
});

type Call = (
  request: object,
  options: Parameters<Awaited<ReturnType<OperationKind<object, string>["ready"]>>>[0],
) => Promise<string>;

type Options = { store?: (store: Store) => Store; limit?: number; url?: string };

async function start(call: Call, options: Options = {}) {
  const directory = await mkdtemp(join(tmpdir(), "operations-"));
  const url = options.url ?? `file:${join(directory, "test.db")}`;
  const store = await openStore({ url, owner: "one", leaseMs: 60_000, now: () => new Date() });
  const seen = options.store?.(store) ?? store;
  const operations = new Operations({
    store: seen,
    leaseMs: 60_000,
    log: pino({ level: "silent" }),
    plainPosts: ({ kind, outcome }) => [
      {
        kind: "post",
        key: null,
        destinations: ["U1"],
        body: { text: `plain ${kind} ${outcome}`, blocks: [] },
        author: null,
      },
    ],
    ...(options.limit === undefined ? {} : { limit: options.limit }),
  });
  operations.define(
    operationKind<object, string>({
      name: kind,
      read: readObject,
      ready: async (request) => (options) => call(request, options),
      toEnd: (reply) => acceptedEnd("2000", { reply }),
      posts: (operation, { transition }) => [
        {
          kind: "post",
          key: null,
          destinations: [operation.author],
          body: { text: `${transition} ${operation.outcome}`, blocks: [] },
          author: operation.author,
        },
      ],
      describe: nothingToSay,
    }),
  );
  await operations.start();
  onTestFinished(async () => {
    await operations.stop(100);
    await store.close();
    await rm(directory, { recursive: true });
  });
  const perform = async (id: string, acknowledge = async (_: Acknowledgement) => {}) => {
    const told: Acknowledgement["kind"][] = [];
    const prepare = async () => ({ author: "U1", conversation: null, request: { id } });
    await operations.perform({ id, kind, prepare, wasHeldUp: () => false }, async (acknowledgement) => {
      told.push(acknowledgement.kind);
      await acknowledge(acknowledgement);
    });
    return told[0];
  };
  const posts = async (id: string) => (await store.posts.forOperation(id)).map(({ body }) => body);
  return { operations, store, perform, posts };
}

const failure = (certainty: PlatformError["certainty"], code = "Test") =>
  new PlatformError({ operation: "sendMessage", method: "POST", path: "/", certainty, code });

const ended = (store: Store, id: string) =>
  vi.waitFor(async () => {
    const operation = await store.operations.get(id);
    expect(operation?.state).toBe("closed");
    return operation;
  });

it("is stored before it is acknowledged, and acknowledged before it is called", async () => {
  const order: string[] = [];
  const { perform, store } = await start(async () => {
    order.push("called");
    return "done";
  });
  await perform("a", async () => {
    order.push(`acknowledged when ${(await store.operations.get("a"))?.state}`);
  });
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted", result: { code: "2000" } });
  expect(order).toEqual(["acknowledged when stored", "called"]);
});

it("is one act however often it comes at once", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { perform, store } = await start(call);
  const told = await Promise.all(Array.from({ length: 50 }, () => perform("a")));
  await ended(store, "a");
  expect(told.filter((answer) => answer === "stored")).toHaveLength(1);
  expect(told.filter((answer) => answer === "twin")).toHaveLength(49);
  expect(call).toHaveBeenCalledTimes(1);
});

it("is not sent when the acknowledgement fails, and a post says so", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { perform, store, posts } = await start(call);
  await expect(perform("a", () => Promise.reject(new Error("the socket is gone")))).rejects.toThrow("socket");
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: { code: "NotAcknowledged" } });
  expect(await posts("a")).toEqual([{ text: "closed not_sent", blocks: [] }]);
  expect(call).not.toHaveBeenCalled();
});

it("is taken back when the store was too slow for the acknowledgement", async () => {
  const call = vi.fn<Call>(async () => "done");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { perform, store, posts } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          await held;
          return real.operations.takeOn(request);
        },
      },
    }),
  });
  expect(await perform("a")).toBe("too_slow");
  letGo();
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
  expect(await posts("a")).toEqual([]);
  expect(call).not.toHaveBeenCalled();
});

it("has one answer until it is taken back, so that a later delivery of it is not ended as not sent while it runs", async () => {
  const call = vi.fn<Call>(async () => "done");
  const first = Promise.withResolvers<void>();
  const withdrawing = Promise.withResolvers<void>();
  let deliveries = 0;
  const { perform, store } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          deliveries += 1;
          if (deliveries === 1) await first.promise;
          return real.operations.takeOn(request);
        },
        withdraw: async (id) => {
          const isWithdrawn = await real.operations.withdraw(id);
          withdrawing.resolve();
          return isWithdrawn;
        },
      },
    }),
  });
  expect(await perform("a")).toBe("too_slow");
  expect(await perform("a")).toBe("too_slow");
  first.reject(new Error("the connection was cut"));
  await withdrawing.promise;
  expect(call).not.toHaveBeenCalled();
  // Nothing of it was stored, so it is a new act from now on.
  await vi.waitFor(async () => expect(await perform("a")).toBe("stored"));
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
});

it("is ended as not sent when it could not be taken back, so that nothing runs it later", async () => {
  const call = vi.fn<Call>(async () => "done");
  const held = Promise.withResolvers<void>();
  const { perform, store } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          await held.promise;
          return real.operations.takeOn(request);
        },
        withdraw: () => Promise.reject(new Error("the connection was cut")),
      },
    }),
  });
  expect(await perform("a")).toBe("too_slow");
  held.resolve();
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: { code: "TookTooLong" } });
  expect(call).not.toHaveBeenCalled();
});

it("is refused as busy past the bound, and taken on again when there is room", async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { operations, perform, store } = await start(
    async () => {
      await held;
      return "done";
    },
    { limit: 2 },
  );
  expect(await Promise.all([perform("a"), perform("b"), perform("c")])).toEqual(["stored", "stored", "busy"]);
  expect(await store.operations.get("c")).toBeNull();
  letGo();
  await vi.waitFor(() => expect(operations.pending).toBe(0));
  expect(await perform("c")).toBe("stored");
});

it.each(["refused", "not_sent", "unknown"] as const)(
  "ends as the error's certainty: %s",
  async (certainty) => {
    const { perform, store, posts } = await start(async () => {
      throw failure(certainty);
    });
    await perform("a");
    expect(await ended(store, "a")).toMatchObject({ outcome: certainty, result: { code: "Test" } });
    expect(await posts("a")).toEqual([{ text: `closed ${certainty}`, blocks: [] }]);
  },
);

it("is unknown after a defect of our own, since the request may have left", async () => {
  const { perform, store } = await start(async () => {
    throw new TypeError("undefined is not a function");
  });
  await perform("a");
  expect(await ended(store, "a")).toMatchObject({ outcome: "unknown", result: { code: "Defect" } });
});

it("is corrected by a late reply, and told again", async () => {
  const { perform, store, posts } = await start(async (_, { onLateReply }) => {
    queueMicrotask(() => setImmediate(() => onLateReply({ ok: true, reply: "after all" })));
    throw failure("unknown", "TimedOut");
  });
  await perform("a");
  await vi.waitFor(async () => {
    expect(await store.operations.get("a")).toMatchObject({ outcome: "accepted" });
  });
  expect(await posts("a")).toEqual([
    { text: "closed unknown", blocks: [] },
    { text: "corrected accepted", blocks: [] },
  ]);
});

it("keeps what it knows while the store is away, and writes it when it is back", async () => {
  let failures = 3;
  const { perform, store } = await start(async () => "done", {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        finish: async (...end) => {
          failures -= 1;
          if (failures >= 0) throw new Error("the database is away");
          return real.operations.finish(...end);
        },
      },
    }),
  });
  await perform("a");
  expect(await vi.waitFor(() => ended(store, "a"), { timeout: 5000 })).toMatchObject({ outcome: "accepted" });
});

it("gives a second delivery the answer of the first, also when the store was too slow for both", async () => {
  const call = vi.fn<Call>(async () => "done");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { perform, store } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          await held;
          return real.operations.takeOn(request);
        },
      },
    }),
  });
  expect(await Promise.all([perform("a"), perform("a")])).toEqual(["too_slow", "too_slow"]);
  letGo();
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent" });
  expect(await Promise.all([perform("b"), perform("b")])).toEqual(["stored", "twin"]);
  await ended(store, "b");
  expect(call).toHaveBeenCalledTimes(1);
});

it("is taken back when a store that blocked the process let go too late", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { perform, store } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1600);
          return real.operations.takeOn(request);
        },
      },
    }),
  });
  expect(await perform("a")).toBe("too_slow");
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
  expect(call).not.toHaveBeenCalled();
});

it("is not sent when the store fails to mark its start", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { perform, store, posts } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        start: async () => {
          throw new Error("the database is away");
        },
      },
    }),
  });
  await perform("a");
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: { code: "StoreFailed" } });
  expect(await posts("a")).toEqual([{ text: "closed not_sent", blocks: [] }]);
  expect(call).not.toHaveBeenCalled();
});

it("is told plainly when its feature can't render it", async () => {
  const { operations, store } = await start(async () => "done");
  operations.define(
    operationKind<object, string>({
      name: "test.broken",
      read: readObject,
      ready: async () => async () => "done",
      toEnd: () => acceptedEnd("2000", null),
      posts: () => {
        throw new TypeError("a view is broken");
      },
      describe: () => {
        throw new TypeError("an old row");
      },
    }),
  );
  const prepare = async () => ({ author: "U1", conversation: null, request: {} });
  await operations.perform({ id: "a", kind: "test.broken", prepare, wasHeldUp: () => false }, async () => {});
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
  expect((await store.posts.forOperation("a"))[0]?.body).toMatchObject({
    text: "plain test.broken accepted",
  });
  const operation = await store.operations.get("a");
  expect(operation && operations.describe(operation, wordsOf("en"))).toBeNull();
});

it("closes after a restart what it does not know any more, and everything beside it", async () => {
  const directory = await mkdtemp(join(tmpdir(), "operations-"));
  const url = `file:${join(directory, "test.db")}`;
  const before = await openStore({ url, owner: "before", leaseMs: 60_000, now: () => new Date() });
  for (const [id, name] of [
    ["x", "files.forgotten"],
    ["y", kind],
  ] as const) {
    await before.operations.takeOn({ id, kind: name, author: "U1", conversation: null, request: {} });
    await before.operations.start(id);
  }
  await before.close();
  const { store } = await start(async () => "done", { url });
  onTestFinished(() => rm(directory, { recursive: true }));
  expect(await store.operations.get("x")).toMatchObject({ state: "closed", outcome: "unknown" });
  expect(await store.operations.get("y")).toMatchObject({ state: "closed", outcome: "unknown" });
  expect((await store.posts.forOperation("x"))[0]?.body).toMatchObject({
    text: "plain files.forgotten unknown",
  });
});

it("still calls for an act that was being acknowledged when the stop came", async () => {
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
  await vi.waitFor(async () => expect((await store.operations.get("a"))?.state).not.toBe("stored"));
  answer();
  await stopped;
  expect(await store.operations.get("a")).toMatchObject({ outcome: "accepted" });
});

it("takes nothing on while it stops, and cuts what does not end", async () => {
  const { operations, perform, store } = await start(
    (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(failure("unknown", "Aborted")));
      }),
  );
  await perform("a");
  await vi.waitFor(async () => expect((await store.operations.get("a"))?.state).toBe("started"));
  await operations.stop(10);
  expect(await store.operations.get("a")).toMatchObject({ outcome: "unknown", result: { code: "Aborted" } });
  expect(await perform("b")).toBe("busy");
});

it("is told as not sent when it was taken back after its second delivery had been told that it is on its way", async () => {
  const stored = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const call = vi.fn<Call>(async () => "done");
  const { operations, perform, store, posts } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          const result = await real.operations.takeOn(request);
          stored.resolve();
          await answered.promise;
          return result;
        },
      },
    }),
  });
  const first = perform("a");
  await stored.promise;
  // Another instance on the same store, which has no part in the slow way of the first one's answer.
  expect(
    await store.operations.takeOn({ id: "a", kind, author: "U1", conversation: null, request: {} }),
  ).toMatchObject({
    kind: "duplicate",
    operation: { state: "stored" },
  });
  expect(await first).toBe("too_slow");
  answered.resolve();
  await operations.stop(5000);
  expect(await store.operations.get("a")).toMatchObject({
    outcome: "not_sent",
    result: { code: "TookTooLong" },
  });
  expect(await posts("a")).toEqual([{ text: "closed not_sent", blocks: [] }]);
  expect(call).not.toHaveBeenCalled();
});

it("is taken back when the process was held up between the store's answer and the acknowledgement", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { operations, store, posts } = await start(call);
  let isStored = false;
  const prepare = async () => {
    isStored = true;
    return { author: "U1", conversation: null, request: {} };
  };
  const told: Acknowledgement["kind"][] = [];
  await operations.perform({ id: "a", kind, prepare, wasHeldUp: () => isStored }, async (acknowledgement) => {
    told.push(acknowledgement.kind);
  });
  expect(told).toEqual(["too_slow"]);
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
  expect(await posts("a")).toEqual([]);
  expect(call).not.toHaveBeenCalled();
});
