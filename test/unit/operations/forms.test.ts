import { describe, expect, it, vi } from "vitest";
import type { Acknowledgement, Operations } from "../../../src/operations/index.ts";
import type { Store } from "../../../src/store/index.ts";
import { anAsker } from "../../support/asker.ts";
import { eventually } from "../../support/eventually.ts";
import { type Call, ended, kind, start } from "./running.ts";

const anAct = { conversation: null, request: {} };
const form = { firstAct: "a", content: "x" };

async function perform(
  operations: Operations,
  id: string,
  changed: Partial<typeof form> = {},
): Promise<Acknowledgement[]> {
  const told: Acknowledgement[] = [];
  const prepare = async () => anAct;
  const act = { id, kind, by: anAsker(), form: { ...form, ...changed }, prepare };
  await operations.perform(act, async (acknowledgement) => {
    told.push(acknowledgement);
  });
  return told;
}

type TakeOn = Store["operations"]["takeOn"];

const takingOn =
  (takeOn: (real: TakeOn, request: Parameters<TakeOn>[0]) => ReturnType<TakeOn>) => (real: Store) => ({
    ...real,
    operations: {
      ...real.operations,
      takeOn: (request: Parameters<TakeOn>[0]) => takeOn(real.operations.takeOn, request),
    },
  });

it("of a form that comes back nothing is sent when another process sent what it stands for", async () => {
  const call = vi.fn<Call>(async () => "done");
  let isSlow = true;
  const { operations, store } = await start(call, {
    store: takingOn(async (takeOn, request) => {
      if (isSlow) throw new Error("the connection was cut");
      return takeOn(request);
    }),
  });
  await store.operations.takeOn({ ...anAct, author: "U1", id: "a", kind, form });
  await store.operations.start("a");
  await store.operations.finish("a", { outcome: "accepted", result: null, posts: () => [] });
  expect(await perform(operations, "a")).toMatchObject([{ kind: "too_slow" }]);
  isSlow = false;
  expect(await perform(operations, "b")).toMatchObject([{ kind: "duplicate", isOther: false }]);
  expect(await perform(operations, "c", { content: "y" })).toMatchObject([
    { kind: "duplicate", isOther: true },
  ]);
  await operations.stop(1000);
  expect(call).not.toHaveBeenCalled();
});

it("the act of a form that comes back waits until the one before it is taken back", async () => {
  const call = vi.fn<Call>(async () => "done");
  const held = Promise.withResolvers<void>();
  const { operations, store, posts } = await start(call, {
    store: takingOn(async (takeOn, request) => {
      const answer = await takeOn(request);
      if (request.id === "a") await held.promise;
      return answer;
    }),
  });
  expect(await perform(operations, "a")).toMatchObject([{ kind: "too_slow" }]);
  const again = perform(operations, "b");
  held.resolve();
  expect(await again).toMatchObject([{ kind: "stored" }]);
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
  expect(await ended(store, "b")).toMatchObject({ outcome: "accepted" });
  expect(await posts("a")).toEqual([]);
  expect(call).toHaveBeenCalledTimes(1);
});

it("of a form that comes back to another process before the act before it is taken back nothing is sent, and a post says so", async () => {
  const call = vi.fn<Call>(async () => "done");
  const held = Promise.withResolvers<void>();
  const { operations, store, posts } = await start(call, {
    store: takingOn(async (takeOn, request) => {
      const answer = await takeOn(request);
      await held.promise;
      return answer;
    }),
  });
  expect(await perform(operations, "a")).toMatchObject([{ kind: "too_slow" }]);
  // What the other process does, which knows nothing of that answer.
  const again = await store.operations.takeOn({ ...anAct, author: "U1", id: "b", kind, form });
  expect(again).toMatchObject({ kind: "duplicate", operation: { id: "a", outcome: null } });
  held.resolve();
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent" });
  expect(await posts("a")).toEqual([{ text: "closed not_sent", blocks: [] }]);
  expect(call).not.toHaveBeenCalled();
});

it("says of a second submission, while the first is under way, that the form was changed", async () => {
  const held = Promise.withResolvers<string>();
  const { operations } = await start(() => held.promise);
  expect(await perform(operations, "a")).toMatchObject([{ kind: "stored" }]);
  expect(await perform(operations, "a")).toEqual([{ kind: "twin", isOther: false }]);
  expect(await perform(operations, "a", { content: "y" })).toEqual([{ kind: "twin", isOther: true }]);
  held.resolve("done");
});

it("says of a second submission that waits for the first one's answer that the form was changed", async () => {
  const held = Promise.withResolvers<void>();
  const { operations, store } = await start(async () => "done", {
    store: takingOn(async (takeOn, request) => {
      await held.promise;
      return takeOn(request);
    }),
  });
  await store.operations.takeOn({ ...anAct, id: "a", author: "U1", kind, form });
  const both = [perform(operations, "a"), perform(operations, "a", { content: "y" })];
  held.resolve();
  expect((await Promise.all(both)).flat()).toMatchObject([
    { kind: "duplicate", isOther: false },
    { kind: "duplicate", isOther: true },
  ]);
});

describe("a store that was away", () => {
  const nobodyTriesAgain = { firstMs: 60_000, longestMs: 60_000 };

  /** Takes nothing on and nothing back, until it is there for some of it. */
  async function startWithout(call: Call) {
    const isBackFor = vi.fn<(id: string) => boolean>(() => false);
    const withdrawn = vi.fn<(id: string) => void>();
    const guard = (id: string) => {
      if (!isBackFor(id)) throw new Error("the connection was cut");
    };
    const running = await start(call, {
      retries: nobodyTriesAgain,
      store: (real) => ({
        ...real,
        operations: {
          ...real.operations,
          takeOn: async (request) => {
            guard(request.id);
            return real.operations.takeOn(request);
          },
          withdraw: async (id, by) => {
            withdrawn(id);
            guard(id);
            return real.operations.withdraw(id, by);
          },
        },
      }),
    });
    return { ...running, isBackFor, withdrawn };
  }

  it("takes a form on though it doesn't yet take back what another person was told", async () => {
    const call = vi.fn<Call>(async () => "done");
    const { operations, store, isBackFor, withdrawn } = await startWithout(call);
    expect(await perform(operations, "a")).toMatchObject([{ kind: "too_slow" }]);
    await eventually(() => expect(withdrawn).toHaveBeenCalledWith("a"));
    const other = { firstAct: "b" };
    expect(await perform(operations, "b", other)).toMatchObject([{ kind: "too_slow" }]);
    isBackFor.mockImplementation((id) => id !== "a");
    expect(await perform(operations, "b2", other)).toMatchObject([{ kind: "stored" }]);
    expect(await ended(store, "b2")).toMatchObject({ outcome: "accepted" });
    expect(await store.operations.get("b")).toMatchObject({ outcome: "not_sent" });
    expect(call).toHaveBeenCalledTimes(1);
  });

  it("is asked again as soon as the form itself is submitted again", async () => {
    const call = vi.fn<Call>(async () => "done");
    const { operations, store, isBackFor, withdrawn } = await startWithout(call);
    expect(await perform(operations, "a")).toMatchObject([{ kind: "too_slow" }]);
    await eventually(() => expect(withdrawn).toHaveBeenCalledWith("a"));
    isBackFor.mockReturnValue(true);
    expect(await perform(operations, "a2")).toMatchObject([{ kind: "stored" }]);
    expect(await ended(store, "a2")).toMatchObject({ outcome: "accepted" });
    expect(await store.operations.get("a")).toMatchObject({ outcome: "not_sent" });
    expect(call).toHaveBeenCalledTimes(1);
  });
});
