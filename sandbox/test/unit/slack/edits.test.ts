import { describe, expect, it } from "vitest";
import { outcome, startWithClient } from "./web-client.ts";

async function withPosts() {
  const { slack, client } = await startWithClient();
  const post = async (channel: string) => {
    const posted = await client.chat.postMessage({ channel, text: "before" });
    return { channel: posted.channel ?? "", ts: posted.ts ?? "" };
  };
  const edit = (at: { channel: string; ts: string }, text = "after") =>
    outcome(client.chat.update({ ...at, text }));
  return { slack, client, post, edit };
}

describe("a workspace that refuses edits", () => {
  it("takes posts and leaves them as they were, until it is cleared", async () => {
    const { slack, post, edit } = await withPosts();
    slack.faults.refuseEdits();
    const at = await post("C0TESTS");
    expect([await edit(at), await edit(at)]).toEqual(["edit_window_closed", "edit_window_closed"]);
    expect(slack.messages("C0TESTS")).toMatchObject([{ text: "before" }]);
    slack.faults.clear();
    expect(await edit(at)).toBe("ok");
    expect(slack.findings).toEqual([]);
  });

  it("only where the bot is no member", async () => {
    const { slack, post, edit } = await withPosts();
    slack.faults.refuseEdits({ error: "cant_update_message", whereNoMember: true });
    expect(await edit(await post("C0GENERAL"))).toBe("cant_update_message");
    expect(await edit(await post("C0TESTS"))).toBe("ok");
    expect(await edit(await post("U0MINA"))).toBe("ok");
  });

  it("only in one conversation, as often as asked", async () => {
    const { slack, post, edit } = await withPosts();
    slack.faults.refuseEdits({ error: "message_not_found", conversation: "C0TESTS", times: 1 });
    expect(await edit(await post("C0REVIEWS"))).toBe("ok");
    const at = await post("C0TESTS");
    expect([await edit(at), await edit(at)]).toEqual(["message_not_found", "ok"]);
  });
});

describe("chat.update", () => {
  it("wants the conversation's id, not the person's and not a name", async () => {
    const { client, post } = await withPosts();
    const { channel, ts } = await post("U0MINA");
    const edit = (where: string) => outcome(client.chat.update({ channel: where, ts, text: "x" }));
    expect(channel).toBe("D0MINA");
    expect([await edit("U0MINA"), await edit("#sms-tests"), await edit(channel)]).toEqual([
      "channel_not_found",
      "channel_not_found",
      "ok",
    ]);
  });

  it("refuses text above 4,000 characters, which a post takes", async () => {
    const { slack, client, post, edit } = await withPosts();
    const text = "x".repeat(4001);
    expect(await outcome(client.chat.postMessage({ channel: "C0TESTS", text }))).toBe("ok");
    expect(await edit(await post("C0TESTS"), text)).toBe("msg_too_long");
    expect(slack.findings).toMatchObject([{ method: "chat.update", rule: "msg_too_long" }]);
  });

  it("changes nothing in an archived conversation", async () => {
    const conversation = {
      id: "C0LATER",
      name: "later",
      kind: "public" as const,
      members: ["U0JOON", "U0BOT"],
      isArchived: false,
      isExternallyShared: false,
    };
    const { slack, client } = await startWithClient({ conversations: [conversation] });
    const { ts = "" } = await client.chat.postMessage({ channel: "C0LATER", text: "before" });
    conversation.isArchived = true;
    expect(await outcome(client.chat.update({ channel: "C0LATER", ts, text: "after" }))).toBe("is_inactive");
    expect(slack.messages("C0LATER")).toMatchObject([{ text: "before" }]);
  });

  it("marks as edited only what has no blocks, and takes metadata away when asked", async () => {
    const { slack, client } = await withPosts();
    const blocks = [{ type: "divider" as const }];
    const metadata = { event_type: "sent", event_payload: { id: "1" } };
    const { ts = "" } = await client.chat.postMessage({ channel: "C0TESTS", text: "a", blocks, metadata });
    await client.chat.update({ channel: "C0TESTS", ts, text: "b", blocks });
    expect(slack.messages("C0TESTS")).toMatchObject([{ text: "b", editedTs: null, metadata }]);
    const headers = { authorization: `Bearer ${slack.botToken}`, "content-type": "application/json" };
    const body = JSON.stringify({ channel: "C0TESTS", ts, text: "c", metadata: {} });
    await fetch(`${slack.apiUrl}chat.update`, { method: "POST", headers, body });
    expect(slack.messages("C0TESTS")).toMatchObject([{ text: "c", blocks: [], metadata: null }]);
    expect(slack.messages("C0TESTS")[0]?.editedTs).not.toBeNull();
  });
});
