import { describe, expect, it } from "vitest";
import { TEST_MANIFEST } from "../../support/bolt-app.ts";
import { outcome, rules, startWithClient } from "./web-client.ts";

describe("posting", () => {
  it.each([
    ["C0GENERAL", "ok"],
    ["G0SECRET", "channel_not_found"],
    ["C0OLD", "is_archived"],
    ["C404", "channel_not_found"],
    ["U0GONE", "user_disabled"],
  ])("to %s answers %s", async (channel, expected) => {
    const { client } = await startWithClient();
    expect(await outcome(client.chat.postMessage({ channel, text: "x" }))).toBe(expected);
  });

  it("needs chat:write.public where the bot is no member", async () => {
    const bot = TEST_MANIFEST.oauth_config.scopes.bot.filter((scope) => scope !== "chat:write.public");
    const { client } = await startWithClient({
      manifest: { ...TEST_MANIFEST, oauth_config: { scopes: { bot } } },
    });
    expect(await outcome(client.chat.postMessage({ channel: "C0GENERAL", text: "x" }))).toBe(
      "not_in_channel",
    );
    expect(await outcome(client.chat.postMessage({ channel: "C0TESTS", text: "x" }))).toBe("ok");
  });

  it("to a person's id lands in the direct conversation", async () => {
    const { slack, client } = await startWithClient();
    const { channel } = await client.chat.postMessage({ channel: "U0MINA", text: "hi" });
    expect(channel).toBe("D0MINA");
    expect(slack.dm("U0MINA")).toMatchObject([{ text: "hi", author: "U0BOT", conversation: "D0MINA" }]);
    expect(await outcome(client.conversations.open({ users: "U0MINA" }))).toBe("ok");
  });

  it("keeps threads, updates and deletions apart from other people's messages", async () => {
    const { slack, client } = await startWithClient();
    const joons = slack.as("U0JOON").say("C0TESTS", "mine");
    const { ts } = await client.chat.postMessage({ channel: "C0TESTS", text: "parent" });
    await client.chat.postMessage({ channel: "C0TESTS", text: "reply", thread_ts: ts! });
    await client.chat.update({ channel: "C0TESTS", ts: ts!, text: "changed" });
    expect(await outcome(client.chat.update({ channel: "C0TESTS", ts: joons.ts, text: "x" }))).toBe(
      "cant_update_message",
    );
    expect(await outcome(client.chat.delete({ channel: "C0TESTS", ts: joons.ts }))).toBe(
      "cant_delete_message",
    );
    expect(slack.messages("C0TESTS").map(({ text, threadTs }) => [text, threadTs])).toEqual([
      ["mine", null],
      ["changed", null],
      ["reply", ts],
    ]);
    await client.chat.delete({ channel: "C0TESTS", ts: ts! });
    expect(await outcome(client.chat.update({ channel: "C0TESTS", ts: ts!, text: "x" }))).toBe(
      "message_not_found",
    );
  });

  it("answers 429 with Retry-After past one a second and conversation", async () => {
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

  it("refuses bad blocks with pointers and notes it", async () => {
    const { slack, client } = await startWithClient();
    const blocks = [{ type: "section" as const, text: { type: "mrkdwn" as const, text: "x".repeat(3001) } }];
    await expect(client.chat.postMessage({ channel: "C0TESTS", text: "x", blocks })).rejects.toMatchObject({
      data: {
        error: "invalid_blocks",
        response_metadata: { messages: [expect.stringContaining("[json-pointer:/blocks/0/text/text]")] },
      },
    });
    expect(rules(slack)).toEqual(["invalid_blocks"]);
    expect(slack.messages("C0TESTS")).toEqual([]);
  });

  it("shows an ephemeral to one member and to nobody else", async () => {
    const { slack, client } = await startWithClient();
    const show = (channel: string, user: string) =>
      outcome(client.chat.postEphemeral({ channel, user, text: "psst" }));
    expect(await show("C0TESTS", "U0JOON")).toBe("ok");
    expect(await show("C0REVIEWS", "U0GUEST")).toBe("user_not_in_channel");
    expect(await show("C0GENERAL", "U0JOON")).toBe("not_in_channel");
    expect(slack.ephemerals("U0JOON")).toMatchObject([{ text: "psst", source: "chat.postEphemeral" }]);
    expect(slack.messages("C0TESTS")).toEqual([]);
  });
});
