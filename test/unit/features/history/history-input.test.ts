import { describe, expect, it } from "vitest";
import { parseAsked } from "../../../../src/features/history/history.input.ts";

describe("what is typed behind /msg-history", () => {
  it.each([
    ["", false, false],
    ["failed", false, true],
    ["ALL", true, false],
    ["all  failed", true, true],
    ["failed all", true, true],
  ])("%j selects a list", (text, everybody, failed) => {
    expect(parseAsked(text)).toEqual({ kind: "list", selection: { everybody, failed } });
  });

  it.each([
    ["M4V20261121100000ABCDEFGHIJKLMNOPQ", "M4V20261121100000ABCDEFGHIJKLMNOPQ"],
    ["`M4V1`", "M4V1"],
    ["“M4V1”", "M4V1"],
    ["'13345224609.738474920.8088930838d8'", "13345224609.738474920.8088930838d8"],
  ])("%j is one id", (text, id) => {
    expect(parseAsked(text)).toEqual({ kind: "one", id });
  });

  it.each(["M4V1 M4V2", "all of them", "실패", "M4V1\u0000", "x".repeat(201)])("%j is unknown", (text) => {
    expect(parseAsked(text)).toEqual({ kind: "unknown_words" });
  });

  it("holds nobody up, whatever is typed", () => {
    const { user } = process.threadCpuUsage();
    for (const sign of ["'", '"', "`", "“", "<", "a'"]) {
      expect(parseAsked(`${sign.repeat(12_000)}가`)).toEqual({ kind: "unknown_words" });
    }
    expect(process.threadCpuUsage().user - user).toBeLessThan(100_000);
  });
});
