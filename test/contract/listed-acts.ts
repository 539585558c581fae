import { expect } from "vitest";
import type { Listing, Outcome, Store, TakeOnRequest } from "../../src/store/index.ts";
import { anAct, anEnd, aTry, type TestClock } from "./store-database.ts";
import { nothing } from "./telling.ts";

export type ListedActs = ReturnType<typeof listedActs>;

/** What becomes of acts, and of the listings that they are on. */
export function listedActs({ store, clock }: { store: Store; clock: TestClock }) {
  const end = (id: string, outcome: Outcome, by = store, own: object = {}) =>
    by.operations.finish(id, anEnd({ outcome, tells: nothing, ...own }));
  const start = async (id: string, own: Partial<TakeOnRequest> = {}, by = store) => {
    expect(await by.operations.takeOn(anAct({ id, ...own }))).toEqual({ kind: "stored" });
    expect(await by.operations.start(id, { root: own.again?.root ?? id })).toBe(true);
  };
  /** The listing that it is on. */
  const send = async (id: string, outcome: Outcome = "unknown", own: Partial<TakeOnRequest> = {}) => {
    await start(id, own);
    await end(id, outcome);
    return (await store.operations.get(id))?.listing;
  };
  const settle = (id: string, by = store, as: "arrived" | "did_not_arrive" = "arrived") =>
    by.operations.settle(id, { by: "U2", as, tells: nothing });
  const read = (listing: string) => store.operations.listing({ listing });
  const countOpen = (kind = "messages.send") =>
    store.open(async ({ connection }) => {
      const rows = connection.db.selectFrom("listings").selectAll().where("kind", "=", kind);
      const [listing, ...others] = await rows.execute();
      expect(others).toEqual([]);
      return listing === undefined ? null : { id: listing.id, open: listing.open };
    });
  const burst = async (...ids: string[]) => {
    for (const id of ids) {
      await send(id);
      clock.advance(1000);
    }
  };

  return { end, start, send, settle, read, countOpen, burst };
}

export const again = (id: string, root: string) => aTry(id, root).again!;

export const idsOf = ({ unsettled }: Listing) => unsettled.map(({ id }) => id);
