import { describe, expect, it } from "vitest";
import { machineNowIn } from "../../../../test/support/story-clock.ts";
import { createSignatureCheck } from "../../../platform/signature.ts";
import { authorize, call, sign } from "./caller.ts";
import { usePlatform } from "./platform.ts";

const channels = "/chat/v1/plus-friends";
const prices = "/pricing/v1/messaging/countries";
const otherSecret = "another secret";

describe("the signature check of the sandbox's platform", () => {
  const getPlatform = usePlatform();
  const withHeader = (authorization: string, path = channels) =>
    call(getPlatform(), { path, headers: { authorization } });

  it("accepts a known signature made by another implementation", () => {
    const known = {
      date: "2019-07-01T00:41:48Z",
      salt: "jqsba2jxjnrjor",
      signature: "4297539ca79c85dd83b60cbddae60942710223ddcafc4bf02275193a649057ce",
    };
    const check = createSignatureCheck({ apiKey: "KEY", apiSecret: "secret" });
    const header = authorize({ apiKey: "KEY", apiSecret: "secret" }, known);
    expect(() => check.verify(header, new Date(known.date))).not.toThrow();
    expect(sign("secret", known.date, known.salt)).toBe(known.signature);
  });

  it("accepts a date with an offset, and header parts in another letter case", async () => {
    const date = machineNowIn({ hours: 9 }).toISOString().replace("Z", "+09:00");
    const header = authorize(getPlatform(), { date }).replace("apiKey", "ApiKey").replace("date", "Date");
    expect((await withHeader(header)).status).toBe(200);
  });

  it.each<[string, (good: string) => string, number, string]>([
    ["no content", () => "", 401, "Unauthorized"],
    ["another scheme", () => "Bearer abc", 401, "Unauthorized"],
    ["an unknown API key", (good) => good.replace(/apiKey=\w+/, "apiKey=OTHER"), 403, "InvalidAPIKey"],
    [
      "a signature in upper case",
      (good) => good.replace(/\w{64}$/, (hex) => hex.toUpperCase()),
      403,
      "SignatureDoesNotMatch",
    ],
    ["a signature cut short", (good) => good.slice(0, -1), 403, "SignatureDoesNotMatch"],
    ["a missing part", (good) => good.replace(/, signature=.*/, ""), 400, "ValidationError"],
    ["an unknown part", (good) => `${good}, extra=1`, 400, "ValidationError"],
    ["a repeated part", (good) => `${good}, salt=abcdefabcdef`, 400, "ValidationError"],
  ])("refuses an Authorization header with %s", async (_, change, status, errorCode) => {
    const answer = await withHeader(change(authorize(getPlatform())));
    expect(answer).toMatchObject({ status, body: { errorCode } });
  });

  it.each([
    ["a salt of 11 bytes", { salt: "a".repeat(11) }, "ValidationError"],
    ["a salt of 65 bytes", { salt: "a".repeat(65) }, "ValidationError"],
    ["a date that can't be read", { date: "yesterday" }, "ValidationError"],
    ["a date without a zone", { date: "2026-01-01T00:00:00" }, "ValidationError"],
    ["a signature under another secret", { signature: sign(otherSecret, "a", "b") }, "SignatureDoesNotMatch"],
  ])("refuses a signed request with %s", async (_, parts, errorCode) => {
    expect(await withHeader(authorize(getPlatform(), parts))).toMatchObject({ body: { errorCode } });
  });

  it("refuses a signature that was accepted before, even on another endpoint", async () => {
    const header = authorize(getPlatform());
    await withHeader(header.replace(/apiKey=\w+/, "apiKey=ANOTHERKEY000000"));
    expect((await withHeader(header)).status).toBe(200);
    expect(await withHeader(header, "/cash/v1/payment")).toMatchObject({
      status: 403,
      body: { errorCode: "DuplicatedSignature" },
    });
  });

  it("needs no signature for the prices, but checks a signature that is given", async () => {
    expect((await withHeader("", prices)).status).toBe(200);
    const header = authorize(getPlatform(), { signature: "0".repeat(64) });
    expect((await withHeader(header, prices)).status).toBe(403);
  });
});

describe("the clock of the sandbox's signature check", () => {
  const noon = Date.UTC(2026, 5, 1, 12);
  const credentials = { apiKey: "KEY", apiSecret: "secret" };
  const dateAt = (ms: number) => authorize(credentials, { date: new Date(ms).toISOString() });

  it.each([
    [-900_001, "RequestTimeTooSkewed"],
    [-900_000, null],
    [900_000, null],
    [900_001, "RequestTimeTooSkewed"],
  ])("answers a date that is %i ms away from its own with %s", (skewMs, errorCode) => {
    const verify = () => createSignatureCheck(credentials).verify(dateAt(noon + skewMs), new Date(noon));
    if (errorCode === null) expect(verify).not.toThrow();
    else expect(verify).toThrow(expect.objectContaining({ status: 403, errorCode }));
  });

  it("remembers a used signature as long as its date is accepted", () => {
    const check = createSignatureCheck(credentials);
    const header = dateAt(noon + 900_000);
    check.verify(header, new Date(noon));
    check.verify(dateAt(noon + 1_800_000), new Date(noon + 1_800_000));
    expect(() => check.verify(header, new Date(noon + 1_800_000))).toThrow(
      expect.objectContaining({ errorCode: "DuplicatedSignature" }),
    );
  });
});
