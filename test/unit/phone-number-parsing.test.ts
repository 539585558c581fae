import fc from "fast-check";
import examples from "libphonenumber-js/examples.mobile.json";
import { getCountries, getExampleNumber } from "libphonenumber-js/min";
import { describe, expect, test } from "vitest";
import { parsePhoneNumber, parseSenderNumber } from "../../src/phone-number.ts";
import { timesParsing } from "../support/processor-time.ts";

describe("parsePhoneNumber", () => {
  test.each([
    ["01012345678", "01012345678"],
    ["０１０－１２３４－５６７８", "01012345678"],
    ["(02) 123-4567", "021234567"],
    ["02-1234-5678", "0212345678"],
    ["031-123-4567", "0311234567"],
    ["011-234-5678", "0112345678"],
    ["070-1234-5678", "07012345678"],
    ["080-123-4567", "0801234567"],
    ["0505-123-4567", "05051234567"],
    ["0303-1234-5678", "030312345678"],
    ["1588-1234", "15881234"],
    ["+82 10 1234 5678", "01012345678"],
    ["+82 (0)10-1234-5678", "01012345678"],
    ["(+82) 10-1234-5678", "01012345678"],
    ["+82-2-123-4567", "021234567"],
    ["+82 1588 1234", "15881234"],
    ["0082 10 1234 5678", "01012345678"],
    ["＋82１０12345678", "01012345678"],
    ["tel:+82-10-1234-5678", "01012345678"],
    ["<tel:01012345678|010-1234-5678>", "01012345678"],
    ["<tel:+821012345678>", "01012345678"],
    ["[010] 1234-5678", "01012345678"],
    ["(010) 1234-5678", "01012345678"],
    ["+82 010-1234-5678", "01012345678"],
    ["001-82-10-1234-5678", "01012345678"],
    ["00700 82 10 1234 5678", "01012345678"],
    // As a spreadsheet writes a number.
    ["01012345678.0", "01012345678"],
    ["+821012345678.00", "01012345678"],
  ])("reads %j as the Korean number %s", (text, to) => {
    expect(parsePhoneNumber(text)).toEqual({ to, country: "82" });
  });

  test.each([..."- .–—－ㅡ·ㆍ・•~～_|―∼ㅣ\u00a0", " ー ", "——"])(
    "reads a Korean number with %j between its groups",
    (sign) => {
      expect(parsePhoneNumber(`010${sign}1234${sign}5678`)).toEqual({ to: "01012345678", country: "82" });
    },
  );

  const wrapped = ["`{}`", "*{}*", "“{}”", "'{}'", "'{}", '="{}"', "{};", "{}.", "{}。", "{}-", "<tel:{}>"];
  const bracketed = ["《{}》", "〈{}〉", "【{}】", "≪{}≫", "• {}", "☎️ {}", " {} ", "\u202a{}\u202c"];
  test.each([...wrapped, ...bracketed])("reads a Korean number written as %j", (around) => {
    for (const number of ["01012345678", "010-1234-5678"])
      expect(parsePhoneNumber(around.replace("{}", number))).toEqual({ to: "01012345678", country: "82" });
  });

  test.each([
    ["+1 (202) 555-0123", undefined, "2025550123", "1"],
    ["00 1 202 555 0123", undefined, "2025550123", "1"],
    ["202-555-0123", "1", "2025550123", "1"],
    ["1 202 555 0123", "1", "2025550123", "1"],
    ["+81 90-1234-5678", undefined, "9012345678", "81"],
    ["090-1234-5678", "81", "9012345678", "81"],
    ["138 1234 5678", "86", "13812345678", "86"],
    ["07911 123456", "44", "7911123456", "44"],
    ["+39 06 1234 5678", undefined, "0612345678", "39"],
    ["555-1234", "1809", "5551234", "1809"],
    ["+82 10-1234-5678", "1", "01012345678", "82"],
    ["+86 138 1234 5678", "1", "13812345678", "86"],
    ["9012345678.0", "81", "9012345678", "81"],
    // Egypt's mobiles, and the area codes of Beijing and Genoa.
    ["010-0123-4567", "20", "1001234567", "20"],
    ["010-1234-5678", "86", "1012345678", "86"],
    ["010-1234-5678", "39", "01012345678", "39"],
    ["00700-81-90-1234-5678", undefined, "9012345678", "81"],
    ["00700-81-90-1234-5678", "81", "9012345678", "81"],
    ["00700819012345678", undefined, "9012345678", "81"],
    ["00727-81-90-1234-5678", undefined, "9012345678", "81"],
    ["00345 44 7911 123456", undefined, "7911123456", "44"],
    ["008-1-415-555-2671", undefined, "4155552671", "1"],
    ["001-1-415-555-2671", undefined, "4155552671", "1"],
    ["00114155552671", undefined, "4155552671", "1"],
    ["002-1-415-555-2671", undefined, "4155552671", "1"],
    ["005 81 90 1234 5678", undefined, "9012345678", "81"],
    ["006-86-138-1234-5678", undefined, "13812345678", "86"],
    ["00 81 90 1234 5678", undefined, "9012345678", "81"],
    ["0086-138-1234-5678", undefined, "13812345678", "86"],
    ["0061 412 345 678", undefined, "412345678", "61"],
    ["00381 90 1234 5678", undefined, "9012345678", "381"],
    ["(00704) 95 1234567", undefined, "1234567", "95"],
    ["00212-612-345678", undefined, "612345678", "212"],
    // KT's 001 and Egypt, since no number of the United States is that long.
    ["001-20-2-2555-0123", undefined, "225550123", "20"],
  ])("reads %j with country %s as %s of country %s", (text, country, to, found) => {
    expect(parsePhoneNumber(text, country)).toEqual({ to, country: found });
  });

  test.each([
    ["mina", undefined, "letters"],
    ["1-800-FLOWERS", undefined, "letters"],
    ["010-1234-5678 ext 9", undefined, "letters"],
    ["공일공", undefined, "letters"],
    ["+49 00 900000", undefined, "not_a_number"],
    ["", undefined, "not_a_number"],
    ["   ", undefined, "not_a_number"],
    ["-", undefined, "not_a_number"],
    ["010-****-5678", undefined, "not_a_number"],
    ["+49 30 1234****", undefined, "not_a_number"],
    ["+49 30 1234…", undefined, "not_a_number"],
    ["+49 30 1234____", undefined, "not_a_number"],
    ["+49 30 1234…5678", undefined, "not_a_number"],
    ["010 1234 56+78", undefined, "not_a_number"],
    // 00 and Japan, or SEJONG's 008 and the United States.
    ["0081-90-1234-5678", undefined, "two_countries"],
    ["00819012345678", undefined, "two_countries"],
    ["00819012345678", "81", "two_countries"],
    ["001 010 1234 5678", undefined, "too_long"],
    ["010-1234-5678, 010-1234-5679", undefined, "two_numbers"],
    ["010-1234-5678 / 010-1234-5679", undefined, "two_numbers"],
    ["010-1234-5678\n010-1234-5679", undefined, "two_numbers"],
    ["010-1234-5678010-1234-5679", undefined, "two_numbers"],
    ["0101234567801012345679", undefined, "two_numbers"],
    ["01012345678+12025550123", undefined, "two_numbers"],
    ["010-1234-5678 010-1234-5679 010-1234-5670", undefined, "two_numbers"],
    ["1588-1234 1588-1235", undefined, "two_numbers"],
    ["02-123-4567~8", undefined, "two_numbers"],
    ["1588-1234/35", undefined, "two_numbers"],
    // KT's 001 and Egypt, or 00 and the United States.
    ["001-201-555-0123", undefined, "two_countries"],
    ["00120 155 50123", undefined, "two_countries"],
    // A gap within the only prefix or country that the digits have.
    ["003 81 90 1234 5678", undefined, "two_countries"],
    ["00 3 81 90 1234 5678", undefined, "two_countries"],
    ["0070-495-1234567", undefined, "two_countries"],
    ["00704-9-51234567", undefined, "two_countries"],
    ["0 081 90 1234 5678", undefined, "two_countries"],
    ["00 8 1 90 1234 5678", undefined, "two_countries"],
    ["005 8 1 90 1234 5678", undefined, "two_countries"],
    ["010+1234+5678", undefined, "not_a_number"],
    ["0912345678", undefined, "not_a_number"],
    ["٠١٠١٢٣٤٥٦٧٨", undefined, "not_a_number"],
    ["0".repeat(5000), undefined, "not_a_number"],
    ["123-4567", undefined, "too_short"],
    ["010-123-5678", undefined, "too_short"],
    ["010-1234-567", undefined, "too_short"],
    ["02-123-456", undefined, "too_short"],
    ["+82", undefined, "too_short"],
    ["+82 10 1234", undefined, "too_short"],
    ["+1 202 555", undefined, "too_short"],
    ["555-0123", "1", "too_short"],
    ["010-1234-56789", undefined, "too_long"],
    ["010-1234-5678 010-1234-5679", undefined, "two_numbers"],
    ["+1 202 555 01234", undefined, "too_long"],
    ["+999 123 4567", undefined, "no_such_country"],
    ["+0 123 4567", undefined, "no_such_country"],
    ["123 4567", "999", "no_such_country"],
    ["123 4567", "", "no_such_country"],
    ["123 4567", "9991", "no_such_country"],
    ["(809) 555-1234", "1809", "too_long"],
    ["0 555 1234", "1809", "too_long"],
    ["+", undefined, "not_a_number"],
  ])("refuses %j with country %s for the reason %s", (text, country, problem) => {
    expect(parsePhoneNumber(text, country)).toMatchObject({ problem });
  });

  test.each([
    ["010-123-5678", { has: 10, due: [11, 11] }],
    ["02-123-456", { has: 8, due: [9, 10] }],
    ["010-1234-56789", { has: 12, due: [11, 11] }],
    ["123-4567", { has: undefined, due: undefined }],
  ])(
    "says for a Korean number such as %j how many digits it should have, if the area code is known",
    (text, digits) => {
      const problem = expect.stringMatching("^too_");
      expect(parsePhoneNumber(text)).toEqual({ problem, ...digits });
    },
  );

  test.each([
    ["1012345678", ["010-1234-5678"]],
    ["10-1234-5678", ["010-1234-5678"]],
    ["821012345678", ["010-1234-5678"]],
    ["82-10-1234-5678", ["010-1234-5678"]],
    ["82 2 123 4567", ["02-123-4567"]],
    ["212345678", ["02-1234-5678"]],
    ["12025550123", ["+1 2025550123"]],
    ["8613812345678", ["+86 13812345678"]],
    ["1012345678.0", ["010-1234-5678"]],
  ])("suggests a number for %j, which lacks its first digits", (text, meant) => {
    expect(parsePhoneNumber(text)).toEqual({ problem: "start_missing", meant });
  });

  test.each([
    ["010-1234-5678", "81", "+82 10-1234-5678"],
    ["01012345678", "1", "+82 10-1234-5678"],
    ["010 1234 5678", "1809", "+82 10-1234-5678"],
    ["+81 81 90 1234 5678", undefined, "+81 9012345678"],
    ["+82 82 10 1234 5678", undefined, "010-1234-5678"],
    ["0082-82-2-123-4567", undefined, "02-123-4567"],
    ["081-90-1234-5678", "81", "+81 9012345678"],
    ["+49 49 30 123456", undefined, "+49 30123456"],
  ])("suggests another country or a single country code for %j with country %s", (text, country, meant) => {
    expect(parsePhoneNumber(text, country)).toEqual({ problem: "other_country", meant: [meant] });
    expect(parsePhoneNumber(meant, country)).toHaveProperty("to");
  });

  test("refuses two digits behind a country code of four digits as too short", () => {
    expect(parsePhoneNumber("52", "4928")).toEqual({ problem: "too_short" });
  });

  test("never throws an error, and returns a number of digits only", () => {
    const typed = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.stringMatching(/^[+0-9 ()<>|:.-]{0,25}$/),
      fc.stringMatching(/^(?:\+|00)?\d{5,16}$/),
    );
    const country = fc.option(fc.stringMatching(/^\d{1,4}$/), { nil: undefined });
    fc.assert(
      fc.property(typed, country, (text, calling) => {
        const parsed = parsePhoneNumber(text, calling);
        if ("problem" in parsed) return;
        expect(parsed.to).toMatch(/^\d{4,17}$/);
        expect(parsed.country).toMatch(/^[1-9]\d{0,3}$/);
      }),
      { numRuns: 1000 },
    );
  });

  test("reads its own result as the same number, with and without the country", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(?:\+|00|0)?[1-9]\d{6,13}$/), (text) => {
        const parsed = parsePhoneNumber(text);
        if ("problem" in parsed) return;
        expect(parsePhoneNumber(`+${parsed.country}${parsed.to}`)).toEqual(parsed);
        if (parsed.country === "82") expect(parsePhoneNumber(parsed.to)).toEqual(parsed);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a number written after an international prefix such as 00", () => {
  const international = fc.record({
    prefix: fc.constantFrom("00", "001", "002", "005", "006", "008", "00345", "00700", "00727", "00770"),
    country: fc.constantFrom(...getCountries()),
    gap: fc.constantFrom("", " ", "-", ".", "·", " - "),
    isSplit: fc.boolean(),
    home: fc.constantFrom(undefined, "82", "81", "1"),
  });

  test("is read as the number after the prefix or refused, never as another country's", () => {
    fc.assert(
      fc.property(international, ({ prefix, country, gap, isSplit, home }) => {
        const { countryCallingCode, nationalNumber } = getExampleNumber(country, examples)!;
        const written = [prefix, isSplit ? gap : "", countryCallingCode, gap, nationalNumber].join("");
        const meant = parsePhoneNumber(`+${countryCallingCode}${nationalNumber}`);
        const read = parsePhoneNumber(written, home);
        if ("problem" in read) expect(["two_countries", "not_a_number"]).toContain(read.problem);
        else expect(read).toEqual(meant);
      }),
      { numRuns: 500 },
    );
  });
});

describe("parseSenderNumber", () => {
  test.each([
    ["02-123-4567", "021234567"],
    ["+82 2-123-4567", "021234567"],
    ["`1588-1234`;", "15881234"],
    ["1345", "1345"],
  ])("reads %j as %s", (text, to) => {
    expect(parseSenderNumber(text)).toEqual({ to, country: "82" });
  });

  test.each([
    ["212345678", "start_missing"],
    ["my phone", "letters"],
    ["+1 202 555 0123", "abroad"],
    ["12345", "too_short"],
  ])("refuses %j: %s", (text, problem) => {
    expect(parseSenderNumber(text)).toMatchObject({ problem });
  });
});

test.each([
  [
    "digits with signs between them",
    ["1 ", "1  ", "(1) ", "1)(", "1 - ", "1.", "[1"].map((one) => one.repeat(Math.floor(48 / one.length))),
  ],
  ["3,000 signs", ["*", '="', "' ", "1*", "📞"].map((one) => one.repeat(3000 / one.length))],
])("parseSenderNumber is quick with %s", (_, starts) => {
  const parseAll = () => {
    for (const start of starts) for (const end of ["#", "!1", ""]) parseSenderNumber(start + end);
  };
  expect(timesParsing(parseAll)).toBeLessThan(2);
});
