import { expect, it } from "vitest";
import { storeInTime } from "../../../src/outcomes/store-in-time.ts";
import { GroupNotKnownError } from "../../../src/slack/people/people.ts";

it("gives what was stored, and nothing when that isn't known in time", async () => {
  const failures: unknown[] = [];
  const store = (storing: Promise<string>) => storeInTime(storing, (error) => void failures.push(error));
  expect(await store(Promise.resolve("stored"))).toBe("stored");
  const late = Promise.withResolvers<string>();
  expect(await store(late.promise)).toBeUndefined();
  expect(failures).toEqual([]);
  late.reject(new Error("too late"));
  expect(await store(Promise.reject(new Error("locked")))).toBeUndefined();
  expect(failures).toEqual([new Error("too late"), new Error("locked")]);
});

it("leaves to the edge that nobody knows who may", async () => {
  const unknown = new GroupNotKnownError("S1");
  await expect(storeInTime(Promise.reject(unknown), () => {})).rejects.toBe(unknown);
});
