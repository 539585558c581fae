import { expect, it } from "vitest";
import type { Store } from "../../../../src/store/index.ts";
import { aPost, startDelivery } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";

const failing = [
  {
    does: "fails at, perhaps after posting it",
    fault: { method: "chat.postMessage", kind: "error", error: "internal_error" },
  },
  { does: "posts and never answers", fault: { method: "chat.postMessage", kind: "late" } },
  {
    does: "fails to say whether it may be read outside",
    fault: { method: "conversations.info", kind: "status", status: 500 },
  },
] as const;

it.each(failing)("takes what Slack $does elsewhere while it takes others", async ({ fault }) => {
  const { slack, store } = await startDelivery();
  slack.faults.webApi({ conversation: "C0GENERAL", ...fault });
  const places = ["C0GENERAL", "U0JOON"];
  await store.posts.add([aPost("first", places), aPost("second", places)]);
  const told = () => slack.dm("U0JOON").map(({ text }) => text.split("\n"));
  await eventually(async () => {
    await store.posts.add([aPost("another", ["C0REVIEWS"])]);
    expect(told().map(([first]) => first)).toEqual(["first", "second"]);
  });
  const mayRepeat = fault.method === "chat.postMessage";
  for (const lines of told()) expect(lines.includes("may repeat")).toBe(mayRepeat);
  expect(slack.messages("C0GENERAL").length).toBeLessThan(40);
});

it("brings a post where it was meant to go though an outage ended elsewhere before", async () => {
  const { slack, store } = await startDelivery();
  const outage = { method: "chat.postMessage", kind: "status", status: 503 } as const;
  slack.faults.webApi({ ...outage, conversation: "C0TESTS", times: 10 });
  slack.faults.webApi({ ...outage, conversation: "C0REVIEWS", times: 8 });
  await store.posts.add([aPost("once", ["C0TESTS", "U0JOON"]), aPost("other", ["C0REVIEWS"])]);
  await eventually(async () => {
    await store.posts.add([aPost("behind", ["C0TESTS", "U0JOON"])]);
    expect(slack.messages("C0TESTS")[0]?.text).toContain("once");
  });
  expect(slack.dm("U0JOON")).toEqual([]);
});

/** Each look wakes the delivery, whose clock runs on only while it works. */
const throughOutage = async (store: Store, isThrough: () => void) => {
  const waking = { kind: "post", key: "waking" } as const;
  await store.posts.add([aPost("behind", ["C0TESTS", "U0JOON"], waking)]);
  await eventually(async () => {
    await store.posts.add([aPost("behind", ["C0TESTS", "U0JOON"], { ...waking, kind: "edit" })]);
    isThrough();
  });
};

it("waits for Slack where it answers nothing, however often it fails, and brings it where it was meant to go", async () => {
  const { slack, store } = await startDelivery();
  slack.faults.webApi({ method: "chat.postMessage", kind: "status", status: 503, times: 26 });
  slack.faults.webApi({ method: "auth.test", kind: "status", status: 503 });
  await store.posts.add([aPost("once", ["C0TESTS", "U0JOON"])]);
  await throughOutage(store, () => expect(slack.messages("C0TESTS")[0]?.text).toContain("once"));
  expect(slack.dm("U0JOON")).toEqual([]);
});

it("takes what Slack fails at for an hour elsewhere, and it alone, where nothing else is posted that would tell", async () => {
  const { slack, store } = await startDelivery();
  const fault = { method: "chat.postMessage", kind: "error", error: "internal_error" } as const;
  slack.faults.webApi({ ...fault, conversation: "C0TESTS", times: 24 });
  await store.posts.add([aPost("poison", ["C0TESTS", "U0JOON"])]);
  await throughOutage(store, () => expect(slack.messages("C0TESTS")).toHaveLength(1));
  const told = ["poison", "meant for <#C0TESTS>", "may repeat"];
  await eventually(() => expect(slack.dm("U0JOON").map(({ text }) => text.split("\n"))).toEqual([told]));
  expect(slack.messages("C0TESTS")[0]?.text).toBe("behind");
});
