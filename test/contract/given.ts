import { afterEach, beforeEach, expect } from "vitest";
import type { Outcome, Store } from "../../src/store/index.ts";
import { findUnaudited } from "../support/audited.ts";
import { anAct, anEnd, type MakeDatabase, type TestDatabase } from "./store-database.ts";

/** A fresh database for the running test, and the store of its first process. */
export let database: TestDatabase;
export let store: Store;

export function givenStore(makeDatabase: MakeDatabase): void {
  beforeEach(async () => {
    purgedBefore = new Date(0);
    database = await makeDatabase();
    use(await database.open("first"));
  });
  afterEach(async () => {
    await expectWhole(store).finally(() => database.remove());
  });
}

/** Every change has its audit entry. A store that a test has closed is not checked. */
async function expectWhole(checked: Store): Promise<void> {
  const isOpen = await checked.healthy().then(
    () => true,
    () => false,
  );
  if (!isOpen) return;
  expect(await findUnaudited(checked, purgedBefore)).toEqual([]);
}

/** A second process's store, or the same one if the database allows one process only. */
export async function openSecond(): Promise<Store> {
  return database.isShared ? await database.open("second") : store;
}

let purgedBefore = new Date(0);

function use(opened: Store): void {
  store = {
    ...opened,
    purge(options) {
      if (options.closedBefore > purgedBefore) purgedBefore = options.closedBefore;
      return opened.purge(options);
    },
  };
}

export function later(ms: number): Date {
  return new Date(database.clock.now().getTime() + ms);
}

export const accept = (id: string) => store.operations.enqueue(anAct({ id }));

export async function start(id: string): Promise<void> {
  await accept(id);
  expect(await store.operations.start(id)).toBe(true);
}

export async function close(id: string, outcome: Outcome): Promise<void> {
  await start(id);
  expect(await store.operations.finish(id, anEnd({ outcome, messageId: `M-${id}` }))).toBe("closed");
}

export const change = (...changed: string[]) => store.posts.add({ changed });
