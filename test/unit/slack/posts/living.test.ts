import { describe, expect, it } from "vitest";
import type { NewPost } from "../../../../src/store/index.ts";
import { aPost, startDelivery } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";

const tests = "C0TESTS";
const joon = "U0JOON";
const key = "operation:1:result";

const keyed = (kind: NewPost["kind"], text: string, ...destinations: string[]) =>
  aPost(text, destinations.length === 0 ? [tests] : destinations, { kind, key });

async function start() {
  const { slack, store, failures } = await startDelivery();
  const add = async (...posts: NewPost[]) => {
    await store.posts.add(posts);
    await eventually(async () => expect(await store.posts.countQueued()).toBe(0));
  };
  /** Top-level posts with their thread lines under them. */
  const read = (conversation = tests) => {
    const messages = slack.messages(conversation);
    const lines = (ts: string) => messages.filter(({ threadTs }) => threadTs === ts).map(({ text }) => text);
    return messages.filter(({ threadTs }) => threadTs === null).map(({ text, ts }) => [text, ...lines(ts)]);
  };
  return { slack, store, failures, add, read };
}

describe("a living post", () => {
  it("changes in place, and its line stands in its thread", async () => {
    const { slack, add, read } = await start();
    await add(keyed("post", "unknown"));
    await add(keyed("edit", "accepted"), keyed("line", "a late answer"));
    expect(read()).toEqual([["accepted", "a late answer"]]);
    expect(slack.findings).toEqual([]);
  });

  it("changes in a direct message, whose conversation only Slack's reply names", async () => {
    const { slack, add } = await start();
    await add(keyed("post", "unknown", joon));
    await add(keyed("edit", "accepted", joon), keyed("line", "a late answer", joon));
    const [post, line, ...others] = slack.dm(joon);
    expect(post).toMatchObject({ text: "accepted" });
    expect(line).toMatchObject({ text: "a late answer", threadTs: post?.ts });
    expect(others).toEqual([]);
  });

  it("ends in the newest state when Slack did not take the first post yet", async () => {
    const { slack, store, read } = await start();
    slack.faults.webApi({ method: "chat.postMessage", kind: "status", status: 503, times: 1 });
    await store.posts.add([keyed("post", "unknown")]);
    await eventually(() => expect(slack.traffic.some(({ status }) => status === 503)).toBe(true));
    await store.posts.add([keyed("edit", "reported"), keyed("line", "by Joon"), keyed("edit", "accepted")]);
    await eventually(async () => expect(await store.posts.countQueued()).toBe(0));
    // The first try may have been shown, which the reader goes on being told.
    expect(read()).toEqual([["accepted\nmay repeat", "by Joon"]]);
  });

  it("goes on to whom its edit names where its conversation is gone by then", async () => {
    const { slack, add, read } = await start();
    await add(keyed("post", "waits", tests, joon));
    slack.conversations.find(({ id }) => id === tests)!.isArchived = true;
    const places = [tests, "U0MINA", joon];
    await add(keyed("edit", "unknown", ...places), keyed("line", "Joon", ...places));
    expect(slack.dm("U0MINA").map(({ text }) => text.split("\n")[0])).toEqual(["unknown", "Joon"]);
    expect(slack.dm(joon)).toEqual([]);
    expect(read()).toEqual([["waits"]]);
  });

  it.each([
    ["cut off before anything was done", "reset"],
    ["cut off when it was done", "late"],
  ] as const)("is edited again when the edit was %s, and says nothing of it", async (_, kind) => {
    const { slack, add, read } = await start();
    await add(keyed("post", "unknown"));
    slack.faults.webApi({ method: "chat.update", kind, times: 1 });
    await add(keyed("edit", "accepted"));
    expect(read()).toEqual([["accepted"]]);
  });

  it.each(["edit_window_closed", "cant_update_message", "message_not_found", "is_archived", "new_error"])(
    "is a new one when Slack answers the edit with %s, and later changes are its own",
    async (error) => {
      const { slack, add, read } = await start();
      await add(keyed("post", "unknown"));
      slack.faults.webApi({
        method: "chat.update",
        kind: "error",
        error,
        times: error === "new_error" ? 8 : 1,
      });
      await add(keyed("edit", "reported"), keyed("line", "by Joon"));
      await add(keyed("edit", "accepted"));
      expect(read()).toEqual([["unknown"], ["accepted", "by Joon"]]);
    },
    20_000,
  );

  it("is a new one elsewhere when its conversation takes nothing any more", async () => {
    const { slack, add, read } = await start();
    await add(keyed("post", "unknown", "C0GENERAL", tests));
    slack.conversations.find(({ id }) => id === "C0GENERAL")!.isArchived = true;
    await add(keyed("edit", "accepted"), keyed("line", "a late answer"));
    expect(read("C0GENERAL")).toEqual([["unknown"]]);
    expect(read()).toEqual([["accepted\nmeant for <#C0GENERAL>", "a late answer"]]);
  });

  it("says a line on its own when the post it belongs to is gone", async () => {
    const { slack, add, read, failures } = await start();
    await add(keyed("post", "card"));
    slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "thread_not_found", times: 1 });
    await add(keyed("line", "approved by the vendor"));
    expect(read()).toEqual([["card"], ["approved by the vendor"]]);
    expect(failures).toEqual(["thread_not_found"]);
  });

  it("is posted when there is none to edit", async () => {
    const { add, read } = await start();
    await add(keyed("edit", "accepted"));
    expect(read()).toEqual([["accepted"]]);
  });
});
