import { describe, expect, it } from "vitest";
import type { Notification } from "../../../../src/store/index.ts";
import { aLeading, aLine, aPost } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";
import { startPosting } from "./start-posting.ts";

const [tests, general, onCall] = ["C0TESTS", "C0GENERAL", "C0ONCALL"];
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
  const { slack, store, resolve, ...started } = await startPosting();
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
  const conversation = (id: string) => slack.conversations.find((one) => one.id === id)!;
  const edits = () => slack.traffic.filter(({ name }) => name === "chat.update").map(({ status }) => status);
  return { ...started, slack, store, resolve, add, read, conversation, edits };
}

describe("a post that follows its subject's state", () => {
  it("is edited in place, with its thread replies in order", async () => {
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

  it("shows the newest state after Slack failed on the first post", async () => {
    const { slack, store, resolve, read, failPosts } = await start();
    failPosts({ kind: "status", status: 503 });
    await store.posts.add(told("unknown"));
    await eventually(() => expect(slack.traffic.some(({ status }) => status === 503)).toBe(true));
    await store.posts.add(told("reported", { lines: ["by Joon"] }));
    await store.posts.add(told("accepted"));
    await resolve();
    // The first try may have been shown, so the post keeps saying that it may be a repeat.
    expect(read()).toEqual([["accepted\nmay repeat", "by Joon"]]);
  });

  it("is edited once for many changes that come during another edit", async () => {
    const { slack, store, add, read, edits } = await start();
    await add(told("0"));
    slack.faults.webApi({ method: "chat.update", kind: "hang", times: 1 });
    await store.posts.add(told("1"));
    await slack.waitFor(() => edits().length > 0, { what: "the first edit" });
    for (let change = 2; change <= 11; change += 1) await store.posts.add(told(`${change}`));
    slack.faults.releaseHangs();
    await eventually(() => expect(read()).toEqual([["11"]]));
    expect(edits().length).toBeLessThan(4);
  });

  it.each([
    ["before it had an effect", "reset"],
    ["after it had an effect", "late"],
  ] as const)("is edited at once and a minute later, after an edit was cut off %s", async (_, kind) => {
    const { slack, store, add, read, edits, letPass } = await start();
    await add(told("unknown"));
    slack.faults.webApi({ method: "chat.update", kind, times: 1 });
    await store.posts.add(told("accepted"));
    await eventually(() => expect(edits()).toEqual([0, 200]));
    letPass(60_000);
    await eventually(() => expect(edits()).toEqual([0, 200, 200]));
    expect(read()).toEqual([["accepted"]]);
  });

  it("gets a thread reply marked as a possible repeat if the first answer was lost", async () => {
    const { add, read, failPosts } = await start();
    await add(told("unknown"));
    failPosts({ kind: "late" });
    await add(told("accepted", { lines: ["a late answer"] }));
    expect(read()).toEqual([["accepted", "a late answer", "a late answer\nmay repeat"]]);
  });

  it.each([
    ["edit_window_closed", 1],
    ["cant_update_message", 1],
    ["message_not_found", 1],
    ["is_inactive", 1],
    ["is_archived", 1],
    ["new_error", 8],
  ])("is replaced by a new post if Slack answers an edit with %s", async (error, times) => {
    const { slack, add, read } = await start();
    await add(told("unknown"));
    slack.faults.webApi({ method: "chat.update", kind: "error", error, times });
    await add(told("reported"));
    await add(told("accepted", { lines: ["by Joon"] }));
    expect(read()).toEqual([["unknown"], ["accepted", "by Joon"]]);
  });

  it.each([
    ["its own conversation is archived", "isArchived", "is_archived"],
    ["people outside can read its own conversation", "isExternallyShared", "externally_shared"],
  ] as const)("is posted in the next conversation if %s", async (_, state, logged) => {
    const { add, read, conversation, failures, letPass } = await start();
    const to = [general, tests];
    await add(told("unknown", { to }));
    conversation(general)[state] = true;
    letPass(60_000);
    await add(told("accepted", { to, lines: ["a late answer"] }));
    expect(read(general)).toEqual([["unknown"]]);
    expect(read()).toEqual([[`accepted\nmeant for <#${general}>`, "a late answer"]]);
    expect(failures).toContain(logged);
  });

  it("is replaced by a new post with its thread reply if its thread is gone", async () => {
    const { add, read, failures, failPosts } = await start();
    await add(told("card"));
    failPosts({ kind: "error", error: "thread_not_found" });
    await add({ lines: [aLine("living", "approved by the vendor")] });
    expect(read()).toEqual([["card"], ["card", "approved by the vendor"]]);
    expect(failures).toEqual(["thread_not_found"]);
  });
});

describe("a post with a link to another post", () => {
  const result = aPost("result");
  const copy = aLeading("unknown", "result", [onCall]);

  it("gets its link once the other post exists, whichever comes first", async () => {
    const { slack, add, deliver, resolve, texts } = await startPosting();
    slack.faults.webApi({
      ...{ method: "chat.postMessage", conversation: tests, kind: "status", status: 503, times: 1 },
    });
    await add(result, copy);
    await slack.waitFor(() => slack.messages(onCall)[0], { what: "the copy, which waits for nothing" });
    await resolve();
    const at = slack.messages(tests)[0]?.ts.replace(".", "");
    const address = `${slack.apiUrl.replace("/api/", "")}/archives/${tests}/p${at}`;
    expect(texts(onCall)).toEqual([`unknown\nGo to result: ${address}`]);
    expect(JSON.stringify(slack.messages(onCall)[0]?.blocks)).toContain(`<${address}|Go to result>`);
    await deliver(aLeading("unknown", "result", [onCall], "arrived"));
    expect(texts(onCall)).toEqual([`arrived\nGo to result: ${address}`]);
    expect(slack.findings).toEqual([]);
  });

  it.each([
    ["names no address", { kind: "error", error: "channel_not_found" }],
    ["does not answer", { kind: "hang" }],
  ] as const)("is posted without its link if Slack %s", async (_, fault) => {
    const { slack, deliver, texts } = await startPosting();
    await deliver(result);
    slack.faults.webApi({ method: "chat.getPermalink", ...fault });
    await deliver(copy);
    expect(texts(onCall)).toEqual(["unknown"]);
    slack.faults.releaseHangs();
  });

  it("has no link to a private conversation or a direct message, except within it", async () => {
    const { slack, deliver, texts } = await startPosting();
    slack.conversations.find(({ id }) => id === "G0SECRET")!.members.push(slack.botUserId);
    for (const [key, audience] of Object.entries({ private: "G0SECRET", direct: joon })) {
      await deliver(aPost(key, "result", [audience]));
      await deliver(aLeading(`copy of ${key}`, key, [onCall], key));
    }
    expect(texts(onCall)).toEqual(["private", "direct"]);
    expect(slack.traffic.some(({ name }) => name === "chat.getPermalink")).toBe(false);
    await deliver(aLeading("beside it", "private", ["G0SECRET"]));
    expect(texts("G0SECRET").at(-1)).toContain("beside it\nGo to result: http");
  });
});
