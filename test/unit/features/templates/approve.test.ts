import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../../support/eventually.ts";
import { ReviewWorld } from "./review-world.ts";

describe("an approval", () => {
  let world: ReviewWorld;
  afterEach(() => world.close());

  async function propose(required: number, reviewers: readonly string[]): Promise<string> {
    world = new ReviewWorld({ required, reviewers });
    await world.open();
    await world.propose("Joon", "Your parcel is on its way");
    const [proposal] = await world.proposals.list({ limit: 1 });
    return proposal?.id ?? "";
  }
  const approveAs = (id: string) => (by: string) => world.approve(id, { by, revision: 1 });
  const sent = () => world.deeds.filter(({ kind }) => kind === "sent");

  it.each([2, 3, 5])("is not lost beside others of the same instant: %i are needed", async (required) => {
    const people = Array.from({ length: required }, (_, index) => `R${index}`);
    const id = await propose(required, people);
    const answers = await Promise.all(people.map(approveAs(id)));
    await world.settleDown();
    expect(sent()).toHaveLength(1);
    const kinds = answers.map((answer) => answer?.kind);
    expect(kinds.filter((kind) => kind === "sent")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "counted")).toHaveLength(required - 1);
  });

  it("counts for nothing where the person was told that it failed", async () => {
    const id = await propose(2, ["Mina", "Sora"]);
    const answer = await world.approve(id, { by: "Mina", revision: 1, wasHeldUp: () => true });
    expect(answer).toMatchObject({ kind: "nothing", acknowledgement: { kind: "too_slow" } });
    expect((await world.proposals.get(id))?.approvals).toEqual([]);
  });

  it("counts for nothing where the store comes to it after its person was told so", async () => {
    const id = await propose(2, ["Mina", "Sora"]);
    const told = Promise.withResolvers<void>();
    const decided = Promise.withResolvers<unknown>();
    const answer = await world.approve(id, {
      ...{ by: "Mina", revision: 1 },
      see: (real) => ({
        ...real,
        approve: async (...given) => {
          await told.promise;
          const decision = real.approve(...given);
          decided.resolve(decision);
          return decision;
        },
      }),
    });
    expect(answer).toMatchObject({ kind: "nothing", acknowledgement: { kind: "too_slow" } });
    told.resolve();
    expect(await decided.promise).toMatchObject({ kind: "overtaken" });
    expect((await world.proposals.get(id))?.approvals).toEqual([]);
  });

  it("is answered without another look into a store that may have become slow", async () => {
    const id = await propose(1, ["Mina"]);
    let looks = 0;
    const answer = await world.approve(id, {
      ...{ by: "Mina", revision: 1 },
      see: (real) => ({
        ...real,
        get: async (one) => {
          looks += 1;
          return looks === 1 ? real.get(one) : new Promise<null>(() => {});
        },
      }),
    });
    expect(answer?.kind).toBe("sent");
    await world.settleDown();
    expect(sent()).toHaveLength(1);
  });

  it("that came too late to be the last can be given once more at once", async () => {
    const id = await propose(1, ["Mina", "Sora"]);
    const looks = [false, true];
    const wasHeldUp = () => looks.shift() ?? true;
    const answer = await world.approve(id, { by: "Mina", revision: 1, wasHeldUp });
    expect(answer?.kind).toBe("nothing");
    await eventually(async () =>
      expect((await world.proposals.get(id))?.operation?.outcome).toBe("not_sent"),
    );
    expect((await approveAs(id)("Sora"))?.kind).toBe("sent");
    await world.settleDown();
    expect(sent()).toHaveLength(1);
  });
});
