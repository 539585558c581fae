import fc from "fast-check";
import { expect, test } from "vitest";
import { createLogger } from "../../src/log.ts";
import { maskDigits } from "../../src/phone-number.ts";

function startLog(secrets: readonly string[] = []) {
  const lines: string[] = [];
  const log = createLogger({
    level: "trace",
    secrets: secrets.map((value) => ({ reveal: () => value })),
    destination: { write: (line: string) => void lines.push(line) },
  });
  return { log, lines };
}

test("every text is masked as if each was looked at closely", () => {
  const { log, lines } = startLog();
  const digits = ["0", "7", "１", "٣", "𝟗", "010", "1234"];
  const escaped = ["\n", "\t", '"', "\\", "\u2028", "\u0000", "\ud800", "\u200b"];
  const between = [":", ",", "-", " ", ". ", "(0)", "：", "x", "a:1", "한", "é"];
  const text = fc
    .array(fc.constantFrom(...digits, ...escaped, ...between), { maxLength: 40 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, text, (word, name, words) => {
      log.info({ note: word, list: [word, { [`n${name}`]: words }] }, words);
      const { note, list, msg } = JSON.parse(lines.pop() ?? "");
      expect([note, list, msg]).toEqual([
        maskDigits(word),
        [maskDigits(word), { [maskDigits(`n${name}`)]: maskDigits(words) }],
        maskDigits(words),
      ]);
    }),
    { numRuns: 1000 },
  );
});

test("a secret that begins like the second half of an escape ends no line, and what is beside it is masked", () => {
  const { log, lines } = startLog(["nabcd"]);
  log.info("\nabcd 01012345678");
  expect(lines[0]).toContain("[secret]");
  expect(lines[0]).not.toContain("01012345678");
});
