import { expect, it, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { aKind, anAct, asking, ended, start, startKinds } from "./running.ts";
import { takingOn } from "./taking-on.ts";

it("an act with many operations uses at most half of the turns to call the platform", async () => {
  const held = Promise.withResolvers<string>();
  const asked = vi.fn(() => held.promise);
  const send = aKind({ name: "messages.send", ready: async () => asking(asked) });
  const { perform, ended } = await startKinds([send], { concurrency: 4 });
  const run = { kind: "messages.send", request: {} };
  await perform({ ...run, siblings: ["b", "c", "d", "e"].map((id) => ({ id, request: {} })) });
  await eventually(() => expect(asked).toHaveBeenCalledTimes(2));
  await perform({ ...run, id: "single" });
  await eventually(() => expect(asked).toHaveBeenCalledTimes(3));
  held.resolve("M1");
  for (const id of ["first", "b", "c", "d", "e", "single"])
    expect(await ended(id)).toMatchObject({ outcome: "accepted" });
});

/** A kind that is stored as started if a turn is free. There are two turns; each call waits for `letGo`. */
async function startBurst(options: Parameters<typeof start>[1] = {}) {
  const held = Promise.withResolvers<string>();
  const asked = vi.fn(() => held.promise);
  const running = await start(asked, { concurrency: 2, own: { isReadyAtOnce: true }, ...options });
  const statesOf = async (...ids: string[]) =>
    Promise.all(ids.map(async (id) => (await running.store.operations.get(id))?.state));
  return { ...running, asked, statesOf, letGo: () => held.resolve("M1") };
}

it("of five simultaneous acts, only as many are stored as started as there are free turns", async () => {
  const states: (string | undefined)[] = [];
  const { perform, store, statesOf, asked, letGo } = await startBurst({
    store: takingOn(async (enqueue, request) => {
      const taken = await enqueue(request);
      states.push(request.leavesAtOnce === true ? "started" : "stored");
      return taken;
    }),
  });
  const ids = ["a", "b", "c", "d", "e"];
  expect(await Promise.all(ids.map((id) => perform(id)))).toEqual(ids.map(() => "stored"));
  expect(states.toSorted()).toEqual(["started", "started", "stored", "stored", "stored"]);
  await eventually(() => expect(asked).toHaveBeenCalledTimes(2));
  expect((await statesOf(...ids)).toSorted()).toEqual(states.toSorted());
  letGo();
  for (const id of ids) expect(await ended(store, id)).toMatchObject({ outcome: "accepted" });
});

it.each<[string, Parameters<typeof start>[1], Parameters<Awaited<ReturnType<typeof start>>["perform"]>]>([
  [
    "is refused",
    {},
    ["no", undefined, { prepare: async () => ({ ...anAct, precondition: async () => false }) }],
  ],
  [
    "can't be stored",
    {
      store: takingOn(async (enqueue, request) => {
        if (request.id === "no") throw new Error("the connection was cut");
        return enqueue(request);
      }),
    },
    ["no"],
  ],
  ["can't be acknowledged", {}, ["no", () => Promise.reject(new Error("the socket is gone"))]],
])("an act gives back its turn to call the platform if it %s", async (_, options, act) => {
  const { operations, perform, statesOf, letGo } = await startBurst({ concurrency: 1, ...options });
  await perform(...act).catch(() => {});
  await eventually(() => expect(operations.pending).toBe(0));
  await perform("yes");
  expect(await statesOf("yes")).toEqual(["started"]);
  letGo();
});

it("an act that is still being stored lets another act have the turn to call the platform", async () => {
  const isThere = Promise.withResolvers<void>();
  const { perform, store, asked, letGo } = await startBurst({
    concurrency: 1,
    store: takingOn(async (enqueue, request) => {
      if (request.id === "slow") await isThere.promise;
      return enqueue(request);
    }),
  });
  expect(await perform("slow")).toBe("storing");
  await perform("other");
  await eventually(() => expect(asked).toHaveBeenCalledTimes(1));
  isThere.resolve();
  letGo();
  for (const id of ["other", "slow"]) expect(await ended(store, id)).toMatchObject({ outcome: "accepted" });
});
