import { describe, expect, test } from "vitest";
import { createSlackLogger } from "../../src/log.ts";
import { startLog } from "../support/log-lines.ts";

describe("createSlackLogger", () => {
  test("drops debug, where whole request bodies are", () => {
    const { log, lines } = startLog();
    createSlackLogger(log).debug("body", { text: "Zq" });
    expect(lines).toEqual([]);
  });

  test("keeps texts and error messages, and of anything else its kind", () => {
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

  test("takes tickets out of addresses and numbers out of texts", () => {
    const { log, lines } = startLog();
    createSlackLogger(log).info(
      "connecting to wss://wss.slack.com/link/?ticket=Zq&app_id=Zq for 010-1234-5678",
    );
    expect(lines[0]).not.toMatch(/Zq|1234-5678/);
    expect(lines[0]).toContain("wss://wss.slack.com/link/");
  });

  test("lets nobody change our level", () => {
    const { log } = startLog({ level: "warn" });
    const logger = createSlackLogger(log);
    const before = logger.getLevel();
    expect(before).toBe("warn");
    logger.setName("other");
    expect(logger.getLevel()).toBe(before);
    expect(createSlackLogger(startLog({ level: "silent" }).log).getLevel()).toBe("error");
  });
});
