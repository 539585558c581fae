import { expect, it, vi } from "vitest";
import type { Store } from "../../../src/store/index.ts";
import { eventually } from "../../support/eventually.ts";
import { aKind, asking, startKinds } from "./running.ts";
import { otherwise } from "./taking-on.ts";
import { saying } from "./told.ts";

const several = {
  kind: "files.upload",
  request: {},
  beside: [
    { id: "second", request: {} },
    { id: "third", request: {} },
  ],
};

/** Uploads of which one may run at a time, each until it is let. */
async function startUploads(store = (real: Store) => real) {
  const held = Promise.withResolvers<string>();
  const asked = vi.fn(() => held.promise);
  const upload = aKind({
    ...{ name: "files.upload", atOnce: 1 },
    ready: async () => asking(asked),
    tellsWaiting: (operation) => saying(operation, `${operation.id} waits`),
    tells: (operation) => saying(operation, `${operation.id} ended`),
  });
  const running = await startKinds([upload], { store });
  return { ...running, asked, letGo: () => held.resolve("F1") };
}

it("is told of what waits for its turn, where its result will stand, and of nothing else", async () => {
  const { perform, store, ended, asked, letGo, said } = await startUploads();
  await perform(several);
  await eventually(async () => {
    const waiting = await Promise.all(["second", "third"].map((id) => store.operations.get(id)));
    expect(waiting.map((one) => one?.waits)).toEqual([true, true]);
  });
  await eventually(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(await store.operations.get("first")).toMatchObject({ state: "started", waits: false });
  expect((await said("first")).toSorted()).toEqual(["second waits", "third waits"]);
  letGo();
  for (const id of ["first", "second", "third"])
    expect(await ended(id)).toMatchObject({ outcome: "accepted" });
  expect((await said("first")).slice(2).toSorted()).toEqual(["first ended", "second ended", "third ended"]);
});

it("is drawn anew when the turn of what was seen to wait has come: it is under way", async () => {
  const { perform, store, ended, letGo, said } = await startUploads();
  await perform({ ...several, beside: several.beside.slice(0, 1) });
  await eventually(async () => expect((await store.operations.get("second"))?.waits).toBe(true));
  await said("first");
  const changed = vi.fn();
  store.posts.onAdded(changed);
  letGo();
  await ended("second");
  expect(changed).toHaveBeenCalled();
  expect(await said("first")).toHaveLength(3);
});

it("runs all the same where nobody can be told that it waits", async () => {
  const waits = vi.fn(() => Promise.reject(new Error("the database is away")));
  const { perform, ended, letGo } = await startUploads(otherwise(() => ({ waits })));
  await perform(several);
  await eventually(() => expect(waits).toHaveBeenCalledTimes(2));
  letGo();
  for (const id of ["first", "second", "third"])
    expect(await ended(id)).toMatchObject({ outcome: "accepted" });
});

it("leaves half of the turns to others, however many an act has brought", async () => {
  const held = Promise.withResolvers<string>();
  const asked = vi.fn(() => held.promise);
  const send = aKind({ name: "messages.send", ready: async () => asking(asked) });
  const { perform, ended } = await startKinds([send], { concurrency: 4 });
  const run = { kind: "messages.send", request: {} };
  await perform({ ...run, beside: ["b", "c", "d", "e"].map((id) => ({ id, request: {} })) });
  await eventually(() => expect(asked).toHaveBeenCalledTimes(2));
  await perform({ ...run, id: "single" });
  await eventually(() => expect(asked).toHaveBeenCalledTimes(3));
  held.resolve("M1");
  for (const id of ["first", "b", "c", "d", "e", "single"])
    expect(await ended(id)).toMatchObject({ outcome: "accepted" });
});
