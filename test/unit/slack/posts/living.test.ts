import { describe, expect, it } from "vitest";
import type { Notification } from "../../../../src/store/index.ts";
import { aLine, aPost, startDelivery } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

/** One subject's next state, with lines in its thread. */
const told = (
  text: string,
  { to = [tests], lines = [] }: { to?: string[]; lines?: string[] } = {},
): Notification => ({
  posts: [aPost("living", text, to)],
  lines: lines.map((line) => aLine("living", line)),
});

async function start() {
  const { slack, store, failures, resolve, letPass } = await startDelivery();
  const add = async (notification: Notification) => {
    await store.posts.add(notification);
    await resolve();
  };
  /** Top-level posts with their thread lines under them. */
  const read = (conversation = tests) => {
    const messages = slack.messages(conversation);
    const lines = (ts: string) => messages.filter(({ threadTs }) => threadTs === ts).map(({ text }) => text);
    return messages.filter(({ threadTs }) => threadTs === null).map(({ text, ts }) => [text, ...lines(ts)]);
  };
  return { slack, store, failures, resolve, letPass, add, read };
}

describe("a living post", () => {
  it("is edited in place, with its lines in its thread in order", async () => {
    const { slack, add, read } = await start();
    await add(told("unknown"));
    await add(told("reported", { lines: ["by Joon", "by Mina"] }));
    await add(told("accepted", { lines: ["a late answer"] }));
    expect(read()).toEqual([["accepted", "by Joon", "by Mina", "a late answer"]]);
    expect(slack.findings).toEqual([]);
  });

  it("is edited in a direct message, whose conversation only Slack's reply names", async () => {
    const { slack, add } = await start();
    await add(told("unknown", { to: [joon] }));
    await add(told("accepted", { to: [joon], lines: ["a late answer"] }));
    const [post, line, ...others] = slack.dm(joon);
    expect(post).toMatchObject({ text: "accepted" });
    expect(line).toMatchObject({ text: "a late answer", threadTs: post?.ts });
    expect(others).toEqual([]);
  });

  it("shows the newest state after Slack failed at the first post", async () => {
    const { slack, store, resolve, read } = await start();
    slack.faults.webApi({ method: "chat.postMessage", kind: "status", status: 503, times: 1 });
    await store.posts.add(told("unknown"));
    await eventually(() => expect(slack.traffic.some(({ status }) => status === 503)).toBe(true));
    await store.posts.add(told("reported", { lines: ["by Joon"] }));
    await store.posts.add(told("accepted"));
    await resolve();
    // The first try may have been shown, so the post keeps saying that it may be a repeat.
    expect(read()).toEqual([["accepted\nmay repeat", "by Joon"]]);
  });

  it("is edited once for many changes that come during another edit", async () => {
    const { slack, store, add, read } = await start();
    await add(told("0"));
    slack.faults.webApi({ method: "chat.update", kind: "hang", times: 1 });
    await store.posts.add(told("1"));
    const edits = () => slack.traffic.filter(({ name }) => name === "chat.update");
    await slack.waitFor(() => edits()[0], { what: "the first edit" });
    for (let change = 2; change <= 11; change += 1) await store.posts.add(told(`${change}`));
    slack.faults.releaseHangs();
    await eventually(() => expect(read()).toEqual([["11"]]));
    expect(edits().length).toBeLessThan(4);
  });

  it.each([
    ["before it had an effect", "reset"],
    ["after it had an effect", "late"],
  ] as const)("is edited again, and again a minute later, after an edit was cut off %s", async (_, kind) => {
    const { slack, store, add, read, letPass } = await start();
    await add(told("unknown"));
    slack.faults.webApi({ method: "chat.update", kind, times: 1 });
    const edits = (status: number) =>
      eventually(() =>
        expect(slack.traffic.filter(({ name }) => name === "chat.update").map((one) => one.status)).toEqual([
          0,
          ...Array(status).fill(200),
        ]),
      );
    await store.posts.add(told("accepted"));
    await edits(1);
    letPass(60_000);
    await edits(2);
    expect(read()).toEqual([["accepted"]]);
  });

  it("marks a thread line as a possible repeat when the first answer was lost", async () => {
    const { slack, add, read } = await start();
    await add(told("unknown"));
    slack.faults.webApi({ method: "chat.postMessage", kind: "late", times: 1 });
    await add(told("accepted", { lines: ["a late answer"] }));
    expect(read()).toEqual([["accepted", "a late answer", "a late answer\nmay repeat"]]);
  });

  it.each([
    "edit_window_closed",
    "cant_update_message",
    "message_not_found",
    "is_inactive",
    "is_archived",
    "new_error",
  ])(
    "is posted again when Slack answers an edit with %s",
    async (error) => {
      const { slack, add, read } = await start();
      await add(told("unknown"));
      const times = error === "new_error" ? 8 : 1;
      slack.faults.webApi({ method: "chat.update", kind: "error", error, times });
      await add(told("reported"));
      await add(told("accepted", { lines: ["by Joon"] }));
      expect(read()).toEqual([["unknown"], ["accepted", "by Joon"]]);
    },
    20_000,
  );

  it("is posted in the next conversation when its own is archived", async () => {
    const { slack, add, read } = await start();
    const to = ["C0GENERAL", tests];
    await add(told("unknown", { to }));
    slack.conversations.find(({ id }) => id === "C0GENERAL")!.isArchived = true;
    await add(told("accepted", { to, lines: ["a late answer"] }));
    expect(read("C0GENERAL")).toEqual([["unknown"]]);
    expect(read()).toEqual([["accepted\nmeant for <#C0GENERAL>", "a late answer"]]);
  });

  it("is posted in the next conversation when people outside can read its own", async () => {
    const { slack, add, read, failures, letPass } = await start();
    const to = ["C0GENERAL", tests];
    await add(told("unknown", { to }));
    slack.conversations.find(({ id }) => id === "C0GENERAL")!.isExternallyShared = true;
    letPass(60_000);
    await add(told("accepted", { to, lines: ["a late answer"] }));
    expect(read("C0GENERAL")).toEqual([["unknown"]]);
    expect(read()).toEqual([["accepted\nmeant for <#C0GENERAL>", "a late answer"]]);
    expect(failures).toEqual(["externally_shared"]);
  });

  it("is posted again, with its line, when its thread is gone", async () => {
    const { slack, add, read, failures } = await start();
    await add(told("card"));
    slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "thread_not_found", times: 1 });
    await add({ lines: [aLine("living", "approved by the vendor")] });
    expect(read()).toEqual([["card"], ["card", "approved by the vendor"]]);
    expect(failures).toEqual(["thread_not_found"]);
  });
});
