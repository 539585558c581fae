import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSlackLogger } from "../../src/log.ts";
import { maskDigits } from "../../src/phone-number.ts";
import { startLog } from "../support/log-lines.ts";

const secret = (value: string) => ({ reveal: () => value });

/** Full-width digits count too. */
const toDigits = (text: string) => text.normalize("NFKC").replace(/\D/g, "");

const digits = ["0", "7", "１", "٣", "𝟗", "010", "1234"];
const escaped = ["\n", "\t", '"', "\\", "\u2028", "\u0000", "\ud800", "\u200b"];
const between = [":", ",", "-", " ", ". ", "(0)", "：", "x", "a:1", "한", "é"];
const anyText = fc
  .array(fc.constantFrom(...digits, ...escaped, ...between), { maxLength: 40 })
  .map((parts) => parts.join(""));

describe("createLogger", () => {
  test("writes one JSON line with an ISO time, the level's name and the fields", () => {
    const { log, lines, records } = startLog();
    log.info({ operation: "act-1", tries: 2, code: undefined }, "sent");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    expect(records()[0]).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      operation: "act-1",
      tries: 2,
      msg: "sent",
    });
  });

  test("leaves out unknown fields, and fields whose value is an object or a list", () => {
    const { log, lines, records } = startLog();
    const given = { to: "Zq", text: "Zq", request: { body: "Zq" }, reason: { text: "Zq" }, source: ["Zq"] };
    log.info(Object.assign(given, { kind: "messages.send" }) as object, "x");
    expect(lines[0]).not.toContain("Zq");
    expect(Object.keys(records()[0] ?? {})).toEqual(["level", "time", "kind", "msg"]);
  });

  test("writes a child logger's known fields in each of its lines", () => {
    const { log, records } = startLog();
    const child = log.child(Object.assign({ to: "Zq" }, { operation: "act-1", kind: "a" }));
    child.child({ kind: "b" }).warn({ tries: 2 }, "x");
    expect(records()[0]).toMatchObject({ operation: "act-1", kind: "b", tries: 2, msg: "x" });
    expect(JSON.stringify(records())).not.toContain("Zq");
  });

  test("writes nothing below its configured level", () => {
    const { log, lines } = startLog({ level: "warn" });
    log.info({}, "no");
    log.warn({}, "yes");
    expect(lines).toHaveLength(1);
  });

  test("masks phone numbers in ID fields that have other text too", () => {
    const { log, records } = startLog();
    const fields = {
      operation: "to 01012345678",
      reference: "０１０１２３４５６７８",
      destination: "C1 010-1234-5678",
    };
    log.info(fields, "x");
    expect(toDigits(JSON.stringify(Object.keys(fields).map((name) => records()[0]?.[name])))).toBe(
      "567856785678",
    );
  });

  test("hides every registered secret, even if it is encoded or part of an error", () => {
    const value = 'p@ss "w/ör\\d';
    const { log, lines, records } = startLog({ secrets: [secret(value), secret("abc")] });
    log.info({ reason: `a ${value} b ${encodeURIComponent(value)}`, operation: value }, `msg ${value}`);
    const err = new Error(value, { cause: new Error(value) });
    log.error({ err }, "abc stays: it is too short to look for");
    for (const part of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) {
      expect(lines.join("")).not.toContain(part);
    }
    const hidden = { reason: "a [secret] b [secret]", operation: "[secret]", msg: "msg [secret]" };
    expect(records()[0]).toMatchObject(hidden);
  });

  test.each([
    ["hunter2-and-more", ["hunter2", "hunter2-and-more"]],
    // If its digits were masked first, it would no longer be found.
    ["pass-2048123456789-word", ["pass-2048123456789-word"]],
  ])("hides the whole secret %s", (value, secrets) => {
    const { log, records } = startLog({ secrets: secrets.map(secret) });
    log.error({ reason: value, err: new Error(value) }, value);
    expect(records()[0]).toMatchObject({
      reason: "[secret]",
      err: { message: "[secret]" },
      msg: "[secret]",
    });
  });

  test.each([
    ["xoxb-1-2-abcDEF"],
    ["xoxb-2048123456789-2048123456780-abcDEF"],
    ["xoxp-1-2-abcDEF"],
    ["xapp-1-A1-2-abcDEF"],
    ["xoxe.xoxb-1-abcDEF"],
    [`signature=${"0a".repeat(32)}`],
    [`Authorization: HMAC-SHA256 apiKey=k, date=d, salt=s, signature=${"0a".repeat(32)}`],
  ])("hides %s even though it isn't registered as a secret", (text) => {
    const { log, lines } = startLog();
    log.info({ reason: text, operation: text }, text);
    expect(lines[0]).not.toMatch(/abcDEF|0a0a/);
    expect(lines[0]).toContain("[secret]");
  });

  test.each([
    ["01012345678"],
    ["010-1234-5678"],
    ["010 1234 5678"],
    ["02-123-4567"],
    ["+821012345678"],
    ["+1 (202) 555-0123"],
    ["2025550123"],
    ["수신번호:01012345678"],
    ["to:2025550123"],
    ["a01012345678"],
    ["n_01012345678"],
    ["01012345678.json"],
    ["０１０１２３４５６７８"],
    ["8210 1234 5678"],
    ["202-555-0123"],
    ["010\n1234\t5678"],
    ["“010·1234·5678”"],
  ])("shows at most the last four digits of the phone number %s", (number) => {
    const { log, records } = startLog();
    const err = Object.assign(new Error(`bad ${number}`, { cause: new Error(number) }), { code: number });
    err.name = number;
    log.error({ err, surface: number, reason: `refused ${number}` }, `m ${number}`);
    const { time: _, ...record } = records()[0] ?? {};
    const texts = JSON.stringify(record, (name, value) => (name === "stack" ? undefined : value));
    expect(toDigits(texts)).not.toContain(toDigits(number).slice(0, -4));
    expect(texts).not.toContain(number);
  });

  test("masks digits in errors, fields and messages in the same way", () => {
    const { log, records, lines } = startLog();
    fc.assert(
      fc.property(anyText, (words) => {
        lines.length = 0;
        log.info({ reason: words, err: new Error(words) }, words);
        const masked = maskDigits(words);
        expect(records()[0]).toMatchObject({ reason: masked, err: { message: masked }, msg: masked });
      }),
      { numRuns: 500 },
    );
  });

  test("masks a phone number that is the whole value of an ID field", () => {
    const { log, lines } = startLog();
    const fields = { operation: "01012345678", reference: "+82 10 1234 5678", destination: "010-1234-5678" };
    log.info(fields, "x");
    expect(lines[0]).not.toMatch(/1234/);
  });

  test("leaves the address, IDs and times in a connection error readable", () => {
    const { log, records } = startLog();
    const id = "12345678-1234-4234-8234-123456789012";
    const words = `connect ECONNREFUSED 127.0.0.1:43211 for ${id} at 2026-11-21T10:39:19.123Z`;
    log.error({ err: new Error(words) }, words);
    expect(records()[0]).toMatchObject({ msg: words, err: { message: words } });
    const audience = expect.stringMatching(/log\.test\.ts:\d{1,4}:\d+\)?\n/);
    expect(records()[0]).toHaveProperty(["err", "stack"], audience);
  });

  test("leaves IDs, times and measured numbers unchanged", () => {
    const { log, records } = startLog();
    const fields = {
      operation: "M4V20180307110044DTYYJBBYLPQZIYX",
      reference: "12345678",
      destination: "U0123456789",
      closedBefore: "2026-11-21T10:39:19.123Z",
      rows: 1732181112123,
      givenUp: true,
    };
    log.info(fields, "x");
    expect(records()[0]).toMatchObject(fields);
  });

  test("always writes valid JSON without registered secrets", () => {
    const value = "c0ffee-secret";
    const { log, lines } = startLog({ secrets: [secret(value)] });
    const text = fc.oneof(fc.string({ unit: "binary" }), anyText);
    fc.assert(
      fc.property(text, text, fc.double(), (words, id, rows) => {
        log.info({ operation: `${id}${value}`, reason: words, rows }, `${words} ${value}`);
        const line = lines.pop() ?? "";
        expect(() => JSON.parse(line)).not.toThrow();
        expect(line).not.toContain(value);
      }),
      { numRuns: 500 },
    );
  });
});

describe("createSlackLogger, the logger for Slack's libraries,", () => {
  test("drops debug entries, which contain whole request bodies", () => {
    const { log, lines } = startLog();
    createSlackLogger(log).debug("body", { text: "Zq" });
    expect(lines).toEqual([]);
  });

  test("writes texts and error messages, and only the type of any other value", () => {
    const { log, records } = startLog();
    const logger = createSlackLogger(log);
    logger.error("failed", Object.assign(new Error("boom"), { data: "Zq" }), { body: "Zq" }, 7);
    logger.warn("slow", ["Zq"]);
    logger.info("up");
    expect(records()).toMatchObject([
      { level: "error", source: "slack", msg: "failed Error: boom (object) (number)" },
      { level: "warn", source: "slack", msg: "slow (object)" },
      { level: "info", source: "slack", msg: "up" },
    ]);
  });

  test("removes the query from URLs and masks phone numbers", () => {
    const { log, records } = startLog();
    const address = "wss://wss.slack.com/link/?ticket=Zq&app_id=Zq";
    createSlackLogger(log).info(`connecting to ${address} for`, new Error("010-1234-5678"));
    expect(records()[0]).toMatchObject({
      msg: "connecting to wss://wss.slack.com/link/?… for Error: …5678",
    });
  });

  test("logs at the app's level, and only errors if the app's log is silent", () => {
    const logger = createSlackLogger(startLog({ level: "warn" }).log);
    expect(logger.getLevel()).toBe("warn");
    logger.setName("other");
    expect(logger.getLevel()).toBe("warn");
    expect(createSlackLogger(startLog({ level: "silent" }).log).getLevel()).toBe("error");
  });
});
