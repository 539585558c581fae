import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { settleOutcome } from "../../../../src/features/messages/settle.slack.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import type { Click } from "../../../../src/slack/edge/interaction.ts";
import { openStore } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";

/** A store with one unknown outcome in it, and a person who clicks on a post that is there no more. */
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
  await store.operations.accept({ id, kind, author, conversation, request });
  await store.operations.start(id);
  await store.operations.finish(id, { outcome: "unknown", result, posts: () => [] });
  const told: string[] = [];
  const click = async (actionId: string, value = id) => {
    const seen: Click = {
      person: { id: author, locale: "en", standing: "member" },
      actionId,
      value,
      conversation,
      form: null,
      ack: async () => void told.push("acknowledged"),
      answer: async ({ text }) => void told.push(text),
      replace: async () => {
        throw new Error("response_url answered 404");
      },
      wasHeldUp: () => false,
      openModal: async () => undefined,
      updateModal: async () => {},
    };
    await settleOutcome(seen, {
      store,
      isOperator: () => false,
      posts: { words: en, places: { results: null, onCall: null }, testRecipients: [] },
      wordsOf,
      now: () => new Date(),
    });
    return told.splice(0);
  };
  return { id, store, click };
}

it("answers in words where the clicked post can't be replaced, and a second click too", async () => {
  const { id, store, click } = await start();
  const first = await click("messages.settle:arrived");
  expect(first).toEqual(["acknowledged", expect.stringContaining(`<@U1>${en.settle.says.arrived}`)]);
  const second = await click("messages.settle:did_not_arrive");
  expect(second).toEqual([
    "acknowledged",
    expect.stringContaining(`${en.settle.already}<@U1>${en.settle.says.arrived}`),
  ]);
  expect(await store.operations.get(id)).toMatchObject({ settledBy: "U1", settledAs: "arrived" });
  expect(await store.posts.forOperation(id)).toHaveLength(2);
});

it("settles nothing by a button that it doesn't know, and tells when the message is gone", async () => {
  const { id, store, click } = await start();
  expect((await click("messages.settle"))[1]).toContain(en.edge.outdated);
  expect((await click("messages.settle:constructor"))[1]).toContain(en.edge.outdated);
  expect((await click("constructor"))[1]).toContain(en.edge.outdated);
  expect((await click("messages.settle:arrived", "gone"))[1]).toContain(en.result.noLonger);
  expect((await store.operations.get(id))?.settledAs).toBeNull();
});
