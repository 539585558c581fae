import { WebClient } from "@slack/web-api";
import { afterEach, describe, expect, it } from "vitest";
import type { SlackOptions, SlackWorkspace } from "../../../../sandbox/slack/types.ts";
import { startSlack } from "../../../../sandbox/slack/workspace.ts";
import { aModal, SILENT, TEST_MANIFEST } from "./bolt-app.ts";
import { outcome } from "./web-client.ts";

let slack: SlackWorkspace;
afterEach(async () => await slack.close());

async function start(options: Partial<SlackOptions> = {}) {
  slack = await startSlack({ manifest: TEST_MANIFEST, delivery: { kind: "http" }, ...options });
  return new WebClient(slack.botToken, {
    slackApiUrl: slack.apiUrl,
    logger: SILENT,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
}

function rules() {
  return slack.findings.map(({ rule }) => rule);
}

/** A trigger as a person's act makes one; nobody listens, so the delivery itself fails. */
async function aTrigger(userId = "U0JOON"): Promise<string> {
  const delivery = await slack.as(userId).command("/form", "", { conversation: "C0TESTS" });
  return String(delivery.payload["trigger_id"]);
}

describe("tokens and scopes", () => {
  it("tells who the bot is and what it may do", async () => {
    const client = await start();
    expect(await client.auth.test()).toMatchObject({
      ok: true,
      user_id: "U0BOT",
      bot_id: "B0BOT",
      team_id: "T0SANDBOX",
    });
    const reply = await fetch(`${slack.apiUrl}auth.test`, {
      method: "POST",
      headers: { authorization: `Bearer ${slack.botToken}` },
    });
    expect(reply.headers.get("x-oauth-scopes")).toContain("chat:write,chat:write.public");
  });

  it("refuses no token, a wrong one and the wrong kind", async () => {
    await start();
    const call = async (method: string, token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const reply = await fetch(`${slack.apiUrl}${method}`, { method: "POST", headers });
      return await reply.json();
    };
    expect(await call("auth.test")).toMatchObject({ ok: false, error: "not_authed" });
    expect(await call("auth.test", "xoxb-other")).toMatchObject({ ok: false, error: "invalid_auth" });
    expect(await call("apps.connections.open", slack.botToken)).toMatchObject({
      error: "not_allowed_token_type",
    });
    expect(await call("chat.postMessage", slack.appToken)).toMatchObject({ error: "not_allowed_token_type" });
    expect(await call("nothing.here", slack.botToken)).toMatchObject({ error: "unknown_method" });
    expect(await call("api.test")).toMatchObject({ ok: true });
  });

  it("refuses a method whose scope the manifest leaves out", async () => {
    const manifest = { ...TEST_MANIFEST, oauth_config: { scopes: { bot: ["commands"] } } };
    const client = await start({ manifest });
    expect(await outcome(client.chat.postMessage({ channel: "C0TESTS", text: "x" }))).toBe("missing_scope");
    expect(await outcome(client.users.info({ user: "U0JOON" }))).toBe("missing_scope");
    expect(slack.findings.map(({ detail }) => detail)).toEqual(["needed: chat:write", "needed: users:read"]);
  });

  it("takes JSON bodies as well as forms", async () => {
    await start();
    const reply = await fetch(`${slack.apiUrl}chat.postMessage`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${slack.botToken}`,
        "content-type": "application/json; charset=utf-8",
      },
      body: JSON.stringify({ channel: "#sms-tests", text: "true", unfurl_media: false }),
    });
    expect(await reply.json()).toMatchObject({ ok: true, channel: "C0TESTS" });
    expect(slack.messages("C0TESTS")).toMatchObject([
      { text: "true", unfurl: { links: false, media: false } },
    ]);
  });
});

describe("posting", () => {
  it.each([
    ["C0GENERAL", "ok"],
    ["G0SECRET", "channel_not_found"],
    ["C0OLD", "is_archived"],
    ["C404", "channel_not_found"],
    ["U0GONE", "user_disabled"],
  ])("to %s answers %s", async (channel, expected) => {
    const client = await start();
    expect(await outcome(client.chat.postMessage({ channel, text: "x" }))).toBe(expected);
  });

  it("needs chat:write.public where the bot is no member", async () => {
    const bot = TEST_MANIFEST.oauth_config.scopes.bot.filter((scope) => scope !== "chat:write.public");
    const client = await start({ manifest: { ...TEST_MANIFEST, oauth_config: { scopes: { bot } } } });
    expect(await outcome(client.chat.postMessage({ channel: "C0GENERAL", text: "x" }))).toBe(
      "not_in_channel",
    );
    expect(await outcome(client.chat.postMessage({ channel: "C0TESTS", text: "x" }))).toBe("ok");
  });

  it("to a person's id lands in the direct conversation", async () => {
    const client = await start();
    const { channel } = await client.chat.postMessage({ channel: "U0MINA", text: "hi" });
    expect(channel).toBe("D0MINA");
    expect(slack.dm("U0MINA")).toMatchObject([{ text: "hi", author: "U0BOT", conversation: "D0MINA" }]);
    expect(await outcome(client.conversations.open({ users: "U0MINA" }))).toBe("ok");
  });

  it("keeps threads, updates and deletions apart from other people's messages", async () => {
    const client = await start();
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
    const client = await start({ now: () => new Date(nowMs), postLimit: { perSecond: 1, burst: 2 } });
    const post = (channel: string) => outcome(client.chat.postMessage({ channel, text: "x" }));
    expect([await post("C0TESTS"), await post("C0TESTS")]).toEqual(["ok", "ok"]);
    expect(await post("C0TESTS")).toBe("slack_webapi_rate_limited_error");
    expect(await post("C0REVIEWS")).toBe("ok");
    nowMs += 1000;
    expect(await post("C0TESTS")).toBe("ok");
    expect(rules()).toEqual(["ratelimited"]);
  });

  it("refuses bad blocks with pointers and notes it", async () => {
    const client = await start();
    const blocks = [{ type: "section" as const, text: { type: "mrkdwn" as const, text: "x".repeat(3001) } }];
    await expect(client.chat.postMessage({ channel: "C0TESTS", text: "x", blocks })).rejects.toMatchObject({
      data: {
        error: "invalid_blocks",
        response_metadata: { messages: [expect.stringContaining("[json-pointer:/blocks/0/text/text]")] },
      },
    });
    expect(rules()).toEqual(["invalid_blocks"]);
    expect(slack.messages("C0TESTS")).toEqual([]);
  });

  it("shows an ephemeral to one member and to nobody else", async () => {
    const client = await start();
    const show = (channel: string, user: string) =>
      outcome(client.chat.postEphemeral({ channel, user, text: "psst" }));
    expect(await show("C0TESTS", "U0JOON")).toBe("ok");
    expect(await show("C0REVIEWS", "U0GUEST")).toBe("user_not_in_channel");
    expect(await show("C0GENERAL", "U0JOON")).toBe("not_in_channel");
    expect(slack.ephemerals("U0JOON")).toMatchObject([{ text: "psst", source: "chat.postEphemeral" }]);
    expect(slack.messages("C0TESTS")).toEqual([]);
  });
});

describe("people and conversations", () => {
  it("tells guests, strangers and the deactivated apart, and locales when asked", async () => {
    const client = await start();
    const user = async (id: string) => (await client.users.info({ user: id, include_locale: true })).user;
    expect(await user("U0MINJI")).toMatchObject({ locale: "ko-KR", deleted: false, is_restricted: false });
    expect(await user("U0GUEST")).toMatchObject({ is_restricted: true, is_ultra_restricted: false });
    expect(await user("U0GONE")).toMatchObject({ deleted: true });
    expect(await user("U0OTHER")).toMatchObject({ is_stranger: true, team_id: "T0PARTNER" });
    expect(await user("U0OTHER")).not.toHaveProperty("locale");
    expect((await client.users.info({ user: "U0MINJI" })).user).not.toHaveProperty("locale");
    expect(await outcome(client.users.info({ user: "U404" }))).toBe("user_not_found");
  });

  it("pages lists by cursor", async () => {
    const client = await start();
    const ids: string[] = [];
    for await (const page of client.paginate("users.list", { limit: 4 })) {
      if ("members" in page && Array.isArray(page.members)) ids.push(...page.members.map(({ id }) => id));
    }
    expect(ids).toEqual(slack.people.map(({ id }) => id));
  });

  it("lists groups and their active members", async () => {
    const client = await start();
    expect((await client.usergroups.list({ include_users: true })).usergroups).toMatchObject([
      { id: "S0REVIEWERS", users: ["U0MINA", "U0SORA"] },
      { id: "S0ONCALL" },
    ]);
    await slack.setUserGroupMembers("S0ONCALL", ["U0DANA", "U0GONE"]);
    expect((await client.usergroups.users.list({ usergroup: "S0ONCALL" })).users).toEqual(["U0DANA"]);
    expect(await outcome(client.usergroups.users.list({ usergroup: "S404" }))).toBe("no_such_subteam");
  });

  it("shows the bot only conversations it may know", async () => {
    const client = await start();
    expect((await client.conversations.info({ channel: "C0SHARED" })).channel).toMatchObject({
      is_ext_shared: true,
      is_member: true,
    });
    expect((await client.conversations.info({ channel: "C0OLD" })).channel).toMatchObject({
      is_archived: true,
    });
    expect((await client.conversations.info({ channel: "C0GENERAL" })).channel).toMatchObject({
      is_member: false,
    });
    expect(await outcome(client.conversations.info({ channel: "G0SECRET" }))).toBe("channel_not_found");
    expect((await client.conversations.members({ channel: "C0TESTS" })).members).toContain("U0GUEST");
    const listed = await client.conversations.list({
      types: "public_channel,private_channel",
      exclude_archived: true,
    });
    expect(listed.channels?.map(({ id }) => id)).toEqual([
      "C0TESTS",
      "C0REVIEWS",
      "C0ONCALL",
      "C0GENERAL",
      "C0SHARED",
    ]);
  });
});

describe("views", () => {
  it("opens once for a trigger, within three seconds", async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const client = await start({ now: () => new Date(nowMs) });
    const trigger = await aTrigger();
    expect(await outcome(client.views.open({ trigger_id: trigger, view: aModal("a") }))).toBe("ok");
    expect(await outcome(client.views.open({ trigger_id: trigger, view: aModal("a") }))).toBe(
      "exchanged_trigger_id",
    );
    const late = await aTrigger();
    nowMs += 3001;
    expect(await outcome(client.views.open({ trigger_id: late, view: aModal("a") }))).toBe(
      "expired_trigger_id",
    );
    expect(await outcome(client.views.open({ trigger_id: "no", view: aModal("a") }))).toBe(
      "invalid_trigger_id",
    );
    expect(rules()).toEqual(["exchanged_trigger_id", "expired_trigger_id", "invalid_trigger_id"]);
  });

  it("keeps a trigger that came with an invalid view for a valid one", async () => {
    const client = await start();
    const trigger = await aTrigger();
    const broken = { ...aModal("a"), title: { type: "plain_text" as const, text: "x".repeat(25) } };
    expect(await outcome(client.views.open({ trigger_id: trigger, view: broken }))).toBe("invalid_arguments");
    expect(await outcome(client.views.open({ trigger_id: trigger, view: aModal("a") }))).toBe("ok");
  });

  it("updates by id or external id and answers a stale hash with hash_conflict", async () => {
    const client = await start();
    const opened = await client.views.open({
      trigger_id: await aTrigger(),
      view: { ...aModal("a"), external_id: "ext" },
    });
    const hash = opened.view?.hash ?? "";
    const id = opened.view?.id ?? "";
    expect(await outcome(client.views.update({ view_id: id, hash, view: aModal("b") }))).toBe("ok");
    expect(await outcome(client.views.update({ view_id: id, hash, view: aModal("c") }))).toBe(
      "hash_conflict",
    );
    expect(await outcome(client.views.update({ view_id: "V404", view: aModal("c") }))).toBe("not_found");
    expect(await outcome(client.views.update({ external_id: "", view: aModal("c") }))).toBe(
      "invalid_arguments",
    );
    expect(slack.views("U0JOON")).toMatchObject([
      { id, callbackId: "b", rootViewId: id, previousViewId: null },
    ]);
    expect(rules()).toEqual(["invalid_arguments"]);
  });

  it("publishes a Home tab and guards it by hash", async () => {
    const client = await start();
    const view = { type: "home" as const, blocks: [{ type: "divider" as const }] };
    expect(await outcome(client.views.publish({ user_id: "U0MINA", view, hash: "1.h" }))).toBe(
      "hash_conflict",
    );
    const first = await client.views.publish({ user_id: "U0MINA", view });
    expect(
      await outcome(client.views.publish({ user_id: "U0MINA", view, hash: first.view?.hash ?? "" })),
    ).toBe("ok");
    expect(
      await outcome(client.views.publish({ user_id: "U0MINA", view, hash: first.view?.hash ?? "" })),
    ).toBe("hash_conflict");
    expect(slack.home("U0MINA")).toMatchObject({ type: "home", id: first.view?.id });
    expect(slack.home("U0JOON")).toBeNull();
  });
});

describe("faults", () => {
  it.each([
    [{ kind: "status", status: 503 }, "slack_webapi_http_error"],
    [{ kind: "error", error: "fatal_error" }, "fatal_error"],
    [{ kind: "ratelimited", retryAfterS: 7 }, "slack_webapi_rate_limited_error"],
    [{ kind: "reset" }, "slack_webapi_request_error"],
    [{ kind: "late" }, "slack_webapi_request_error"],
  ] as const)("%o reaches the bot as %s, once", async (fault, expected) => {
    const client = await start();
    slack.faults.webApi({ ...fault, method: "chat.postMessage", times: 1 });
    const post = () => outcome(client.chat.postMessage({ channel: "C0TESTS", text: "x" }));
    expect(await post()).toBe(expected);
    expect(slack.messages("C0TESTS")).toHaveLength(fault.kind === "late" ? 1 : 0);
    expect(await post()).toBe("ok");
  });

  it("hangs until it is released, processing nothing", async () => {
    const client = await start();
    slack.faults.webApi({ kind: "hang", times: 1 });
    const post = outcome(client.chat.postMessage({ channel: "C0TESTS", text: "x" }));
    await slack.waitFor(() =>
      slack.traffic.some(({ name, status }) => name === "chat.postMessage" && status === null),
    );
    slack.faults.releaseHangs();
    expect(await post).toBe("slack_webapi_http_error");
    expect(slack.messages("C0TESTS")).toEqual([]);
  });
});
