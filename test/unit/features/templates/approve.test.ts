import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../../support/eventually.ts";
import { ReviewWorld } from "./review-world.ts";

describe("the approval of a proposal", () => {
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

  it.each([2, 3, 5])(
    "counts together with simultaneous approvals: %i are needed, and one update is sent",
    async (required) => {
      const people = Array.from({ length: required }, (_, index) => `R${index}`);
      const id = await propose(required, people);
      const answers = await Promise.all(people.map(approveAs(id)));
      await world.comeToRest();
      expect(sent()).toHaveLength(1);
      const kinds = answers.map((answer) => answer?.kind);
      expect(kinds.filter((kind) => kind === "sent")).toHaveLength(1);
      expect(kinds.filter((kind) => kind === "counted")).toHaveLength(required - 1);
    },
  );

  it.each([
    { required: 1, kind: "sent", later: { kind: "sent" } },
    { required: 2, kind: "counted", later: { kind: "denied", obstacle: { kind: "approvedBefore" } } },
  ])("counts once if Slack delivers its click twice: $required needed", async ({ required, kind, later }) => {
    const id = await propose(required, ["Mina", "Sora"]);
    const click = { by: "Mina", revision: 1, actId: "click" };
    const answers = await Promise.all([1, 2].map(() => world.approve(id, click)));
    expect(answers).toEqual([{ kind }, { kind }]);
    await world.comeToRest();
    await world.restart();
    expect(await world.approve(id, click)).toMatchObject(later);
    await world.comeToRest();
    expect((await world.proposals.get(id))?.approvals).toMatchObject([{ by: "Mina" }]);
    expect(sent()).toHaveLength(2 - required);
  });

  it("no longer counts if its reviewer loses the right to review, so another one is needed", async () => {
    const id = await propose(2, ["Mina", "Sora", "Joon Lee"]);
    const approveNow = approveAs(id);
    expect((await approveNow("Mina"))?.kind).toBe("counted");
    world.reviewers.delete("Mina");
    expect((await approveNow("Sora"))?.kind).toBe("counted");
    expect((await approveNow("Joon Lee"))?.kind).toBe("sent");
    await world.comeToRest();
  });

  it("is denied with the same reason to each delivery of a guest's click", async () => {
    const id = await propose(1, ["Mina"]);
    const click = { by: "guest", revision: 1, actId: "click" };
    const answers = await Promise.all([1, 2].map(() => world.approve(id, click)));
    const why = { kind: "denied", obstacle: { kind: "notReviewer" } };
    expect(answers).toEqual([why, why]);
  });

  it("is denied with the name of the first reviewer if two reviewers approve at once", async () => {
    const id = await propose(1, ["Mina", "Sora"]);
    const answers = await Promise.all(["Mina", "Sora"].map(approveAs(id)));
    const first = answers[0]?.kind === "sent" ? "Mina" : "Sora";
    expect(answers).toContainEqual({
      kind: "denied",
      obstacle: { kind: "decided", state: "approved", by: first, at: world.now() },
    });
  });

  it("is stored even after the reviewer was told that it is still being stored", async () => {
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
    expect(answer).toMatchObject({ kind: "nothing", acknowledgement: { kind: "storing" } });
    told.resolve();
    expect(await decided.promise).toBe("counted");
    await eventually(async () =>
      expect((await world.proposals.get(id))?.approvals).toMatchObject([{ by: "Mina" }]),
    );
  });

  it("is answered without a second read of the store, which may have become slow", async () => {
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
    await world.comeToRest();
    expect(sent()).toHaveLength(1);
  });

  it("can be given by another reviewer at once if the approved update was not sent", async () => {
    const id = await propose(1, ["Mina", "Sora"]);
    expect(await world.approve(id, { by: "Mina", revision: 1, isAcknowledged: false })).toBeNull();
    await eventually(async () =>
      expect((await world.proposals.get(id))?.operation?.outcome).toBe("not_sent"),
    );
    expect((await approveAs(id)("Sora"))?.kind).toBe("sent");
    await world.comeToRest();
    expect(sent()).toHaveLength(1);
  });
});
