import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createPlatformClient } from "../../../src/platform/client.ts";
import { checkFile, toUploadBody } from "../../../src/platform/files.ts";
import type { PlatformClient } from "../../../src/platform/index.ts";
import { countCharacters, limits, textBytes } from "../../../src/platform/limits.ts";
import { checkMessage } from "../../../src/platform/messages.ts";
import { checkTemplateUpdate } from "../../../src/platform/templates.ts";
import { failureOf, usePlatformServer } from "../../support/platform-client.ts";
import { acceptedMessage, credentials, json, type ReceivedRequest } from "../../support/platform-server.ts";
import { message } from "./sending.ts";

const platform = usePlatformServer();
let client: PlatformClient;

beforeEach(() => {
  client = platform.connect({ baseUrl: `${platform.server.url}/prefix/` });
});

/** What the platform was asked, in turn. */
const expectRequests = (...expected: Partial<ReceivedRequest>[]) =>
  expect(platform.server.requests).toMatchObject(expected.map((one) => ({ signature: "valid", ...one })));

const fileRecord = {
  ...{ fileId: "ST01FP1", name: "x.png", originalName: "a.png", type: "DOCUMENT", accountId: "1" },
  ...{ url: "https://files.example/x", link: null, width: 2, height: 2, fileSize: 4, references: [] },
  ...{ chat: { vendorA: null, vendorB: null }, dateCreated: "2026-01-01T00:00:00.000Z" },
};

describe("the platform client", () => {
  it("uploads a file as base64 with its declared length", async () => {
    platform.server.next(json(200, fileRecord));
    const file = randomBytes(200_000);
    const fields = { name: "a.png", type: "MMS", link: "https://example/한" };
    const record = await client.uploadFile({ file, ...fields });
    expect(record).toMatchObject({ fileId: "ST01FP1", width: 2, references: [], link: null });
    expectRequests({ method: "POST", url: "/prefix/storage/v1/files" });
    const [{ headers, body } = { headers: {}, body: "" }] = platform.server.requests;
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["transfer-encoding"]).toBeUndefined();
    expect(JSON.parse(body)).toEqual({ file: file.toString("base64"), ...fields });
  });

  it("deletes a file by its ID, without a request body", async () => {
    platform.server.next(json(200, { ...fileRecord, width: null, height: null, fileSize: null }));
    expect(await client.deleteFile("a/b c")).toMatchObject({ fileId: "ST01FP1", fileSize: null });
    expectRequests({ method: "DELETE", url: "/prefix/storage/v1/files/a%2Fb%20c", body: "" });
    expect(platform.server.requests[0]?.headers["content-type"]).toBeUndefined();
  });

  it("lists channels, and continues from a start key if one is given", async () => {
    const page = { limit: 20, friends: [{ pfId: "p", senderKeys: [] }], startKey: "p", nextKey: null };
    platform.server.next(json(200, page), json(200, page));
    expect(await client.listChannels()).toEqual(page);
    await client.listChannels({ startKey: "a&b" });
    const url = "/prefix/chat/v1/plus-friends";
    expectRequests({ method: "GET", url }, { method: "GET", url: `${url}?startKey=a%26b` });
  });

  it("updates a template with the given fields only", async () => {
    const record = { templateId: "T", codes: [{ status: "PENDING", service: "vendorA", comments: [] }] };
    platform.server.next(json(200, { vendorA: record, vendorB: record }));
    const reply = await client.updateTemplate("T", { content: "Hi #{name}", name: undefined });
    expect(reply).toEqual({ vendorA: record, vendorB: record });
    expectRequests({ method: "PUT", url: "/prefix/chat/v1/templates/T", body: '{"content":"Hi #{name}"}' });
  });

  it("comments on a template", async () => {
    platform.server.next(json(200, { templateId: "T" }));
    expect(await client.commentTemplate("T", "why?")).toEqual({ templateId: "T" });
    const url = "/prefix/chat/v1/templates/T/comment";
    expectRequests({ method: "POST", url, body: '{"comment":"why?"}' });
  });

  it("sends one message with the given fields only", async () => {
    platform.server.next(json(200, acceptedMessage));
    const body = { message: { ...message, subject: undefined }, allowDuplicates: false };
    expect(await client.sendMessage(body)).toEqual(acceptedMessage);
    expectRequests({ method: "POST", url: "/prefix/messages/v4/send" });
    expect(JSON.parse(platform.server.requests[0]?.body ?? "")).toEqual({ message, allowDuplicates: false });
  });

  it("lists prices with filters, signed unless the call is anonymous", async () => {
    const price = { countryId: "82", sms: 20 };
    platform.server.next(json(200, [price]), json(200, []));
    expect(await client.listPrices({ countryId: "82", offset: 0, limit: 5 })).toEqual([price]);
    await client.listPrices({}, { anonymous: true });
    const url = "/prefix/pricing/v1/messaging/countries";
    expectRequests({ url: `${url}?countryId=82&offset=0&limit=5` }, { url, signature: "none" });
  });

  it("lists payment methods", async () => {
    const payments = [{ autoRecharge: 0, expDate: "2026/12", _id: "p", description: "d" }];
    platform.server.next(json(200, { payments }));
    expect(await client.listPayments({ accountId: "1" })).toEqual({ payments });
    expectRequests({ method: "GET", url: "/prefix/cash/v1/payment?accountId=1" });
  });
});

describe("the request body of an upload", () => {
  const partsOf = (whole: Uint8Array[]) =>
    async function* () {
      const reused = Buffer.alloc(50_000);
      for (const part of whole) {
        reused.set(part);
        yield reused.subarray(0, part.length);
      }
    };

  it("is JSON of exactly the announced size", () => {
    const fields = fc.record(
      { name: fc.string({ unit: "binary" }), link: fc.string() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(0, 49_150),
        fields,
        (tail, lead, rest) => {
          // A view into a larger buffer: its neighbours must not be sent.
          const file = new Uint8Array([1, ...new Uint8Array(lead), ...tail, 2]).subarray(1, -1);
          const body = toUploadBody(file, rest);
          const written = [...(body.chunks as Iterable<string>)].join("");
          expect(Buffer.byteLength(written)).toBe(body.sizeBytes);
          expect(JSON.parse(written)).toEqual({
            file: Buffer.from(file).toString("base64"),
            ...JSON.parse(JSON.stringify(rest)),
          });
        },
      ),
    );
  });

  it("is the same for a file in memory and for a file that is read while it is sent", async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, async (some) => {
        const parts = [...some, Buffer.from("x")];
        const whole = Buffer.concat(parts);
        const body = toUploadBody({ byteLength: whole.length, open: partsOf(parts) }, { name: "a" });
        let written = "";
        for await (const chunk of body.chunks) written += chunk;
        expect(Buffer.byteLength(written)).toBe(body.sizeBytes);
        expect(written).toBe([...(toUploadBody(whole, { name: "a" }).chunks as Iterable<string>)].join(""));
      }),
    );
  });

  const half = Buffer.alloc(50_000, 7);
  const large = Buffer.concat([half, half]);
  it.each([
    ["in memory", large],
    ["that is read while it is sent", { byteLength: large.length, open: partsOf([half, half]) }],
  ])("is written in full for each attempt, with a file %s", async (_, file) => {
    platform.server.next(json(429, {}, { "retry-after": "0" }), json(200, { fileId: "F1" }));
    await client.uploadFile({ file });
    const body = `{"file":"${large.toString("base64")}"}`;
    expect(platform.server.requests.map((request) => request.body)).toEqual([body, body]);
  });
});

describe("the client's local checks", () => {
  const tooBig = new Uint8Array(204_801);
  const text = "가".repeat(1001);
  const cases: [string, (it: PlatformClient) => Promise<unknown>, string[]][] = [
    ["an empty file id", (it) => it.deleteFile(""), ["fileId missing"]],
    ["a file id that is a path", (it) => it.deleteFile(".."), ["fileId malformed"]],
    ["a template id that is a path", (it) => it.updateTemplate(".", {}), ["templateId malformed"]],
    ["half a surrogate pair as an id", (it) => it.commentTemplate("\ud800", "c"), ["templateId malformed"]],
    ["an empty comment", (it) => it.commentTemplate("T", ""), ["comment missing"]],
    ["a blank comment", (it) => it.commentTemplate("T", " \n"), ["comment malformed"]],
    ["an empty file", (it) => it.uploadFile({ file: new Uint8Array() }), ["file missing"]],
    ["a file too big for its type", (it) => it.uploadFile({ file: tooBig, type: "MMS" }), ["file too_long"]],
    ["a message to nobody", (it) => it.sendMessage({ message: { ...message, to: "" } }), ["to missing"]],
    ["a text too long", (it) => it.sendMessage({ message: { ...message, text } }), ["text too_long"]],
    ["a negative offset", (it) => it.listPrices({ offset: -1 }), ["offset malformed"]],
    ["a limit of zero", (it) => it.listPayments({ limit: 0 }), ["limit malformed"]],
  ];
  it.each(cases)("refuse %s before anything is sent", async (_, call, problems) => {
    const error = await failureOf(call(client));
    expect(error).toMatchObject({ certainty: "not_sent", code: "InvalidInput" });
    expect(error.issues?.map(({ field, problem }) => `${field} ${problem}`)).toEqual(problems);
    expect(platform.server.requests).toEqual([]);
    expect(platform.server.connectionCount()).toBe(0);
  });

  it("refuse an unknown field without repeating its value", async () => {
    const body = { message: { ...message, scheduledDate: "secret-value" } };
    const error = await failureOf(client.sendMessage(body));
    expect(error.issues).toEqual([{ problem: "unknown", field: "scheduledDate" }]);
    expect(error.message).not.toContain("secret-value");
  });

  it.each(["ftp://x", "https://user:pw@x", "https://x/?q=1", "https://x/#f", "not a url", ""])(
    "refuse the base URL %j",
    (baseUrl) => {
      expect(() => createPlatformClient({ ...credentials, baseUrl, timeoutMs: 1 })).toThrow(TypeError);
    },
  );
});

const addressed = { to: "01012345678", from: "0212345678" };
const withButton = (options: string, button: object) => ({
  ...addressed,
  [options]: { buttons: [button] },
});
const tooLong = (field: string, limit: number, size: number, unit = "bytes") => ({
  ...{ problem: "too_long", field, limit, size, unit },
});
const anyText = fc.string({ unit: "binary" });

describe("textBytes", () => {
  it.each([
    ["", 0],
    ["a\u007f\n", 3],
    ["\u0080", 2],
    ["한글", 4],
    ["😀", 2],
    ["é", 2],
    ["\ud800", 2],
    ["a\udc00", 3],
  ])("counts %j as %i bytes", (text, sizeBytes) => {
    expect(textBytes(text)).toBe(sizeBytes);
  });

  it("adds up over characters, which have one or two bytes each", () => {
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        expect(textBytes(left + right)).toBe(textBytes(left) + textBytes(right));
        expect(textBytes(left)).toBeGreaterThanOrEqual(countCharacters(left));
        expect(textBytes(left)).toBeLessThanOrEqual(2 * countCharacters(left));
      }),
    );
  });
});

describe("checkMessage", () => {
  it("accepts the smallest and the fullest message", () => {
    const links = { linkMo: "https://m.example", linkPc: "https://example" };
    const button = { buttonType: "WL", buttonName: "Open", ...links };
    const times = { startTime: "2026-01-01T00:00:00.000Z", endTime: "2026-01-01T09:00:00+09:00" };
    const rcsButton = { buttonType: "CA", text: "later", ...times };
    expect(checkMessage(addressed)).toEqual([]);
    expect(
      checkMessage({
        ...{ ...addressed, text: "t", type: "a type of tomorrow", country: "82", subject: "s" },
        ...{ imageId: "i", autoTypeDetect: false },
        customFields: { key: "value" },
        chatOptions: { pfId: "p", variables: { "#{name}": "x" }, buttons: [button], adFlag: true },
        portalOptions: { talkId: "t", buttons: [{ buttonType: "WL", linkMo: "https://m.example" }] },
        rcsOptions: {
          brandId: "b",
          buttons: [rcsButton],
          additionalBody: [{ title: "t", description: "d", buttons: [rcsButton] }],
        },
      }),
    ).toEqual([]);
  });

  it("accepts a text or subject at its limit, and reports the size of a longer one", () => {
    const fields = fc.constantFrom(["text", limits.textBytes], ["subject", limits.subjectBytes] as const);
    const wideOnes = fc.constantFrom("가", "😀", "é");
    fc.assert(
      fc.property(fields, wideOnes, fc.nat(20), ([name, limit], wide, count) => {
        const filled = wide.repeat(count) + "a".repeat(limit - 2 * count);
        expect(checkMessage({ ...addressed, [name]: filled })).toEqual([]);
        const issues = checkMessage({ ...addressed, [name]: `${filled}a` });
        expect(issues).toEqual([tooLong(name, limit, limit + 1)]);
      }),
    );
  });

  it("measures custom fields in characters, and says if the key is the part that is too long", () => {
    const key = "😀".repeat(30);
    const value = "가".repeat(100);
    expect(checkMessage({ ...addressed, customFields: { [key]: value } })).toEqual([]);
    const [longKey, longValue] = [`${key}a`, `${value}a`];
    expect(checkMessage({ ...addressed, customFields: { [longKey]: "v", k: longValue } })).toEqual([
      { ...tooLong(`customFields.${longKey}`, 30, 31, "characters"), part: "key" },
      tooLong("customFields.k", 100, 101, "characters"),
    ]);
  });

  it("limits the text of RCS buttons in both lists of buttons", () => {
    const button = { buttonType: "MS", text: "가".repeat(1001) };
    const rcsOptions = {
      buttons: [button],
      additionalBody: [{ title: "t", description: "d", buttons: [button] }],
    };
    expect(checkMessage({ ...addressed, rcsOptions })).toEqual([
      tooLong("rcsOptions.additionalBody.0.buttons.0.text", 2000, 2002),
      tooLong("rcsOptions.buttons.0.text", 2000, 2002),
    ]);
  });

  it.each([
    [{ from: "02" }, "to missing"],
    [{ to: "", from: "02" }, "to missing"],
    [{ to: "010" }, "from missing"],
    [{ to: "010-1234-5678", from: "02" }, "to malformed digits"],
    [{ to: "０１０", from: "02" }, "to malformed digits"],
    [{ to: "010\n", from: "02" }, "to malformed digits"],
    [{ ...addressed, scheduledDate: "x" }, "scheduledDate unknown"],
    [{ ...addressed, text: 5 }, "text malformed string"],
    [withButton("chatOptions", { buttonType: "WL" }), "chatOptions.buttons.0.buttonName missing"],
    [
      withButton("portalOptions", { linkMo: "https://m.example" }),
      "portalOptions.buttons.0.buttonType missing",
    ],
    [
      withButton("rcsOptions", { buttonType: "CA", startTime: "x" }),
      "rcsOptions.buttons.0.startTime malformed",
    ],
    [
      withButton("chatOptions", { buttonType: "WL", buttonName: "a", color: "red" }),
      "chatOptions.buttons.0.color unknown",
    ],
    [{ ...addressed, customFields: { a: 1 } }, "customFields.a malformed string"],
  ])("reports the wrong field of %j: %s", (checked, said) => {
    const [field, problem, wanted] = said.split(" ");
    expect(checkMessage(checked)).toEqual([{ field, problem, ...(wanted !== undefined && { wanted }) }]);
  });
});

describe("checkFile", () => {
  it.each([
    ["CHAT", 512_000],
    ["MMS", 204_800],
    ["DOCUMENT", 2_097_152],
    [undefined, 2_097_152],
  ])("limits a file of type %s to %i bytes", (type, limit) => {
    expect(checkFile({ file: new Uint8Array(limit), type })).toEqual([]);
    const issues = checkFile({ file: new Uint8Array(limit + 1), type });
    expect(issues).toEqual([tooLong("file", limit, limit + 1)]);
  });

  it("refuses an empty file", () => {
    expect(checkFile({ file: new Uint8Array() })).toEqual([{ problem: "missing", field: "file" }]);
  });
});

describe("checkTemplateUpdate", () => {
  it("accepts an update without fields, and one with all fields", () => {
    expect(checkTemplateUpdate({})).toEqual([]);
    const buttons = [{ buttonType: "DS", buttonName: "Track" }];
    expect(checkTemplateUpdate({ name: "n", content: "Hi #{name}", buttons })).toEqual([]);
  });

  it("reports the missing part of a button", () => {
    const buttons = [{ buttonType: "DS", buttonName: "" }];
    expect(checkTemplateUpdate({ buttons })).toEqual([{ problem: "missing", field: "buttons.0.buttonName" }]);
  });
});
