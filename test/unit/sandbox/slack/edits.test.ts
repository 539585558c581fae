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
