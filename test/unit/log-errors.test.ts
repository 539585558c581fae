import { describe, expect, test } from "vitest";
import { createSlackLogger } from "../../src/log.ts";
import { startLog } from "../support/log-lines.ts";
import { cpuMsOf, parsingMs } from "../support/processor-time.ts";

const secret = (value: string) => ({ reveal: () => value });

describe("an error in the log", () => {
  test("is written quickly and without the query of URLs, however long its message is", () => {
    const { log, lines, records } = startLog();
    const pages = ["http://".repeat(100_000), `https://x?t=${"Zq".repeat(100_000)}`, " at".repeat(100_000)];
    const tookMs = cpuMsOf(() => {
      for (const page of pages) {
        log.warn({ err: new Error(page) }, "x");
        createSlackLogger(log).warn(page);
      }
    });
    // One page took seconds.
    expect(tookMs).toBeLessThan(15 * parsingMs());
    expect(lines.join("").length).toBeLessThan(20_000);
    expect(lines.join("")).not.toContain("Zq");
    expect(records()).toMatchObject(Array.from({ length: 6 }, () => ({ level: "warn" })));
  });

  test("is cut at a word boundary, even if a URL's query made it too long", () => {
    const { log, records } = startLog();
    const words = `https://x.example/p?t=${"a".repeat(3950)} before ${"b".repeat(200)}`;
    log.warn({ err: new Error(words) }, "x");
    expect(records()[0]).toMatchObject({ err: { message: "https://x.example/p?… before …" } });
  });

  test("has a short stack that repeats no part of its message", () => {
    const { log, lines, records } = startLog();
    const page = "<pre>\n    at https://files.example/x?ticket=Zq1 by Zq2\n".repeat(100);
    const found = new Error(`${page}    at Zq4:1:1`);
    // As undici does: the stack still has the earlier message.
    const changed = new Error(page);
    expect(changed.stack).toContain(page);
    changed.message = "The page was of no use";
    const endless = new Error("x");
    endless.stack = `Error: x\n${`    at https://host.example/x?ticket=Zq3 ${"b".repeat(5000)}:1:1\n`.repeat(1000)}`;
    for (const err of [found, changed, endless]) log.warn({ err }, "x");
    for (const record of records())
      expect(record).toMatchObject({ err: { stack: expect.stringMatching(/^ {4}at /) } });
    for (const record of records().slice(0, 2))
      expect(record).toMatchObject({ err: { stack: expect.stringContaining("log-errors.test.ts") } });
    for (const line of lines) expect(line.length).toBeLessThan(8000);
    expect(lines.join("").replaceAll(/"message":"(?:[^"\\]|\\.)*"/g, "")).not.toContain("Zq");
  });

  test("has its type, message, stack, cause and known fields, and no other data", () => {
    const { log, records } = startLog();
    const cause = Object.assign(new Error("inner"), { code: "ECONNRESET" });
    const error = Object.assign(new TypeError("outer", { cause }), {
      status: 502,
      certainty: "unknown",
      request: { raw: "Zq" },
      data: { raw: "Zq" },
      original: new Error("Zq"),
    });
    log.error({ err: error }, "failed");
    expect(records()[0]?.["err"]).toMatchObject({
      type: "TypeError",
      message: "outer",
      status: 502,
      certainty: "unknown",
      stack: expect.stringContaining("log-errors.test.ts"),
      cause: { message: "inner", code: "ECONNRESET" },
    });
    expect(JSON.stringify(records())).not.toContain("Zq");
  });

  test("is written even if it is its own cause, a text or undefined", () => {
    const { log, records } = startLog();
    const loop = new Error("loop");
    loop.cause = loop;
    log.error({ err: loop }, "a");
    log.error({ err: "xoxb-1-2-Zq thrown as text" }, "b");
    log.error({ err: undefined }, "c");
    expect(records()).toHaveLength(3);
    expect(JSON.stringify(records())).not.toContain("Zq");
  });

  test("shows no part of a secret where its message was cut", () => {
    const value = `s${"e".repeat(60)}cret`;
    const { log, lines } = startLog({ secrets: [secret(value)] });
    log.error({ err: new Error(`${"x ".repeat(480)}${value} ${"y".repeat(5000)}`) }, "long");
    expect(lines[0]?.length).toBeLessThan(4000);
    expect(lines[0]).not.toContain("eeeeee");
  });
});
