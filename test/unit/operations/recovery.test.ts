import { setImmediate } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { OperationKind } from "../../../src/operations/index.ts";
import { Recovery } from "../../../src/operations/recovery.ts";
import type { InTransaction, Store } from "../../../src/store/index.ts";
import { anUnknown } from "../../support/operation.ts";
import { aKind, asking, atOnce, type Body, startKinds } from "./running.ts";
import { otherwise } from "./taking-on.ts";

describe("after a restart, recovery", () => {
  const ran: unknown[] = [];
  const remember: OperationKind<Body, string>["ready"] = async (body) =>
    asking(async () => {
      ran.push(body.text);
      return "done";
    });
  const kinds = [
    aKind({ name: "files.upload", ready: remember }),
    aKind({ name: "templates.update", resumes: true, ready: remember }),
    aKind({ name: "messages.send", ready: remember }),
  ];
  const anAct = (id: string, kind: string) => ({
    id,
    kind,
    author: "U1",
    conversation: null,
    request: { text: id },
  });

  it("runs only acknowledged operations of a kind that resumes, and no second step", async () => {
    ran.length = 0;
    const { ended } = await startKinds(kinds, {
      leave: async ({ operations }) => {
        for (const [id, kind] of [
          ["decided", "templates.update"],
          ["sent", "messages.send"],
        ] as const) {
          await operations.enqueue(anAct(id, kind));
          await operations.acknowledged(id);
        }
        await operations.enqueue(anAct("unacknowledged", "templates.update"));
        const next = { id: "following", kind: "templates.update", request: { text: "following" } };
        await operations.enqueue({ ...anAct("upload", "files.upload"), next });
        await operations.acknowledged("following");
        await operations.start("upload");
        await operations.finish("upload", { outcome: "accepted", result: null, notificationFor: () => ({}) });
      },
    });
    expect(await ended("decided")).toMatchObject({ outcome: "accepted" });
    for (const id of ["sent", "unacknowledged", "following"])
      expect(await ended(id)).toMatchObject({ outcome: "not_sent", result: { code: "ProcessEnded" } });
    expect(ran).toEqual(["decided"]);
  });

  /** Operations of one act are equally old, so a database may return them in any order. */
  const handingOutBackwards = otherwise((real) => ({
    claimAbandoned: async (limit) => (await real.claimAbandoned(limit)).toReversed(),
  }));
  const refusal = { code: "ImageTooLarge", words: "It is too large", status: 400 };
  /** An upload followed by a message; `come` is what the earlier process did of the upload. */
  const leavePair = (come: (operations: Store["operations"]) => Promise<unknown>) =>
    startKinds(kinds, {
      leave: async ({ operations }) => {
        const next = { id: "second", kind: "messages.send", request: { text: "hi" } };
        await operations.enqueue({ ...anAct("first", "files.upload"), next });
        await come(operations);
      },
      store: handingOutBackwards,
    });

  const refused = async (operations: Store["operations"]) => {
    await operations.start("first");
    const result = { ...refusal, reply: null };
    await operations.finish("first", { outcome: "refused", result, notificationFor: () => ({}) });
  };
  it.each<[string, object, (operations: Store["operations"]) => Promise<unknown>]>([
    ["refused", refusal, refused],
    ["not_sent", { code: "ProcessEnded" }, async () => {}],
    ["unknown", { code: "ProcessEnded" }, (operations) => operations.start("first")],
  ])("closes a second step with the reason why the first step was %s", async (outcome, why, come) => {
    const { ended } = await leavePair(come);
    expect(await ended("first")).toMatchObject({ outcome, result: why });
    const before = { outcome, ...why };
    expect(await ended("second")).toMatchObject({
      outcome: "not_sent",
      result: { code: "NotReached", reply: { before } },
    });
  });

  it("closes several operations at the same time, so that one failure delays no other", async () => {
    const ids = ["a", "b", "c"];
    const tried = new Set<string>();
    const written: string[] = [];
    // Closed one after the other, the first would have given up by the time that the last is tried.
    const inTransaction: InTransaction =
      ({ id }) =>
      async () => {
        tried.add(id);
        if (tried.size < ids.length) throw new Error("no such table");
        written.push(id);
        return null;
      };
    const { ended } = await startKinds([aKind({ name: "files.upload", inTransaction })], {
      leave: async ({ operations }) => {
        for (const id of ids) await operations.enqueue(anAct(id, "files.upload"));
      },
      retries: atOnce,
    });
    for (const id of ids) expect(await ended(id)).toMatchObject({ result: { code: "ProcessEnded" } });
    expect(written.toSorted()).toEqual(ids);
  });

  it("can rely on the time of acknowledgement being stored for a kind that resumes", async () => {
    const { perform, ended } = await startKinds(kinds);
    await perform({ kind: "templates.update", request: {} });
    expect(await ended("first")).toMatchObject({ outcome: "accepted", acknowledgedAt: expect.any(Date) });
  });
});

it.each([
  { when: "at a start, before people act", how: "all", atOnce: 20 },
  { when: "later, while people act", how: "some", atOnce: 4 },
] as const)("recovery closes $atOnce operations at the same time $when", async ({ how, atOnce }) => {
  const abandoned = Array.from({ length: 20 }, (_, number) => anUnknown({ id: `${number}` }));
  const [running, most] = [new Set<string>(), { atOnce: 0, ended: 0 }];
  const endAbandoned = async (_: unknown, { id }: { id: string }) => {
    running.add(id);
    most.atOnce = Math.max(most.atOnce, running.size);
    await setImmediate();
    running.delete(id);
    most.ended += 1;
  };
  const recovery = new Recovery({
    ...{
      store: { operations: { claimAbandoned: async () => abandoned.splice(0) } },
      log: pino({ level: "silent" }),
      kinds: new Map(),
    },
    ...{ runner: { endAbandoned }, resume: () => {} },
  });
  await recovery[how]();
  expect(most).toEqual({ atOnce, ended: 20 });
});
