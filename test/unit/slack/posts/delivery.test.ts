import { expect, it } from "vitest";
import { aLine, aPost, isPost, startDelivery } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";

it("delivery posts the whole text alone if Slack refuses the blocks", async () => {
  const { slack, store, resolve } = await startDelivery();
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "msg_blocks_too_long", times: 1 });
  const text = Array.from({ length: 900 }, (_, line) => `line ${line}`).join("\n");
  await store.posts.add({ posts: [aPost("long", text)] });
  await resolve();
  expect(slack.messages("C0TESTS").map((message) => message.text)).toEqual([text]);
});

it("delivery posts elsewhere after a lasting error, and goes on with the next post", async () => {
  const { slack, store, resolve } = await startDelivery();
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "brand_new_error", times: 8 });
  const audiences = ["C0TESTS", "C0REVIEWS"];
  await store.posts.add({ posts: [aPost("first", "first", audiences), aPost("second")] });
  await resolve();
  expect(slack.messages("C0REVIEWS").map(({ text }) => text)).toEqual(["first\nmeant for <#C0TESTS>"]);
  expect(slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["second"]);
});

it("delivery keeps trying a post that has no other conversation", async () => {
  const { slack, store } = await startDelivery();
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "brand_new_error", times: 12 });
  await store.posts.add({ posts: [aPost("only")] });
  await eventually(() => expect(slack.messages("C0TESTS")).toHaveLength(1));
  expect(slack.traffic.filter(isPost)).toHaveLength(13);
});

it("delivery doesn't mark a post as a repeat after HTTP 429 without a time", async () => {
  const { slack, store, failures } = await startDelivery();
  slack.faults.webApi({ method: "chat.postMessage", kind: "status", status: 429, times: 1 });
  await store.posts.add({ posts: [aPost("once")] });
  await eventually(() => expect(slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["once"]));
  expect(failures).toEqual(["ratelimited"]);
});

it("delivery doesn't mark a post as a repeat after a failed look at its conversation", async () => {
  const { slack, store, failures } = await startDelivery();
  slack.faults.webApi({ method: "conversations.info", kind: "status", status: 500, times: 2 });
  await store.posts.add({ posts: [aPost("hello", "hello", ["C0GENERAL"])] });
  await eventually(() => expect(slack.messages("C0GENERAL")).toHaveLength(1));
  expect(slack.messages("C0GENERAL")[0]?.text).toBe("hello");
  expect(failures).toEqual(["HTTP 500", "HTTP 500"]);
});

it.each([
  { limited: "chat.update", isPaused: true },
  { limited: "conversations.info", isPaused: false },
])("delivery pauses all edits while Slack limits $limited: $isPaused", async ({ limited, isPaused }) => {
  const { slack, store, failures, resolve } = await startDelivery();
  const add = async (...posts: [subject: string, text: string, conversation: string][]) => {
    await store.posts.add({ posts: posts.map(([subject, text, to]) => aPost(subject, text, [to])) });
    await resolve();
  };
  await add(["limited", "first", "C0GENERAL"], ["other", "first", "C0TESTS"]);
  // What was seen of the conversation is believed until a post fails there.
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "is_archived", times: 1 });
  await add(["gone", "given up", "C0GENERAL"]);
  slack.faults.webApi({ method: limited, kind: "ratelimited", retryAfterS: 1, times: 1 });
  await store.posts.add({ posts: [aPost("limited", "changed", ["C0GENERAL"])] });
  await eventually(() => expect(failures).toEqual(["is_archived", "ratelimited"]));
  await add(["other", "changed", "C0TESTS"], ["new", "new", "C0REVIEWS"]);
  const asked = slack.traffic.filter(({ name }) => /^chat\.(update|postMessage)$/.test(name)).slice(-3);
  const post = asked.findIndex(isPost);
  const edit = asked.findIndex(({ request }) => JSON.stringify(request).includes("C0TESTS"));
  if (isPaused) expect(edit).toBeGreaterThan(post);
  else expect(asked.findIndex(({ request }) => JSON.stringify(request).includes("C0GENERAL"))).toBe(2);
  expect(slack.messages("C0GENERAL").map(({ text }) => text)).toEqual(["changed"]);
});

it("delivery posts elsewhere if a scope is missing to see whether a conversation is shared", async () => {
  const { slack, store, failures } = await startDelivery();
  slack.faults.webApi({ method: "conversations.info", kind: "error", error: "missing_scope" });
  await store.posts.add({ posts: [aPost("told", "told", ["C0GENERAL", "U0JOON"])] });
  const post = await slack.waitFor(() => slack.dm("U0JOON")[0], { timeoutMs: 10_000, what: "the post" });
  expect(post.text).toContain("told");
  expect(slack.messages("C0GENERAL")).toEqual([]);
  expect(failures).toEqual(["missing_scope"]);
});

const told = (slack: { messages(conversation: string): { text: string }[] }) =>
  slack.messages("C0TESTS").map(({ text }) => text);

it("delivery renders a post again after its content could not be read for a moment", async () => {
  const failing = { times: 5 };
  const { slack, store, resolve } = await startDelivery(undefined, () => {
    failing.times -= 1;
    if (failing.times >= 0) throw new Error("the connection was cut");
  });
  await store.posts.add({ posts: [aPost("first"), aPost("next")] });
  await resolve();
  expect(told(slack)).toEqual(["first", "next"]);
});

it("delivery renders a post again, however often Slack had failed at it before", async () => {
  let renderings = 0;
  const { slack, store, resolve } = await startDelivery(undefined, () => {
    renderings += 1;
    if (renderings === 8) throw new Error("the connection was cut");
  });
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "accesslimited", times: 7 });
  await store.posts.add({ posts: [aPost("once")] });
  await resolve();
  expect(renderings).toBe(9);
  expect(told(slack)).toEqual(["once"]);
});

it("delivery doesn't count other failures towards those that send a post elsewhere", async () => {
  let renderings = 0;
  const { slack, store, resolve } = await startDelivery(undefined, () => {
    renderings += 1;
    if (renderings <= 4) throw new Error("the connection was cut");
  });
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "accesslimited", times: 7 });
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "brand_new_error", times: 7 });
  await store.posts.add({ posts: [aPost("once", "once", ["C0TESTS", "C0REVIEWS"])] });
  await resolve();
  expect(told(slack)).toEqual(["once"]);
});

it("delivery renders a post again an hour after its rendering kept failing", async () => {
  let isFailing = false;
  const { slack, store, errors, resolve, letPass } = await startDelivery(undefined, () => {
    if (isFailing) throw new Error("away for long");
  });
  await store.posts.add({ posts: [aPost("card", "waits")] });
  await resolve();
  isFailing = true;
  await store.posts.add({ posts: [aPost("card", "approved")] });
  await eventually(() => expect(errors).toHaveLength(6));
  isFailing = false;
  letPass(3_600_000);
  await store.posts.add({ posts: [aPost("other", "wakes it")] });
  await eventually(() => expect(told(slack)).toEqual(["approved", "wakes it"]));
});

it("delivery posts a fallback text if rendering keeps failing, and renders at the next start", async () => {
  const failing = { times: 6 };
  const { slack, store, errors, restart } = await startDelivery(undefined, () => {
    failing.times -= 1;
    if (failing.times >= 0) throw new Error("a defect");
  });
  await store.posts.add({ posts: [aPost("first"), aPost("next")] });
  await eventually(() => expect(told(slack)).toEqual(["first was not drawn", "next"]));
  expect(errors).toEqual(Array.from({ length: 6 }, () => new Error("a defect")));
  await restart();
  await eventually(() => expect(told(slack)).toEqual(["first", "next"]));
});

it("delivery posts the fallback text although Slack fails at first", async () => {
  const { slack, store, resolve } = await startDelivery(undefined, () => {
    throw new Error("a defect");
  });
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "accesslimited", times: 3 });
  await store.posts.add({ posts: [aPost("card")] });
  await eventually(() => expect(slack.traffic.filter(isPost).length).toBeGreaterThan(0));
  await resolve();
  expect(told(slack)).toEqual(["card was not drawn"]);
});

it("delivery counts a post as queued while its rendering fails", async () => {
  const { promise: stored, resolve } = Promise.withResolvers<void>();
  const failsOnce = () => {
    throw new Error("the connection was cut");
  };
  const { store, failures } = await startDelivery(
    (posts) => ({ ...posts, save: (some) => posts.save(some).finally(resolve) }),
    failsOnce,
    { firstMs: 600_000, longestMs: 600_000 },
  );
  await store.posts.add({ posts: [aPost("act:gone")] });
  await stored;
  expect(failures.at(-1)).toBe("not drawn yet");
  expect(await store.posts.countQueued()).toBe(1);
});

it("delivery leaves a post as it is, until the next start, if rendering its edit fails", async () => {
  let isFailing = false;
  const { slack, store, errors, resolve, restart } = await startDelivery(undefined, () => {
    if (isFailing) throw new Error("a defect");
  });
  await store.posts.add({ posts: [aPost("card", "waits")] });
  await resolve();
  isFailing = true;
  await store.posts.add({ posts: [aPost("card", "approved")] });
  await eventually(() => expect(errors).toHaveLength(6));
  expect(told(slack)).toEqual(["waits"]);
  isFailing = false;
  await restart();
  await eventually(() => expect(told(slack)).toEqual(["approved"]));
});

it("delivery posts nothing for an empty rendering, and leaves an existing post as it is", async () => {
  const { slack, store, resolve } = await startDelivery();
  const show = async (text: string | null) => {
    const lines = text === null ? [] : [aLine("finding", null)];
    await store.posts.add({ posts: [aPost("finding", text)], lines });
    await resolve();
    return told(slack);
  };
  expect(await show(null)).toEqual([]);
  expect(await show("found")).toEqual(["found"]);
  expect(await show(null)).toEqual(["found"]);
  expect(await show("found more")).toEqual(["found more"]);
});

it("delivery leaves a post of an unknown kind to an instance that knows it", async () => {
  const { slack, store } = await startDelivery();
  await store.posts.add({ posts: [{ ...aPost("newer"), kind: "of a newer version" }, aPost("known")] });
  await eventually(() => expect(told(slack)).toEqual(["known"]));
  await eventually(async () => expect(await store.posts.countQueued()).toBe(1));
});

/** So much of the lease is over then that a request may outlast it. */
const tooLongMs = 15_000 - 9_000;

it.each(["monotonic", "wall"] as const)(
  "delivery sends no post that may outlast its lease, by the %s clock, after a slow rendering",
  async (clock) => {
    let times = 1;
    let letPass: Awaited<ReturnType<typeof startDelivery>>["letPass"] = () => {};
    const started = await startDelivery(undefined, () => {
      times -= 1;
      if (times >= 0) letPass(tooLongMs, clock);
    });
    letPass = started.letPass;
    const { slack, store, failures, resolve } = started;
    await store.posts.add({ posts: [aPost("once")] });
    await resolve();
    expect(slack.traffic.filter(isPost)).toHaveLength(1);
    expect(told(slack)).toEqual(["once"]);
    expect(failures).toEqual(["not sent"]);
  },
);

it("delivery sends a post if enough of its lease is left", async () => {
  let letPass: Awaited<ReturnType<typeof startDelivery>>["letPass"] = () => {};
  const started = await startDelivery(undefined, () => letPass(tooLongMs - 1_500));
  const { slack, store, failures, resolve } = started;
  letPass = started.letPass;
  await store.posts.add({ posts: [aPost("once")] });
  await resolve();
  expect([told(slack), failures]).toEqual([["once"], []]);
});

it("delivery sends no edit that may outlast its lease after a slow look at a conversation", async () => {
  const { slack, store, failures, resolve, letPass } = await startDelivery();
  await store.posts.add({ posts: [aPost("living", "first", ["C0GENERAL"])] });
  await resolve();
  letPass(60_000);
  const off = slack.on((event) => {
    if (event.kind !== "traffic" || event.entry.name !== "conversations.info") return;
    off();
    letPass(tooLongMs);
  });
  await store.posts.add({ posts: [aPost("living", "second", ["C0GENERAL"])] });
  await eventually(() => expect(slack.messages("C0GENERAL").map(({ text }) => text)).toEqual(["second"]));
  expect(slack.traffic.filter(({ name }) => name === "chat.update")).toHaveLength(1);
  expect(failures).toEqual(["not sent"]);
});
