import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { toSkewMs } from "../../src/ops/doctor.ts";
import { examine, runCommand, runScript, start } from "../support/doctor.ts";
import { machineNowIn } from "../support/story-clock.ts";

describe("the doctor command", () => {
  it("reports no problem in the sandbox, says what it didn't try, and exits with 0", async () => {
    const outside = await start();
    const { code, output } = await runCommand(outside.env);
    const lines = output.trim().split("\n");
    expect(code).toBe(0);
    expect(lines.at(-1)).toBe("0 problems, 0 warnings");
    const checks = lines.slice(0, lines.indexOf(""));
    for (const line of checks) expect(line).toMatch(/^✓ (?:\S+ )*\S+ {2,}\S/);
    expect(new Set(checks.map((line) => line.search(/(?<= {2,})\S/))).size).toBe(1);
    expect(output).toContain(
      "Not tried, since they change or cost something: send, upload, delete, update, comment",
    );
    expect(outside.slack.findings).toEqual([]);
    expect(outside.platform.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(outside.slack.traffic.filter(({ name }) => name.startsWith("chat."))).toEqual([]);
  });

  it("reads the .env file of its folder, and lets the environment override it", async () => {
    const { env } = await start();
    const folder = await mkdtemp(join(tmpdir(), "doctor-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const lines = Object.entries({ ...env, PORT: "no" }).map(([name, value]) => `${name}='${value}'`);
    await writeFile(join(folder, ".env"), lines.join("\n"));
    expect((await runScript({}, folder)).output).toContain("✗ PORT");
    expect((await runScript({ PORT: "0" }, folder)).output).toContain("0 problems, 0 warnings");
  });

  it("reports in one line that .env can't be read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "doctor-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    // What no user can read, root included.
    await mkdir(join(folder, ".env"));
    const { code, output } = await runScript({}, folder);
    expect(code).toBe(1);
    expect(output).toMatch(/^\.env can't be read by this user: .*chown.*\n$/);
  });

  it("prints one JSON document with --json", async () => {
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

  it("names every wrong variable, checks nothing else, and exits with 1", async () => {
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

describe("the doctor command's check of the configuration", () => {
  it("warns of each variable that isn't set, and reports no problem", async () => {
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
    expect(of("!")[2]).toContain("no watches, no digest");
    for (const line of of("!").slice(0, 3)) expect(line).toContain("#name");
  });

  it("warns that SLACK_SIGNING_SECRET isn't used when the tokens for both modes are set", async () => {
    const { env, slack } = await start();
    const { of } = await examine({ ...env, SLACK_SIGNING_SECRET: slack.signingSecret });
    expect(of("!")).toEqual([
      expect.stringMatching(/^! SLACK_SIGNING_SECRET +is not used while SLACK_APP_TOKEN/),
    ]);
  });

  it.each([
    ["SENDER", "SENDERS"],
    ["DAILY_SENT_LIMIT", "DAILY_SEND_LIMIT"],
    ["OPERRATORS", "OPERATORS"],
    ["REVEIWERS", "REVIEWERS"],
  ])("asks whether the variable %s is meant to be %s", async (given, meant) => {
    const { env } = await start();
    const { of } = await examine({ ...env, [given]: "U0JOON", SLACK_BOT: "no", PORTRAIT: "no" });
    expect(of("!")).toEqual([expect.stringMatching(new RegExp(`^! ${given} .*meant to be ${meant}\\?$`))]);
  });

  it("warns what on-call misses when ONCALL_CHANNEL and RESULTS_CHANNEL are the same", async () => {
    const { env } = await start();
    const { isWell, of } = await examine({ ...env, RESULTS_CHANNEL: "C0ONCALL", ONCALL_CHANNEL: "C0ONCALL" });
    expect(isWell).toBe(true);
    expect(of("! ONCALL_CHANNEL")).toEqual([expect.stringContaining("has no owner and reminds nobody")]);
  });
});

describe("the doctor command's check of the clock", () => {
  it.each([
    [-60, /^! clock +(?:59|60) s behind the platform's/],
    [60, /^! clock +(?:58|59|60) s ahead of the platform's/],
    [16 * 60, /^✗ clock .*ahead of the platform's, so that the platform refuses every signature/],
  ])("reports that the clock is %i s away from the platform's", async (seconds, words) => {
    const { env } = await start();
    const { of } = await examine(env, () => machineNowIn({ seconds }));
    expect([...of("! clock"), ...of("✗ clock")]).toContainEqual(expect.stringMatching(words));
  });

  it("warns in HTTP mode that Slack needs the address for message_menu_options_url", async () => {
    const { env } = await start({ mode: "http" });
    const { of } = await examine(env, () => machineNowIn({}));
    expect(of("! SLACK_APP_TOKEN")).toEqual([expect.stringContaining("message_menu_options_url")]);
  });

  it("reports a problem in HTTP mode only when the clock is ahead of Slack's", async () => {
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
  ])("reads a Date header “%s”, received at %s, as a difference of %s ms", (header, at, skewMs) => {
    const atMs = Date.parse(at);
    expect(toSkewMs(header, { sentMs: atMs, receivedMs: atMs })).toBe(skewMs);
  });

  it("doesn't report a wrong clock when the platform only answers slowly", () => {
    const sentMs = Date.parse("2026-11-21T10:00:00.000Z");
    expect(toSkewMs("Sat, 21 Nov 2026 10:00:08 GMT", { sentMs, receivedMs: sentMs + 9000 })).toBe(0);
  });
});
