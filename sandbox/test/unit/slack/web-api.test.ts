import { describe, expect, it, vi } from "vitest";
import { parseManifest } from "../../../slack/manifest.ts";
import { TEST_MANIFEST } from "../../support/bolt-app.ts";
import { aTrigger, outcome, startWithClient } from "./web-client.ts";

const LIMITED = "slack_webapi_rate_limited_error";

describe("the Web API of the sandbox's Slack", () => {
  it("refuses a missing, wrong or unsuitable token, and an unknown method", async () => {
    const { slack } = await startWithClient();
    const call = async (method: string, token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const reply = await fetch(`${slack.apiUrl}${method}`, { method: "POST", headers });
      return Object(await reply.json()).error;
    };
    expect(await call("auth.test")).toBe("not_authed");
    expect(await call("auth.test", "xoxb-other")).toBe("invalid_auth");
    expect(await call("apps.connections.open", slack.botToken)).toBe("not_allowed_token_type");
    expect(await call("chat.postMessage", slack.appToken)).toBe("not_allowed_token_type");
    expect(await call("users.list", slack.botToken)).toBe("unknown_method");
  });

  it("refuses a method without its scope in the manifest, and names the scopes that the bot has", async () => {
    const manifest = { ...TEST_MANIFEST, oauth_config: { scopes: { bot: ["commands"] } } };
    const { slack, client } = await startWithClient({ manifest });
    expect(await outcome(client.chat.postMessage({ channel: "C0TESTS", text: "x" }))).toBe("missing_scope");
    expect(await outcome(client.users.info({ user: "U0JOON" }))).toBe("missing_scope");
    expect(slack.findings.map(({ detail }) => detail)).toEqual(["needed: chat:write", "needed: users:read"]);
    const headers = { authorization: `Bearer ${slack.botToken}` };
    const reply = await fetch(`${slack.apiUrl}auth.test`, { method: "POST", headers });
    expect(reply.headers.get("x-oauth-scopes")).toBe("commands");
  });

  it.each([[null], ["name: x"], [{ features: {} }]])("refuses %j as a manifest", (value) => {
    expect(() => parseManifest(value)).toThrow("not an app manifest");
  });

  it("delivers no click and no Home tab when the manifest lacks them", async () => {
    const manifest = { oauth_config: { scopes: { bot: ["chat:write"] } } };
    const { slack, client } = await startWithClient({ manifest });
    const text = { type: "plain_text" as const, text: "Go" };
    const row = { type: "actions" as const, elements: [{ type: "button" as const, action_id: "go", text }] };
    await client.chat.postMessage({ channel: "C0TESTS", text: "x", blocks: [row] });
    const joon = slack.as("U0JOON");
    const click = await joon.click({ message: slack.messages("C0TESTS")[0]! }, "go");
    expect(click).toMatchObject({ ack: null, trouble: expect.stringContaining("not configured") });
    expect((await joon.openHome()).trouble).toContain("no home tab");
    const view = { type: "home" as const, blocks: [] };
    expect(await outcome(client.views.publish({ user_id: "U0JOON", view }))).toBe("not_enabled");
  });
});

describe("people and conversations of the sandbox's Slack", () => {
  it("show guests, strangers and deactivated people in users.info, and locales when asked for", async () => {
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

  it("show only active members in a user group", async () => {
    const { slack, client } = await startWithClient();
    await slack.setUserGroupMembers("S0ONCALL", ["U0DANA", "U0GONE"]);
    expect((await client.usergroups.users.list({ usergroup: "S0ONCALL" })).users).toEqual(["U0DANA"]);
    expect(await outcome(client.usergroups.users.list({ usergroup: "S404" }))).toBe("no_such_subteam");
  });

  it.each([
    ["C0SHARED", { is_ext_shared: true, is_member: true }],
    ["C0OLD", { is_archived: true }],
    ["C0GENERAL", { is_member: false }],
    ["G0SECRET", "channel_not_found"],
  ])("show in conversations.info for %s: %j", async (id, expected) => {
    const { client } = await startWithClient();
    const info = client.conversations.info({ channel: id });
    if (typeof expected === "string") expect(await outcome(info)).toBe(expected);
    else expect((await info).channel).toMatchObject(expected);
  });

  it("show the members of a conversation page by page with a cursor", async () => {
    const { slack, client } = await startWithClient();
    const ids: string[] = [];
    for await (const page of client.paginate("conversations.members", { channel: "C0TESTS", limit: 2 }))
      if ("members" in page && Array.isArray(page.members)) ids.push(...page.members);
    expect(ids).toEqual(slack.conversations.find(({ id }) => id === "C0TESTS")?.members);
  });
});

describe("views in the sandbox's Slack", () => {
  const modal = (callbackId: string, more: object = {}) => ({
    ...{ type: "modal" as const, callback_id: callbackId, blocks: [{ type: "divider" as const }] },
    ...{ title: { type: "plain_text" as const, text: "T" }, ...more },
  });

  it("can be opened once per trigger within three seconds, and an invalid view doesn't use it up", async () => {
    let waitedMs = 0;
    const { slack, client } = await startWithClient({ waitedMs: () => waitedMs });
    const open = (trigger_id: string, view = modal("a")) => outcome(client.views.open({ trigger_id, view }));
    const trigger = await aTrigger(slack);
    const tooLong = modal("a", { title: { type: "plain_text", text: "x".repeat(25) } });
    expect(await open(trigger, tooLong)).toBe("invalid_arguments");
    expect([await open(trigger), await open(trigger)]).toEqual(["ok", "exchanged_trigger_id"]);
    const late = await aTrigger(slack);
    waitedMs += 3001;
    expect([await open(late), await open("no")]).toEqual(["expired_trigger_id", "invalid_trigger_id"]);
  });

  it("are updated by id, and a stale hash is answered with hash_conflict", async () => {
    const { slack, client } = await startWithClient();
    const trigger_id = await aTrigger(slack);
    const { view } = await client.views.open({ trigger_id, view: modal("a") });
    const [id, hash] = [view?.id ?? "", view?.hash ?? ""];
    const update = (at: { view_id: string; hash?: string }) =>
      outcome(client.views.update({ ...at, view: modal("b") }));
    expect(await update({ view_id: id, hash })).toBe("ok");
    expect(await update({ view_id: id, hash })).toBe("hash_conflict");
    expect(await update({ view_id: "V404" })).toBe("not_found");
    expect(await update({ view_id: "" })).toBe("invalid_arguments");
    expect(slack.views("U0JOON")).toMatchObject([
      { id, callbackId: "b", rootViewId: id, previousViewId: null },
    ]);
  });

  it("of the Home tab are one per person, and an old hash is answered with hash_conflict", async () => {
    const { slack, client } = await startWithClient();
    const view = { type: "home" as const, blocks: [{ type: "divider" as const }] };
    const publish = (hash: string) => outcome(client.views.publish({ user_id: "U0MINA", view, hash }));
    expect(await publish("1.h")).toBe("hash_conflict");
    const hash = (await client.views.publish({ user_id: "U0MINA", view })).view?.hash ?? "";
    expect([await publish(hash), await publish(hash)]).toEqual(["ok", "hash_conflict"]);
    expect([slack.home("U0MINA")?.type, slack.home("U0JOON")]).toEqual(["home", null]);
  });
});

describe("the rate limit of the sandbox's Slack", () => {
  async function withClock(methodLimits = true) {
    const clock = { ms: Date.UTC(2026, 0, 1) };
    const { client } = await startWithClient({ now: () => new Date(clock.ms), methodLimits });
    /** How many calls in a row Slack takes, and what it answers then. */
    const until = async (call: () => Promise<unknown>, most: number) => {
      for (let taken = 0; taken < most; taken += 1) {
        const answer = await outcome(call());
        if (answer !== "ok") return [taken, answer];
      }
      return [most, "ok"];
    };
    return { client, clock, until, list: () => client.usergroups.users.list({ usergroup: "S0ONCALL" }) };
  }

  it("allows 20, 50 or 100 calls a minute by the method's tier, and more after Retry-After", async () => {
    const { client, clock, until, list } = await withClock();
    expect(await until(list, 21)).toEqual([20, LIMITED]);
    expect(await until(() => client.conversations.info({ channel: "C0TESTS" }), 51)).toEqual([50, LIMITED]);
    expect(await until(() => client.users.info({ user: "U0JOON" }), 101)).toEqual([100, LIMITED]);
    await expect(list()).rejects.toMatchObject({ retryAfter: 3 });
    clock.ms += 3000;
    expect(await until(list, 2)).toEqual([1, LIMITED]);
  });

  it("can be switched off for measurements", async () => {
    const { until, list } = await withClock(false);
    expect(await until(list, 30)).toEqual([30, "ok"]);
  });
});

it("a Web API call that is made to hang waits until it is released, and has no effect", async () => {
  const { slack, client } = await startWithClient();
  slack.faults.webApi({ kind: "hang", times: 1 });
  const answered = vi.fn();
  const post = outcome(client.chat.postMessage({ channel: "C0TESTS", text: "x" })).then(answered);
  await slack.waitFor(() => slack.traffic.some(({ name }) => name === "chat.postMessage"));
  expect(await outcome(client.auth.test())).toBe("ok");
  expect(answered).not.toHaveBeenCalled();
  slack.faults.releaseHangs();
  await post;
  expect(answered).toHaveBeenCalledWith("slack_webapi_http_error");
  expect(slack.messages("C0TESTS")).toEqual([]);
});
