import { describe, expect, it } from "vitest";
import { TEST_MANIFEST } from "../../support/bolt-app.ts";
import { outcome, rules, startWithClient } from "./web-client.ts";

async function withPosts(options: Parameters<typeof startWithClient>[0] = {}) {
  const { slack, client } = await startWithClient(options);
  const post = async (channel: string, more: { text?: string; thread_ts?: string } = {}) => {
    const { ts = "", ...posted } = await client.chat.postMessage({ channel, text: "before", ...more });
    return { channel: posted.channel ?? "", ts, threadTs: posted.message?.thread_ts ?? null };
  };
  const edit = ({ channel, ts }: { channel: string; ts: string }, text = "after") =>
    outcome(client.chat.update({ channel, ts, text }));
  return { slack, client, post, edit };
}

describe("a post to the sandbox's Slack", () => {
  it.each([
    ["C0GENERAL", "ok"],
    ["G0SECRET", "channel_not_found"],
    ["C0OLD", "is_archived"],
    ["C404", "channel_not_found"],
    ["U0GONE", "user_disabled"],
  ])("in %s is answered with %s", async (channel, expected) => {
    const { client } = await startWithClient();
    expect(await outcome(client.chat.postMessage({ channel, text: "x" }))).toBe(expected);
  });

  it("in a channel without the bot needs the scope chat:write.public", async () => {
    const bot = TEST_MANIFEST.oauth_config.scopes.bot.filter((scope) => scope !== "chat:write.public");
    const manifest = { ...TEST_MANIFEST, oauth_config: { scopes: { bot } } };
    const { client } = await startWithClient({ manifest });
    const post = (channel: string) => outcome(client.chat.postMessage({ channel, text: "x" }));
    expect([await post("C0GENERAL"), await post("C0TESTS")]).toEqual(["not_in_channel", "ok"]);
  });

  it("is answered with 429 after one per second and conversation, beyond the burst", async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const { slack, client } = await startWithClient({
      now: () => new Date(nowMs),
      postLimit: { perSecond: 1, burst: 2 },
    });
    const post = (channel: string) => outcome(client.chat.postMessage({ channel, text: "x" }));
    expect([await post("C0TESTS"), await post("C0TESTS")]).toEqual(["ok", "ok"]);
    expect(await post("C0TESTS")).toBe("slack_webapi_rate_limited_error");
    expect(await post("C0REVIEWS")).toBe("ok");
    nowMs += 1000;
    expect(await post("C0TESTS")).toBe("ok");
    expect(rules(slack)).toEqual(["ratelimited"]);
  });

  it("with invalid blocks is refused with JSON pointers, and reported as a broken rule", async () => {
    const { slack, client } = await startWithClient();
    const blocks = [{ type: "section" as const, text: { type: "mrkdwn" as const, text: "x".repeat(3001) } }];
    const messages = [expect.stringContaining("[json-pointer:/blocks/0/text/text]")];
    await expect(client.chat.postMessage({ channel: "C0TESTS", text: "x", blocks })).rejects.toMatchObject({
      data: { error: "invalid_blocks", response_metadata: { messages } },
    });
    expect(rules(slack)).toEqual(["invalid_blocks"]);
    expect(slack.messages("C0TESTS")).toEqual([]);
  });
});

describe("an edit or a deletion in the sandbox's Slack", () => {
  it("is possible only for posts of the bot that still exist", async () => {
    const { slack, client, post, edit } = await withPosts();
    const joons = { channel: "C0TESTS", ts: slack.as("U0JOON").say("C0TESTS", "mine").ts };
    expect(await edit(joons)).toBe("cant_update_message");
    expect(await outcome(client.chat.delete(joons))).toBe("cant_delete_message");
    const { channel, ts } = await post("C0TESTS");
    await client.chat.delete({ channel, ts });
    expect(await edit({ channel, ts })).toBe("message_not_found");
    expect(slack.messages("C0TESTS")).toMatchObject([{ text: "mine" }]);
  });

  it("needs the conversation's id, and refuses a person's id or a channel's name", async () => {
    const { post, edit } = await withPosts();
    const { channel, ts } = await post("U0MINA");
    expect(channel).toBe("D0MINA");
    const answers = [];
    for (const where of ["U0MINA", "#sms-tests", channel]) answers.push(await edit({ channel: where, ts }));
    expect(answers).toEqual(["channel_not_found", "channel_not_found", "ok"]);
  });

  it("changes nothing in an archived conversation", async () => {
    const conversation = {
      ...{ id: "C0LATER", name: "later", kind: "public" as const, members: ["U0JOON", "U0BOT"] },
      ...{ isArchived: false, isExternallyShared: false },
    };
    const { slack, post, edit } = await withPosts({ conversations: [conversation] });
    const at = await post("C0LATER");
    conversation.isArchived = true;
    expect(await edit(at)).toBe("is_inactive");
    expect(slack.messages("C0LATER")).toMatchObject([{ text: "before" }]);
  });

  it("marks only a post without blocks as edited, and removes metadata that is sent empty", async () => {
    const { slack, client } = await withPosts();
    const blocks = [{ type: "divider" as const }];
    const metadata = { event_type: "sent", event_payload: { id: "1" } };
    const { ts = "" } = await client.chat.postMessage({ channel: "C0TESTS", text: "a", blocks, metadata });
    await client.chat.update({ channel: "C0TESTS", ts, text: "b", blocks });
    expect(slack.messages("C0TESTS")).toMatchObject([{ text: "b", editedTs: null, metadata }]);
    const headers = { authorization: `Bearer ${slack.botToken}`, "content-type": "application/json" };
    const body = JSON.stringify({ channel: "C0TESTS", ts, text: "c", metadata: {} });
    await fetch(`${slack.apiUrl}chat.update`, { method: "POST", headers, body });
    const after = { text: "c", blocks: [], metadata: null, editedTs: expect.any(String) };
    expect(slack.messages("C0TESTS")).toMatchObject([after]);
  });

  it("can be made to fail for all posts, for channels without the bot, or for one channel", async () => {
    const { slack, post, edit } = await withPosts();
    const [tests, general] = [await post("C0TESTS"), await post("C0GENERAL")];
    slack.faults.refuseEdits();
    expect([await edit(tests), await edit(tests)]).toEqual(["edit_window_closed", "edit_window_closed"]);
    slack.faults.clear();
    slack.faults.refuseEdits({ error: "cant_update_message", whereNoMember: true });
    expect([await edit(general), await edit(tests)]).toEqual(["cant_update_message", "ok"]);
    slack.faults.clear();
    slack.faults.refuseEdits({ error: "message_not_found", conversation: "C0TESTS", times: 1 });
    const answers = [await edit(general), await edit(tests), await edit(tests)];
    expect(answers).toEqual(["ok", "message_not_found", "ok"]);
  });
});

describe("a reply in a thread of the sandbox's Slack", () => {
  it("to a deleted message is posted in the conversation without a thread_ts", async () => {
    const { slack, client, post } = await withPosts();
    const { ts } = await post("C0TESTS");
    expect((await post("C0TESTS", { thread_ts: ts })).threadTs).toBe(ts);
    await client.chat.delete({ channel: "C0TESTS", ts });
    expect((await post("C0TESTS", { thread_ts: ts })).threadTs).toBeNull();
    expect(slack.findings).toEqual([]);
  });

  it("to a message that never existed, or to a reply, is reported as a broken rule", async () => {
    const { slack, post } = await withPosts();
    await post("C0TESTS", { thread_ts: "1.000001" });
    const { ts: parent } = await post("C0TESTS");
    const { ts: reply } = await post("C0TESTS", { thread_ts: parent });
    expect((await post("C0TESTS", { thread_ts: reply })).threadTs).toBe(parent);
    expect(rules(slack)).toEqual(["no_thread", "thread_of_a_reply"]);
  });
});
