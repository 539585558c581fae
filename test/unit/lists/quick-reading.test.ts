import { expect, it } from "vitest";
import { within } from "../../../src/deadline.ts";
import { createQuickReader } from "../../../src/lists/readings.ts";

it("a quick reading gives a value that is there in time, else the last one, else null", async () => {
  const readings = new Map<string, Promise<{ value: string; at: Date }>>();
  const glance = createQuickReader(
    (which) => readings.get(which) ?? Promise.reject(new Error("no such list")),
    within,
  );
  const reading = (value: string) => Promise.resolve({ value, at: new Date() });
  const never = new Promise<never>(() => {});
  expect(await glance("82", 1000)).toBeNull();
  readings.set("82", never);
  expect(await glance("82", 1)).toBeNull();
  readings.set("82", reading("first"));
  expect(await glance("82", 1000)).toBe("first");
  readings.set("82", never);
  expect(await glance("82", 1)).toBe("first");
  readings.delete("82");
  expect(await glance("82", 1000)).toBe("first");
  expect(await glance("1", 1)).toBeNull();
});

it("a quick reading without time to wait gives its value to the next call", async () => {
  const { promise, resolve } = Promise.withResolvers<{ value: string; at: Date }>();
  const glance = createQuickReader(() => promise, within);
  expect(await glance("", 0)).toBeNull();
  resolve({ value: "read", at: new Date() });
  await promise;
  expect(await glance("", 0)).toBe("read");
});

it("quick readings keep what was asked for last, however many texts are typed", async () => {
  let isSilent = false;
  const asked: string[] = [];
  const glance = createQuickReader((which) => {
    asked.push(which);
    const reading = { value: which, at: new Date() };
    return isSilent ? new Promise<never>(() => {}) : Promise.resolve(reading);
  }, within);
  await glance("typed first", 1000);
  await glance("82", 1000);
  for (let index = 0; index < 1000; index += 1) {
    await glance(`${index}`, 1000);
    if (index % 100 === 0) await glance("82", 1000);
  }
  isSilent = true;
  expect(await glance("typed first", 0)).toBeNull();
  expect([await glance("82", 0), await glance("999", 0)]).toEqual(["82", "999"]);
});
