import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Deviation, PlatformClient } from "../../../src/platform/index.ts";
import { isJsonTooLarge, isRawJsonTooLarge } from "../../../src/platform/reply.ts";
import { failureOf, usePlatformServer } from "../../support/platform-client.ts";
import { acceptedMessage, credentials, json, text } from "../../support/platform-server.ts";
import { parsingMs } from "../../support/processor-time.ts";
import { body } from "./sending.ts";

const platform = usePlatformServer();
let client: PlatformClient;
let deviations: Deviation[];

beforeEach(() => {
  deviations = [];
  client = platform.connect({ onDeviation: (deviation) => deviations.push(deviation) });
});

type Call = (client: PlatformClient) => Promise<unknown>;
const send = (it: PlatformClient) => it.sendMessage(body);
const upload = (it: PlatformClient) => it.uploadFile({ file: new Uint8Array(1) });
const remove: Call = (it) => it.deleteFile("F");
const update: Call = (it) => it.updateTemplate("T", {});
const comment: Call = (it) => it.commentTemplate("T", "c");
const listPrices: Call = (it) => it.listPrices();
const listChannels: Call = (it) => it.listChannels();
const listPayments: Call = (it) => it.listPayments();

describe("the platform client", () => {
  it("leaves out a field of the wrong type, reports it and still accepts the send", async () => {
    platform.server.next(json(200, { ...acceptedMessage, accountId: 7, country: { a: 1 }, extra: [1] }));
    const result = await send(client);
    expect(result.messageId).toBe(acceptedMessage.messageId);
    expect(result.accountId).toBeUndefined();
    expect(result["extra"]).toEqual([1]);
    expect(deviations).toEqual([
      { operation: "sendMessage", path: "accountId", problem: "expected string" },
      { operation: "sendMessage", path: "country", problem: "expected string" },
    ]);
  });

  const written = JSON.stringify(acceptedMessage);
  const numbered = { ...acceptedMessage, messageId: 4_200_017, groupId: 17 };
  const tooLong = JSON.stringify({ ...acceptedMessage, messageId: "M" }).replace(
    '"M"',
    "12345678901234567890",
  );
  it.each<[string, string, Call, object]>([
    ["a status code that is a number", written.replace('"2000"', "2000"), send, { statusCode: "2000" }],
    ["ids that are numbers", JSON.stringify(numbered), send, { messageId: "4200017", groupId: "17" }],
    ["a file's id that is a number", '{"fileId":17}', upload, { fileId: "17" }],
    [
      "a number with too many digits for JavaScript as a shortened text",
      tooLong,
      send,
      { messageId: expect.stringMatching(/^1234567890123456\d*…$/) },
    ],
    ["a reply with a byte order mark", `\ufeff${written}`, send, { statusCode: "2000" }],
  ])("accepts %s", async (_, reply, call, read) => {
    platform.server.next(text(200, reply));
    expect(await call(client)).toMatchObject(read);
  });

  it.each(["+82 10-1234-5678", "010-****-5678", "5678", "0101234", "", null, 1012345678])(
    "accepts the recipient %j in a reply as the one that was sent to",
    async (to) => {
      platform.server.next(json(200, { ...acceptedMessage, to }));
      expect((await send(client)).messageId).toBe(acceptedMessage.messageId);
    },
  );

  it.each([
    ["accepted", {}],
    ["refused", { statusCode: "1062" }],
  ])(
    "reports an unknown outcome if the reply says that another recipient's message was %s",
    async (_, more) => {
      platform.server.next(json(200, { ...acceptedMessage, ...more, to: "010-9876-5432" }));
      const error = await failureOf(send(client));
      expect(error).toMatchObject({ certainty: "unknown", code: "ReplyUseless", status: 200 });
      expect(error.platformMessage).toBeUndefined();
      expect(deviations).toEqual([{ operation: "sendMessage", path: "to", problem: "another recipient's" }]);
    },
  );

  it("shortens IDs and texts that are too long", async () => {
    const endless = "x".repeat(100_000);
    const reply = { ...acceptedMessage, messageId: endless, groupId: endless, statusMessage: endless };
    platform.server.next(json(200, reply), json(200, { ...reply, statusCode: "1062" }));
    const accepted = await send(client);
    expect(accepted.messageId).toBe(`${"x".repeat(255)}…`);
    expect(accepted.groupId).toBe(accepted.messageId);
    expect(accepted.statusMessage).toHaveLength(10_000);
    const { reply: refused } = await failureOf(send(client));
    expect(refused).toMatchObject({ messageId: accepted.messageId, groupId: accepted.messageId });
  });

  it("shortens the texts of list rows to what is shown", async () => {
    const long = `${"x".repeat(98)}\u{1F4B8}${"가".repeat(10_000)}`;
    platform.server.next(
      json(200, [{ countryName: long, dateCreated: long }]),
      json(200, { friends: [{ phoneNumber: long, senderKeys: [{ key: long, service: long }] }] }),
      json(200, { payments: [{ description: long, expDate: long }] }),
    );
    const [price] = await client.listPrices();
    expect(price?.countryName).toBe(`${"x".repeat(98)}…`);
    const [channel] = (await client.listChannels()).friends;
    const [sender] = channel?.senderKeys ?? [];
    const [method] = (await client.listPayments()).payments;
    for (const cut of [price?.dateCreated, channel?.phoneNumber, sender?.service, method?.description])
      expect(cut).toHaveLength(200);
    expect(method?.expDate).toHaveLength(200);
    expect(sender?.key).toHaveLength(256);
  });

  it("leaves out wrong list elements, and reports each wrong place once", async () => {
    const countries = (...sms: unknown[]) =>
      sms.map((price, index) => ({ countryId: `${index}`, sms: price }));
    const [first, ...others] = countries("20", "x", 3);
    platform.server.next(json(200, [first, 5, null, ...others]));
    expect(await client.listPrices()).toEqual(countries(undefined, undefined, 3));
    expect(deviations.map(({ path, problem }) => `${path}: ${problem}`)).toEqual([
      "[].sms: expected number",
      "[]: expected object",
    ]);
  });

  it("keeps a file's ID even if all other fields have the wrong type", async () => {
    const odd = { fileId: "F", chat: [], references: [1, "r"], width: "wide", link: null };
    platform.server.next(json(200, odd));
    expect(await upload(client)).toEqual({ fileId: "F", references: ["r"], link: null });
  });

  it("shortens a vendor and a type to 256 characters, which a database index can store", async () => {
    const endless = Array.from({ length: 3000 }, (_, index) => String.fromCodePoint(0xac00 + index)).join("");
    const codes = [{ service: endless, status: "PENDING" }];
    platform.server.next(json(200, { codes }), json(200, { fileId: "F", type: endless }));
    const [code] = (await client.commentTemplate("T", "c")).codes ?? [];
    const { type } = await upload(client);
    for (const kept of [code?.service, type]) {
      expect(kept).toHaveLength(256);
      expect(kept?.endsWith("…")).toBe(true);
    }
  });

  it("accepts any object as the reply to a template update or a file deletion", async () => {
    platform.server.next(json(200, { vendorA: { codes: "none" } }), json(200, {}));
    expect(await client.updateTemplate("T", {})).toEqual({ vendorA: {}, vendorB: {} });
    expect(await client.deleteFile("F")).toEqual({});
  });

  it.each<[string, unknown, Call]>([
    ["a send without a message id", { ...acceptedMessage, messageId: null }, send],
    ["a send with an empty message id", { ...acceptedMessage, messageId: "" }, send],
    ["a send whose reply lacks its message id", { groupId: "G", statusCode: "2000" }, send],
    ["a send answered by a code of another API", { statusCode: 200, status: "success" }, send],
    ["a send answered by a code of two digits", { statusCode: 42 }, send],
    ["a send answered by a code that isn't four digits", { ...acceptedMessage, statusCode: "0" }, send],
    ["a send answered by a code and nothing else", { statusCode: "1062" }, send],
    ["a send answered by a code and a blank text", { statusCode: 1062, statusMessage: " " }, send],
    ["a send answered by a code without message result", { statusCode: "1062", to: "1", n: [1] }, send],
    ["a send without a status code", { messageId: "M" }, send],
    ["a send with an odd status code", { messageId: "M", statusCode: {} }, send],
    ["a send answered by a list", [acceptedMessage], send],
    ["a send answered by null", null, send],
    ["an upload without a file id", { name: "x" }, upload],
    ["a deletion answered by a word", "ok", remove],
    ["a deletion answered by an error code", { errorCode: "X" }, remove],
    ["a deletion answered by an error's number", { errorCode: 404 }, remove],
    ["an update answered by an error's number", { errorCode: 1 }, update],
    ["an update answered by a number", 1, update],
    ["a comment answered by a list", [], comment],
    ["prices that are no list", {}, listPrices],
    ["channels without a list", { friends: null }, listChannels],
    ["payments without a list", {}, listPayments],
    ["prices of which none can be read", [null, 5], listPrices],
    ["channels of which none can be read", { friends: ["x"] }, listChannels],
    ["payments of which none can be read", { payments: [null] }, listPayments],
  ])("reports an unknown outcome for %s", async (_, reply, call) => {
    platform.server.next(json(200, reply));
    const error = await failureOf(call(client));
    expect(error).toMatchObject({ certainty: "unknown", code: "ReplyUseless", status: 200 });
    expect(platform.server.requests).toHaveLength(1);
  });

  it.each<[string, number, (said: string) => object]>([
    ["a refusal", 403, (said) => ({ errorCode: "Odd", errorMessage: said })],
    ["a 2xx that refuses", 200, (said) => ({ ...acceptedMessage, statusCode: "1062", statusMessage: said })],
    ["a useless reply", 200, (said) => ({ errorMessage: said })],
  ])("masks the request's credentials if the platform repeats them in %s", async (_, status, reply) => {
    const { apiKey, apiSecret } = credentials;
    platform.server.next((response, request) => {
      const said = `${request.headers.authorization} is wrong (${apiKey}: ${apiSecret})`;
      return json(status, reply(said))(response, request);
    });
    const { platformMessage = "" } = await failureOf(send(client));
    expect(platformMessage).toContain("is wrong ([secret]: [secret])");
    expect(platformMessage).toContain("apiKey=[secret], date=20");
    expect(platformMessage).toMatch(/signature=\[secret\] is/);
  });

  it.each([
    ["of digits", "7310048815526690", "7310048815526690"],
    ["of more digits than JavaScript holds", "73100488155266901234", "73100488155266901234"],
    ["that ends in a backslash", "NCSTESTKEY\\", JSON.stringify("NCSTESTKEY\\")],
  ])("accepts a send whose reply has as its ID an API key %s", async (_, apiKey, written) => {
    const keyed = platform.connect({ apiKey, onDeviation: (deviation) => deviations.push(deviation) });
    const reply = JSON.stringify({ ...acceptedMessage, messageId: "M", groupId: "G" });
    platform.server.next(text(200, reply.replace('"M"', written)), text(200, reply.replace('"G"', written)));
    expect(await send(keyed)).toMatchObject({ messageId: "[secret]", groupId: "G" });
    expect(await send(keyed)).toMatchObject({ messageId: "M", groupId: "[secret]" });
    expect(deviations).toEqual([]);
  });

  it.each(["signature", "Signature"])(
    "masks a “%s” that the platform repeats without the rest of the header",
    async (name) => {
      const said = { errorCode: "Odd", errorMessage: `wrong ${name}=${"0a".repeat(32)}` };
      platform.server.next(json(403, said));
      const { platformMessage } = await failureOf(send(client));
      expect(platformMessage).toBe(`wrong ${name}=[secret]`);
    },
  );

  it("reports a status code other than 2000 as a refusal, and keeps IDs and texts out of the log", async () => {
    const statusMessage = "01012345678 is not registered";
    platform.server.next(json(200, { ...acceptedMessage, statusCode: "1062", statusMessage }));
    const error = await failureOf(send(client));
    expect(error).toMatchObject({ certainty: "refused", code: "1062", status: 200 });
    expect(error.platformMessage).toBe(statusMessage);
    const { messageId, groupId } = acceptedMessage;
    expect(error.reply).toMatchObject({ messageId, groupId });
    expect(error.message).toBe("POST /messages/v4/send: refused, HTTP 200, 1062");
    expect(JSON.stringify({ ...error, message: error.message })).not.toContain("0101234");
  });

  it.each([
    { statusCode: "3058", messageId: "M" },
    { statusCode: 1062, groupId: "G" },
    { statusCode: "1062", statusMessage: "no" },
    { statusCode: "1062", messageId: 7 },
  ])("reports a refusal for the status code in %j", async (reply) => {
    platform.server.next(json(200, reply));
    const error = await failureOf(send(client));
    expect(error).toMatchObject({ certainty: "refused", code: String(reply.statusCode) });
  });
});

/** The CPU time of this thread, which a busy machine doesn't change. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The longest time in which the event loop ran nothing else. */
async function longestHoldMs(work: Promise<unknown>): Promise<number> {
  let last = cpuMs();
  let longest = 0;
  let isOver = false;
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work;
  look();
  isOver = true;
  return longest;
}

describe("a large reply of the platform", () => {
  const names = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",")}}`;
  const list = (count: number, item: string) => `[${`${item},`.repeat(count - 1)}${item}]`;
  const references = (count: number) => `{"fileId":"F1","type":"DOCUMENT","references":${list(count, "1")}}`;
  const wrong = {
    countryName: 1,
    countryId: true,
    sms: "a",
    lms: "a",
    mms: "a",
    ata: "a",
    cta: "a",
    cti: "a",
  };
  const nested = (count: number) => `${"[".repeat(count)}${"]".repeat(count)}`;

  it.each<[string, string, Call, string?]>([
    ["as many names as are read", names(4_900), send, "ReplyUseless"],
    ["as many wrong elements as are read", references(4_900), upload],
    ["wrong fields alone", list(9_000, JSON.stringify(wrong)), listPrices, "ReplyTooLarge"],
    ["five megabytes of names", names(390_000), send, "ReplyTooLarge"],
    ["five megabytes of small objects", list(1_700_000, "{}"), send, "ReplyTooLarge"],
    ["many wrong elements", references(99_000), upload, "ReplyTooLarge"],
    ["megabytes of ones", list(2_500_000, "1"), listPrices, "ReplyTooLarge"],
    ["megabytes of ones in lists", list(200, list(10_000, "1")), listPrices, "ReplyTooLarge"],
    ["megabytes of lists in lists", nested(1_000_000), listPrices, "ReplyTooLarge"],
  ])("doesn't block the event loop if it has %s", async (_, reply, call, code) => {
    platform.server.next(text(200, reply));
    const answered = call(client).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(await longestHoldMs(answered)).toBeLessThan(5 * parsingMs());
    if (code === undefined) expect(await answered).toBeUndefined();
    else expect(await answered).toMatchObject({ certainty: "unknown", code });
  });

  it("is reported as a refusal if its status says so, however deeply it is nested", async () => {
    // With an escape: a text without one is compared with the secrets as it came.
    platform.server.next(text(403, `{"errorMessage":"\\u0041","deep":${nested(20_000)}}`));
    expect(await failureOf(send(client))).toMatchObject({ certainty: "refused", code: "HTTP_403" });
  });

  it("with a thousand channels of five keys each is read", async () => {
    const senderKeys = Array.from({ length: 5 }, (_, index) => ({ key: `k${index}`, service: "VENDOR_A" }));
    const channel = { accountId: "1", pfId: "p", searchId: "@a", phoneNumber: "01000000000", senderKeys };
    platform.server.next(json(200, { limit: 1_000, friends: Array.from({ length: 1_000 }, () => channel) }));
    expect((await client.listChannels()).friends).toHaveLength(1_000);
  });

  it("has at least as many values when parsed as were counted in its bytes", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(20), (written, values) => {
        const isMore = isJsonTooLarge({ values, depth: 1_000 }, JSON.parse(written));
        expect(isMore || !isRawJsonTooLarge({ values }, Buffer.from(written))).toBe(true);
      }),
    );
  });
});
