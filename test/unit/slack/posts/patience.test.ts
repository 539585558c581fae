import { expect, it } from "vitest";
import { aPost } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";
import { startPosting } from "./start-posting.ts";

it.each([
  ["the call to post fails", { method: "chat.postMessage", kind: "error", error: "internal_error" }],
  ["the answers to posts are lost", { method: "chat.postMessage", kind: "late" }],
  ["Slack fails to describe the conversation", { method: "conversations.info", kind: "status", status: 500 }],
] as const)("the delivery posts to the next destination if %s while other posts arrive", async (_, fault) => {
  const { slack, add, texts } = await startPosting();
  slack.faults.webApi({ conversation: "C0GENERAL", ...fault });
  const audiences = ["C0GENERAL", "U0JOON"];
  let others = 0;
  await add(aPost("first", "first", audiences), aPost("second", "second", audiences));
  const told = () => slack.dm("U0JOON").map(({ text }) => text.split("\n"));
  await eventually(async () => {
    others += 1;
    await add(aPost("another", `${others}`, ["C0REVIEWS"]));
    expect(told().map(([first]) => first)).toEqual(["first", "second"]);
  });
  const mayRepeat = fault.method === "chat.postMessage";
  for (const lines of told()) expect(lines.includes("may repeat")).toBe(mayRepeat);
  expect(texts("C0GENERAL").length).toBeLessThan(40);
});

/** Adds posts until then: each wakes the delivery, whose clock runs on only while it works. They queue after what is tried. */
const throughOutage = (
  { add }: Pick<Awaited<ReturnType<typeof startPosting>>, "add">,
  destinations: string[],
  isThrough: () => void,
) =>
  eventually(async () => {
    await add(aPost("behind", "behind", destinations));
    isThrough();
  });

it("the delivery keeps a post for its own conversation even if an outage of another one ended first", async () => {
  const { slack, add, texts } = await startPosting();
  const outage = { method: "chat.postMessage", kind: "status", status: 503 } as const;
  slack.faults.webApi({ ...outage, conversation: "C0TESTS", times: 10 });
  slack.faults.webApi({ ...outage, conversation: "C0REVIEWS", times: 8 });
  const audiences = ["C0TESTS", "U0JOON"];
  await add(aPost("once", "once", audiences), aPost("other", "other", ["C0REVIEWS"]));
  await throughOutage({ add }, audiences, () => expect(texts()[0]).toContain("once"));
  expect(slack.dm("U0JOON")).toEqual([]);
});

const hourMs = 3_600_000;

it("the delivery waits out an outage of all of Slack, and then posts to the first destination", async () => {
  const started = await startPosting();
  const { slack, add, texts, failures, letPass } = started;
  slack.faults.webApi({ kind: "status", status: 503 });
  const audiences = ["C0TESTS", "U0JOON"];
  await add(aPost("once", "once", audiences));
  for (let hour = 0; hour <= 3; hour += 1) {
    if (hour > 0) letPass(hourMs);
    const tried = failures.length;
    await throughOutage(started, audiences, () => expect(failures.length).toBeGreaterThan(tried + 5));
  }
  slack.faults.clear();
  // Slack may answer everything else a moment before it takes posts.
  slack.faults.webApi({ method: "chat.postMessage", kind: "status", status: 503, times: 2 });
  await throughOutage(started, audiences, () => expect(texts()[0]).toContain("once"));
  expect(slack.dm("U0JOON")).toEqual([]);
});

it.each([
  ["chat.postMessage", "C0TESTS", ["may repeat"]],
  ["conversations.info", "C0GENERAL", []],
])(
  "the delivery posts to the next destination the one post for which %s has failed for an hour",
  async (method, audience, notes) => {
    const started = await startPosting();
    const { slack, add, texts, failures, letPass } = started;
    slack.faults.webApi({ method, kind: "error", error: "internal_error", conversation: audience });
    const audiences = [audience, "U0JOON"];
    await add(aPost("poison", "poison", audiences));
    await throughOutage(started, audiences, () => expect(failures.length).toBeGreaterThan(25));
    expect(slack.dm("U0JOON")).toEqual([]);
    letPass(hourMs);
    await throughOutage(started, audiences, () => expect(slack.dm("U0JOON")).toHaveLength(1));
    const tried = failures.length;
    await throughOutage(started, audiences, () => expect(failures.length).toBeGreaterThan(tried + 5));
    slack.faults.clear();
    await throughOutage(started, audiences, () => expect(texts(audience)).toHaveLength(1));
    expect(texts(audience)[0]).toContain("behind");
    expect(slack.dm("U0JOON").map(({ text }) => text.split("\n"))).toEqual([
      ["poison", `meant for <#${audience}>`, ...notes],
    ]);
  },
);
