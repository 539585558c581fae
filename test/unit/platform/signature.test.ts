import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Credentials,
  createConcealer,
  createSigner,
  toSignature,
} from "../../../src/platform/signature.ts";
import { checkSignature, credentials } from "../../support/platform-server.ts";

describe("the signer of platform requests", () => {
  const salt = "0123456789abcdef0123456789abcdef";
  const signed = "b29cf268256eb3894fd438f8c11bf6681b33dd3197bd77dbee7ca522d68b4aee";
  const other = "4297539ca79c85dd83b60cbddae60942710223ddcafc4bf02275193a649057ce";
  it.each([
    ["TESTSECRET00000000000000000000AB", "2026-01-01T00:00:00.000Z", salt, signed],
    ["secret", "2019-07-01T00:41:48Z", "jqsba2jxjnrjor", other],
  ])(
    "computes the hexadecimal HMAC-SHA256 of date and salt with the API secret %s",
    (secret, date, of, expected) => {
      expect(toSignature(secret, date, of)).toBe(expected);
    },
  );

  it("writes the header in the order and form of the platform's description", () => {
    const now = () => new Date("2026-01-01T00:00:00Z");
    expect(createSigner({ ...credentials, now, salt: () => salt })()).toBe(
      "HMAC-SHA256 apiKey=NCSTESTKEY000001, date=2026-01-01T00:00:00.000Z, " +
        `salt=${salt}, signature=${signed}`,
    );
  });

  it("never writes the same header twice", () => {
    const sign = createSigner(credentials);
    const headers = Array.from({ length: 200 }, () => sign());
    expect(new Set(headers).size).toBe(200);
    expect(headers.map(checkSignature)).toEqual(headers.map(() => "valid"));
  });

  it.each(["short", "x".repeat(65), "has a space in it", "has,a,comma,in,it", "line\nbreak-line", ""])(
    "refuses the invalid salt %j",
    (odd) => {
      const sign = createSigner({ ...credentials, salt: () => odd });
      expect(() => sign()).toThrow(RangeError);
    },
  );

  it.each([
    { apiKey: "", apiSecret: "s" },
    { apiKey: "KEY\r\nX-Injected: 1", apiSecret: "s" },
    { apiKey: "KEY, date=1", apiSecret: "s" },
    { apiKey: "KEY", apiSecret: "" },
  ])("refuses the invalid credentials %j", (wrong) => {
    expect(() => createSigner(wrong)).toThrow(TypeError);
  });

  it("doesn't repeat a secret in the error that refuses it", () => {
    const apiSecret = ` ${randomUUID()} `;
    expect(() => createSigner({ apiKey: "KEY", apiSecret })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(apiSecret.trim()) }),
    );
  });
});

describe("createConcealer, which masks credentials in replies,", () => {
  const key = "7310048815526690";
  const anApiKey = fc.oneof(
    fc.stringMatching(/^[1-9][0-9]{7,24}$/),
    fc.stringMatching(/^[!-+\--~]{8,30}$/),
    fc.constantFrom("ab\\cd\\efgh\\", '"},{"a":"', "1234567.8e9", "00000012345678", "a/b/c/d/e/f"),
  );
  const aPlace = fc.record({ before: fc.string({ maxLength: 5 }), after: fc.string({ maxLength: 5 }) });

  const concealed = (credentials: Credentials, json: unknown, body = JSON.stringify(json)) =>
    createConcealer(credentials)(json, Buffer.from(body));

  it.each<[string, unknown, unknown]>([
    ["a number", Number(key), "[secret]"],
    ["a longer number that begins with it", JSON.parse(`${key}123456`), "[secret]"],
    ["a text", `key ${key}.`, "key [secret]."],
    ["a field's name", { [key]: { messageId: "M" } }, { "[secret]": { messageId: "M" } }],
    ["nested lists", [[{ a: [Number(key), 7, true, null] }]], [[{ a: ["[secret]", 7, true, null] }]]],
  ])("masks the API key in %s", (_, json, bare) => {
    expect(concealed({ apiKey: key, apiSecret: "another secret" }, json)).toEqual(bare);
  });

  it("masks the longer of two credentials whole if it begins with the other", () => {
    const both = { apiKey: "NCS-12345", apiSecret: "NCS-12345-and-more" };
    expect(concealed(both, "NCS-12345-and-more NCS-12345")).toBe("[secret] [secret]");
  });

  it("masks a credential that JSON writes with an escape sequence", () => {
    const body = '"NCS\\u002d12345"';
    const credentials = { apiKey: "NCS-12345", apiSecret: "another secret" };
    expect(concealed(credentials, JSON.parse(body), body)).toBe("[secret]");
  });

  it("leaves a number unchanged that only resembles the API key", () => {
    const credentials = { apiKey: key, apiSecret: "another secret" };
    for (const number of [0, -1, 2000, 731_004, 7_310_048_815_526_691, 1e300, 0.1]) {
      expect(concealed(credentials, number)).toBe(number);
    }
  });

  it("masks any API key anywhere in a reply, and keeps the reply's form", () => {
    fc.assert(
      fc.property(anApiKey, aPlace, fc.boolean(), (apiKey, { before, after }, isBare) => {
        const isNumber = isBare && /^[1-9]\d*$/.test(apiKey);
        const reply = {
          messageId: isNumber ? JSON.parse(`${apiKey}`) : `${before}${apiKey}${after}`,
          statusCode: "2000",
          all: [`${before}${encodeURIComponent(apiKey)}`, JSON.stringify({ apiKey }), 2000, null],
        };
        const shown = concealed({ apiKey, apiSecret: "a secret of no interest" }, reply);
        expect(shown).toMatchObject({ messageId: expect.stringContaining("[secret]"), statusCode: "2000" });
        const text = JSON.stringify(shown);
        for (const form of [apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey)]) {
          expect(text).not.toContain(form);
        }
        if (isNumber) expect(text).not.toContain(apiKey.slice(0, 12));
      }),
    );
  });
});
