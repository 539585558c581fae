import { expect, test } from "vitest";
import { createSightings } from "../../src/store/sightings/sightings.ts";
import { store } from "./given.ts";

const seen = {
  ...{
    vendor: "vendorA",
    kind: "comment" as const,
    by: "U1",
    operation_id: "op",
    seen_at: 1,
    status: "PENDING",
  },
  ...{ reason: null, code: null, comments: null, name: "Order", content: null, shows: 1 },
};

/** What a list finds behind more sightings than it looks through first. */
export function manySightingsContract(): void {
  test("templates are listed behind one that was seen a thousand times since", async () => {
    const see = (template_id: string, times: number) =>
      store.open(({ connection: { db } }) =>
        db
          .insertInto("sightings")
          .values(Array.from({ length: times }, () => ({ template_id, ...seen })))
          .execute(),
      );
    for (const id of ["T1", "T2", "T3"]) await see(id, 2);
    await see("T2", 1000);
    const list = async (filter: { search?: string; limit: number }) =>
      (await store.open(createSightings).list(filter)).map(({ templateId }) => templateId);
    expect(await list({ limit: 10 })).toEqual(["T2", "T3", "T1"]);
    expect(await list({ limit: 1 })).toEqual(["T2"]);
    expect(await list({ search: "order", limit: 2 })).toEqual(["T2", "T3"]);
    expect(await list({ search: "t1", limit: 10 })).toEqual(["T1"]);
    await see("T4", 1);
    expect(await list({ limit: 2 })).toEqual(["T4", "T2"]);
  });
}
