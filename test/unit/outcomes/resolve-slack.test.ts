import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { notificationOfEnd } from "../../../src/outcomes/notifications.ts";
import { openUnresolved, resolveOutcome } from "../../../src/outcomes/resolve.slack.ts";
import { Fields } from "../../../src/slack/edge/fields.ts";
import { openStore } from "../../../src/store/index.ts";
import { anUnknown } from "../../support/operation.ts";
import { metadataOf } from "../../support/spoken.ts";
import { takeAll } from "../../support/take-all.ts";
import { en } from "../../support/words.ts";
import { aClick, person } from "./interactions.ts";
import { aPresenter } from "./notifications.ts";

const presenter = aPresenter({ audiences: { results: null, onCall: [] } });

/** A store with one unknown outcome of U1's, and a click on one of its buttons. */
async function start() {
  const directory = await mkdtemp(join(tmpdir(), "settle-"));
  const url = `file:${join(directory, "test.db")}`;
  const store = await openStore({ url, owner: "one", leaseMs: 60_000, now: () => new Date() });
  onTestFinished(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  const { id, kind, author, conversation, result } = anUnknown();
  const request = { message: { to: "01023456789", from: "0212345678", text: "Hi" } };
  await store.operations.enqueue({ id, kind, author, conversation, request });
  await store.operations.start(id);
  await store.operations.finish(id, {
    ...{ outcome: "unknown", result },
    notificationFor: (transition, operation) => notificationOfEnd(operation, transition, presenter),
  });
  const told: string[] = [];
  const click = async (
    actionId: string,
    { value = id, by = author, isEphemeral = false, unknownsCard = "", answer = resolveOutcome } = {},
  ) => {
    const form = unknownsCard === "" ? null : { ...metadataOf({ unknownsCard }), fields: new Fields({}) };
    const ack = async () => void told.push("acknowledged");
    const seen = aClick(told, { actionId, value, isEphemeral, form, ack, person: { ...person, id: by } });
    await answer(seen, {
      store,
      isOperator: ({ id }) => {
        if (form !== null && id === author) throw new Error("Slack did not say who is in the group");
        return id === "U7";
      },
      isKnownOperator: ({ id }) => id === "U7",
      presenter,
    });
    const [first, ...answers] = told.splice(0);
    expect(first).toBe("acknowledged");
    return answers;
  };
  /** Further unknown outcomes of U1's, of one act or each of its own. */
  const fail = async ([first = "", ...others]: string[]) => {
    const siblings = others.map((other) => ({ id: other, request: {} }));
    const own = { id: first, kind, author, conversation: null, request: {} };
    await store.operations.enqueue({ ...own, siblings });
    for (const one of [first, ...others]) {
      await store.operations.start(one);
      await store.operations.finish(one, { outcome: "unknown", result, notificationFor: () => ({}) });
    }
  };
  return { id, store, click, fail };
}

it("a report of an outcome changes its posts, and a second report is answered with the first person's name", async () => {
  const { id, store, click } = await start();
  expect(await click("messages.settle:arrived")).toEqual([]);
  const second = await click("messages.settle:did_not_arrive");
  expect(second).toEqual([expect.stringContaining(`${en.resolve.already}<@U1>${en.outcomes.says.arrived}`)]);
  expect(await store.operations.get(id)).toMatchObject({ resolvedBy: "U1", resolvedAs: "arrived" });
  const told = await takeAll(store, ["messages.send"]);
  expect(told.map(({ audience }) => audience).toSorted()).toEqual(["author", "author", "result", "result"]);
  const event = { kind: "reported", operation: id, by: "U1", as: "arrived" };
  for (const audience of ["author", "result"]) {
    const requests = told.filter((one) => one.audience === audience);
    expect(requests.map(({ line }) => line?.event ?? null)).toEqual([null, event]);
  }
});

it("a report in a form updates the form, even if it isn't known who is an operator", async () => {
  const { id, store, click } = await start();
  expect(await click("messages.settle:arrived", { unknownsCard: "unknowns" })).toEqual(["form"]);
  expect(await store.operations.get(id)).toMatchObject({ resolvedBy: "U1", resolvedAs: "arrived" });
});

it("a report by a button outside of posts is answered in words", async () => {
  const { click } = await start();
  const [answer] = await click("messages.settle:arrived", { isEphemeral: true });
  expect(answer).toContain(en.outcomes.title.arrived(en.outcomes.message));
});

it("an unknown outcome may be reported only by its author and by operators", async () => {
  const { id, store, click } = await start();
  const answer = await click("messages.settle:arrived", { by: "U9" });
  expect(answer).toEqual([en.resolve.notYours]);
  expect((await store.operations.get(id))?.resolvedAs).toBeNull();
  expect((await takeAll(store, ["messages.send"])).filter(({ line }) => line !== null)).toEqual([]);
  expect(await click("messages.settle:did_not_arrive", { by: "U7" })).toEqual([]);
  expect(await store.operations.get(id)).toMatchObject({ resolvedBy: "U7", resolvedAs: "did_not_arrive" });
});

it("a report after the platform's late reply is refused, and the answer names the platform's outcome", async () => {
  const { id, store, click } = await start();
  const result = { code: "2000", words: null, status: 200, reply: null };
  await store.operations.finish(id, { outcome: "accepted", result, notificationFor: () => ({}) });
  const [answer] = await click("messages.settle:did_not_arrive");
  expect(answer).toContain(`${en.resolve.overtaken}${en.outcomes.title.accepted(en.outcomes.message)}`);
  expect(answer).toContain("010-****-6789");
  expect((await store.operations.get(id))?.resolvedAs).toBeNull();
});

it("a report by an unknown button or about a missing message is refused", async () => {
  const { id, store, click } = await start();
  expect((await click("messages.settle"))[0]).toContain(en.edge.outdated);
  expect((await click("messages.settle:constructor"))[0]).toContain(en.edge.outdated);
  expect((await click("constructor"))[0]).toContain(en.edge.outdated);
  expect((await click("messages.settle:arrived", { value: "gone" }))[0]).toContain(en.outcomes.noLonger);
  expect((await store.operations.get(id))?.resolvedAs).toBeNull();
});

it("the form of unknown outcomes says “none left” only to people who may report outcomes", async () => {
  const { store, id, click, fail } = await start();
  for (const one of ["two", "three"]) await fail([one]);
  for (const value of [id, "two", "three"]) await click("messages.settle:arrived", { value });
  const value = (await store.operations.get("three"))?.unknownsCard ?? "";
  const open = async (by: string) =>
    (await click("messages.unsettled", { value, by, answer: openUnresolved }))[0];
  expect(await open("U1")).toBe(en.outcomes.unknownsCard.none);
  expect(await open("U7")).toBe(en.outcomes.unknownsCard.none);
  expect(await open("U9")).toBe(en.resolve.notYours);
});

it("the form opened from the author's post reports several outcomes of one act one by one", async () => {
  const { store, click, fail } = await start();
  await fail(["a", "b", "c"]);
  const open = async (by: string) =>
    click("messages.unsettled", { value: "act:a", by, answer: openUnresolved });
  expect(await open("U9")).toEqual([en.resolve.notYours]);
  const unknownsCard = "act:a";
  expect(await click("messages.settle:arrived", { value: "b", unknownsCard })).toEqual(["form"]);
  const resolved = await Promise.all(["a", "b", "c"].map((id) => store.operations.get(id)));
  expect(resolved.map((one) => one?.resolvedAs)).toEqual([null, "arrived", null]);
  for (const value of ["a", "c"]) await click("messages.settle:arrived", { value });
  expect((await open("U1"))[0]).toBe(en.outcomes.unknownsCard.none);
});
