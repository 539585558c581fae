import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Outside } from "../../sandbox/sandbox.ts";
import { startSlack } from "../../sandbox/slack/index.ts";
import { openStore } from "../../src/store/index.ts";
import { examine, start } from "../support/doctor.ts";
import { general, secret } from "../support/names.ts";

/** Each breaks one thing, which is then the only problem: a setting, or something outside. */
const brokenThings: [what: string, words: RegExp, settings: object, make?: (outside: Outside) => void][] = [
  [
    "a bot token that Slack refuses",
    /^✗ Slack bot token +Slack answers invalid_auth: copy/,
    { SLACK_BOT_TOKEN: "xoxb-1-wrong" },
  ],
  [
    "a Slack that refuses the connection",
    /^✗ Slack bot token +Slack can't be reached \(\w+\): look at SLACK_API_URL/,
    { SLACK_API_URL: "http://127.0.0.1:1/api/" },
  ],
  [
    "an HTML page in place of Slack",
    /^✗ Slack bot token +Slack can't be reached \(HTTP 502\)/,
    {},
    ({ slack }) => slack.faults.webApi({ method: "auth.test", kind: "status", status: 502 }),
  ],
  [
    "an app token that Slack refuses",
    /^✗ Slack app token +Slack answers invalid_auth.*connections:write/,
    { SLACK_APP_TOKEN: "xapp-1-A0SANDBOX-1-wrong" },
  ],
  ["an archived conversation", /^✗ RESULTS_CHANNEL +#old-campaign is archived/, { RESULTS_CHANNEL: "C0OLD" }],
  [
    "a conversation that doesn't exist",
    /^✗ REVIEW_CHANNEL +no such conversation/,
    { REVIEW_CHANNEL: "C0NONE" },
  ],
  [
    "a private conversation without the bot",
    /^✗ ONCALL_CHANNEL +no such conversation.*invite/,
    { ONCALL_CHANNEL: secret },
  ],
  [
    "a user group that doesn't exist",
    /^✗ BILLING_VIEWERS, OPERATORS +the group S0NONE can't be read \(no_such_subteam\)/,
    { BILLING_VIEWERS: "S0NONE", OPERATORS: "S0NONE" },
  ],
  [
    "an ONCALL_MENTION group that doesn't exist",
    /^✗ ONCALL_MENTION +the group S0NONE can't be read .*so that a reminder reaches nobody/,
    { ONCALL_MENTION: "S0NONE" },
  ],
  [
    "more approvals than reviewers",
    /^✗ REQUIRED_APPROVALS +3 are required and there are 2 REVIEWERS/,
    { REQUIRED_APPROVALS: "3" },
  ],
  [
    "an API key without the permission for payments",
    /^✗ platform payments .*HTTP 403, Forbidden.*cash:read.*role-cash:read.*“권한 …5678”: give the key/,
    {},
    ({ platform }) =>
      platform.faults.next(
        {
          kind: "refuse",
          status: 403,
          errorCode: "Forbidden",
          errorMessage: "\u001b권한\n01012345678\u0007\u202e",
        },
        { path: "/cash" },
      ),
  ],
  [
    "a platform that answers without JSON",
    /^✗ platform channels .*ReplyUnreadable.*PLATFORM_BASE_URL/,
    {},
    ({ platform }) => platform.faults.next({ kind: "garbage" }, { path: "/chat" }),
  ],
  [
    "a database file that can't be opened",
    /^✗ store +can't be used: .*DATABASE_URL/,
    { DATABASE_URL: "file:package.json/x.db" },
  ],
];

/** What the doctor finds in a Slack where the bot has these scopes alone. */
async function examineScopes(bot: string[], settings: Record<string, string> = {}) {
  const { env } = await start();
  const manifest = { oauth_config: { scopes: { bot } } };
  const slack = await startSlack({ manifest, delivery: { kind: "socket" } });
  onTestFinished(() => slack.close());
  return examine({ ...env, SLACK_API_URL: slack.apiUrl, ...settings });
}

const asBot = (env: Record<string, string>) => ({
  ...{ url: env["DATABASE_URL"]!, owner: "bot", leaseMs: 60_000, now: () => new Date() },
});

describe("the doctor command", () => {
  it.each(brokenThings)("reports %s", async (_, words, settings, make) => {
    const outside = await start();
    make?.(outside);
    const { isWell, of } = await examine({ ...outside.env, ...settings });
    expect(isWell).toBe(false);
    expect(of("✗")).toEqual([expect.stringMatching(words)]);
  });

  it("reports an unreachable platform once for each platform call that it tries", async () => {
    const { env } = await start();
    const { isWell, of } = await examine({ ...env, PLATFORM_BASE_URL: "http://127.0.0.1:1" });
    expect(isWell).toBe(false);
    expect(of("✗")).toHaveLength(2);
    for (const line of of("✗")) expect(line).toMatch(/ConnectionFailed.*PLATFORM_BASE_URL/);
    expect(of("!")).toEqual([expect.stringContaining("not compared with the platform's")]);
  });

  it("reports a wrong API key or secret without printing it", async () => {
    const { env } = await start();
    for (const [name, code] of [
      ["PLATFORM_API_KEY", "InvalidAPIKey"],
      ["PLATFORM_API_SECRET", "SignatureDoesNotMatch"],
    ] as const) {
      const { lines, of } = await examine({ ...env, [name]: "WRONGWRONGWRONG" });
      expect(of("✗")).toHaveLength(2);
      for (const line of of("✗"))
        expect(line).toMatch(new RegExp(`403, ${code}(?:; it says “.*”)?: look at ${name}`));
      expect(lines.join("\n")).not.toContain("WRONGWRONGWRONG");
    }
  });

  it("only warns of a missing payments permission when nobody may see payments", async () => {
    const { platform, env } = await start();
    platform.faults.next({ kind: "refuse", status: 403, errorCode: "Forbidden" }, { path: "/cash" });
    const { isWell, of } = await examine({ ...env, BILLING_VIEWERS: "nobody", ONCALL_CHANNEL: "" });
    expect(isWell).toBe(true);
    expect(of("! platform payments")).toHaveLength(1);
  });

  it("reports missing Slack scopes", async () => {
    const scopes = ["commands", "chat:write", "chat:write.public", "files:read", "users:read"];
    const { isWell, of } = await examineScopes([...scopes, "usergroups:read", "channels:read"]);
    expect(isWell).toBe(false);
    expect(of("✗")).toEqual([expect.stringMatching(/^✗ Slack scopes +missing groups:read: .*reinstall/)]);
  });

  it("reports a public channel that the bot isn't in when chat:write.public is missing", async () => {
    const scopes = ["chat:write", "channels:read", "users:read", "usergroups:read"];
    const { of } = await examineScopes(scopes, { RESULTS_CHANNEL: general });
    const says = "the bot is not in #general: invite it";
    expect(of("✗ RESULTS_CHANNEL")).toEqual([expect.stringContaining(says)]);
  });

  it("warns about guests, unknown people, and a conversation shared with others", async () => {
    const { env } = await start();
    const { isWell, of } = await examine({
      ...env,
      OPERATORS: "U0DANA,U0GUEST,U0NONE",
      ONCALL_CHANNEL: "C0SHARED",
      TEST_RECIPIENTS: "mina@U0MINA:01087654321,gus@U0GONE:01012345678",
    });
    expect(isWell).toBe(true);
    expect(of("!")).toEqual([
      expect.stringMatching(/^! ONCALL_CHANNEL +#with-partner is shared/),
      expect.stringMatching(/^! OPERATORS +U0GUEST is a guest/),
      expect.stringMatching(/^! OPERATORS +Slack does not say who U0NONE is/),
      expect.stringMatching(/^! TEST_RECIPIENTS +U0GONE is a guest/),
    ]);
  });

  it("says in HTTP mode that only a request from Slack can prove the signing secret", async () => {
    const { env } = await start({ mode: "http" });
    const { isWell, of } = await examine(env);
    expect(isWell).toBe(true);
    expect(of("✓ Slack signing secret")).toEqual([expect.stringContaining("only a request from Slack")]);
    expect(new Set(of("✓").map((line) => line.search(/(?<= {2,})\S/))).size).toBe(1);
  });

  it("creates no database, and changes no existing one", async () => {
    const { env } = await start();
    const directory = await mkdtemp(join(tmpdir(), "doctor-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const path = join(directory, "deep", "bot.db");
    const of = async () => (await examine({ ...env, DATABASE_URL: `file:${path}` })).of("✓ store");
    expect(await of()).toEqual([expect.stringContaining("will be created at the start")]);
    expect(await readdir(directory)).toEqual([]);

    await (await openStore(asBot({ DATABASE_URL: `file:${path}` }))).close();
    const before = await readdir(join(directory, "deep"));
    expect(await of()).toEqual([expect.stringContaining("up to date")]);

    const database = new DatabaseSync(path);
    database.exec("delete from applied_migrations");
    database.close();
    const older = await readFile(path);
    expect(await of()).toEqual([expect.stringContaining("will be brought up to date at the start")]);
    expect(await readFile(path)).toEqual(older);
    expect(await readdir(join(directory, "deep"))).toEqual(before);
  });

  it("reports a database written by a newer version of the bot", async () => {
    const { env } = await start();
    await (await openStore(asBot(env))).close();
    const database = new DatabaseSync(env["DATABASE_URL"]!.slice("file:".length));
    database.exec("insert into applied_migrations values ('9999-later', '2026-11-21T09:00:00.000Z')");
    database.close();
    const { isWell, of } = await examine(env);
    expect(isWell).toBe(false);
    expect(of("✗ store")).toEqual([expect.stringMatching(/newer version.*update the bot/)]);
  });

  it("reports no problem with a database that a running bot has open", async () => {
    const { env } = await start();
    const store = await openStore(asBot(env));
    onTestFinished(() => store.close());
    const { isWell, of } = await examine(env);
    expect(isWell).toBe(true);
    expect(of("✓ store")).toEqual([expect.stringContaining("in use by another process")]);
  });
});
