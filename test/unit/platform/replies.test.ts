import { beforeEach, describe, expect, it } from "vitest";
import type { Deviation, PlatformClient } from "../../../src/platform/index.ts";
import { failureOf, usePlatformServer } from "../../support/platform-client.ts";
import { acceptedMessage, credentials, json, text } from "../../support/platform-server.ts";
import { parsingMs } from "../../support/processor-time.ts";

const platform = usePlatformServer();
let client: PlatformClient;
let deviations: Deviation[];

beforeEach(() => {
  deviations = [];
  client = platform.connect({ onDeviation: (deviation) => deviations.push(deviation) });
});

const message = { to: "01012345678", from: "0212345678", text: "Hello" };

describe("the platform client on odd replies", () => {
  it("leaves out a deviating field, reports it and accepts the send", async () => {
    platform.server.next(json(200, { ...acceptedMessage, accountId: 7, country: { a: 1 }, extra: [1] }));
    const result = await client.sendMessage({ message });
    expect(result.messageId).toBe(acceptedMessage.messageId);
    expect(result.accountId).toBeUndefined();
    expect(result["extra"]).toEqual([1]);
    expect(deviations).toEqual([
      { operation: "sendMessage", path: "accountId", problem: "expected string" },
      { operation: "sendMessage", path: "country", problem: "expected string" },
    ]);
  });

  it("takes a status code that is a number", async () => {
    platform.server.next(json(200, { ...acceptedMessage, statusCode: 2000 }));
    expect((await client.sendMessage({ message })).statusCode).toBe("2000");
  });

  it.each(["+82 10-1234-5678", "010-****-5678", "5678", "0101234", "", null, 1012345678])(
    "takes %j for the recipient that was asked for",
    async (to) => {
      platform.server.next(json(200, { ...acceptedMessage, to }));
      expect((await client.sendMessage({ message })).messageId).toBe(acceptedMessage.messageId);
    },
  );

  it.each([
    ["accepted", {}],
    ["refused", { statusCode: "1062" }],
  ])("leaves a send unknown when another recipient's message was %s", async (_, more) => {
    platform.server.next(json(200, { ...acceptedMessage, ...more, to: "010-9876-5432" }));
    const error = await failureOf(client.sendMessage({ message }));
    expect(error).toMatchObject({ certainty: "unknown", code: "ReplyUseless", status: 200 });
    expect(error.platformMessage).toBeUndefined();
    expect(deviations).toEqual([{ operation: "sendMessage", path: "to", problem: "another recipient's" }]);
  });

  it("takes an id that is a number", async () => {
    platform.server.next(
      json(200, { ...acceptedMessage, messageId: 4_200_017, groupId: 17 }),
      json(200, { fileId: 17 }),
    );
    expect(await client.sendMessage({ message })).toMatchObject({ messageId: "4200017", groupId: "17" });
    expect(await client.uploadFile({ file: new Uint8Array(1) })).toMatchObject({ fileId: "17" });
  });

  it("marks a numeric id as incomplete if JavaScript can't hold it", async () => {
    const reply = JSON.stringify({ ...acceptedMessage, messageId: "M" });
    platform.server.next(text(200, reply.replace('"M"', "12345678901234567890")));
    expect((await client.sendMessage({ message })).messageId).toMatch(/^1234567890123456\d*…$/);
  });

  it("cuts ids and texts that are too long", async () => {
    const endless = "x".repeat(100_000);
    const reply = { ...acceptedMessage, messageId: endless, groupId: endless, statusMessage: endless };
    platform.server.next(json(200, reply), json(200, { ...reply, statusCode: "1062" }));
    const accepted = await client.sendMessage({ message });
    expect(accepted.messageId).toBe(`${"x".repeat(255)}…`);
    expect(accepted.groupId).toBe(accepted.messageId);
    expect(accepted.statusMessage).toHaveLength(10_000);
    const { reply: refused } = await failureOf(client.sendMessage({ message }));
    expect(refused).toMatchObject({ messageId: accepted.messageId, groupId: accepted.messageId });
  });

  it("cuts the texts of list rows to what is shown", async () => {
    const long = `${"x".repeat(98)}\u{1F4B8}${"가".repeat(10_000)}`;
    platform.server.next(
      json(200, [{ countryName: long, dateCreated: long }]),
      json(200, { friends: [{ phoneNumber: long, senderKeys: [{ key: long, service: long }] }] }),
      json(200, { payments: [{ description: long, expDate: long }] }),
    );
    const [price] = await client.listPrices();
    expect(price?.countryName).toBe(`${"x".repeat(98)}…`);
    expect(price?.dateCreated).toHaveLength(200);
    const [channel] = (await client.listChannels()).friends;
    expect(channel?.phoneNumber).toHaveLength(200);
    expect(channel?.senderKeys?.[0]?.key).toHaveLength(256);
    expect(channel?.senderKeys?.[0]?.service).toHaveLength(200);
    const [method] = (await client.listPayments()).payments;
    expect(method?.description).toHaveLength(200);
    expect(method?.expDate).toHaveLength(200);
  });

  it.each([
    ["ones", `[1${",1".repeat(2_500_000)}]`],
    ["ones in lists", `[${`[1${",1".repeat(9999)}],`.repeat(200)}1]`],
    ["lists in lists", `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`],
    ["fields", `{${Array.from({ length: 300_000 }, (_, index) => `"${index}":1`).join(",")}}`],
  ])("gives up at once on megabytes of %s", async (_, reply) => {
    platform.server.next(text(200, reply));
    const before = process.threadCpuUsage();
    expect(await failureOf(client.listPrices())).toMatchObject({
      certainty: "unknown",
      code: "ReplyTooLarge",
    });
    const tookMs = process.threadCpuUsage(before).user / 1000;
    expect(tookMs).toBeLessThan(30 * parsingMs());
  });

  it("leaves out wrong list elements, and reports each place once", async () => {
    platform.server.next(
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

  it("keeps a file's id although all else is odd", async () => {
    platform.server.next(
      json(200, { fileId: "F", chat: [], references: [1, "r"], width: "wide", link: null }),
    );
    expect(await client.uploadFile({ file: new Uint8Array(1) })).toEqual({
      fileId: "F",
      references: ["r"],
      link: null,
    });
  });

  it("cuts service and type to 256 characters, which an index can hold", async () => {
    const endless = Array.from({ length: 3000 }, (_, index) => String.fromCodePoint(0xac00 + index)).join("");
    const codes = [{ service: endless, status: "PENDING" }];
    platform.server.next(json(200, { codes }), json(200, { fileId: "F", type: endless }));
    const [code] = (await client.commentTemplate("T", "c")).codes ?? [];
    const { type } = await client.uploadFile({ file: new Uint8Array(1) });
    for (const kept of [code?.service, type]) {
      expect(kept).toHaveLength(256);
      expect(kept?.endsWith("…")).toBe(true);
    }
  });

  it("takes any object for an updated template or a deleted file", async () => {
    platform.server.next(json(200, { vendorA: { codes: "none" } }), json(200, {}));
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
    ["a deletion answered by an error's number", { errorCode: 404 }, (it) => it.deleteFile("F")],
    ["an update answered by an error's number", { errorCode: 1 }, (it) => it.updateTemplate("T", {})],
    ["a comment answered by a list", [], (it) => it.commentTemplate("T", "c")],
    ["an update answered by a number", 1, (it) => it.updateTemplate("T", {})],
    ["prices that are no list", {}, (it) => it.listPrices()],
    ["channels without a list", { friends: null }, (it) => it.listChannels()],
    ["payments without a list", {}, (it) => it.listPayments()],
    ["prices of which none can be read", [null, 5], (it) => it.listPrices()],
    ["channels of which none can be read", { friends: ["x"] }, (it) => it.listChannels()],
    ["payments of which none can be read", { payments: [null] }, (it) => it.listPayments()],
  ])("leaves %s unknown", async (_, reply, call) => {
    platform.server.next(json(200, reply));
    expect(await failureOf(call(client))).toMatchObject({
      certainty: "unknown",
      code: "ReplyUseless",
      status: 200,
    });
    expect(platform.server.requests).toHaveLength(1);
  });

  it.each<[string, number, (said: string) => object]>([
    ["a refusal", 403, (said) => ({ errorCode: "Odd", errorMessage: said })],
    [
      "a refusal within a 2xx",
      200,
      (said) => ({ ...acceptedMessage, statusCode: "1062", statusMessage: said }),
    ],
    ["a useless reply", 200, (said) => ({ errorMessage: said })],
  ])("masks the request's credentials in %s", async (_, status, reply) => {
    const { apiKey, apiSecret } = credentials;
    platform.server.next((response, request) => {
      const said = `${request.headers.authorization} is wrong (${apiKey}: ${apiSecret})`;
      return json(status, reply(said))(response, request);
    });
    const { platformMessage = "" } = await failureOf(client.sendMessage({ message }));
    expect(platformMessage).toContain("is wrong ([secret]: [secret])");
    expect(platformMessage).toContain("apiKey=[secret], date=20");
    expect(platformMessage).toMatch(/signature=\[secret\] is/);
  });

  it.each([
    ["of digits", "7310048815526690", "7310048815526690"],
    ["of more digits than JavaScript holds", "73100488155266901234", "73100488155266901234"],
    ["that ends in a backslash", "NCSTESTKEY\\", JSON.stringify("NCSTESTKEY\\")],
  ])("reads an accepted send whose id is an API key %s", async (_, apiKey, written) => {
    const keyed = platform.connect({ apiKey, onDeviation: (deviation) => deviations.push(deviation) });
    const reply = JSON.stringify({ ...acceptedMessage, messageId: "M", groupId: "G" });
    platform.server.next(text(200, reply.replace('"M"', written)), text(200, reply.replace('"G"', written)));
    expect(await keyed.sendMessage({ message })).toMatchObject({ messageId: "[secret]", groupId: "G" });
    expect(await keyed.sendMessage({ message })).toMatchObject({ messageId: "M", groupId: "[secret]" });
    expect(deviations).toEqual([]);
  });

  it.each(["signature", "Signature"])("masks a %s even without the rest of the header", async (name) => {
    const said = { errorCode: "Odd", errorMessage: `wrong ${name}=${"0a".repeat(32)}` };
    platform.server.next(json(403, said));
    const { platformMessage } = await failureOf(client.sendMessage({ message }));
    expect(platformMessage).toBe(`wrong ${name}=[secret]`);
  });

  it("takes a status code other than 2000 for a refusal, and keeps ids and texts out of the log", async () => {
    const refused = {
      ...acceptedMessage,
      statusCode: "1062",
      statusMessage: "01012345678 is not registered",
    };
    platform.server.next(json(200, refused));
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
  ])("takes the status code of %j for a refusal", async (reply) => {
    platform.server.next(json(200, reply));
    const error = await failureOf(client.sendMessage({ message }));
    expect(error).toMatchObject({ certainty: "refused", code: String(reply.statusCode) });
  });

  it("reads a reply with a byte order mark", async () => {
    platform.server.next(text(200, `\ufeff${JSON.stringify(acceptedMessage)}`));
    expect((await client.sendMessage({ message })).statusCode).toBe("2000");
  });
});
