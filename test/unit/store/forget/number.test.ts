import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSentTo, replaceIn, withoutNumber, withoutNumberIn } from "../../../../src/store/forget.ts";

const mina = { to: "01012345678", country: "82" };

describe("withoutNumber", () => {
  test.each([
    ["call 010-1234-5678 now", "call … now"],
    ["+82 10 1234 5678", "+82 …"],
    ["+82(0)10-1234-5678", "+82(0)…"],
    ["+821012345678", "+…"],
    ["00821012345678", "…"],
    ["82 010 1234 5678!", "82 …!"],
    ["1012345678", "…"],
    ["mina01012345678", "mina…"],
    ["０１０－１２３４－５６７８", "…"],
    ["①⓪ 1234 5678", "…"],
    ["0️⃣1️⃣0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣", "0️⃣…\uFE0F\u20E3"],
    ["010\u200B1234\u00AD5678", "…"],
    ["010ㅡ1234ㅡ5678", "…"],
    ["010.1234.5678,010 1234 5678", "…,…"],
    ["010-1234-5678010-9999-9999", "010-1234-5678010-9999-9999"],
    ["010-1234-5678 010-9999-9999", "… 010-9999-9999"],
    ["tel:01012345678?", "tel:…?"],
  ])("removes the number from %j", (text, left) => {
    expect(withoutNumber(text, mina)).toBe(left);
  });

  test.each([
    "010-1234-5679",
    "order 9901012345678",
    "010123456789",
    "010-****-5678",
    "1234 pieces, 5678 more",
    "",
  ])("leaves %j unchanged", (text) => expect(withoutNumber(text, mina)).toBe(text));

  test("removes a foreign number with and without its country code", () => {
    const joe = { to: "2125550123", country: "1" };
    for (const text of ["+1 212-555-0123", "(212) 555 0123", "0012125550123"])
      expect(withoutNumber(text, joe)).not.toMatch(/2125|555|0123/);
  });

  test("removes a number whatever separates its digits, and keeps the text around it", () => {
    const sign = fc.constantFrom("", " ", "-", ".", "\u200b", "·", "(", ")", "/", "–");
    const around = fc.stringMatching(/^[a-z가-힣 ]{0,12}$/);
    const code = fc.constantFrom("0", "+82", "0082", "82", "+82 0", "");
    fc.assert(
      fc.property(
        around,
        code,
        fc.array(sign, { minLength: 9, maxLength: 9 }),
        around,
        (before, prefix, signs, after) => {
          const written = Array.from("1012345678", (digit, index) => digit + (signs[index] ?? "")).join("");
          const left = withoutNumber(`${before}x${prefix}${written}x${after}`, mina);
          expect(left.replace(/\D/g, "")).not.toContain("12345678");
          expect(left.startsWith(`${before}x`) && left.endsWith(`x${after}`)).toBe(true);
        },
      ),
    );
  });
});

test("withoutNumber copes with a text of 100,000 zeros", () => {
  const zeros = "0".repeat(100_000);
  expect(withoutNumber(zeros, mina)).toBe(zeros);
});

describe("replaceIn", () => {
  test("removes a number from texts, names and figures of stored JSON", () => {
    const stored = {
      "010-1234-5678": 1012345678,
      list: ["0101", "2345678"],
      on: true,
      none: null,
      text: "to 01012345678",
    };
    const left = { "…": null, list: ["0101", "2345678"], on: true, none: null, text: "to …" };
    const text = replaceIn(JSON.stringify(stored), (value) => withoutNumberIn(value, mina));
    expect(JSON.parse(text)).toEqual(left);
  });
});

describe("isSentTo", () => {
  test.each([
    [{ message: { to: "01012345678" } }, true],
    [{ message: { to: "1012345678", country: "82" } }, true],
    [{ message: { to: "01012345679" } }, false],
    [{ message: { to: "01012345678", country: "1" } }, false],
    [{ message: { to: "029302266", from: "01012345678", text: "01012345678" } }, false],
    [{ messages: [{ to: "029302266" }, { to: "01012345678" }] }, true],
    [null, false],
  ])("says whether the request %j is sent to 01012345678: %s", (request, isTo) => {
    expect(isSentTo(request, mina)).toBe(isTo);
  });

  test("recognises a number whose country code includes the area code", () => {
    expect(isSentTo({ to: "5551234", country: "1809" }, { to: "8095551234", country: "1" })).toBe(true);
  });

  test("distinguishes a number of another country with the same digits", () => {
    expect(isSentTo({ to: "3800138000", country: "1" }, { to: "13800138000", country: "86" })).toBe(false);
  });
});
