import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { NotReadyError } from "../../../src/operations/index.ts";
import type { InTransaction, Operation } from "../../../src/store/index.ts";
import { eventually } from "../../support/eventually.ts";
import { startLog } from "../../support/log-lines.ts";
import { aKind, asking, atOnce, failure, startKinds } from "./running.ts";
import { otherwise } from "./taking-on.ts";
import { listenTo, saying } from "./told.ts";

describe("an operation that fails before or during its call", () => {
  it("closes as not sent with the code that its feature gave", async () => {
    const call = vi.fn(async () => "F1");
    const { perform, ended } = await startKinds([
      aKind({
        name: "files.upload",
        ready: async () => {
          if (call.mock.calls.length === 0) throw new NotReadyError("FileGone");
          return call;
        },
      }),
    ]);
    await perform({ kind: "files.upload", request: {} });
    const operation = await ended("first");
    expect(operation).toMatchObject({ outcome: "not_sent", startedAt: null, result: { code: "FileGone" } });
    expect(call).not.toHaveBeenCalled();
  });

  const broken = async () => Promise.reject(new TypeError("broken"));
  it.each([
    ["its feature throws an error", "not_sent", { ready: broken }],
    ["its request can't be read", "not_sent", { read: () => null }],
    ["its call fails before asking whether the request may leave", "not_sent", { ready: async () => broken }],
    [
      "its call fails after asking whether the request may leave",
      "unknown",
      { ready: async () => asking(broken) },
    ],
  ] as const)("closes with the code Defect if %s: %s", async (_, outcome, own) => {
    const { perform, ended } = await startKinds([aKind({ name: "a.broken", ...own })]);
    await perform({ kind: "a.broken", request: {} });
    expect(await ended("first")).toMatchObject({
      ...{ outcome, startedAt: outcome === "unknown" ? expect.any(Date) : null },
      result: { code: "Defect" },
    });
  });

  it("stays open and is logged if its call never asks for permission to send", async () => {
    const { log, records } = startLog();
    const unasked = aKind({ name: "a.unasked", ready: async () => async () => "F1" });
    const { perform, store } = await startKinds([unasked], { log });
    await perform({ kind: "a.unasked", request: {} });
    await eventually(() =>
      expect(records()).toContainEqual(
        expect.objectContaining({ outcome: "accepted", transition: "ignored" }),
      ),
    );
    expect(await store.operations.get("first")).toMatchObject({ state: "stored", outcome: null });
  });
});

describe("an act of two steps, such as an upload and a message", () => {
  const anEnd = { outcome: "not_sent" as const, result: null, notificationFor: () => ({}) };
  const sent: unknown[] = [];
  const send = aKind({
    name: "messages.send",
    follow: (body, before) => ({ ...body, imageId: z.object({ fileId: z.string() }).parse(before).fileId }),
    ready: async (body) =>
      asking(async () => {
        sent.push(body);
        return "M1";
      }),
  });
  const act = {
    kind: "files.upload",
    request: {},
    next: { id: "second", kind: "messages.send", request: { text: "hi" } },
  };

  it("runs the second step after the first, with the first one's result", async () => {
    const { perform, ended } = await startKinds([aKind({ name: "files.upload" }), send]);
    await perform(act);
    expect(await ended("second")).toMatchObject({
      outcome: "accepted",
      request: { text: "hi", imageId: "F1" },
    });
    expect(sent).toEqual([{ text: "hi", imageId: "F1" }]);
  });

  it.each(["refused", "not_sent", "unknown"] as const)(
    "closes both steps if the first step is %s",
    async (certainty) => {
      sent.length = 0;
      const upload = aKind({
        name: "files.upload",
        ready: async () => asking(() => Promise.reject(failure(certainty))),
      });
      const { perform, ended } = await startKinds([upload, send]);
      await perform(act);
      expect(await ended("second")).toMatchObject({ outcome: "not_sent", result: { code: "NotReached" } });
      expect(await ended("first")).toMatchObject({ outcome: certainty });
      expect(sent).toEqual([]);
    },
  );

  it("reports both steps in the second one's post if the first one's writes were left out", async () => {
    const inTransaction: InTransaction = () => () => Promise.reject(new Error("no such table"));
    const notificationFor = (operation: Operation) => saying(operation, operation.id);
    const kinds = [
      aKind({ name: "files.upload", inTransaction }),
      aKind({ name: "messages.send", notificationFor }),
    ];
    const plainNotification = (operation: Operation) => saying(operation, "plain");
    const { perform, ended, store } = await startKinds(kinds, { retries: atOnce, plainNotification });
    await perform(act);
    expect(await ended("second")).toMatchObject({ outcome: "accepted" });
    expect(await listenTo(store)("first")).toEqual(["second"]);
  });

  it("closes both steps as not sent if the acknowledgement fails", async () => {
    const { perform, ended } = await startKinds([aKind({ name: "files.upload" }), send]);
    await expect(perform(act, () => Promise.reject(new Error("the socket is gone")))).rejects.toThrow();
    expect(await ended("first")).toMatchObject({ outcome: "not_sent", result: { code: "NotAcknowledged" } });
    expect(await ended("second")).toMatchObject({ outcome: "not_sent" });
  });

  it("closes both steps if another instance has closed the first", async () => {
    const { perform, ended, store } = await startKinds([aKind({ name: "files.upload" }), send]);
    // As another instance does when this one stalls for longer than its lease.
    await perform(act, async () => void (await store.operations.finish("first", anEnd)));
    expect(await ended("second")).toMatchObject({ outcome: "not_sent" });
  });
});

it("an operation's outcome is stored with its feature's own writes after they failed twice", async () => {
  let failures = 2;
  const precondition = vi.fn(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error("the connection was cut");
    return null;
  });
  const { perform, ended } = await startKinds([
    aKind({ name: "files.upload", inTransaction: () => precondition }),
  ]);
  await perform({ kind: "files.upload", request: {} });
  expect(await ended("first")).toMatchObject({ outcome: "accepted" });
  expect(precondition).toHaveBeenCalledTimes(3);
});

it("an operation's outcome is stored without its feature's own writes if they keep failing", async () => {
  const { log, records } = startLog();
  const precondition = vi.fn(async (): Promise<null> => {
    throw new Error("no such table");
  });
  const { perform, ended } = await startKinds(
    [aKind({ name: "templates.update", inTransaction: () => precondition })],
    {
      log,
      retries: atOnce,
    },
  );
  await perform({ kind: "templates.update", request: {} });
  expect(await ended("first")).toMatchObject({ outcome: "accepted" });
  // It tries often enough to outlast a table that is locked for a while.
  expect(precondition.mock.calls.length).toBeGreaterThan(5);
  const leftOut = records().find(({ msg }) => msg === "what belongs beside an outcome was left out");
  expect(leftOut).toMatchObject({ operation: "first", tries: precondition.mock.calls.length });
});

it("an operation's outcome is stored with its feature's own writes even if the store fails for long", async () => {
  let isFull = true;
  const fail = () => {
    if (isFull) throw new Error("the disk is full");
  };
  const precondition = vi.fn(async () => {
    fail();
    return null;
  });
  const store = otherwise((real) => {
    const notificationFor = () => {
      const wasFull = isFull;
      isFull = precondition.mock.calls.length < 20;
      if (wasFull) throw new Error("the disk is full");
      return {};
    };
    return { finish: (id, end) => real.finish(id, { ...end, notificationFor }) };
  });
  const kinds = [aKind({ name: "files.upload", inTransaction: () => precondition })];
  const { perform, ended } = await startKinds(kinds, { store, retries: atOnce });
  await perform({ kind: "files.upload", request: {} });
  expect(await ended("first")).toMatchObject({ outcome: "accepted" });
  expect(precondition).toHaveBeenCalledTimes(21);
  await expect(precondition.mock.results.at(-1)?.value).resolves.toBeNull();
});

it("an operation's thread has its feature's own replies, unless they couldn't be stored", async () => {
  const inTransaction: InTransaction = (operation) => async () => saying(operation, "a question");
  const notificationFor = (operation: Operation) => saying(operation, operation.outcome ?? "");
  const { perform, ended, store } = await startKinds([
    aKind({ name: "templates.update", inTransaction, notificationFor }),
  ]);
  await perform({ kind: "templates.update", request: {} });
  await ended("first");
  expect(await listenTo(store)("first")).toEqual(["accepted", "a question"]);
  const failing: InTransaction = () => () => Promise.reject(new Error("no such table"));
  const kinds = [aKind({ name: "templates.update", inTransaction: failing, notificationFor })];
  const without = await startKinds(kinds, { retries: atOnce });
  await without.perform({ kind: "templates.update", request: {} });
  await without.ended("first");
  expect(await listenTo(without.store)("first")).toEqual(["accepted"]);
});
