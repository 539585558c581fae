import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSigner, toSignature } from "../../../src/platform/signature.ts";
import { checkSignature, credentials } from "../../support/platform-server.ts";

describe("signature", () => {
  it.each([
    [
      "TESTSECRET00000000000000000000AB",
      "2026-01-01T00:00:00.000Z",
      "0123456789abcdef0123456789abcdef",
      "b29cf268256eb3894fd438f8c11bf6681b33dd3197bd77dbee7ca522d68b4aee",
    ],
    [
      "secret",
      "2019-07-01T00:41:48Z",
      "jqsba2jxjnrjor",
      "4297539ca79c85dd83b60cbddae60942710223ddcafc4bf02275193a649057ce",
    ],
  ])("is the hexadecimal HMAC-SHA256 of date and salt under %s", (secret, date, salt, expected) => {
    expect(toSignature(secret, date, salt)).toBe(expected);
  });

  it("writes the header in the order and form of the description", () => {
    const sign = createSigner({
      ...credentials,
      now: () => new Date("2026-01-01T00:00:00Z"),
      salt: () => "0123456789abcdef0123456789abcdef",
    });
    expect(sign()).toBe(
      "HMAC-SHA256 apiKey=NCSTESTKEY000001, date=2026-01-01T00:00:00.000Z, " +
        "salt=0123456789abcdef0123456789abcdef, " +
        "signature=b29cf268256eb3894fd438f8c11bf6681b33dd3197bd77dbee7ca522d68b4aee",
    );
  });

  it("never makes the same header twice, and each is valid", () => {
    const sign = createSigner(credentials);
    const headers = Array.from({ length: 200 }, () => sign());
    expect(new Set(headers).size).toBe(200);
    expect(headers.map(checkSignature)).toEqual(headers.map(() => "valid"));
  });

  it.each(["short", "x".repeat(65), "has a space in it", "has,a,comma,in,it", "line\nbreak-line", ""])(
    "refuses the salt %j",
    (salt) => {
      const sign = createSigner({ ...credentials, salt: () => salt });
      expect(() => sign()).toThrow(RangeError);
    },
  );

  it.each([
    { apiKey: "", apiSecret: "s" },
    { apiKey: "KEY\r\nX-Injected: 1", apiSecret: "s" },
    { apiKey: "KEY, date=1", apiSecret: "s" },
    { apiKey: "KEY", apiSecret: "" },
  ])("refuses credentials that can't work: %j", (wrong) => {
    expect(() => createSigner(wrong)).toThrow(TypeError);
  });

  it("doesn't quote a secret that it refuses", () => {
    const apiSecret = ` ${randomUUID()} `;
    expect(() => createSigner({ apiKey: "KEY", apiSecret })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(apiSecret.trim()) }),
    );
  });
});
