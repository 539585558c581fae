import { describe, expect, it } from "vitest";
import { TEST_MANIFEST } from "../../support/bolt-app.ts";
import { outcome, startWithClient } from "./web-client.ts";

describe("tokens and scopes", () => {
  it("tells who the bot is and what it may do", async () => {
    const { slack, client } = await startWithClient();
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
    const { slack } = await startWithClient();
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
    const { slack, client } = await startWithClient({ manifest });
    expect(await outcome(client.chat.postMessage({ channel: "C0TESTS", text: "x" }))).toBe("missing_scope");
    expect(await outcome(client.users.info({ user: "U0JOON" }))).toBe("missing_scope");
    expect(slack.findings.map(({ detail }) => detail)).toEqual(["needed: chat:write", "needed: users:read"]);
  });

  it("takes JSON bodies as well as forms", async () => {
    const { slack } = await startWithClient();
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

describe("people and conversations", () => {
  it("tells guests, strangers and the deactivated apart, and locales when asked", async () => {
    const { client } = await startWithClient();
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
    const { slack, client } = await startWithClient();
    const ids: string[] = [];
    for await (const page of client.paginate("users.list", { limit: 4 })) {
      if ("members" in page && Array.isArray(page.members)) ids.push(...page.members.map(({ id }) => id));
    }
    expect(ids).toEqual(slack.people.map(({ id }) => id));
  });

  it("lists groups and their active members", async () => {
    const { slack, client } = await startWithClient();
    expect((await client.usergroups.list({ include_users: true })).usergroups).toMatchObject([
      { id: "S0REVIEWERS", users: ["U0MINA", "U0SORA"] },
      { id: "S0ONCALL" },
    ]);
    await slack.setUserGroupMembers("S0ONCALL", ["U0DANA", "U0GONE"]);
    expect((await client.usergroups.users.list({ usergroup: "S0ONCALL" })).users).toEqual(["U0DANA"]);
    expect(await outcome(client.usergroups.users.list({ usergroup: "S404" }))).toBe("no_such_subteam");
  });

  it("shows the bot only conversations it may know", async () => {
    const { client } = await startWithClient();
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

describe("faults", () => {
  it.each([
    [{ kind: "status", status: 503 }, "slack_webapi_http_error"],
    [{ kind: "error", error: "fatal_error" }, "fatal_error"],
    [{ kind: "ratelimited", retryAfterS: 7 }, "slack_webapi_rate_limited_error"],
    [{ kind: "reset" }, "slack_webapi_request_error"],
    [{ kind: "late" }, "slack_webapi_request_error"],
  ] as const)("%o reaches the bot as %s, once", async (fault, expected) => {
    const { slack, client } = await startWithClient();
    slack.faults.webApi({ ...fault, method: "chat.postMessage", times: 1 });
    const post = () => outcome(client.chat.postMessage({ channel: "C0TESTS", text: "x" }));
    expect(await post()).toBe(expected);
    expect(slack.messages("C0TESTS")).toHaveLength(fault.kind === "late" ? 1 : 0);
    expect(await post()).toBe("ok");
  });

  it("hangs until it is released, processing nothing", async () => {
    const { slack, client } = await startWithClient();
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
