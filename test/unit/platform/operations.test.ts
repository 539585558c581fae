import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPlatformClient } from "../../../src/platform/client.ts";
import { toUploadBody } from "../../../src/platform/files.ts";
import { type Deviation, type PlatformClient, PlatformError } from "../../../src/platform/index.ts";
import {
  acceptedMessage,
  credentials,
  json,
  type PlatformServer,
  startPlatformServer,
  text,
} from "../../support/platform-server.ts";

let server: PlatformServer;
let client: PlatformClient;
let deviations: Deviation[];

beforeEach(async () => {
  server = await startPlatformServer();
  deviations = [];
  client = createPlatformClient({
    ...credentials,
    baseUrl: `${server.url}/prefix/`,
    timeoutMs: 10_000,
    onDeviation: (deviation) => deviations.push(deviation),
  });
});

afterEach(async () => {
  await client.close();
  await server.close();
});

const message = { to: "01012345678", from: "0212345678", text: "Hello" };
const fileRecord = {
  chat: { vendorA: null, vendorB: null },
  type: "DOCUMENT",
  originalName: "a.png",
  link: null,
  width: 2,
  height: 2,
  fileSize: 4,
  fileId: "ST01FP1",
  name: "x.png",
  url: "https://files.example/x",
  accountId: "1",
  references: [],
  dateCreated: "2026-01-01T00:00:00.000Z",
  dateUpdated: "2026-01-01T00:00:00.000Z",
};

async function failureOf(promise: Promise<unknown>): Promise<PlatformError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) {
    throw new Error("expected a PlatformError", { cause: error });
  }
  return error;
}

describe("the eight operations on the wire", () => {
  it("uploads a file as base64 with its declared length", async () => {
    server.next(json(200, fileRecord));
    const file = randomBytes(200_000);
    const record = await client.uploadFile({ file, name: "a.png", type: "MMS", link: "https://example/한" });
    expect(record).toMatchObject({ fileId: "ST01FP1", width: 2, references: [], link: null });
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: "POST",
      url: "/prefix/storage/v1/files",
      signature: "valid",
      headers: { "content-type": "application/json" },
    });
    expect(request?.headers["transfer-encoding"]).toBeUndefined();
    expect(JSON.parse(request?.body ?? "")).toEqual({
      file: file.toString("base64"),
      name: "a.png",
      type: "MMS",
      link: "https://example/한",
    });
  });

  it("deletes a file by id, without a body", async () => {
    server.next(json(200, { ...fileRecord, width: null, height: null, fileSize: null }));
    expect(await client.deleteFile("a/b c")).toMatchObject({ fileId: "ST01FP1", fileSize: null });
    expect(server.requests).toMatchObject([
      { method: "DELETE", url: "/prefix/storage/v1/files/a%2Fb%20c", body: "", signature: "valid" },
    ]);
    expect(server.requests[0]?.headers["content-type"]).toBeUndefined();
  });

  it("lists channels, from a start key when there is one", async () => {
    const page = { limit: 20, friends: [{ pfId: "p", senderKeys: [] }], startKey: "p", nextKey: null };
    server.next(json(200, page), json(200, page));
    expect(await client.listChannels()).toEqual(page);
    await client.listChannels({ startKey: "a&b" });
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /prefix/chat/v1/plus-friends",
      "GET /prefix/chat/v1/plus-friends?startKey=a%26b",
    ]);
  });

  it("updates a template with the given fields only", async () => {
    const record = { templateId: "T", codes: [{ status: "PENDING", service: "vendorA", comments: [] }] };
    server.next(json(200, { vendorA: record, vendorB: record }));
    const reply = await client.updateTemplate("T", { content: "Hi #{name}", name: undefined });
    expect(reply).toEqual({ vendorA: record, vendorB: record });
    expect(server.requests).toMatchObject([
      {
        method: "PUT",
        url: "/prefix/chat/v1/templates/T",
        body: '{"content":"Hi #{name}"}',
        signature: "valid",
      },
    ]);
  });

  it("comments on a template", async () => {
    server.next(json(200, { templateId: "T" }));
    expect(await client.commentTemplate("T", "why?")).toEqual({ templateId: "T" });
    expect(server.requests).toMatchObject([
      {
        method: "POST",
        url: "/prefix/chat/v1/templates/T/comment",
        body: '{"comment":"why?"}',
        signature: "valid",
      },
    ]);
  });

  it("sends one message with the given fields only", async () => {
    server.next(json(200, acceptedMessage));
    const body = { message: { ...message, subject: undefined }, allowDuplicates: false };
    expect(await client.sendMessage(body)).toEqual(acceptedMessage);
    expect(server.requests).toMatchObject([
      { method: "POST", url: "/prefix/messages/v4/send", signature: "valid" },
    ]);
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({ message, allowDuplicates: false });
  });

  it("lists prices with plain filters, signed unless told otherwise", async () => {
    server.next(json(200, [{ countryId: "82", sms: 20 }]), json(200, []));
    expect(await client.listPrices({ countryId: "82", offset: 0, limit: 5 })).toEqual([
      { countryId: "82", sms: 20 },
    ]);
    await client.listPrices({}, { anonymous: true });
    expect(server.requests.map(({ url, signature }) => [url, signature])).toEqual([
      ["/prefix/pricing/v1/messaging/countries?countryId=82&offset=0&limit=5", "valid"],
      ["/prefix/pricing/v1/messaging/countries", "none"],
    ]);
  });

  it("lists payment methods", async () => {
    const payments = [{ autoRecharge: 0, expDate: "2026/12", _id: "p", description: "d" }];
    server.next(json(200, { payments }));
    expect(await client.listPayments({ accountId: "1" })).toEqual({ payments });
    expect(server.requests).toMatchObject([
      { method: "GET", url: "/prefix/cash/v1/payment?accountId=1", signature: "valid" },
    ]);
  });
});

describe("upload body", () => {
  it("is the JSON of the fields, of exactly the size announced, whatever the bytes", () => {
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
          const written = [...body.chunks].join("");
          expect(Buffer.byteLength(written)).toBe(body.sizeBytes);
          expect(JSON.parse(written)).toEqual({
            file: Buffer.from(file).toString("base64"),
            ...JSON.parse(JSON.stringify(rest)),
          });
        },
      ),
    );
  });
});

describe("local checks", () => {
  const cases: [string, (it: PlatformClient) => Promise<unknown>, string[]][] = [
    ["an empty file id", (it) => it.deleteFile(""), ["fileId missing"]],
    ["a file id that is a path", (it) => it.deleteFile(".."), ["fileId malformed"]],
    ["a template id that is a path", (it) => it.updateTemplate(".", {}), ["templateId malformed"]],
    ["half a surrogate pair as an id", (it) => it.commentTemplate("\ud800", "c"), ["templateId malformed"]],
    ["an empty comment", (it) => it.commentTemplate("T", ""), ["comment missing"]],
    ["a blank comment", (it) => it.commentTemplate("T", " \n"), ["comment malformed"]],
    ["an empty file", (it) => it.uploadFile({ file: new Uint8Array() }), ["file missing"]],
    [
      "a file too big for its type",
      (it) => it.uploadFile({ file: new Uint8Array(204_801), type: "MMS" }),
      ["file too_long"],
    ],
    [
      "a message without a recipient",
      (it) => it.sendMessage({ message: { ...message, to: "" } }),
      ["to missing"],
    ],
    [
      "a text too long",
      (it) => it.sendMessage({ message: { ...message, text: "가".repeat(1001) } }),
      ["text too_long"],
    ],
    ["a negative offset", (it) => it.listPrices({ offset: -1 }), ["offset malformed"]],
    ["a limit of none", (it) => it.listPayments({ limit: 0 }), ["limit malformed"]],
  ];
  it.each(cases)("refuse %s before anything is sent", async (_, call, problems) => {
    const error = await failureOf(call(client));
    expect(error).toMatchObject({ certainty: "not_sent", code: "InvalidInput" });
    expect(error.issues?.map(({ field, problem }) => `${field} ${problem}`)).toEqual(problems);
    expect(server.requests).toEqual([]);
    expect(server.connectionCount()).toBe(0);
  });

  it("refuse a field that the description doesn't name, without writing what it holds", async () => {
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

describe("replies that depart from the description", () => {
  it("leave out the deviating field, say where, and accept the send", async () => {
    server.next(json(200, { ...acceptedMessage, accountId: 7, country: { a: 1 }, extra: [1] }));
    const result = await client.sendMessage({ message });
    expect(result.messageId).toBe(acceptedMessage.messageId);
    expect(result.accountId).toBeUndefined();
    expect(result["extra"]).toEqual([1]);
    expect(deviations).toEqual([
      { operation: "sendMessage", path: "accountId", problem: "expected string" },
      { operation: "sendMessage", path: "country", problem: "expected string" },
    ]);
  });

  it("take a status code that is a number for the same code", async () => {
    server.next(json(200, { ...acceptedMessage, statusCode: 2000 }));
    expect((await client.sendMessage({ message })).statusCode).toBe("2000");
  });

  it("take an id that is a number for the same id", async () => {
    server.next(
      json(200, { ...acceptedMessage, messageId: 4_200_017, groupId: 17 }),
      json(200, { fileId: 17 }),
    );
    expect(await client.sendMessage({ message })).toMatchObject({ messageId: "4200017", groupId: "17" });
    expect(await client.uploadFile({ file: new Uint8Array(1) })).toMatchObject({ fileId: "17" });
  });

  it("mark an id as incomplete that JavaScript can't hold as a number", async () => {
    const reply = JSON.stringify({ ...acceptedMessage, messageId: "M" });
    server.next(text(200, reply.replace('"M"', "12345678901234567890")));
    expect((await client.sendMessage({ message })).messageId).toMatch(/^1234567890123456\d*…$/);
  });

  it("cut what is longer than any id or text, and say so by its end", async () => {
    const endless = "x".repeat(100_000);
    const reply = { ...acceptedMessage, messageId: endless, groupId: endless, statusMessage: endless };
    server.next(json(200, reply), json(200, { ...reply, statusCode: "1062" }));
    const accepted = await client.sendMessage({ message });
    expect(accepted.messageId).toBe(`${"x".repeat(255)}…`);
    expect(accepted.groupId).toBe(accepted.messageId);
    expect(accepted.statusMessage).toHaveLength(10_000);
    const { reply: refused } = await failureOf(client.sendMessage({ message }));
    expect(refused).toMatchObject({ messageId: accepted.messageId, groupId: accepted.messageId });
  });

  it.each([
    ["ones", `[1${",1".repeat(2_500_000)}]`],
    ["ones in lists", `[${`[1${",1".repeat(9999)}],`.repeat(200)}1]`],
    ["lists in lists", `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`],
    ["fields", `{${Array.from({ length: 300_000 }, (_, index) => `"${index}":1`).join(",")}}`],
  ])("are given up at once when they are megabytes of %s", async (_, reply) => {
    server.next(text(200, reply));
    const startedMs = performance.now();
    expect(await failureOf(client.listPrices())).toMatchObject({
      certainty: "unknown",
      code: "ReplyTooLarge",
    });
    expect(performance.now() - startedMs).toBeLessThan(3000);
  });

  it("leave out elements of lists that are none, once per place in the report", async () => {
    server.next(
      json(200, [
        { countryId: "82", sms: "20" },
        5,
        null,
        { countryId: "1", sms: "x" },
        { countryId: "81", sms: 3 },
      ]),
    );
    expect(await client.listPrices()).toEqual([
      { countryId: "82", sms: undefined },
      { countryId: "1", sms: undefined },
      { countryId: "81", sms: 3 },
    ]);
    expect(deviations.map(({ path, problem }) => `${path}: ${problem}`)).toEqual([
      "[].sms: expected number",
      "[]: expected object",
    ]);
  });

  it("keep a file's id though all else is odd", async () => {
    server.next(json(200, { fileId: "F", chat: [], references: [1, "r"], width: "wide", link: null }));
    expect(await client.uploadFile({ file: new Uint8Array(1) })).toEqual({
      fileId: "F",
      references: ["r"],
      link: null,
    });
  });

  it("take any readable object for an updated template", async () => {
    server.next(json(200, { vendorA: { codes: "none" } }), json(200, {}));
    expect(await client.updateTemplate("T", {})).toEqual({ vendorA: {}, vendorB: {} });
    expect(await client.deleteFile("F")).toEqual({});
  });

  it.each<[string, unknown, (it: PlatformClient) => Promise<unknown>]>([
    [
      "a send without a message id",
      { ...acceptedMessage, messageId: null },
      (it) => it.sendMessage({ message }),
    ],
    [
      "a send with an empty message id",
      { ...acceptedMessage, messageId: "" },
      (it) => it.sendMessage({ message }),
    ],
    ["a send without its id", { groupId: "G", statusCode: "2000" }, (it) => it.sendMessage({ message })],
    ["a code of its own", { statusCode: 200, status: "success" }, (it) => it.sendMessage({ message })],
    ["a number", { statusCode: 42 }, (it) => it.sendMessage({ message })],
    [
      "a code that isn't four digits",
      { ...acceptedMessage, statusCode: "0" },
      (it) => it.sendMessage({ message }),
    ],
    ["a code alone", { statusCode: "1062" }, (it) => it.sendMessage({ message })],
    ["a code and empty words", { statusCode: 1062, statusMessage: " " }, (it) => it.sendMessage({ message })],
    [
      "a code among other things",
      { statusCode: "1062", to: "1", n: [1] },
      (it) => it.sendMessage({ message }),
    ],
    ["a send without a status code", { messageId: "M" }, (it) => it.sendMessage({ message })],
    [
      "a send with an odd status code",
      { messageId: "M", statusCode: {} },
      (it) => it.sendMessage({ message }),
    ],
    ["a send answered by a list", [acceptedMessage], (it) => it.sendMessage({ message })],
    ["a send answered by null", null, (it) => it.sendMessage({ message })],
    ["an upload without a file id", { name: "x" }, (it) => it.uploadFile({ file: new Uint8Array(1) })],
    ["a deletion answered by a word", "ok", (it) => it.deleteFile("F")],
    ["a deletion answered by an error code", { errorCode: "X" }, (it) => it.deleteFile("F")],
    ["a comment answered by a list", [], (it) => it.commentTemplate("T", "c")],
    ["an update answered by a number", 1, (it) => it.updateTemplate("T", {})],
    ["prices that are no list", {}, (it) => it.listPrices()],
    ["channels without a list", { friends: null }, (it) => it.listChannels()],
    ["payments without a list", {}, (it) => it.listPayments()],
  ])("leave %s unknown", async (_, reply, call) => {
    server.next(json(200, reply));
    expect(await failureOf(call(client))).toMatchObject({
      certainty: "unknown",
      code: "ReplyUseless",
      status: 200,
    });
    expect(server.requests).toHaveLength(1);
  });

  it("refuse a send with another status code, keeping its ids and words out of what is logged", async () => {
    const refused = {
      ...acceptedMessage,
      statusCode: "1062",
      statusMessage: "01012345678 is not registered",
    };
    server.next(json(200, refused));
    const error = await failureOf(client.sendMessage({ message }));
    expect(error).toMatchObject({ certainty: "refused", code: "1062", status: 200 });
    expect(error.platformMessage).toBe("01012345678 is not registered");
    expect(error.reply).toMatchObject({
      messageId: acceptedMessage.messageId,
      groupId: acceptedMessage.groupId,
    });
    expect(error.message).toBe("POST /messages/v4/send: refused, HTTP 200, 1062");
    expect(JSON.stringify({ ...error, message: error.message })).not.toContain("0101234");
  });

  it.each([
    { statusCode: "3058", messageId: "M" },
    { statusCode: 1062, groupId: "G" },
    { statusCode: "1062", statusMessage: "no" },
    { statusCode: "1062", messageId: 7 },
  ])("refuse a send by a message result of any form: %j", async (reply) => {
    server.next(json(200, reply));
    const error = await failureOf(client.sendMessage({ message }));
    expect(error).toMatchObject({ certainty: "refused", code: String(reply.statusCode) });
  });

  it("read a reply with a byte order mark", async () => {
    server.next(text(200, `\ufeff${JSON.stringify(acceptedMessage)}`));
    expect((await client.sendMessage({ message })).statusCode).toBe("2000");
  });
});
