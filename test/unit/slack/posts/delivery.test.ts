import { WebClient } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { SILENT } from "../../../../sandbox/test/support/bolt-app.ts";
import { delivery as delivering } from "../../../../src/locales/delivery.ts";
import type { PostQueue } from "../../../../src/post-queue.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import { Delivery } from "../../../../src/slack/posts/delivery.ts";
import { aLine, aPost, isPost } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";
import { aQueuedPost } from "./an-entry.ts";
import { defect, startPosting } from "./start-posting.ts";

describe("the delivery of posts to Slack", () => {
  it("posts only the whole plain text if Slack refuses the blocks", async () => {
    const { deliver, texts, failPosts } = await startPosting();
    failPosts({ kind: "error", error: "msg_blocks_too_long" });
    const text = Array.from({ length: 900 }, (_, line) => `line ${line}`).join("\n");
    await deliver(aPost("long", text));
    expect(texts()).toEqual([text]);
  });

  it("posts to the next destination after a lasting error, and goes on with the next post", async () => {
    const { deliver, texts, failPosts } = await startPosting();
    failPosts({ kind: "error", error: "brand_new_error", times: 8 });
    await deliver(aPost("first", "first", ["C0TESTS", "C0REVIEWS"]), aPost("second"));
    expect(texts("C0REVIEWS")).toEqual(["first\nmeant for <#C0TESTS>"]);
    expect(texts()).toEqual(["second"]);
  });

  it("keeps trying a post that has no other destination", async () => {
    const { slack, add, texts, failPosts } = await startPosting();
    failPosts({ kind: "error", error: "brand_new_error", times: 12 });
    await add(aPost("only"));
    await eventually(() => expect(texts()).toEqual(["only"]));
    expect(slack.traffic.filter(isPost)).toHaveLength(13);
  });

  it.each([
    ["HTTP 429 without a time", "chat.postMessage", 429, ["ratelimited"]],
    ["a failed question about its conversation", "conversations.info", 500, ["HTTP 500"]],
  ])("doesn't mark a post as a possible repeat after %s", async (_, method, status, logged) => {
    const { slack, deliver, texts, failures } = await startPosting();
    slack.faults.webApi({ method, kind: "status", status, times: 1 });
    await deliver(aPost("once", "once", ["C0GENERAL"]));
    expect(texts("C0GENERAL")).toEqual(["once"]);
    expect(failures).toEqual(logged);
  });

  it.each([
    { limited: "chat.update", isPaused: true },
    { limited: "conversations.info", isPaused: false },
  ])(
    "pauses the edits of all posts if Slack's rate limit hits $limited: $isPaused",
    async ({ limited, isPaused }) => {
      const { slack, add, deliver, texts, failures, failPosts } = await startPosting();
      await deliver(aPost("limited", "first", ["C0GENERAL"]), aPost("other", "first"));
      // What was seen of the conversation is believed until a post fails there.
      failPosts({ kind: "error", error: "is_archived" });
      await deliver(aPost("gone", "given up", ["C0GENERAL"]));
      slack.faults.webApi({ method: limited, kind: "ratelimited", retryAfterS: 1, times: 1 });
      await add(aPost("limited", "changed", ["C0GENERAL"]));
      await eventually(() => expect(failures).toEqual(["is_archived", "ratelimited"]));
      await deliver(aPost("other", "changed"), aPost("new", "new", ["C0REVIEWS"]));
      const asked = slack.traffic.filter(({ name }) => /^chat\.(update|postMessage)$/.test(name)).slice(-3);
      const asksFor = (conversation: string) =>
        asked.findIndex(({ request }) => JSON.stringify(request).includes(conversation));
      if (isPaused) expect(asksFor("C0TESTS")).toBeGreaterThan(asked.findIndex(isPost));
      else expect(asksFor("C0GENERAL")).toBe(2);
      expect(texts("C0GENERAL")).toEqual(["changed"]);
    },
  );

  it("posts to the next destination if a scope is missing to see whether the first one is shared", async () => {
    const { slack, add, texts, failures } = await startPosting();
    slack.faults.webApi({ method: "conversations.info", kind: "error", error: "missing_scope" });
    await add(aPost("told", "told", ["C0GENERAL", "U0JOON"]));
    const post = await slack.waitFor(() => slack.dm("U0JOON")[0], { timeoutMs: 10_000, what: "the post" });
    expect(post.text).toContain("told");
    expect(texts("C0GENERAL")).toEqual([]);
    expect(failures).toEqual(["missing_scope"]);
  });

  it("posts nothing if a rendering is empty, and leaves an existing post unchanged", async () => {
    const { store, resolve, texts } = await startPosting();
    const show = async (text: string | null) => {
      const lines = text === null ? [] : [aLine("finding", null)];
      await store.posts.add({ posts: [aPost("finding", text)], lines });
      await resolve();
      return texts();
    };
    expect(await show(null)).toEqual([]);
    expect(await show("found")).toEqual(["found"]);
    expect(await show(null)).toEqual(["found"]);
    expect(await show("found more")).toEqual(["found more"]);
  });

  it("leaves a post of an unknown kind to another instance that can render it", async () => {
    const { store, add, texts } = await startPosting();
    await add({ ...aPost("newer"), kind: "of a newer version" }, aPost("known"));
    await eventually(() => expect(texts()).toEqual(["known"]));
    await eventually(async () => expect(await store.posts.countQueued()).toBe(1));
  });

  it("posts what is due before it stops, and later posts after the next start", async () => {
    const { store, stop, restart, add, resolve, texts } = await startPosting();
    await store.posts.add({ posts: [aPost("first"), aPost("second")], lines: [aLine("first", "line")] });
    await stop(20_000);
    expect(texts().toSorted()).toEqual(["first", "line", "second"]);
    expect(await store.posts.countQueued()).toBe(0);
    await add(aPost("third"));
    expect(await store.posts.countQueued()).toBe(1);
    await restart();
    await resolve();
    expect(texts().at(-1)).toBe("third");
  });

  it("has at most 80 requests to Slack at the same time", async () => {
    const waiting = Array.from({ length: 100 }, (_, id) => ({
      post: aQueuedPost(id, { destination: `U${id}` }),
      lines: [],
    }));
    const queue: PostQueue = {
      ...{ lead: async () => true, resign: async () => {}, deliverBy: () => () => {} },
      ...{ announce: async () => {}, hears: () => true, waiting: async () => waiting },
      ...{ attempt: async (leaving) => leaving, save: async () => [], saveLate: async () => true },
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
      client: new WebClient("xoxb-1", { fetch, logger: SILENT, maxRequestConcurrency: 1000 }),
      ...{ isNamed: () => false, repeatNote: "may repeat", moved: delivering.en.moved },
      ...{ random: () => 0, onFailure: () => {} },
    });
    delivery.start();
    await eventually(() => expect(requests).toBe(80));
    await delivery.stop(1);
    expect(requests).toBe(80);
  });
});

describe("a post whose rendering fails", () => {
  it.each<[string, (rendering: number) => boolean, Record<string, number>, string[]]>([
    ["five times", (n) => n <= 5, {}, ["first", "next"]],
    ["once, after Slack had failed seven times", (n) => n === 8, { accesslimited: 7 }, ["first", "next"]],
    [
      "four times, while Slack fails too",
      (n) => n <= 4,
      { accesslimited: 7, new_error: 7 },
      ["first", "next"],
    ],
    ["always", () => true, { accesslimited: 3 }, ["first was not drawn", "next was not drawn"]],
  ])(
    "is posted after at most five failures, else replaced by a plain note: it fails %s",
    async (_, failsAt, fails, told) => {
      const { deliver, texts, failPosts } = await startPosting({ failsAt });
      for (const [error, times] of Object.entries(fails)) failPosts({ kind: "error", error, times });
      await deliver(aPost("first", "first", ["C0TESTS", "C0REVIEWS"]), aPost("next"));
      expect(texts()).toEqual(told);
    },
  );

  it("is posted as a plain note until the next start", async () => {
    const { add, texts, errors, restart } = await startPosting({ failsAt: (n) => n <= 6 });
    await add(aPost("first"), aPost("next"));
    await eventually(() => expect(texts()).toEqual(["first was not drawn", "next"]));
    expect(errors).toEqual(Array.from({ length: 6 }, () => defect));
    await restart();
    await eventually(() => expect(texts()).toEqual(["first", "next"]));
  });

  it.each(["an hour has passed", "the app has started again"])("stays unchanged until %s", async (after) => {
    let isFailing = false;
    const { add, deliver, texts, errors, letPass, restart } = await startPosting({
      failsAt: () => isFailing,
    });
    await deliver(aPost("card", "waits"));
    isFailing = true;
    await add(aPost("card", "approved"));
    await eventually(() => expect(errors).toHaveLength(6));
    expect(texts()).toEqual(["waits"]);
    isFailing = false;
    if (after === "an hour has passed") letPass(3_600_000);
    else await restart();
    await add(aPost("other", "wakes it"));
    await eventually(() => expect(texts()).toEqual(["approved", "wakes it"]));
  });

  it("counts as queued", async () => {
    const { promise: stored, resolve } = Promise.withResolvers<void>();
    const { add, store, failures } = await startPosting({
      queue: (posts) => ({ ...posts, save: (some) => posts.save(some).finally(resolve) }),
      failsAt: () => true,
      retries: { firstMs: 600_000, longestMs: 600_000 },
    });
    await add(aPost("act:gone"));
    await stored;
    expect(failures.at(-1)).toBe("not drawn yet");
    expect(await store.posts.countQueued()).toBe(1);
  });
});

describe("a request that may outlast the delivery lease", () => {
  /** So much of the lease is over then that a request may outlast it. */
  const tooLongMs = 15_000 - 9_000;

  it.each([
    [tooLongMs, "monotonic", ["not sent"]],
    [tooLongMs, "wall", ["not sent"]],
    [tooLongMs - 1_500, "monotonic", []],
  ] as const)("is not made if rendering the post took %i ms by the %s clock", async (ms, clock, logged) => {
    let pass: Awaited<ReturnType<typeof startPosting>>["letPass"] = () => {};
    const started = await startPosting({
      failsAt: (rendering) => {
        if (rendering === 1) pass(ms, clock);
        return false;
      },
    });
    pass = started.letPass;
    await started.deliver(aPost("once"));
    expect(started.slack.traffic.filter(isPost)).toHaveLength(1);
    expect([started.texts(), started.failures]).toEqual([["once"], logged]);
  });

  it("is not made for an edit if reading the conversation's state took too long", async () => {
    const { slack, add, deliver, texts, failures, letPass } = await startPosting();
    await deliver(aPost("living", "first", ["C0GENERAL"]));
    letPass(60_000);
    const off = slack.on((event) => {
      if (event.kind !== "traffic" || event.entry.name !== "conversations.info") return;
      off();
      letPass(tooLongMs);
    });
    await add(aPost("living", "second", ["C0GENERAL"]));
    await eventually(() => expect(texts("C0GENERAL")).toEqual(["second"]));
    expect(slack.traffic.filter(({ name }) => name === "chat.update")).toHaveLength(1);
    expect(failures).toEqual(["not sent"]);
  });
});

describe("a store that fails", () => {
  const cut = new Error("the connection was cut");

  /** Fails twice, before the write or after it (`isDone`). */
  function failing<A extends unknown[], T>(write: (...parts: A) => Promise<T>, isDone = false) {
    let left = 2;
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
    { when: "before", isDone: false },
    { when: "after", isDone: true },
  ])("$when it saves a delivered post doesn't make the post appear twice", async ({ isDone }) => {
    const { store, errors, resolve, texts } = await startPosting({
      queue: (posts) => ({ ...posts, save: failing(posts.save, isDone) }),
    });
    await store.posts.add({ posts: [aPost("once")], lines: [aLine("once", "line")] });
    await eventually(() => expect(errors).toEqual([cut, cut]));
    await resolve();
    expect(texts()).toEqual(["once", "line"]);
  });

  it("when an attempt is noted doesn't make the post say that it may be a repeat", async () => {
    const { deliver, texts, errors, failPosts } = await startPosting({
      queue: (posts) => ({ ...posts, attempt: failing(posts.attempt) }),
    });
    failPosts({ kind: "ratelimited", retryAfterS: 0 });
    await deliver(aPost("once"));
    expect(texts()).toEqual(["once"]);
    expect(errors).toEqual([cut, cut]);
  });

  it.each([
    ["refused the conversation", { kind: "error", error: "is_archived" }, "C0REVIEWS"],
    ["asked to wait", { kind: "ratelimited", retryAfterS: 1 }, "C0TESTS"],
  ] as const)(
    "doesn't make the post say that it may be a repeat after Slack %s",
    async (_, fault, conversation) => {
      const { slack, deliver, texts, givenUp, failPosts } = await startPosting({
        queue: (posts) => ({ ...posts, save: failing(posts.save, true) }),
      });
      failPosts(fault);
      await deliver(aPost("once", "once", ["C0TESTS", "C0REVIEWS"]));
      expect(texts(conversation)[0]).not.toContain("may repeat");
      expect(slack.traffic.filter(isPost)).toHaveLength(2);
      expect(givenUp).toEqual([]);
    },
  );
});

it.each([
  { does: "deletes a duplicate post", isReplaced: true },
  { does: "keeps its only post", isReplaced: false },
])("an instance that lost the delivery lease while posting $does", async ({ isReplaced }) => {
  let isLost = false;
  const { slack, store, add } = await startPosting({
    queue: (posts) => ({
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
    }),
  });
  await add(aPost("once"));
  const asked = (name: string) => slack.traffic.filter((entry) => entry.name === name);
  await eventually(() => expect(asked("chat.postMessage")[0]?.status).toBe(200));
  if (isReplaced) await eventually(() => expect(asked("chat.delete")).toHaveLength(1));
  else {
    const message = { channel: "C0TESTS", ts: slack.messages("C0TESTS")[0]?.ts };
    await eventually(async () => expect(await store.posts.list(["once"])).toMatchObject([{ message }]));
    // Whoever delivers edits it, in case something had changed since.
    await eventually(async () => expect(await store.posts.countQueued()).toBe(1));
    isLost = false;
    await eventually(() => expect(asked("chat.update").length).toBeGreaterThan(0));
  }
  expect(asked("chat.postMessage")).toHaveLength(1);
});
