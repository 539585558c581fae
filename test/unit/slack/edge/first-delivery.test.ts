import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createFirstDelivery } from "../../../../src/slack/edge/first-delivery.ts";
import { openStore } from "../../../../src/store/index.ts";

it("counts a delivery as the first once, over instances of one store", async () => {
  const now = () => new Date();
  const directory = await mkdtemp(join(tmpdir(), "first-delivery-"));
  const url = `file:${join(directory, "test.db")}`;
  const store = await openStore({ url, owner: "one", leaseMs: 60_000, now });
  onTestFinished(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  const remember = (key: string) => store.posts.addOnce(key, [], "for_retention");
  const [here, there] = [remember, remember].map((each) =>
    createFirstDelivery({ remember: each, onFailure: () => {} }),
  );
  expect(await Promise.all([here!("1.1"), here!("1.1"), there!("1.1")])).toEqual([true, false, false]);
  expect(await Promise.all([there!("1.2"), here!("1.2")])).toEqual([true, false]);
});

it("forgets no delivery of a moment ago, however many there were before", async () => {
  const isFirst = createFirstDelivery({ remember: async () => true, onFailure: () => {} });
  for (let count = 0; count <= 10_000; count += 1) await isFirst(`${count}`);
  expect(await isFirst("9999")).toBe(false);
});

it("holds nobody up when the store fails or does not answer", async () => {
  const failures: unknown[] = [];
  const failing = createFirstDelivery({
    remember: () => Promise.reject(new Error("away")),
    onFailure: (error) => failures.push(error),
  });
  expect([await failing("1"), await failing("1")]).toEqual([true, false]);
  expect(failures).toHaveLength(1);
  const silent = createFirstDelivery({ remember: () => new Promise(() => {}), onFailure: () => {} });
  expect([await silent("1"), await silent("1")]).toEqual([true, false]);
});
