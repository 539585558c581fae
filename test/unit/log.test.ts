import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startLog } from "../support/log-lines.ts";

const secret = (value: string) => ({ reveal: () => value });

/** Full-width digits count too. */
const toDigits = (text: string) => text.normalize("NFKC").replace(/\D/g, "");

/** Every text in a value, without the frames of a stack, whose lines and columns are numbers. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "stack" ? [] : [name, ...textsIn(inner)],
  );
}

describe("createLogger", () => {
  test("writes one JSON line with an ISO time, the level's name and the metadata", () => {
    const { log, lines, records } = startLog();
    log.info({ operation: "act-1", attempts: 2 }, "sent");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    expect(records()[0]).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      operation: "act-1",
      attempts: 2,
      msg: "sent",
    });
  });

  test("takes private fields out of lists, child loggers and errors under any name", () => {
    const { log, lines, records } = startLog();
    const error = Object.assign(new Error("boom"), { token: "Zq1", data: { text: "Zq2" } });
    log.child({ source: "a", token: "Zq3" }).info({ parts: [{ to: "Zq4", id: 1 }], reason: error }, "x");
    expect(lines.join("")).not.toContain("Zq");
    expect(records()[0]).toMatchObject({
      source: "a",
      token: "[redacted]",
      parts: [{ to: "[redacted]", id: 1 }],
      reason: { type: "Error", message: "boom" },
    });
  });

  test("ends where an object holds itself", () => {
    const { log, records } = startLog();
    const loop: Record<string, unknown> = { id: 1 };
    loop["self"] = loop;
    log.info({ loop }, "x");
    expect(records()[0]).toMatchObject({ loop: { id: 1, self: { id: 1 } }, msg: "x" });
  });

  test("keeps quiet below its level", () => {
    const { log, lines } = startLog({ level: "warn" });
    log.info("no");
    log.warn("yes");
    expect(lines).toHaveLength(1);
  });

  test("takes private fields out by name, however deep", () => {
    const { log, lines } = startLog();
    const message = { to: "Zq1", text: "Zq2", subject: "Zq3" };
    log.info(
      { ...message, message, request: { body: "Zq4", message, deep: { er: { apiSecret: "Zq5" } } } },
      "x",
    );
    expect(lines.join("")).not.toContain("Zq");
    expect(lines.join("")).toContain("[redacted]");
  });

  test("doesn't change the objects it is given", () => {
    const { log } = startLog();
    const message = { to: "01012345678" };
    log.info({ message }, "x");
    expect(message).toEqual({ to: "01012345678" });
  });

  test("hides every registered secret, wherever and however it is written", () => {
    const value = 'p@ss "w/ör\\d';
    const { log, lines, records } = startLog({ secrets: [secret(value), secret("abc")] });
    log.info(
      { note: `a ${value} b`, list: [{ url: `https://x/${encodeURIComponent(value)}` }] },
      `msg ${value}`,
    );
    log.error(
      { err: new Error(value, { cause: new Error(value) }) },
      "abc stays: it is too short to look for",
    );
    for (const part of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) {
      expect(lines.join("")).not.toContain(part);
    }
    expect(records()[0]).toMatchObject({ note: "a [secret] b", msg: "msg [secret]" });
  });

  test("hides a longer secret whole when a shorter one begins the same", () => {
    const { log, lines } = startLog({ secrets: [secret("hunter2"), secret("hunter2-and-more")] });
    log.info("hunter2-and-more");
    expect(lines[0]).not.toContain("and-more");
  });

  test.each([
    ["xoxb-1-2-abcDEF"],
    ["xoxp-1-2-abcDEF"],
    ["xapp-1-A1-2-abcDEF"],
    ["xoxe.xoxb-1-abcDEF"],
    [`signature=${"0a".repeat(32)}`],
    [`Authorization: HMAC-SHA256 apiKey=k, date=d, salt=s, signature=${"0a".repeat(32)}`],
  ])("hides %s without being told of it", (text) => {
    const { log, lines } = startLog();
    log.info({ note: text }, text);
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
  ])("shows of the number %s its last four digits at most", (number) => {
    const { log, records } = startLog();
    log.info({ note: `refused ${number}`, list: [number], deep: { [`n${1}`]: number } }, `m ${number}`);
    log.error({ err: new Error(`bad ${number}`) }, "x");
    const digits = toDigits(number);
    for (const record of records()) {
      const { time, err, ...rest } = record;
      expect(time).toBeDefined();
      for (const text of textsIn([rest, err])) {
        expect(toDigits(text)).not.toContain(digits.slice(0, -4));
        expect(text).not.toContain(number);
      }
    }
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 20])("shows no number and no private field %i levels deep", (depth) => {
    const { log, lines } = startLog();
    let fields: Record<string, unknown> = { to: "Zq", note: "a01012345678", "01012345678": 1 };
    for (let level = 1; level < depth; level += 1) fields = { [`l${level}`]: [fields] };
    log.child({ source: "to:01012345678" }).info(fields, "x");
    expect(lines[0]).not.toMatch(/Zq|01012345678/);
  });

  test("masks the message that pino takes from an error itself", () => {
    const { log, lines } = startLog();
    log.error(new Error("to 01012345678"));
    log.error({ err: new Error("to 01012345678") });
    log.info("to %s", "01012345678");
    expect(lines).toHaveLength(3);
    expect(lines.join("")).not.toContain("01012345678");
  });

  test("doesn't take a number for an id because of the field it is in", () => {
    const { log, lines } = startLog();
    log.info({ id: "01012345678", reference: "+82 10 1234 5678", messageId: "010-1234-5678" }, "x");
    expect(lines[0]).not.toMatch(/1234/);
  });

  test("leaves readable what a failed connection is about, and where", () => {
    const { log, records } = startLog();
    const id = "12345678-1234-4234-8234-123456789012";
    const words = `connect ECONNREFUSED 127.0.0.1:43211 for ${id} at 2026-11-21T10:39:19.123Z`;
    log.error({ err: new Error(words) }, words);
    expect(records()[0]).toMatchObject({ msg: words, err: { message: words } });
    expect(records()[0]).toHaveProperty(
      ["err", "stack"],
      expect.stringMatching(/log\.test\.ts:\d{1,4}:\d+\)?\n/),
    );
  });

  test("leaves ids, times and measured numbers as they are", () => {
    const { log, records } = startLog();
    const fields = {
      operation: "12345678-1234-4234-8234-123456789012",
      messageId: "M4V20180307110044DTYYJBBYLPQZIYX",
      ts: "1732181112.012345",
      reference: "12345678",
      destination: "U0123456789",
      epochMs: 1732181112123,
      list: [1732181112123, 0.0123456789, -0.123456789012, 1e21],
      version: "8.12.4",
    };
    log.info(fields, "x");
    expect(records()[0]).toMatchObject(fields);
  });

  test("writes JSON, whatever it is given", () => {
    const value = "c0ffee-secret";
    const { log, lines } = startLog({ secrets: [secret(value)] });
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[+0-9 ().:,"-]{0,40}$/));
    const anything = fc.oneof(
      text,
      fc.integer(),
      fc.double(),
      fc.maxSafeInteger(),
      fc.array(fc.maxSafeInteger()),
    );
    fc.assert(
      fc.property(text, fc.dictionary(text, anything), (words, fields) => {
        log.info({ fields, secret: value, note: `${words}${value}` }, `${words} ${value}`);
        const line = lines.pop() ?? "";
        expect(() => JSON.parse(line)).not.toThrow();
        expect(line).not.toContain(value);
      }),
      { numRuns: 500 },
    );
  });
});
