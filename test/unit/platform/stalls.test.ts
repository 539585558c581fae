import fc from "fast-check";
import { expect, it } from "vitest";
import type { PlatformClient } from "../../../src/platform/index.ts";
import { isJsonTooLarge, isRawJsonTooLarge } from "../../../src/platform/reply.ts";
import { failureOf, usePlatformServer } from "../../support/platform-client.ts";
import { text } from "../../support/platform-server.ts";
import { parsingMs } from "../../support/processor-time.ts";

const platform = usePlatformServer();

/** The CPU time of this thread, which a busy machine doesn't change. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The longest time in which the event loop ran nothing else. */
async function longestHoldMs(work: () => Promise<unknown>): Promise<number> {
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
  await work();
  look();
  isOver = true;
  return longest;
}

const send = (client: PlatformClient) =>
  client.sendMessage({ message: { to: "01012345678", from: "0212345678", text: "x" } });
const upload = (client: PlatformClient) => client.uploadFile({ file: Buffer.from("x") });
const listPrices = (client: PlatformClient) => client.listPrices();
const names = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",")}}`;
const references = (count: number) =>
  JSON.stringify({ fileId: "F1", type: "DOCUMENT", references: Array.from({ length: count }, () => 1) });
const wrong = { countryName: 1, countryId: true, sms: "a", lms: "a", mms: "a", ata: "a", cta: "a", cti: "a" };
const prices = (count: number) => JSON.stringify(Array.from({ length: count }, () => wrong));

it.each<[string, string, (client: PlatformClient) => Promise<unknown>]>([
  ["five megabytes of names", names(390_000), send],
  ["as many names as are read", names(4_900), send],
  ["five megabytes of small objects", `[${"{},".repeat(1_700_000)}{}]`, send],
  ["many wrong elements", references(99_000), upload],
  ["as many wrong elements as are read", references(4_900), upload],
  ["a list whose every field is of another kind", prices(9_000), listPrices],
])("a reply of %s doesn't block the event loop", async (_, reply, call) => {
  platform.server.next((response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(reply);
  });
  const client = platform.connect();
  const longest = await longestHoldMs(() => call(client).catch(() => {}));
  expect(longest).toBeLessThan(5 * parsingMs());
});

it("a deeply nested refusal is still a refusal", async () => {
  // With an escape: a text without one is compared with the secrets as it came.
  const deep = `{"errorMessage":"\\u0041","deep":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  platform.server.next(text(403, deep));
  expect(await failureOf(send(platform.connect()))).toMatchObject({ certainty: "refused", code: "HTTP_403" });
});

it("a page of a thousand channels with five keys each is read", async () => {
  const senderKeys = Array.from({ length: 5 }, (_, index) => ({ key: `k${index}`, service: "VENDOR_A" }));
  const channel = { accountId: "1", pfId: "p", searchId: "@a", phoneNumber: "01000000000", senderKeys };
  const page = { limit: 1_000, friends: Array.from({ length: 1_000 }, () => channel) };
  platform.server.next((response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(page));
  });
  expect((await platform.connect().listChannels()).friends).toHaveLength(1_000);
});

it("showsMoreThan never counts more in the bytes than the reply has", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(20), (text, values) => {
      const isMore = isJsonTooLarge({ values, depth: 1_000 }, JSON.parse(text));
      expect(isMore || !isRawJsonTooLarge({ values }, Buffer.from(text))).toBe(true);
    }),
  );
});
