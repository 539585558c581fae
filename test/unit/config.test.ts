import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError, loadConfig } from "../../src/config.ts";

const required = {
  SLACK_BOT_TOKEN: "xoxb-1-2-abc",
  SLACK_APP_TOKEN: "xapp-1-A1-2-abc",
  PLATFORM_BASE_URL: "https://platform.example/v1/",
  PLATFORM_API_KEY: "KEY0000000000000",
  PLATFORM_API_SECRET: "secret0000000000",
};

type Env = Record<string, string | undefined>;

function load(env: Env = {}) {
  return loadConfig({ ...required, ...env });
}

/** What loadConfig complains about. */
function complaints(env: Env): readonly string[] {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  return [];
}

const strays = ["\u200b", "\u00ad", "\u2060", "\u202e", "\ufeff", " ", "\u00a0", "\u3000", "\t", "\n"];

test.each(
  [
    ["SLACK_API_URL", "https://slack.com/api/"],
    ["PLATFORM_BASE_URL", "https://platform.example/v1"],
    ["DATABASE_URL", "postgres://bot@db/chatops"],
    ["CONSOLE_URL", "https://console.example/start"],
    ["RUNBOOK_URL", "https://wiki.example/장애/runbook"],
  ].flatMap(([name = "", url = ""]) =>
    strays.map((stray) => [name, JSON.stringify(stray), url, stray] as const),
  ),
)("loadConfig refuses the address in %s if it contains the character %s", (name, _, url, stray) => {
  const middle = url.length - 4;
  expect(complaints({ [name]: url })).toEqual([]);
  expect(complaints({ [name]: url.slice(0, middle) + stray + url.slice(middle) })).toEqual([
    expect.stringMatching(`^${name} has (?:white space|an invisible character).* in it \\(example: `),
  ]);
});

test("DATABASE_URL may contain spaces and Korean letters, but an invisible character is refused", () => {
  expect(complaints({ DATABASE_URL: "file:data/chat\u200bops.db" })).toEqual([
    expect.stringMatching(/^DATABASE_URL has an invisible character in it/),
  ]);
  expect(complaints({ DATABASE_URL: "file:/데이터/my chatops.db" })).toEqual([]);
});

describe("loadConfig", () => {
  test("fills in the default of every variable that isn't set", () => {
    expect(load()).toMatchObject({
      slack: { apiUrl: "https://slack.com/api/", signingSecret: null },
      host: "127.0.0.1",
      port: 3000,
      opsPort: null,
      platform: { baseUrl: "https://platform.example/v1", timeoutMs: 10_000 },
      conversations: { results: null, review: null, onCall: [] },
      people: {
        senders: { everyone: true, users: [], groups: [] },
        fileManagers: { everyone: true, users: [], groups: [] },
        reviewers: { everyone: false, users: [], groups: [] },
        billingViewers: { everyone: false, users: [], groups: [] },
        operators: { everyone: false, users: [], groups: [] },
      },
      messages: { senderNumbers: [], testRecipients: [], recipientPolicy: "confirm", dailySendLimit: 100 },
      templates: { requiredApprovals: 1, proposalExpiresHours: 72, reviewReminderDays: 2 },
      timeZone: "Asia/Seoul",
      locale: "en",
      retentionDays: 180,
      logLevel: "info",
    });
    expect(load().databaseUrl.reveal()).toBe("file:data/chatops.db");
  });

  test.each([
    ["Socket Mode", { SLACK_APP_TOKEN: "xapp-1-A1-2-abc", SLACK_SIGNING_SECRET: undefined }, "127.0.0.1"],
    [
      "Socket Mode with a signing secret",
      { SLACK_APP_TOKEN: "xapp-1-A1-2-abc", SLACK_SIGNING_SECRET: "0".repeat(32) },
      "127.0.0.1",
    ],
    ["HTTP mode", { SLACK_APP_TOKEN: undefined, SLACK_SIGNING_SECRET: "0".repeat(32) }, "0.0.0.0"],
    ["a container that sets HOST", { SLACK_APP_TOKEN: "xapp-1-A1-2-abc", HOST: "0.0.0.0" }, "0.0.0.0"],
  ])("chooses the address to listen on for %s", (_, env, host) => {
    expect(load(env).host).toBe(host);
  });

  test("names every missing variable in one error, each with an example", () => {
    const names = ["SLACK_BOT_TOKEN", "PLATFORM_BASE_URL", "PLATFORM_API_KEY", "PLATFORM_API_SECRET"];
    const lines = complaints({ ...Object.fromEntries(names.map((name) => [name, undefined])), PORT: "x" });
    expect(lines.map((line) => line.split(" ")[0]).toSorted()).toEqual([...names, "PORT"].toSorted());
    for (const line of lines) expect(line).toMatch(/\(example: .+\)$/);
  });

  test("treats blank values as not set, and trims the others", () => {
    expect(load({ PORT: "", LOCALE: "  ", OPS_PORT: " 4000\n" })).toMatchObject({
      port: 3000,
      locale: "en",
      opsPort: 4000,
    });
  });

  test("converts addresses, ports, people and phone numbers to the form that the app uses", () => {
    const config = load({
      SLACK_API_URL: "https://slack-gov.com/api",
      HOST: "::1",
      PORT: "0",
      PLATFORM_BASE_URL: "http://127.0.0.1:8080",
      DATABASE_URL: "postgresql://bot:p%40ss@db/chatops",
      RESULTS_CHANNEL: "C0RESULTS",
      REVIEW_CHANNEL: "G0REVIEWS",
      SENDERS: "U0AAA, W0BBB,S0CCC,,U0AAA",
      FILE_MANAGERS: "nobody",
      OPERATORS: "*",
      SENDER_NUMBERS: "+82 2-930-2266, 010 1234 5678,1588-1234,0303·1234·5678",
      TEST_RECIPIENTS: "010-1234-5678, mina:010・8765・4321,joe@U0JOE:+1 202 555 0123,지민:0212345678",
      RECIPIENT_POLICY: "test-only",
      LOG_LEVEL: "WARN",
      TIME_ZONE: "europe/berlin",
    });
    expect(config).toMatchObject({
      slack: { apiUrl: "https://slack-gov.com/api/" },
      host: "::1",
      port: 0,
      platform: { baseUrl: "http://127.0.0.1:8080" },
      conversations: { results: "C0RESULTS", review: "G0REVIEWS" },
      people: {
        senders: { everyone: false, users: ["U0AAA", "W0BBB"], groups: ["S0CCC"] },
        fileManagers: { everyone: false, users: [], groups: [] },
        operators: { everyone: true },
      },
      messages: {
        senderNumbers: ["029302266", "01012345678", "15881234", "030312345678"],
        testRecipients: [
          { name: null, phoneOwner: null, to: "01012345678", country: "82" },
          { name: "mina", phoneOwner: null, to: "01087654321", country: "82" },
          { name: "joe", phoneOwner: "U0JOE", to: "2025550123", country: "1" },
          { name: "지민", phoneOwner: null, to: "0212345678", country: "82" },
        ],
        recipientPolicy: "test-only",
      },
      logLevel: "warn",
      timeZone: "Europe/Berlin",
    });
  });

  test.each([
    ["SLACK_BOT_TOKEN", "xapp-1-A1-2-abc", "must begin with xoxb-"],
    ["SLACK_BOT_TOKEN", "xoxb-", "cut short"],
    ["SLACK_BOT_TOKEN", "xoxb-…", "characters that no token has"],
    ["SLACK_BOT_TOKEN", '"xoxb-1-2-abc"', "quotes"],
    ["SLACK_APP_TOKEN", "xoxb-1-2-abc", "must begin with xapp-"],
    ["SLACK_SIGNING_SECRET", "xoxb-1-2-abc", "a Slack token"],
    ["SLACK_API_URL", "http://slack.com/api/", "must be https://"],
    ["HOST", "0.0.0.0:3000", "without a port"],
    ["PORT", "65536", "whole number from 0 to 65535"],
    ["PORT", "3e3", "whole number"],
    ["PORT", "-1", "whole number"],
    ["PLATFORM_BASE_URL", "platform.example", "https://"],
    ["PLATFORM_BASE_URL", "http://platform.example", "must be https://"],
    ["PLATFORM_BASE_URL", "http://localhost.evil.example", "must be https://"],
    ["PLATFORM_BASE_URL", "http://127.0.0.1.evil.example", "must be https://"],
    ["PLATFORM_BASE_URL", "https://user:hunter2@platform.example", "user or password"],
    ["PLATFORM_BASE_URL", "https://platform.example/?a=1", "query"],
    ["PLATFORM_BASE_URL", "ftp://platform.example", "https://"],
    ["PLATFORM_API_KEY", "two words", "white space"],
    ["PLATFORM_API_SECRET", "비밀비밀", "ASCII"],
    ["PLATFORM_API_KEY", "a,b", "comma"],
    ["PLATFORM_TIMEOUT_MS", "10", "from 50 to 120000"],
    ["DATABASE_URL", "mysql://db/x", "file: or be a readable postgres://"],
    ["DATABASE_URL", "file:", "must name a file"],
    ["DATABASE_URL", "file:data/", "must name a file"],
    ["DATABASE_URL", "file://data/chatops.db", "must name a file"],
    ["DATABASE_URL", "postgres://bot:p#w/d@db:notaport/x", "readable"],
    ["RESULTS_CHANNEL", "#general", "not its name"],
    ["REVIEW_CHANNEL", "D0MINA", "channel's id"],
    ["SENDERS", "mina", "entry 1: not an id such as U012AB3CD"],
    ["SENDERS", "U1", "entry 1: not an id such as U012AB3CD (U, W or S, then two or more"],
    ["SENDERS", "U0AAA,*", "entry 2: not an id"],
    ["REVIEWERS", "U0AAA|U0BBB", "entry 1"],
    ["REQUIRED_APPROVALS", "0", "from 1"],
    ["SENDER_NUMBERS", "02-930-2266,office", "entry 2: not a phone number (letters)"],
    ["SENDER_NUMBERS", "1234567", "entry 1: not a phone number (too short)"],
    ["SENDER_NUMBERS", "212345678", "entry 1: not a phone number (start missing)"],
    ["SENDER_NUMBERS", "+1 202 555 0123", "entry 1: not a phone number (abroad)"],
    ["TEST_RECIPIENTS", "joon:1012345678", "entry 1: not a phone number (start missing)"],
    ["TEST_RECIPIENTS", "01012345678 01087654321", "entry 1: not a phone number (two numbers)"],
    ["TEST_RECIPIENTS", "0081-90-1234-5678", "entry 1: not a phone number (two countries)"],
    [
      "SENDER_NUMBERS",
      Array.from({ length: 101 }, (_, index) => 15_880_000 + index).join(","),
      "has 101 numbers; a selector in Slack holds 100",
    ],
    ["SENDER_NUMBERS", "010123456789", "entry 1: not a phone number (too long)"],
    ["TEST_RECIPIENTS", "mina:0101234", "entry 1: not a phone number (too short)"],
    ["TEST_RECIPIENTS", "mina:01012345678,MINA:01012345679", "one name twice"],
    ["TEST_RECIPIENTS", "010-1234-5678,mina@U012AB3CD:+82 10 1234 5678", "one number twice"],
    ["TEST_RECIPIENTS", "123:01012345678", "begins with a letter"],
    ["TEST_RECIPIENTS", "mi na:01012345678", "no spaces"],
    ["TEST_RECIPIENTS", "help:01012345678", "help"],
    ["TEST_RECIPIENTS", "Failed:01012345678", "mean something else in a command"],
    ["TEST_GROUPS", "qa", "entry 1: behind the name stand ="],
    ["TEST_GROUPS", "qa=", "entry 1: behind the name stand ="],
    ["TEST_GROUPS", "qa=a+=b", "entry 1: behind the name stand ="],
    ["TEST_GROUPS", "1004=mina", "begins with a letter"],
    ["TEST_GROUPS", "me=mina", "mean something else in a command"],
    ["TEST_GROUPS", "qa=mina,QA=mina", "one name twice"],
    ["TEST_GROUPS", "qa=mina", "entry 1: member 1 is no name in TEST_RECIPIENTS"],
    [
      "TEST_GROUPS",
      `qa=${Array.from({ length: 21 }, (_, index) => `m${index}`).join("+")}`,
      "entry 1: 21 members, where at most 20",
    ],
    ["TEST_RECIPIENTS", "mina@mina:01012345678", "a member's id"],
    ["TEST_RECIPIENTS", "mina@U0MINA@U0JOON:01012345678", "a member's id"],
    ["TEST_RECIPIENTS", "mina@:01012345678", "a member's id"],
    ["TEST_RECIPIENTS", "@U0MINA:01012345678", "begins with a letter"],
    ["TEST_RECIPIENTS", ":01012345678", "begins with a letter"],
    ["TEST_RECIPIENTS", "+999 1234567", "not a phone number (no such country)"],
    ["RECIPIENT_POLICY", "off", "one of confirm, test-only"],
    ["RECIPIENT_POLICY", "test-only", "nobody could be sent to"],
    ["DAILY_SEND_LIMIT", "0", "from 1"],
    ["PROPOSAL_EXPIRES_HOURS", "1.5", "whole number"],
    ["REVIEW_REMINDER_DAYS", "91", "from 0 to 90"],
    ["ONCALL_REMINDER_MINUTES", "1441", "from 0 to 1440"],
    ["ONCALL_MENTION", "@oncall", "user group (S…)"],
    ["CONSOLE_URL", "http://console.example.com", "must be an https://"],
    ["RUNBOOK_URL", "https://u:hunter2@wiki.example.com", "user or password"],
    ["RUNBOOK_URL", `https://wiki.example.com/${"a".repeat(3000)}`, "at most 3000"],
    ["TIME_ZONE", "Seoul", "IANA"],
    ["TIME_ZONE", "+09:00", "IANA"],
    ["LOCALE", "kr", "one of en, ko"],
    ["RETENTION_DAYS", "never", "whole number"],
    ["LOG_LEVEL", "verbose", "one of fatal"],
  ])("refuses %s=%s with one line that says what is wrong", (name, value, words) => {
    const lines = complaints({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(words);
    expect(lines[0]).toMatch(/\(example: .+\)$|\(example: .+ for Socket Mode\)$/);
    expect(lines[0]).toContain(name);
  });

  test("refuses a test group with an unknown member, or with the name of a test recipient", () => {
    const recipients = { TEST_RECIPIENTS: "mina:01012345678,joon:01012345679" };
    expect(load({ ...recipients, TEST_GROUPS: "qa= mina + Joon" }).messages.groups).toEqual([
      { name: "qa", members: ["mina", "Joon"] },
    ]);
    expect(complaints({ ...recipients, TEST_GROUPS: "Mina=joon" })[0]).toContain(
      "the name of a test recipient",
    );
    expect(complaints({ ...recipients, TEST_GROUPS: "qa=nari+mina+sora,joon=mina" })).toEqual([
      expect.stringMatching(
        /^TEST_GROUPS entry 1: member 1 is no .*; entry 1: member 3 is no .*; entry 2: the name of a/,
      ),
    ]);
  });

  test("requires SLACK_SIGNING_SECRET if SLACK_APP_TOKEN is missing, along with its other errors", () => {
    const lines = complaints({ SLACK_APP_TOKEN: undefined, PORT: "x" });
    expect(lines.map((line) => line.split(" ")[0])).toEqual(["PORT", "SLACK_SIGNING_SECRET"]);
    expect(complaints({ SLACK_APP_TOKEN: undefined, SLACK_SIGNING_SECRET: "8f742231b10e" })).toEqual([]);
  });

  test("never repeats a variable's value in an error", () => {
    const names = Object.keys(required).concat("SLACK_SIGNING_SECRET", "DATABASE_URL", "SENDERS", "PORT");
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.stringMatching(/^(?:xoxb-|xapp-|postgres:\/\/u:)?Zq[a-zA-Z0-9 ~#]{6,30}Zq$/),
        (name, value) => {
          for (const line of complaints({ [name]: value })) expect(line).not.toContain("Zq");
        },
      ),
    );
  });

  test("returns a configuration that prints “[secret]” in place of each credential", () => {
    const config = load({
      DATABASE_URL: "postgres://bot:hunter2@db/x",
      SLACK_SIGNING_SECRET: "8f742231b10e",
    });
    const printed = [
      JSON.stringify(config),
      inspect(config, { depth: 9, showHidden: true }),
      `${config.slack.botToken}`,
    ];
    for (const text of printed) {
      expect(text).not.toMatch(/xoxb-1|xapp-1|KEY000|secret0000|hunter2|8f742231/);
      expect(text).toContain("[secret]");
    }
  });

  test("lists every credential for the log to mask, the database's password separately too", () => {
    const config = load({ DATABASE_URL: "postgres://bot:p%40ss@db/x", SLACK_SIGNING_SECRET: "8f742231b10e" });
    expect(config.secrets.map((secret) => secret.reveal())).toEqual(
      expect.arrayContaining([
        "xoxb-1-2-abc",
        "xapp-1-A1-2-abc",
        "8f742231b10e",
        "KEY0000000000000",
        "secret0000000000",
        "p%40ss",
        "p@ss",
      ]),
    );
  });

  test("lists a database password from the address's query among the credentials to mask", () => {
    const { secrets } = load({ DATABASE_URL: "postgres://db/x?user=bot&password=hunt%26er2" });
    const revealed = secrets.map((secret) => secret.reveal());
    expect(revealed).toEqual(
      expect.arrayContaining(["hunt&er2", "postgres://db/x?user=bot&password=hunt%26er2"]),
    );
  });
});
