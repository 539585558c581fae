import { expect, it } from "vitest";
import type { Store } from "../../../../src/store/index.ts";
import { aPost, startDelivery } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";

const failing = [
  {
    problem: "the call fails",
    fault: { method: "chat.postMessage", kind: "error", error: "internal_error" },
  },
  { problem: "the answers are lost", fault: { method: "chat.postMessage", kind: "late" } },
  {
    problem: "the look at its conversation fails",
    fault: { method: "conversations.info", kind: "status", status: 500 },
  },
] as const;

it.each(failing)("delivery posts elsewhere if $problem while other posts arrive", async ({ fault }) => {
  const { slack, store } = await startDelivery();
  slack.faults.webApi({ conversation: "C0GENERAL", ...fault });
  const audiences = ["C0GENERAL", "U0JOON"];
  let others = 0;
  await store.posts.add({
    posts: [aPost("first", "first", audiences), aPost("second", "second", audiences)],
  });
  const told = () => slack.dm("U0JOON").map(({ text }) => text.split("\n"));
  await eventually(async () => {
    others += 1;
    await store.posts.add({ posts: [aPost("another", `${others}`, ["C0REVIEWS"])] });
    expect(told().map(([first]) => first)).toEqual(["first", "second"]);
  });
  const mayRepeat = fault.method === "chat.postMessage";
  for (const lines of told()) expect(lines.includes("may repeat")).toBe(mayRepeat);
  expect(slack.messages("C0GENERAL").length).toBeLessThan(40);
});

it("delivery keeps a post for its own conversation although an outage ended elsewhere first", async () => {
  const { slack, store } = await startDelivery();
  const outage = { method: "chat.postMessage", kind: "status", status: 503 } as const;
  slack.faults.webApi({ ...outage, conversation: "C0TESTS", times: 10 });
  slack.faults.webApi({ ...outage, conversation: "C0REVIEWS", times: 8 });
  await store.posts.add({
    posts: [aPost("once", "once", ["C0TESTS", "U0JOON"]), aPost("other", "other", ["C0REVIEWS"])],
  });
  await eventually(async () => {
    await store.posts.add({ posts: [aPost("behind", "behind", ["C0TESTS", "U0JOON"])] });
    expect(slack.messages("C0TESTS")[0]?.text).toContain("once");
  });
  expect(slack.dm("U0JOON")).toEqual([]);
});

const hourMs = 3_600_000;

/** Adds posts until then: each wakes the delivery, whose clock runs on only while it works. They queue after what is tried. */
const throughOutage = async (store: Store, destinations: string[], isThrough: () => void) => {
  await eventually(async () => {
    await store.posts.add({ posts: [aPost("behind", "behind", destinations)] });
    isThrough();
  });
};

it("delivery waits out an outage of all of Slack, and then posts where it was meant to", async () => {
  const { slack, store, failures, letPass } = await startDelivery();
  slack.faults.webApi({ kind: "status", status: 503 });
  const audiences = ["C0TESTS", "U0JOON"];
  await store.posts.add({ posts: [aPost("once", "once", audiences)] });
  for (let hour = 1; hour <= 3; hour += 1) {
    const tried = failures.length;
    await throughOutage(store, audiences, () => expect(failures.length).toBeGreaterThan(tried + 5));
    letPass(hourMs);
  }
  const tried = failures.length;
  await throughOutage(store, audiences, () => expect(failures.length).toBeGreaterThan(tried + 5));
  slack.faults.clear();
  // Slack may answer everything else a moment before it takes posts.
  slack.faults.webApi({ method: "chat.postMessage", kind: "status", status: 503, times: 2 });
  await throughOutage(store, audiences, () => expect(slack.messages("C0TESTS")[0]?.text).toContain("once"));
  expect(slack.dm("U0JOON")).toEqual([]);
});

it.each([
  { method: "chat.postMessage", audience: "C0TESTS", notes: ["may repeat"] },
  { method: "conversations.info", audience: "C0GENERAL", notes: [] },
])(
  "delivery posts elsewhere the one post for which $method has failed for an hour",
  async ({ method, audience, notes }) => {
    const { slack, store, failures, letPass } = await startDelivery();
    slack.faults.webApi({ method, kind: "error", error: "internal_error", conversation: audience });
    const audiences = [audience, "U0JOON"];
    await store.posts.add({ posts: [aPost("poison", "poison", audiences)] });
    await throughOutage(store, audiences, () => expect(failures.length).toBeGreaterThan(25));
    expect(slack.dm("U0JOON")).toEqual([]);
    letPass(hourMs);
    await throughOutage(store, audiences, () => expect(slack.dm("U0JOON")).toHaveLength(1));
    const tried = failures.length;
    await throughOutage(store, audiences, () => expect(failures.length).toBeGreaterThan(tried + 5));
    slack.faults.clear();
    await throughOutage(store, audiences, () => expect(slack.messages(audience)).toHaveLength(1));
    expect(slack.messages(audience)[0]?.text).toContain("behind");
    expect(slack.dm("U0JOON").map(({ text }) => text.split("\n"))).toEqual([
      ["poison", `meant for <#${audience}>`, ...notes],
    ]);
  },
);
