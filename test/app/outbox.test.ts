import { describe, expect, it } from "vitest";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { delivery } from "../../src/locales/delivery.ts";
import { slackLimits } from "../../src/slack/blocks/limits.ts";
import { type Chatops, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { joon, tests } from "../support/names.ts";
import { around, en, heading } from "../support/words.ts";

const post = "chat.postMessage";
/** The recipient has no owner to ask, so that results are the only posts. */
const env = { TEST_RECIPIENTS: "joon:01000000001" };

/** One after the other, so that the order of the outcomes is known. */
async function sendInOrder({ slack, platform }: Chatops, count: number, conversation = tests) {
  for (let sent = 1; sent <= count; sent += 1) {
    await slack.as(joon).command("/msg-send", `joon Hello ${sent}`, { conversation });
    await eventually(() => expect(platform.state.messages).toHaveLength(sent));
  }
  return platform.state.messages.map(({ result }) => result.messageId);
}

/** The ids that the posts name, in their order. */
const idsIn = (posts: readonly StoredMessage[], ids: readonly string[]) =>
  posts.flatMap(({ text }) => ids.filter((id) => text.includes(id)));

const failedPosts = ({ slack }: Chatops) =>
  slack.traffic.filter(({ name, status }) => name === post && status !== null && status !== 200);

describe("result posts while Slack accepts no posts", () => {
  it("appear once and in order after failures and a rate limit", async () => {
    const chatops = await startChatops({ pace: slackLimits, env });
    const { slack } = chatops;
    slack.faults.webApi({ method: post, kind: "status", status: 503 });
    const ids = await sendInOrder(chatops, 3);
    await slack.waitFor(() => failedPosts(chatops).length >= 2, { what: "two failures of the first one" });
    expect(slack.messages(tests)).toEqual([]);
    slack.faults.clear();
    slack.faults.webApi({ method: post, kind: "ratelimited", retryAfterS: 1, times: 1 });

    await slack.waitFor(() => slack.messages(tests).length === 3, { timeoutMs: 60_000, what: "all results" });
    expect(idsIn(slack.messages(tests), ids)).toEqual(ids);
    // Slack may have posted before its 503: only the result that was tried says that it may be there twice.
    const marked = slack.messages(tests).map(({ text }) => text.includes(en.edge.repeatedPost));
    expect(marked).toEqual([true, false, false]);
    const limited = slack.traffic.filter(({ status }) => status === 429);
    for (const { at } of limited) {
      const next = slack.traffic.find(({ name, at: later }) => name === post && later > at);
      expect((next?.at.getTime() ?? 0) - at.getTime()).toBeGreaterThanOrEqual(990);
    }
  }, 120_000);

  it("appear once when Slack's call hangs and then fails", async () => {
    const chatops = await startChatops();
    const { slack } = chatops;
    slack.faults.webApi({ method: post, kind: "hang", times: 1 });
    const ids = await sendInOrder(chatops, 2);
    await slack.waitFor(() => slack.traffic.find(({ name }) => name === post), { what: "a post under way" });
    slack.faults.releaseHangs();
    await slack.waitFor(() => slack.messages(tests).length === 2);
    expect(idsIn(slack.messages(tests), ids)).toEqual(ids);
  });

  it("say that they may be repeated when Slack posted them but answered too late", async () => {
    const chatops = await startChatops();
    const { slack } = chatops;
    slack.faults.webApi({ method: post, kind: "late", times: 1 });
    const [id = ""] = await sendInOrder(chatops, 1);
    await slack.waitFor(() => slack.messages(tests).length === 2);
    const [first, second] = slack.messages(tests);
    expect(first?.text).not.toContain(en.edge.repeatedPost);
    expect(second?.text).toContain(id);
    expect(second?.text).toContain(en.edge.repeatedPost);
  });
});

describe("result posts whose conversation accepts no posts", () => {
  const moved = around(delivery.en.moved);

  it("go to RESULTS_CHANNEL, and say so, when their conversation was archived", async () => {
    const { slack, platform } = await startChatops();
    platform.faults.next({ kind: "silence" });
    await slack.as(joon).command("/msg-send", "joon Hello", { conversation: "C0GENERAL" });
    slack.conversations.find(({ id }) => id === "C0GENERAL")!.isArchived = true;
    await eventually(() => expect(platform.state.messages).toHaveLength(1));
    platform.faults.release();
    const told = await slack.post();
    expect(told.text).toContain(heading.accepted);
    expect(told.text).toContain(`${moved.before}<#C0GENERAL>${moved.after}`);
    expect(JSON.stringify(told.blocks)).toContain('"channel_id":"C0GENERAL"');
  });

  it("go to RESULTS_CHANNEL, and say so, when it is shared with another organisation", async () => {
    const { slack } = await startChatops();
    const { ack } = await slack.as(joon).command("/msg-send", "joon Hello", { conversation: "C0SHARED" });
    await slack.post(`${moved.before}<#C0SHARED>${moved.after}`);
    expect(slack.messages("C0SHARED")).toEqual([]);
    // The command's answer didn't promise a result in the shared conversation.
    expect(JSON.stringify(ack?.body)).toContain(en.send.quickSending("joon"));
  });

  it("go to their author, and say so, when RESULTS_CHANNEL is archived too", async () => {
    const { slack, platform } = await startChatops({ env });
    platform.faults.next({ kind: "silence" });
    await slack.as(joon).command("/msg-send", "joon Hello", { conversation: "C0GENERAL" });
    for (const conversation of slack.conversations) {
      if (["C0GENERAL", tests].includes(conversation.id)) conversation.isArchived = true;
    }
    await eventually(() => expect(platform.state.messages).toHaveLength(1));
    platform.faults.release();
    await slack.post(`${moved.before}<#C0GENERAL>${moved.after}`, joon);
  });
});
