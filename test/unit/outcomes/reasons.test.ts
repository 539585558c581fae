import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainOutcome, findPlatformMessage, readRemedies } from "../../../src/outcomes/reasons.ts";
import { anUnknown } from "../../support/operation.ts";
import { en, ko } from "../../support/words.ts";

const { reasons, outcomes } = en;

type Ended = {
  outcome?: "refused" | "not_sent" | "unknown";
  code: string;
  words?: string | null;
  status?: number | null;
};

function anEnd({ outcome = "refused", code, words = null, status = null }: Ended) {
  return anUnknown({ outcome, result: { code, words, status, reply: null } });
}

const explain = (end: Ended, contents: readonly string[] = []) => explainOutcome(anEnd(end), contents, en);
const known = (code: string) => ({ remedy: null, ...reasons.byCode[code], code });

/** The platform's text: a sentence with the real code in brackets. */
const said = (code: string) => `수신거부된 번호입니다. (statusCode: ${code}, 수신번호: 01023456789)`;
const wrapped = "FailedToAddMessage";

describe("the reason shown for an outcome", () => {
  it("is the code's meaning and remedy in the reader's language", () => {
    expect(explain({ code: "1062" })).toEqual(known("1062"));
    expect(explainOutcome(anEnd({ code: "1062" }), [], ko)).toMatchObject(ko.reasons.byCode["1062"]!);
    expect(explain({ code: "TimedOut", outcome: "unknown" })).toEqual(known("TimedOut"));
  });

  it.each([wrapped, "InvalidStatusCode", "ValidationError"])(
    "is that of the specific code in the platform's text if the general code is %s",
    (code) => {
      for (const inner of ["1061", "1062", "1030", "1013"]) {
        expect(explain({ code, words: said(inner), status: 400 })).toEqual(known(inner));
      }
    },
  );

  it("is that of a code which the platform's text names twice", () => {
    const words = "1061: 수신거부된 번호입니다. (statusCode: 1061)";
    expect(explain({ code: wrapped, words })).toEqual(known("1061"));
  });

  it.each([
    ["no code", "Something about the text"],
    ["several codes", "(statusCode: 1061), (statusCode: 1062)"],
    ["a code in no table", "(statusCode: 9999)"],
    ["more digits than a code's", "statusCode: 10611"],
    ["digits of a number", "010-1061-1062 is wrong"],
  ])("is the platform's own text if the text has %s", (_, words) => {
    expect(explain({ code: wrapped, words, status: 400 })).toMatchObject({
      says: outcomes.platformSays(words.replace("010-1061-1062", "…1062")),
      remedy: reasons.correct,
      code: wrapped,
    });
  });

  it.each([
    "The text may have 1031 bytes at the most",
    "010 2345 1061 is no number of a person",
    "수신번호 010.2345.1061 형식 오류",
  ])("is not guessed from digits in the platform's text that mean something else: %s", (words) => {
    expect(explain({ code: wrapped, words, status: 400 })?.code).toBe(wrapped);
  });

  it("is that of a specific code, whatever other code the platform's text names", () => {
    expect(explain({ code: "1062", words: said("1061") })).toEqual(known("1062"));
    expect(explain({ code: "Unheard", words: said("1061") })?.code).toBe("Unheard");
  });

  it("is that of the HTTP status if there is no text, or else the general reason", () => {
    expect(explain({ code: "HTTP_418", status: 418 })?.says).toBe(reasons.byStatus(418).says);
    expect(explain({ code: "Unheard" })?.says).toBe(reasons.other.says);
    for (const words of ["", " \n"])
      expect(explain({ code: "Unheard", words })?.says).toBe(reasons.other.says);
  });

  it("is that the platform was busy for any HTTP 429, unless its code says more", () => {
    const { says, remedy } = reasons.byCode["TooManyRequests"]!;
    const busy = { outcome: "not_sent", status: 429 } as const;
    for (const code of ["HTTP_429", "Throttled"]) {
      expect(explain({ ...busy, code })).toMatchObject({ says, remedy });
      const words = "An error occurred.";
      expect(explain({ ...busy, code, words })).toMatchObject({ says: outcomes.platformSays(words), remedy });
      expect(readRemedies(anEnd({ ...busy, code }), en).passes).toBe(true);
    }
    expect(readRemedies(anEnd({ ...busy, code: "NotEnoughBalance" }), en).passes).toBe(false);
  });

  it("is never “not accepted” if the outcome is unknown", () => {
    const ends: Ended[] = [
      { code: "Unheard" },
      { code: "HTTP_500", status: 500, words: "A secret text was too much" },
    ];
    for (const end of ends) {
      const explained = explain({ ...end, outcome: "unknown" }, ["A secret text"]);
      expect(explained?.says).not.toBe(reasons.other.says);
    }
  });

  it("is null if there is nothing to explain", () => {
    const result = { code: "2000", words: "정상 접수", status: 200, reply: null };
    expect(explainOutcome(anUnknown({ outcome: "accepted", result }), [], en)).toBeNull();
    expect(explainOutcome(anUnknown({ outcome: null, result: null }), [], en)).toBeNull();
    expect(explainOutcome(anUnknown({ outcome: "not_sent", result: null }), [], en)).toBeNull();
  });

  it.each([{ code: 5, reply: "odd" }, "odd", 7, [], {}])(
    "is the general reason if another version stored the result: %j",
    (result) => {
      const explained = explainOutcome(anUnknown({ outcome: "refused", result }), [], en);
      expect(explained).toEqual({ ...reasons.other, code: "" });
    },
  );

  it("is always a sentence of the app or of the platform", () => {
    const names = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype));
    const texts = fc.oneof(names, fc.string());
    fc.assert(
      fc.property(texts, fc.option(texts), fc.option(fc.integer()), (code, words, status) => {
        const operation = anEnd({ code, words, status });
        const own = findPlatformMessage(operation, []);
        const sentences = [
          ...Object.values(reasons.byCode).map(({ says }) => says),
          reasons.other.says,
          ...(status === null ? [] : [reasons.byStatus(status).says]),
          ...(own === null ? [] : [outcomes.platformSays(own)]),
        ];
        expect(sentences).toContain(explainOutcome(operation, [], en)?.says);
      }),
    );
  });
});

describe("the platform's text about a failure", () => {
  const secret = "A secret text";
  const of = (words: string | null, contents: readonly string[] = []) =>
    findPlatformMessage(anEnd({ code: "Unheard", words }), contents);

  it("is shown as one short line without long numbers", () => {
    expect(of("no 010-2345-6789\n\tto send to")).toBe("no …6789 to send to");
    expect(of("x".repeat(100_000))?.length).toBe(300);
    expect(of(null)).toBeNull();
    expect(of("  ")).toBeNull();
  });

  it.each([
    ["no route: 010-2345 (수신번호) 6789", "no route: … (수신번호) …"],
    ["0102345xxxxxxx6789", "…xxxxxxx…"],
    ['{"a":"010","b":"2345","c":"6789"}', '{"a":"…","b":"…","c":"…"}'],
    ['{"area":"010","exchange":"2345","line":"6789"}', '{"area":"…","exchange":"…","line":"…"}'],
    ["prefix 010, exchange 2345, subscriber 6789", "prefix …, exchange …, subscriber …"],
    ["country and area 8210, then 2345, then 6789", "country and area …, then …, then …"],
    ["area=10&mid=2345&end=6789", "area=10&mid=…&end=…"],
    ["국번 ０１０ 중간번호는 ２３４５ 마지막번호는 ６７８９", "국번 … 중간번호는 … 마지막번호는 …"],
    ["recipient ending in 6789 (0102345…)", "recipient ending in …"],
    ["code 1062 of 2026, 345 of 1,000 sent", "code 1062 of 2026, … of 1,000 sent"],
    ["no 010-2345-6789, limit 300 in 11-29", "no …6789, limit 300 in 11-29"],
  ])("is shown without any group of the recipient's digits: %s", (words, shown) => {
    expect(of(words)?.slice(0, shown.length)).toBe(shown);
    const before = { outcome: "refused", code: "Unheard", words, status: 400 };
    const result = { code: "NotReached", words: null, status: null, reply: { before } };
    expect(explainOutcome(anUnknown({ outcome: "not_sent", result }), [], en)?.says).toContain(shown);
  });

  it("is hidden if it repeats the message, as is a code that repeats the message", () => {
    const words = `“${secret}” is not allowed`;
    expect(of(words, [secret])).toBeNull();
    expect(of(words)).toBe(words);
    const kept = explain({ code: "Unheard", words }, [secret]);
    expect(kept).toEqual({ says: reasons.other.says, remedy: outcomes.details("act-1"), code: "Unheard" });
    expect(explain({ code: "ASecretText" }, [secret])?.code).toBe("…");
    expect(explain({ code: "ASecretText" })?.code).toBe("ASecretText");
  });

  it("is still searched for a code if the text itself is hidden", () => {
    const words = `“${secret}” (statusCode: 1029)`;
    expect(explain({ code: wrapped, words }, [secret])).toEqual(known("1029"));
  });

  it("is shortened and masked in a code too", () => {
    expect(explain({ code: "C".repeat(1000) })?.code).toHaveLength(64);
    expect(explain({ code: "to 01023456789" })?.code).toBe("to …6789");
  });
});
