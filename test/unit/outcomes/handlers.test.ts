import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storeBudgetMs, within } from "../../../src/deadline.ts";
import { storeForm, storeWithinBudget } from "../../../src/outcomes/handlers.ts";
import { plainAnswer } from "../../../src/slack/blocks/answer.ts";
import { GroupNotKnownError } from "../../../src/slack/people/people.ts";
import { spoken } from "../../support/spoken.ts";
import { en } from "../../support/words.ts";
import { person } from "./interactions.ts";

const delivery = { refused: null, first: null, hasForm: false, mayStand: false };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("storeWithinBudget returns what was stored, or undefined if the store doesn't answer in time", async () => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const store = (storing: Promise<string>) => storeWithinBudget(storing, { within, onFailure });
  expect(await store(Promise.resolve("stored"))).toBe("stored");
  const late = Promise.withResolvers<string>();
  const told = vi.fn();
  void store(late.promise).then(told);
  await vi.advanceTimersByTimeAsync(storeBudgetMs - 1);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(failures).toEqual([]);
  late.reject(new Error("too late"));
  expect(await store(Promise.reject(new Error("locked")))).toBeUndefined();
  expect(failures).toEqual([new Error("too late"), new Error("locked")]);
});

/** What `storeForm` says once the budget is over, and what the person is answered besides. */
async function storing(store: () => Promise<string>) {
  const answer = vi.fn(async () => {});
  const onStoreFailure = vi.fn();
  const said = storeForm({ ...spoken, person, answer, delivery }, { within, onStoreFailure }, store);
  await vi.advanceTimersByTimeAsync(storeBudgetMs);
  const says = await said;
  expect(answer).not.toHaveBeenCalled();
  return { says, answer, onStoreFailure };
}

it.each([
  ["answers in time", async () => "stored", { stored: "stored" }],
  ["doesn't answer in time", () => new Promise<string>(() => {}), { why: en.common.mayBeTaken }],
  ["fails", () => Promise.reject(new Error("locked")), { why: en.common.mayBeTaken }],
])("storeForm returns what to tell the person if the store %s", async (_, store, says) => {
  expect((await storing(store)).says).toEqual(says);
});

it("storeForm sends a second answer if the store fails after the person was told “may be stored”", async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  const { says, answer, onStoreFailure } = await storing(() => promise);
  expect(says).toEqual({ why: en.common.mayBeTaken });
  reject(new Error("locked"));
  await vi.waitFor(() => expect(answer).toHaveBeenCalledWith(plainAnswer(en.edge.storeSlow)));
  expect(onStoreFailure).toHaveBeenCalledExactlyOnceWith(new Error("locked"));
});

it("storeWithinBudget throws a GroupNotKnownError, which has an answer of its own", async () => {
  const unknown = new GroupNotKnownError("S1");
  await expect(storeWithinBudget(Promise.reject(unknown), { within, onFailure: () => {} })).rejects.toBe(
    unknown,
  );
});
