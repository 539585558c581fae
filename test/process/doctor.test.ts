import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { toSkewMs } from "../../src/ops/checks/clock.ts";
import { examine, runCommand, runScript, start } from "../support/doctor.ts";
import { machineNowIn } from "../support/story-clock.ts";

describe("the command", () => {
  it("finds nothing wrong with the sandbox, says what it did not try, and ends with 0", async () => {
    const outside = await start();
    const { code, output } = await runCommand(outside.env);
    const lines = output.trim().split("\n");
    expect(code).toBe(0);
    expect(lines.at(-1)).toBe("0 problems, 0 warnings");
    const findings = lines.slice(0, lines.indexOf(""));
    for (const line of findings) expect(line).toMatch(/^✓ (?:\S+ )*\S+ {2,}\S/);
    expect(new Set(findings.map((line) => line.search(/(?<= {2,})\S/))).size).toBe(1);
    expect(output).toContain(
      "Not tried, since they change or cost something: send, upload, delete, update, comment",
    );
    expect(outside.slack.findings).toEqual([]);
    expect(outside.platform.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(outside.slack.traffic.filter(({ name }) => name.startsWith("chat."))).toEqual([]);
  });

  it("reads the .env of its folder, and the environment before it", async () => {
    const { env } = await start();
    const folder = await mkdtemp(join(tmpdir(), "doctor-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const lines = Object.entries({ ...env, PORT: "no" }).map(([name, value]) => `${name}='${value}'`);
    await writeFile(join(folder, ".env"), lines.join("\n"));
    expect((await runScript({}, folder)).output).toContain("✗ PORT");
    expect((await runScript({ PORT: "0" }, folder)).output).toContain("0 problems, 0 warnings");
  });

  it("warns of a value in .env that a # cuts short, unless the environment has another", async () => {
    const { env } = await start();
    const folder = await mkdtemp(join(tmpdir(), "doctor-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const lines = [
      "RESULTS_CHANNEL = #sms-tests",
      "PLATFORM_API_SECRET=abc d#e",
      "PORT=0 #any",
      "#LOCALE=#ko",
      "SENDERS= #U1 is Mina",
    ];
    await writeFile(
      join(folder, ".env"),
      [...lines, "RUNBOOK_URL='https://wiki.example.com/#top'"].join("\n"),
    );
    const { RESULTS_CHANNEL: _, PLATFORM_API_SECRET: __, PORT: ___, ...rest } = env;
    const told = async (more: Record<string, string>) => {
      const { output } = await runScript({ ...rest, ...more }, folder);
      return output.split("\n").filter((line) => line.includes("up to the # alone"));
    };
    expect(await told({})).toEqual([
      expect.stringMatching(/^! PLATFORM_API_SECRET +its line in \.env .* in quotes$/),
      expect.stringMatching(/^! RESULTS_CHANNEL +its line in \.env .* by its id \(C…\)/),
    ]);
    expect(await told({ RESULTS_CHANNEL: "C0TESTS", PLATFORM_API_SECRET: "abcd" })).toEqual([]);
  });

  it("says the same as one JSON document where a script asks for it", async () => {
    const { env } = await start();
    const { code, output } = await runCommand({ ...env, OPERATORS: "" }, "--json");
    const { findings, ...counts } = JSON.parse(output);
    expect({ code, ...counts }).toEqual({ code: 0, problems: 0, warnings: 2, isComplete: true });
    expect(findings).toContainEqual({ mark: "warning", about: "OPERATORS", words: expect.any(String) });
    expect(findings).toContainEqual({ mark: "ok", about: "store", words: expect.any(String) });
    const wrong = await runCommand({ ...env, PORT: "no" }, "--json");
    expect({ code: wrong.code, ...JSON.parse(wrong.output) }).toMatchObject({
      ...{ code: 1, problems: 1, isComplete: false },
      findings: [{ mark: "problem", about: "PORT" }],
    });
  });

  it("tells every wrong variable, checks nothing else, and ends with 1", async () => {
    const outside = await start();
    const { slack, env } = outside;
    const { code, output } = await runCommand({ ...env, PORT: "no", SLACK_BOT_TOKEN: slack.appToken });
    expect(code).toBe(1);
    expect(output).toContain("✗ SLACK_BOT_TOKEN");
    expect(output).toContain("✗ PORT");
    expect(output).not.toContain(slack.appToken);
    expect(slack.traffic).toEqual([]);
  });
});

describe("in the configuration", () => {
  it("names each thing left out with its consequence, and is content all the same", async () => {
    const { env } = await start();
    const { isWell, of } = await examine({
      ...env,
      RESULTS_CHANNEL: "",
      REVIEW_CHANNEL: "",
      ONCALL_CHANNEL: "",
      REVIEWERS: "",
      BILLING_VIEWERS: "",
      OPERATORS: "",
      SENDER_NUMBERS: "",
      TEST_RECIPIENTS: "",
    });
    expect(isWell).toBe(true);
    expect(of("!").map((line) => line.split(" ")[1])).toEqual([
      "RESULTS_CHANNEL",
      "REVIEW_CHANNEL",
      "ONCALL_CHANNEL",
      "REVIEWERS",
      "BILLING_VIEWERS",
      "OPERATORS",
      "SENDER_NUMBERS",
      "TEST_RECIPIENTS",
    ]);
    expect(of("!")[2]).toContain("watches and digest are off");
  });

  it("asks whether a name that isn't read was meant for one that is", async () => {
    const { env } = await start();
    const slips = { TEST_RECIPIENT: "joon:01012345678", REVIEWRES: "U0JOON", timezone: "Asia/Seoul" };
    const { TEST_RECIPIENTS: _, ...rest } = env;
    const { isWell, of } = await examine({ ...rest, ...slips, REVIEWERS: "", RESULT_CHANNEL: "  " });
    expect(isWell).toBe(true);
    expect(of("!").filter((line) => line.includes("did you mean"))).toEqual([
      expect.stringMatching(/^! TEST_RECIPIENT +is not read: did you mean TEST_RECIPIENTS\?$/),
      expect.stringMatching(/^! REVIEWRES +is not read: did you mean REVIEWERS\?$/),
      expect.stringMatching(/^! timezone +is not read: did you mean TIME_ZONE\?$/),
    ]);
    const unread = await examine({ ...slips, PORT: "no" });
    expect(unread.of("! TEST_RECIPIENT")).toHaveLength(1);
  });

  it("asks nothing of an ordinary environment", async () => {
    const { env } = await start();
    const names = [
      ..."HOME HOSTNAME HOSTTYPE LANG LANGUAGE LC_ALL LC_CTYPE LOGNAME MAIL PATH PWD SHELL TERM TMPDIR TZ USER".split(
        " ",
      ),
      ..."APP_PORT DATABASE_HOST DATABASE_NAME DB_PORT DIRENV_DIFF EDITOR HTTPS_PROXY LOCALE_ARCHIVE LOGFILE".split(
        " ",
      ),
      ..."NODE_ENV NODE_OPTIONS PGHOST PGPORT SSH_AUTH_SOCK SSH_TTY SENTRY_DSN SLACK_API_TOKEN SLACK_WEBHOOK_URL".split(
        " ",
      ),
      ..."npm_config_loglevel npm_lifecycle_event KUBERNETES_SERVICE_PORT PLATFORM_SERVICE_HOST XDG_SESSION_ID".split(
        " ",
      ),
    ];
    const { lines } = await examine({ ...Object.fromEntries(names.map((name) => [name, "x"])), ...env });
    expect(lines.filter((line) => line.includes("did you mean"))).toEqual([]);
  });

  it("says what on-call misses where it shares its conversation with results", async () => {
    const { env } = await start();
    const { isWell, of } = await examine({ ...env, RESULTS_CHANNEL: "C0ONCALL", ONCALL_CHANNEL: "C0ONCALL" });
    expect(isWell).toBe(true);
    expect(of("! ONCALL_CHANNEL")).toEqual([expect.stringContaining("has no owner and reminds nobody")]);
  });
});

describe("the clock", () => {
  it.each([
    [-60, /^! clock +(?:59|60) s behind the platform's/],
    [60, /^! clock +(?:58|59|60) s ahead of the platform's/],
    [16 * 60, /^✗ clock .*ahead of the platform's, so that the platform refuses every signature/],
  ])("is %i s off, and that is told", async (seconds, words) => {
    const { env } = await start();
    const { of } = await examine(env, () => machineNowIn({ seconds }));
    expect([...of("! clock"), ...of("✗ clock")]).toContainEqual(expect.stringMatching(words));
  });

  it("stands beside what an app that is reached over HTTP has to have set", async () => {
    const { env } = await start({ mode: "http" });
    const { of } = await examine(env, () => machineNowIn({}));
    expect(of("! SLACK_APP_TOKEN")).toEqual([expect.stringContaining("message_menu_options_url")]);
  });

  it("matters more where Slack signs its deliveries, and only ahead of Slack's are they too old", async () => {
    const { env } = await start({ mode: "http" });
    const ahead = await examine(env, () => machineNowIn({ minutes: 6 }));
    expect(ahead.of("✗ clock")).toEqual([expect.stringContaining("Slack's deliveries are refused")]);
    const behind = await examine(env, () => machineNowIn({ minutes: -6 }));
    expect(behind.of("✗ clock")).toEqual([]);
    expect(behind.of("! clock")).toContainEqual(expect.stringContaining("behind Slack's: set"));
  });

  it.each([
    ["Sat, 21 Nov 2026 10:00:00 GMT", "2026-11-21T10:00:00.500Z", 0],
    ["Sat, 21 Nov 2026 10:00:00 GMT", "2026-11-21T10:00:01.000Z", 0],
    ["Sat, 21 Nov 2026 10:00:00 GMT", "2026-11-21T10:00:03.000Z", 2000],
    ["Sat, 21 Nov 2026 10:00:00 GMT", "2026-11-21T09:59:57.000Z", -3000],
    [null, "2026-11-21T09:59:57.000Z", null],
    ["yesterday", "2026-11-21T09:59:57.000Z", null],
  ])("of a header %s, read at %s, is off by %s", (header, at, skewMs) => {
    const atMs = Date.parse(at);
    expect(toSkewMs(header, { sentMs: atMs, receivedMs: atMs })).toBe(skewMs);
  });

  it("is not blamed for a slow answer", () => {
    const sentMs = Date.parse("2026-11-21T10:00:00.000Z");
    expect(toSkewMs("Sat, 21 Nov 2026 10:00:08 GMT", { sentMs, receivedMs: sentMs + 9000 })).toBe(0);
  });
});
