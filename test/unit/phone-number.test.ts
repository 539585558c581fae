import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSurelyOtherNumber, maskDigits, maskNumber } from "../../src/phone-number.ts";

describe("maskNumber", () => {
  test.each([
    ["01012345678", "82", "010-****-5678"],
    ["0112345678", "82", "011-****-5678"],
    ["0212345678", "82", "02-****-5678"],
    ["021234567", "82", "02-****-4567"],
    ["05051234567", "82", "0505-****-4567"],
    ["030312345678", "82", "0303-****-5678"],
    ["15881234", "82", "…1234"],
    ["2025550123", "1", "…0123"],
    ["01012345678", "81", "…5678"],
    ["010-1234-5678", "82", "010-****-5678"],
    ["1234", "82", "…"],
    ["", "82", "…"],
  ])("shows %s of country %s as %s", (to, country, shown) => {
    expect(maskNumber(to, country)).toBe(shown);
  });

  test("never shows more than the area code and the last four digits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,15}$/), fc.constantFrom("82", "1", "81"), (to, country) => {
        const shown = maskNumber(to, country).replace(/\D/g, "");
        expect(shown.length).toBeLessThanOrEqual(Math.max(0, to.length - 3));
        expect(shown.length).toBeLessThanOrEqual(8);
      }),
    );
  });
});

describe("isSurelyOtherNumber", () => {
  test.each([
    ["01098765432", "01012345678", "82"],
    ["010-9876-5432", "01012345678", "82"],
    ["+82 (0)10.9876/5432", "01012345678", "82"],
    ["0212345679", "01012345678", "82"],
    ["01000000001", "01000000002", "82"],
    ["1588-5432", "15881234", "82"],
    ["+1 202 555 0199", "2025550123", "1"],
  ])("is true for the number %s if %s of country %s was asked", (written, to, country) => {
    expect(isSurelyOtherNumber(written, { to, country })).toBe(true);
  });

  test.each(["", " ", "5432", "010-****-5432", "010-9876-…", "…5432", "010xxxx5432", "another", "119"])(
    "is false for %j, which may be the number that was asked",
    (written) => expect(isSurelyOtherNumber(written, { to: "01012345678", country: "82" })).toBe(false),
  );

  const digits = (least: number, most: number) => fc.stringMatching(new RegExp(`^\\d{${least},${most}}$`));

  test("is false for every way to write, mask or shorten the same number", () => {
    const writing = fc.record({
      to: digits(1, 15),
      country: fc.constantFrom("82", "1", "86"),
      prefix: fc.constantFrom("", "0", "+C", "+C (0)", "00C-", "C"),
      gaps: fc.array(fc.constantFrom("", "", "-", " ", ".", "/", "\u00a0"), { maxLength: 20 }),
      masked: fc.array(fc.nat({ max: 14 }), { maxLength: 6 }),
      mask: fc.constantFrom("*", "x", "●", "…", "#", "_", "?"),
      cut: fc.record({ front: fc.nat({ max: 8 }), back: fc.nat({ max: 8 }) }),
    });
    fc.assert(
      fc.property(writing, ({ to, country, prefix, gaps, masked, mask, cut: { front, back } }) => {
        const shown = [...to].map((digit, index) => (masked.includes(index) ? mask : digit));
        const kept = shown.slice(front, Math.max(front, shown.length - back));
        const written = kept.map((sign, index) => `${sign}${gaps[index] ?? ""}`).join("");
        const whole = front === 0 ? prefix.replace("C", country) + written : written;
        expect(isSurelyOtherNumber(whole, { to, country })).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test("is true for every whole number of the same length with other last digits", () => {
    fc.assert(
      fc.property(digits(4, 8), digits(4, 4), digits(4, 4), (front, one, other) => {
        fc.pre(one !== other);
        const asked = { to: `010${front}${one}`, country: "82" };
        expect(isSurelyOtherNumber(`010 ${front}-${other}`, asked)).toBe(true);
      }),
    );
  });
});

describe("maskDigits", () => {
  test.each([
    ["수신번호: 01012345678", "수신번호: …5678"],
    ["to 010-1234-5678 failed", "to …5678 failed"],
    ["to +82 (0)10 1234.5678 failed", "to +…5678 failed"],
    ["０１０－１２３４－５６７８", "…５６７８"],
    ["(02) 123-4567", "(…4567"],
    ["code 1062, 123456", "code 1062, 123456"],
    ["０１０＿１２３４：５６７８", "…５６７８"],
    ["two 01012345678, 01087654321", "two …5678, …4321"],
    ["two 01012345678,01087654321", "two …4321"],
    ["KA01TP0123456789", "KA…TP…"],
    ["0109876x5432", "…x…"],
    ["0109876 x 5432", "… x …"],
    ["5432 내선 0109876", "… 내선 …"],
    ["0109876ext.5432, code 3000", "…ext.…, code 3000"],
    ["a1b0109876c5432d1", "a…b…c…d…"],
    ["0109876 번 5432111 번", "… 번 … 번"],
    ["010-9876-5432로 2건", "…로 …건"],
    ["to 01098765432, 2 of 3 tries", "to …5432, 2 of 3 tries"],
    ["to 01098765432 was refused: 3000", "to …5432 was refused: 3000"],
    ["①⓪①②③④⑤⑥⑦⑧⑨", "…⑥⑦⑧⑨"],
    ["010+1234=5678", "…5678"],
    ["[010] 1234 [5678]", "[…5678]"],
    ["two 01012345678, …4321", "two …5678, …4321"],
    ["0️⃣1️⃣0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣", "…5678️⃣"],
    ["code 1062; 123456! 7890? 1", "code 1062; 123456! 7890? 1"],
    ["3일 동안 2,000원 12건 45%", "3일 동안 2,000원 12건 45%"],
    ["010 abc 9876 def 5432", "… abc … def …"],
    ["010이고 9876이며 5432", "…이고 …이며 …"],
    ["０１０ abc ９８７６ def ５４３２", "… abc … def …"],
    ["3 x 010 abc 9876 def 5432", "… x … abc … def …"],
    ["0 1 0 abc 9 8 7 6 def 5 4 3 2", "… … … abc … … … … def … … … …"],
    ["+82 a 10 b 9876 c 5432", "+… a … b … c …"],
    ["02 abc 987 def 5432", "… abc … def …"],
    ["010, 9876, 5432", "…, …, …"],
    ["0109876, 5432: no", "…, …: no"],
    ["０１０ㅡ９８７６ㅡ５４３２", "…５４３２"],
    ["010\u115f\u11609876\uffa05432", "…5432"],
    [
      "0\u200b1\u200b0\u2060 a\u200b\u200bbc\ufeff\ufeff 9876\u200bdef\u200b5432",
      "…\u200b…\u200b…\u2060 a\u200b\u200bbc\ufeff\ufeff …\u200bdef\u200b…",
    ],
    ["2026년 11월 28일 21시 59분 30초", "2026년 11월 28일 21시 59분 30초"],
    ["08:00 KST, 28 November 2026", "08:00 KST, 28 November 2026"],
    ["01월 05일 10시 30분 150건", "01월 05일 10시 30분 150건"],
    ["1500원 2000원 3000원", "1500원 2000원 3000원"],
    ["code 3000 of 2026, 0 of 1000 sent", "code 3000 of 2026, 0 of 1000 sent"],
    ["to=010%2D9876%2D5432 failed", "to=…5432 failed"],
    ["%2B82%2D10%2d9876%2D5432", "%…B…%…D…%…d…%…D…"],
    ["010%252D9876%252D5432", "…%…D…D…"],
    ["010\\u002d9876\\u002D5432", "…5432"],
    ["010\\x2d9876\\x2d5432", "…5432"],
    ["010&#x2d;9876&#x2D;5432", "…5432"],
    ["100%2D, code 5%1234567", "100%2D, code …4567"],
  ])("turns %j into %j", (text, masked) => {
    expect(maskDigits(text)).toBe(masked);
  });

  const signs = [..."/·_,:|・~～+=#'<>;!?ㅡーｰㅣㆍːˇ一、。…📱\u200b\u3164"];
  test.each([...signs, " * ", " | ", " ------ ", " ~ ", " ～ ", " ᆞ "])(
    "masks a number with %j between its groups",
    (sign) => {
      expect(maskDigits(`010${sign}1234${sign}5678`)).toBe("…5678");
    },
  );

  const digitsAndMore = fc.stringMatching(/^(?:[0-9]{1,9}|[ ().,:;!?…a_*|·~+=#'[\]<>-]|가|ㅡ|ㆍ){0,30}$/);

  test("leaves no seven digits in a row, whatever separates them", () => {
    fc.assert(
      fc.property(digitsAndMore, (text) => {
        const parted = maskDigits(text).replace(/(?<=\d)(?:[ ()._*|·~+=#'[\]<>ㅡㆍ-]*|[,:;!?…])(?=\d)/g, "");
        expect(parted).not.toMatch(/\d{7,}/);
      }),
      { numRuns: 1000, examples: [["1234567"], ["123 (45) - 67"]] },
    );
  });

  const between = fc.oneof(
    fc.stringMatching(/^[ ().,:;!?_*|·~+=#'[\]<>ㅡㆍ\u200b\u3164-]{1,4}$/),
    fc.stringMatching(/^[ ,\u200b]?(?:[a-z]{1,4}|[가-힣]{1,4})[ \u3164]?$/),
  );
  const koreanNumber = fc.record({
    area: fc.constantFrom(["010"], ["011"], ["02"], ["031"], ["070"], ["0505"], ["+82", "10"], ["0082", "2"]),
    middle: fc.stringMatching(/^\d{4}$/),
    last: fc.stringMatching(/^\d{4}$/),
    gaps: fc.array(between, { minLength: 3, maxLength: 3 }),
    isWide: fc.boolean(),
  });

  test("leaves at most the last four digits, whatever stands between the groups of a number", () => {
    fc.assert(
      fc.property(koreanNumber, ({ area, middle, last, gaps, isWide }) => {
        const written = [...area, middle, last]
          .map((part, index) => (index === 0 ? part : gaps[index - 1] + part))
          .join("");
        const wide = written.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
        const left = maskDigits(isWide ? wide : written)
          .normalize("NFKC")
          .replace(/\D/g, "");
        expect(["", last]).toContain(left);
      }),
      { numRuns: 1000 },
    );
  });

  test("leaves a text unchanged that it has masked before", () => {
    fc.assert(
      fc.property(digitsAndMore, (text) => {
        const once = maskDigits(text);
        expect(maskDigits(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  test("leaves a text without long runs of digits unchanged", () => {
    expect(maskDigits("code 2000: 2026, 3 of 10")).toBe("code 2000: 2026, 3 of 10");
    for (const text of ["123456 x".repeat(20_000), `1${" ".repeat(20_000)}`.repeat(6)]) {
      expect(maskDigits(text)).toBe(text);
    }
  });
});
