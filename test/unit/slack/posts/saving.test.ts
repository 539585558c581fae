import { WebClient } from "@slack/web-api";
import { expect, it } from "vitest";
import { SILENT } from "../../../../sandbox/test/support/bolt-app.ts";
import { delivery as delivering } from "../../../../src/locales/delivery.ts";
import type { PostQueue } from "../../../../src/post-queue.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import { Delivery } from "../../../../src/slack/posts/delivery.ts";
import { aLine, aPost, isPost, startDelivery } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";
import { aQueuedPost } from "./an-entry.ts";

const cut = new Error("the connection was cut");

/** Fails the first times, before the write or after it (`isDone`). */
function failing<A extends unknown[], T>(
  write: (...parts: A) => Promise<T>,
  { times, isDone = false }: { times: number; isDone?: boolean },
) {
  let left = times;
  return async (...parts: A): Promise<T> => {
    const fails = left > 0;
    left -= 1;
    if (fails && !isDone) throw cut;
    const done = await write(...parts);
    if (fails) throw cut;
    return done;
  };
}

it.each([
  { when: "before it was stored", isDone: false },
  { when: "after it was stored", isDone: true },
])("delivery shows a post once although saving it failed twice, $when", async ({ isDone }) => {
  const { slack, store, errors, resolve } = await startDelivery((posts) => ({
    ...posts,
    save: failing(posts.save, { times: 2, isDone }),
  }));
  await store.posts.add({ posts: [aPost("once")], lines: [aLine("once", "line")] });
  await eventually(() => expect(errors).toEqual([cut, cut]));
  await resolve();
  expect(slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["once", "line"]);
});

it("delivery doesn't mark a post as a repeat if its attempt could not be stored", async () => {
  const { slack, store, errors, resolve } = await startDelivery((posts) => ({
    ...posts,
    attempt: failing(posts.attempt, { times: 2 }),
  }));
  slack.faults.webApi({ method: "chat.postMessage", kind: "ratelimited", retryAfterS: 0, times: 1 });
  await store.posts.add({ posts: [aPost("once")] });
  await resolve();
  expect(slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["once"]);
  expect(errors).toEqual([cut, cut]);
});

it.each([
  { answer: "refused the conversation", error: "is_archived", channel: "C0REVIEWS" },
  { answer: "asked to wait", error: "ratelimited", channel: "C0TESTS" },
] as const)("delivery doesn't mark a post as a repeat after Slack $answer", async ({ error, channel }) => {
  const { slack, store, givenUp, resolve } = await startDelivery((posts) => ({
    ...posts,
    save: failing(posts.save, { times: 2, isDone: true }),
  }));
  const method = "chat.postMessage";
  slack.faults.webApi(
    error === "ratelimited"
      ? { method, kind: "ratelimited", retryAfterS: 1, times: 1 }
      : { method, kind: "error", error, times: 1 },
  );
  await store.posts.add({ posts: [aPost("once", "once", ["C0TESTS", "C0REVIEWS"])] });
  await resolve();
  expect(slack.messages(channel)[0]?.text).not.toContain("may repeat");
  expect(slack.traffic.filter(isPost)).toHaveLength(2);
  expect(givenUp).toEqual([]);
});

it("delivery posts what is due before it stops, and later posts after the next start", async () => {
  const { slack, store, stop, restart, resolve } = await startDelivery();
  const told = () => slack.messages("C0TESTS").map(({ text }) => text);
  await store.posts.add({ posts: [aPost("first"), aPost("second")], lines: [aLine("first", "line")] });
  await stop(20_000);
  expect(told().toSorted()).toEqual(["first", "line", "second"]);
  expect(await store.posts.countQueued()).toBe(0);
  await store.posts.add({ posts: [aPost("third")] });
  expect(await store.posts.countQueued()).toBe(1);
  await restart();
  await resolve();
  expect(told().at(-1)).toBe("third");
});

it.each([
  { does: "deletes a duplicate post", isReplaced: true },
  { does: "keeps its only post", isReplaced: false },
])("an instance that lost the lease $does", async ({ isReplaced }) => {
  let isLost = false;
  const { slack, store } = await startDelivery((posts) => ({
    ...posts,
    lead: async (forMs) => !isLost && (await posts.lead(forMs)),
    // Another instance delivers from the moment that Slack takes it.
    async save(delivered) {
      if (isLost) return await posts.save(delivered);
      isLost = true;
      const theirs = delivered.map((post) => ({ ...post, message: { channel: "C0TESTS", ts: "1.1" } }));
      if (isReplaced) await posts.save(theirs);
      return null;
    },
  }));
  await store.posts.add({ posts: [aPost("once")] });
  const deletions = () => slack.traffic.filter(({ name }) => name === "chat.delete");
  const [own] = await eventually(() => {
    const asked = slack.traffic.filter(isPost);
    expect(asked[0]?.status).toBe(200);
    return asked;
  });
  if (isReplaced) await eventually(() => expect(deletions()).toHaveLength(1));
  else {
    const [message] = slack.messages("C0TESTS");
    const stands = { channel: "C0TESTS", ts: message?.ts };
    await eventually(async () =>
      expect(await store.posts.list(["once"])).toMatchObject([{ message: stands }]),
    );
    // Whoever delivers edits it, in case something had changed since.
    await eventually(async () => expect(await store.posts.countQueued()).toBe(1));
    isLost = false;
    await eventually(() => expect(slack.traffic.some(({ name }) => name === "chat.update")).toBe(true));
  }
  expect(slack.traffic.filter(isPost)).toEqual([own]);
});

it("delivery has at most 80 requests under way", async () => {
  const waiting = Array.from({ length: 100 }, (_, id) => ({
    post: aQueuedPost(id, { destination: `U${id}` }),
    lines: [],
  }));
  const queue: PostQueue = {
    lead: async () => true,
    resign: async () => {},
    deliverBy: () => () => {},
    announce: async () => {},
    hears: () => true,
    waiting: async () => waiting,
    attempt: async (leaving) => leaving,
    save: async () => [],
    saveLate: async () => true,
  };
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return await new Promise<never>(() => {});
  };
  const delivery = new Delivery({
    queue,
    renderers: new Map([["test", { render: async () => plainAnswer("drawn") }]]),
    plainWords: () => plainAnswer("not drawn"),
    pace: { postMs: 1, editMs: 1, editBurst: 1 },
    isNamed: () => false,
    repeatNote: "may repeat",
    client: new WebClient("xoxb-1", { fetch, logger: SILENT, maxRequestConcurrency: 1000 }),
    moved: delivering.en.moved,
    random: () => 0,
    onFailure: () => {},
  });
  delivery.start();
  await eventually(() => expect(requests).toBe(80));
  await delivery.stop(1);
  expect(requests).toBe(80);
});
