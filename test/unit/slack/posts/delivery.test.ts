import { expect, it } from "vitest";
import type { PostQueue } from "../../../../src/slack/posts/queue.ts";
import { createDelivery } from "../../../../src/store/posts/delivery.ts";
import { aPost, startDelivery } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";

const isPost = ({ name }: { name: string }) => name === "chat.postMessage";

it("splits a text whose blocks Slack refuses, and loses none of it", async () => {
  const { slack, store } = await startDelivery();
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "msg_blocks_too_long", times: 1 });
  const text = Array.from({ length: 900 }, (_, line) => `line ${line}`).join("\n");
  await store.posts.add([aPost(text)]);
  await eventually(async () => expect(await store.posts.countQueued()).toBe(0));
  const posted = slack.messages("C0TESTS").map((message) => message.text);
  expect(posted.length).toBeGreaterThan(1);
  expect(posted.join("")).toBe(text);
});

it("says that a split post may repeat when its first part was shown and a later one failed", async () => {
  const { slack, store } = await startDelivery();
  const off = slack.on((event) => {
    if (event.kind !== "message") return;
    off();
    slack.faults.webApi({ method: "chat.postMessage", kind: "ratelimited", retryAfterS: 1, times: 1 });
  });
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "msg_blocks_too_long", times: 1 });
  await store.posts.add([aPost("0123456789".repeat(700))]);
  await eventually(async () => expect(await store.posts.countQueued()).toBe(0));
  expect(slack.messages("C0TESTS").at(-1)?.text).toContain("may repeat");
});

it("goes elsewhere after an answer that no waiting mends, and lets the next ones through", async () => {
  const { slack, store } = await startDelivery();
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "brand_new_error", times: 8 });
  await store.posts.add([aPost("first", ["C0TESTS", "C0REVIEWS"]), aPost("second")]);
  await eventually(async () => expect(await store.posts.countQueued()).toBe(0));
  expect(slack.messages("C0REVIEWS").map(({ text }) => text)).toEqual(["first\nmeant for <#C0TESTS>"]);
  expect(slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["second"]);
});

it("keeps trying where nothing else is left, and never drops the post", async () => {
  const { slack, store } = await startDelivery();
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "brand_new_error", times: 12 });
  await store.posts.add([aPost("only")]);
  await eventually(() => expect(slack.messages("C0TESTS")).toHaveLength(1));
  expect(slack.traffic.filter(isPost)).toHaveLength(13);
});

it("calls no post a repeat that Slack asks to wait without saying how long", async () => {
  const { slack, store, failures } = await startDelivery();
  slack.faults.webApi({ method: "chat.postMessage", kind: "status", status: 429, times: 1 });
  await store.posts.add([aPost("once")]);
  await eventually(() => expect(slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["once"]));
  expect(failures).toEqual(["ratelimited"]);
});

it("does not call a post a repeat because the look at its conversation failed", async () => {
  const { slack, store, failures } = await startDelivery();
  slack.faults.webApi({ method: "conversations.info", kind: "status", status: 500, times: 2 });
  await store.posts.add([aPost("hello", ["C0GENERAL"])]);
  await eventually(() => expect(slack.messages("C0GENERAL")).toHaveLength(1));
  expect(slack.messages("C0GENERAL")[0]?.text).toBe("hello");
  expect(failures).toEqual(["HTTP 500", "HTTP 500"]);
});

it.each([
  { limited: "chat.update", isPaused: true },
  { limited: "conversations.info", isPaused: false },
])("holds all edits while Slack limits $limited: $isPaused", async ({ limited, isPaused }) => {
  const pauses: unknown[] = [];
  const { slack, store } = await startDelivery((posts) => ({
    ...posts,
    retryAt: async (claim, dueAt, failure) => {
      pauses.push(failure.pausesEdits);
      return await posts.retryAt(claim, dueAt, failure);
    },
  }));
  const add = async (post: Parameters<typeof aPost>[0], own?: Parameters<typeof aPost>[2]) => {
    await store.posts.add([aPost(post, ["C0GENERAL"], own)]);
    await eventually(async () => expect(await store.posts.countQueued()).toBe(0));
  };
  await add("first", { kind: "post", key: "a" });
  // What was seen of the conversation is believed until a post fails there.
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "is_archived", times: 1 });
  await add("given up");
  slack.faults.webApi({ method: limited, kind: "ratelimited", retryAfterS: 1, times: 1 });
  await add("changed", { kind: "edit", key: "a" });
  expect(slack.messages("C0GENERAL").map(({ text }) => text)).toEqual(["changed"]);
  expect(pauses).toEqual([isPaused]);
});

it("shows a post once though the store could not note at once that Slack has it", async () => {
  let failures = 2;
  const { slack, store, errors } = await startDelivery((posts) => ({
    ...posts,
    posted: async (...receipt) => {
      failures -= 1;
      if (failures >= 0) throw new Error("the database is locked");
      return posts.posted(...receipt);
    },
  }));
  await store.posts.add([aPost("once")]);
  await eventually(async () => expect(await store.posts.countQueued()).toBe(0));
  expect(slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["once"]);
  const cause = new Error("the database is locked");
  expect(errors).toEqual([cause, cause]);
});

const answered = [
  { to: "does not take it there", error: "is_archived", write: "readdress", channel: "C0REVIEWS" },
  { to: "asks to wait", error: "ratelimited", write: "retryAt", channel: "C0TESTS" },
] as const;

it.each(answered)(
  "calls no post a repeat that Slack $to, though that could not be noted at once",
  async (slackDoes) => {
    const { error, write, channel } = slackDoes;
    let failures = 2;
    const failing = <T extends unknown[]>(note: (...parts: T) => Promise<boolean>) => {
      return async (...parts: T) => {
        failures -= 1;
        if (failures >= 0) throw new Error("the database is locked");
        return await note(...parts);
      };
    };
    const { slack, store } = await startDelivery((posts) => ({
      ...posts,
      readdress: write === "readdress" ? failing(posts.readdress) : posts.readdress,
      retryAt: write === "retryAt" ? failing(posts.retryAt) : posts.retryAt,
    }));
    slack.faults.webApi(
      error === "ratelimited"
        ? { method: "chat.postMessage", kind: "ratelimited", retryAfterS: 1, times: 1 }
        : { method: "chat.postMessage", kind: "error", error, times: 1 },
    );
    await store.posts.add([aPost("once", ["C0TESTS", "C0REVIEWS"])]);
    const post = await slack.waitFor(() => slack.messages(channel)[0]);
    expect(post.text).not.toContain("may repeat");
    expect(failures).toBeLessThan(0);
  },
);

/** The first time it is done, and whoever asked isn't told. */
const unheard = <A extends unknown[]>(write: (...parts: A) => Promise<boolean>) => {
  let isHeard = false;
  return async (...parts: A) => {
    const done = await write(...parts);
    if (!isHeard) {
      isHeard = true;
      throw new Error("the connection was cut");
    }
    return done;
  };
};

it("doesn't tell a post as given up that has moved on, though nobody heard that it has", async () => {
  const { slack, store, givenUp } = await startDelivery((posts) => ({
    ...posts,
    readdress: unheard(posts.readdress),
  }));
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "is_archived", times: 1 });
  await store.posts.add([aPost("once", ["C0TESTS", "C0REVIEWS"])]);
  await slack.waitFor(() => slack.messages("C0REVIEWS")[0], { what: "the post" });
  await eventually(async () => expect(await store.posts.countQueued()).toBe(0));
  expect(givenUp).toEqual([]);
});

it("tells a post as given up that is, though nobody heard it at once", async () => {
  const { slack, store, givenUp } = await startDelivery((posts) => ({
    ...posts,
    undeliverable: unheard(posts.undeliverable),
  }));
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "is_archived", times: 1 });
  await store.posts.add([aPost("once", ["C0TESTS"])]);
  await eventually(() => expect(givenUp).toEqual(["is_archived"]));
});

it("doesn't tell a post as given up that another process has by now", async () => {
  const { slack, store, failures, givenUp } = await startDelivery((posts) => ({
    ...posts,
    undeliverable: async () => false,
  }));
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "is_archived", times: 1 });
  await store.posts.add([aPost("once", ["C0TESTS"])]);
  await eventually(() => expect(failures).toEqual(["is_archived"]));
  expect(givenUp).toEqual([]);
});

it.each(answered)(
  "shows a post once that Slack $to, though the answer to that note was lost",
  async (slackDoes) => {
    const { error, write } = slackDoes;
    const noted: boolean[] = [];
    let anew: () => Promise<void> = async () => {};
    /** Its first answer is lost, and before it is noted once more the post is claimed again and under way. */
    const losing = <T extends unknown[]>(note: (...parts: T) => Promise<boolean>) => {
      return async (...parts: T) => {
        if (noted.length > 0) await anew();
        noted.push(await note(...parts));
        if (noted.length === 1) throw new Error("the connection died");
        return noted.at(-1) === true;
      };
    };
    const { slack, store } = await startDelivery((posts) => ({
      ...posts,
      readdress: write === "readdress" ? losing(posts.readdress) : posts.readdress,
      retryAt: write === "retryAt" ? losing(posts.retryAt) : posts.retryAt,
    }));
    slack.faults.webApi(
      error === "ratelimited"
        ? { method: "chat.postMessage", kind: "ratelimited", retryAfterS: 0, times: 1 }
        : { method: "chat.postMessage", kind: "error", error, times: 1 },
    );
    slack.faults.webApi({ method: "chat.postMessage", kind: "hang", times: 1 });
    anew = async () => {
      await store.posts.add([aPost("another", ["C0GENERAL"])]);
      await slack.waitFor(() => slack.traffic.filter(isPost).length >= 2, { what: "the post once more" });
    };
    await store.posts.add([aPost("once", ["C0TESTS", "C0REVIEWS", "U0JOON"])]);
    await eventually(() => expect(noted.length).toBeGreaterThan(1));
    // A move that was made is one still; a wait has passed.
    expect(noted.slice(0, 2)).toEqual([true, write === "readdress"]);
    slack.faults.releaseHangs();
    await eventually(async () => expect(await store.posts.countQueued()).toBe(0));
    const told = [...slack.messages("C0TESTS"), ...slack.messages("C0REVIEWS"), ...slack.dm("U0JOON")];
    expect(told.map(({ text }) => text).filter((text) => text.startsWith("once"))).toHaveLength(1);
  },
);

it("shows a post soon, once and without a note, of whose claim the answer was lost", async () => {
  let lost = 1;
  const claims: { claim?: PostQueue["claim"] } = {};
  const { slack, store } = await startDelivery((posts) => ({
    ...posts,
    claim: (limit) => (claims.claim ?? posts.claim)(limit),
  }));
  claims.claim = store.open((context) => {
    const { connection } = context;
    const transact: typeof connection.transact = async (run) => {
      const done = await connection.transact(run);
      if (Array.isArray(done) && done.length > 0 && lost-- > 0) throw new Error("the connection died");
      return done;
    };
    return createDelivery({ ...context, connection: { ...connection, transact } }).claim;
  });
  await store.posts.add([aPost("once"), aPost("too", ["C0REVIEWS"])]);
  // Sooner than anybody looks who knows of nothing.
  await slack.waitFor(() => slack.messages("C0REVIEWS")[0], { timeoutMs: 10_000, what: "the post" });
  await eventually(async () => expect(await store.posts.countQueued()).toBe(0));
  expect(lost).toBeLessThan(1);
  const told = [...slack.messages("C0TESTS"), ...slack.messages("C0REVIEWS")];
  expect(told.map(({ text }) => text)).toEqual(["once", "too"]);
});

it("takes a post elsewhere when Slack won't say whether its conversation is shared, since a scope is missing", async () => {
  const { slack, store, failures } = await startDelivery();
  slack.faults.webApi({ method: "conversations.info", kind: "error", error: "missing_scope" });
  await store.posts.add([aPost("told", ["C0GENERAL", "U0JOON"])]);
  const post = await slack.waitFor(() => slack.dm("U0JOON")[0], { timeoutMs: 10_000, what: "the post" });
  expect(post.text).toContain("told");
  expect(slack.messages("C0GENERAL")).toEqual([]);
  expect(failures).toEqual(["missing_scope"]);
});

it("gives up a post that can't be read, and lets the next one of its conversation through", async () => {
  const { slack, store, errors } = await startDelivery();
  await store.posts.add([{ ...aPost(""), body: { blocks: "of another version" } }, aPost("next")]);
  await eventually(async () => expect(await store.posts.countQueued()).toBe(0));
  expect(slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["next"]);
  expect(errors).toHaveLength(1);
});
