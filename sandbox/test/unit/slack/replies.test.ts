import { describe, expect, it } from "vitest";
import { startWithClient } from "./web-client.ts";

async function withReplies() {
  const { slack, client } = await startWithClient();
  const post = async (text: string, thread_ts?: string) =>
    await client.chat.postMessage({
      channel: "C0TESTS",
      text,
      ...(thread_ts === undefined ? {} : { thread_ts }),
    });
  return { slack, client, post };
}

describe("a reply", () => {
  it("to what somebody deleted lands in the conversation, and only its missing thread_ts tells", async () => {
    const { slack, client, post } = await withReplies();
    const { ts = "" } = await post("parent");
    expect((await post("first", ts)).message?.thread_ts).toBe(ts);
    await client.chat.delete({ channel: "C0TESTS", ts });
    const late = await post("late", ts);
    expect(late.message).not.toHaveProperty("thread_ts");
    expect(slack.messages("C0TESTS").map(({ text, threadTs }) => [text, threadTs])).toEqual([
      ["first", ts],
      ["late", null],
    ]);
    expect(slack.findings).toEqual([]);
  });

  it("to what never was is the app's mistake", async () => {
    const { slack, post } = await withReplies();
    await post("lost", "1.000001");
    expect(slack.findings).toMatchObject([{ rule: "no_thread", detail: "1.000001" }]);
  });

  it("to a reply goes to the reply's parent, and is noted", async () => {
    const { slack, post } = await withReplies();
    const { ts: parent = "" } = await post("parent");
    const { ts: reply = "" } = await post("reply", parent);
    expect((await post("nested", reply)).message?.thread_ts).toBe(parent);
    expect(slack.findings).toMatchObject([{ rule: "thread_of_a_reply" }]);
  });
});
