import { describe, expect, it } from "vitest";
import { machineNowIn } from "../../../../test/support/story-clock.ts";
import { createSignatureCheck, maskAuthorization } from "../../../platform/signature.ts";
import { authorize, call, sign } from "./caller.ts";
import { usePlatform } from "./platform.ts";

const channels = "/chat/v1/plus-friends";
const prices = "/pricing/v1/messaging/countries";

describe("the signature check", () => {
  const getPlatform = usePlatform();
  const withHeader = (authorization: string, path = channels) =>
    call(getPlatform(), { path, headers: { authorization } });

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
  ])("accepts the known signature under secret %s", (apiSecret, date, salt, signature) => {
    const check = createSignatureCheck({ apiKey: "KEY", apiSecret });
    const header = authorize({ apiKey: "KEY", apiSecret }, { date, salt, signature });
    expect(() => check.verify(header, new Date(date))).not.toThrow();
    expect(sign(apiSecret, date, salt)).toBe(signature);
  });

  it("accepts a date with an offset and part names in another case", async () => {
    const date = machineNowIn({ hours: 9 }).toISOString().replace("Z", "+09:00");
    const header = authorize(getPlatform(), { date }).replace("apiKey", "ApiKey").replace("date", "Date");
    expect((await withHeader(header)).status).toBe(200);
  });

  it("refuses a request without an Authorization header", async () => {
    const answer = await call(getPlatform(), { path: channels, headers: { authorization: "" } });
    expect(answer).toMatchObject({ status: 401, body: { errorCode: "Unauthorized" } });
  });

  it("refuses another scheme", async () => {
    expect(await withHeader("Bearer abc")).toMatchObject({
      status: 401,
      body: { errorCode: "Unauthorized" },
    });
  });

  it("refuses an unknown key before anything else about it", async () => {
    const header = authorize(getPlatform(), { apiKey: "ANOTHERKEY000000" });
    expect(await withHeader(header)).toMatchObject({ status: 403, body: { errorCode: "InvalidAPIKey" } });
  });

  it("refuses a signature under another secret, in upper case, or cut short", async () => {
    const { apiKey } = getPlatform();
    const good = authorize(getPlatform());
    const bad = [
      authorize({ apiKey, apiSecret: "another secret" }),
      good.replace(/[0-9a-f]{64}$/, (hex) => hex.toUpperCase()),
      good.slice(0, -1),
    ];
    for (const header of bad) {
      expect(await withHeader(header)).toMatchObject({
        status: 403,
        body: { errorCode: "SignatureDoesNotMatch" },
      });
    }
  });

  it("refuses a second use of a signature, on another endpoint too", async () => {
    const header = authorize(getPlatform());
    expect((await withHeader(header)).status).toBe(200);
    expect(await withHeader(header, "/cash/v1/payment")).toMatchObject({
      status: 403,
      body: { errorCode: "DuplicatedSignature" },
    });
  });

  it("does not count a signature as used when it refused its request", async () => {
    const parts = { date: new Date().toISOString(), salt: "0123456789abcdef" };
    const header = authorize(getPlatform(), parts);
    await withHeader(header.replace(/apiKey=\w+/, "apiKey=ANOTHERKEY000000"));
    expect((await withHeader(header)).status).toBe(200);
  });

  it.each([
    ["a salt of 11 bytes", { salt: "a".repeat(11) }],
    ["a salt of 65 bytes", { salt: "a".repeat(65) }],
    ["a date that is none", { date: "yesterday" }],
    ["a date without a zone", { date: "2026-01-01T00:00:00" }],
  ])("refuses %s as malformed", async (_, parts) => {
    const answer = await withHeader(authorize(getPlatform(), parts));
    expect(answer).toMatchObject({ status: 400, body: { errorCode: "ValidationError" } });
  });

  it("refuses a missing, an unknown and a repeated part as malformed", async () => {
    const header = authorize(getPlatform());
    const bad = [header.replace(/, signature=.*/, ""), `${header}, extra=1`, `${header}, salt=abcdefabcdef`];
    for (const each of bad) expect((await withHeader(each)).status).toBe(400);
  });

  it("needs no signature for the prices, but checks one that is there", async () => {
    expect((await call(getPlatform(), { path: prices, headers: { authorization: "" } })).status).toBe(200);
    const header = authorize(getPlatform(), { signature: "0".repeat(64) });
    expect((await withHeader(header, prices)).status).toBe(403);
  });
});

describe("the clock of the signature check", () => {
  const noon = Date.UTC(2026, 5, 1, 12);
  const credentials = { apiKey: "KEY", apiSecret: "secret" };
  const dateAt = (ms: number) => authorize(credentials, { date: new Date(ms).toISOString() });

  it.each([-900_000, 0, 900_000])("accepts a date %i ms from its own", (skewMs) => {
    const check = createSignatureCheck(credentials);
    expect(() => check.verify(dateAt(noon + skewMs), new Date(noon))).not.toThrow();
  });

  it.each([-900_001, 900_001])("refuses a date %i ms from its own", (skewMs) => {
    const check = createSignatureCheck(credentials);
    expect(() => check.verify(dateAt(noon + skewMs), new Date(noon))).toThrow(
      expect.objectContaining({ status: 403, errorCode: "RequestTimeTooSkewed" }),
    );
  });

  it("remembers a signature as long as its date can be in time", () => {
    const check = createSignatureCheck(credentials);
    const header = dateAt(noon + 900_000);
    check.verify(header, new Date(noon));
    check.verify(dateAt(noon + 1_800_000), new Date(noon + 1_800_000));
    expect(() => check.verify(header, new Date(noon + 1_800_000))).toThrow(
      expect.objectContaining({ errorCode: "DuplicatedSignature" }),
    );
  });
});

describe("maskAuthorization", () => {
  it("hides the signature and keeps the rest", () => {
    const header = authorize({ apiKey: "KEY", apiSecret: "secret" }, { salt: "abcdefabcdef" });
    expect(maskAuthorization(header)).toMatch(
      /^HMAC-SHA256 apiKey=KEY, .*salt=abcdefabcdef, signature=\*\*\*$/,
    );
  });

  it("keeps only the scheme of another header", () => {
    expect(maskAuthorization("Bearer secret-token")).toBe("Bearer ***");
  });
});
