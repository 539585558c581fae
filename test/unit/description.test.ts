import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeFile } from "../../src/features/files/describe.view.ts";
import { FileRecord } from "../../src/platform/files.ts";
import { buttonTypes, limits, type PlatformClient, SendBody } from "../../src/platform/index.ts";
import { Channel, ChannelPage, CountryPrice, PaymentMethod } from "../../src/platform/lists.ts";
import { TemplateRecord } from "../../src/platform/templates.ts";
import { records, rules } from "../support/description.ts";
import { anUnknown } from "../support/operation.ts";
import { usePlatformServer } from "../support/platform-client.ts";
import { acceptedMessage, json } from "../support/platform-server.ts";
import { en, ko } from "../support/words.ts";

const sourceOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** Whether the file has the field as a whole word. */
const names = (path: string, field: string) => new RegExp(`\\b${field}\\b`).test(sourceOf(path));

describe.each(records)("the platform's API description, $of", ({ reader, fields }) => {
  const rows = Object.entries(fields);

  it.each(rows)("the platform client has the field %s", (field) => {
    expect(sourceOf(reader)).toMatch(new RegExp(`\\b${field}\\b[:,]|\\b${field}\\b }`));
  });

  it.each(rows)(
    "the field %s is used in a source file, or the reason why not is given: %s",
    (field, file) => {
      // The sentence is the reason why nobody sees or gives it.
      if (file.startsWith("src/")) expect(names(file, field)).toBe(true);
      else expect(file).toMatch(/^[a-z].* .*[a-z]$/);
    },
  );
});

/** For records with a schema: the client has no field that the description doesn't have. */
it.each([
  ["File record", FileRecord.shape, { without: ["vendorA", "vendorB"] }],
  ["Channel record", Channel.shape, { without: ["key", "service", "categoryCode"] }],
  ["Channel list", ChannelPage.shape, { without: [] }],
  [
    "Template record",
    TemplateRecord.shape,
    { without: ["status", "code", "service", "comments", "isAdmin", "memberId"] },
  ],
  ["Send request", SendBody.shape, { without: ["appId", "osPlatform", "sdkVersion"] }],
  ["Message request", SendBody.shape.message.shape, { without: [] }],
  ["Country price record", CountryPrice.shape, { without: [] }],
  ["Payment method record", PaymentMethod.shape, { without: ["payments"] }],
])(
  "the platform client's %s has exactly the fields of the platform's API description",
  (of, shape, { without }) => {
    const described = records.find((record) => record.of === of)?.fields ?? {};
    const inner: readonly string[] = without;
    expect(Object.keys(shape).toSorted()).toEqual(
      Object.keys(described)
        .filter((field) => !inner.includes(field))
        .toSorted(),
    );
  },
);

describe("the platform client", () => {
  const platform = usePlatformServer();
  const file = new Uint8Array([1]);
  const message = { to: "01012345678", from: "0212345678", text: "Hello" };

  it.each<[string, string, (client: PlatformClient) => Promise<unknown>, unknown?]>([
    ["POST", "/storage/v1/files", (it) => it.uploadFile({ file }), { fileId: "F" }],
    ["DELETE", "/storage/v1/files/F1", (it) => it.deleteFile("F1")],
    ["GET", "/chat/v1/plus-friends", (it) => it.listChannels(), { friends: [] }],
    ["PUT", "/chat/v1/templates/T1", (it) => it.updateTemplate("T1", { name: "New" })],
    ["POST", "/chat/v1/templates/T1/comment", (it) => it.commentTemplate("T1", "Hello")],
    ["POST", "/messages/v4/send", (it) => it.sendMessage({ message }), acceptedMessage],
    ["GET", "/pricing/v1/messaging/countries", (it) => it.listPrices(), []],
    ["GET", "/cash/v1/payment", (it) => it.listPayments(), { payments: [] }],
  ])("sends a signed request to %s %s", async (method, url, call, reply = {}) => {
    platform.server.next(json(200, reply));
    await call(platform.connect());
    const body = method === "GET" || method === "DELETE" ? "" : expect.stringContaining("{");
    expect(platform.server.requests).toMatchObject([{ method, url, signature: "valid", body }]);
  });

  it("requests default prices without a signature", async () => {
    platform.server.next(json(200, []));
    await platform.connect().listPrices({ countryId: "82", offset: 0, limit: 1 }, { anonymous: true });
    expect(platform.server.requests).toMatchObject([
      { url: "/pricing/v1/messaging/countries?countryId=82&offset=0&limit=1", signature: "none" },
    ]);
  });
});

it("the platform client's size limits are those of the platform's API description", () => {
  expect(limits).toEqual({
    fileBytes: { CHAT: 500 * 1024, MMS: 200 * 1024, DOCUMENT: 2 * 1024 * 1024 },
    textBytes: 2000,
    subjectBytes: 40,
    customFieldKeyCharacters: 30,
    customFieldValueCharacters: 100,
    sendHistoryMonths: 6,
  });
});

it("every button type and template status has a name in English and Korean", () => {
  expect(buttonTypes).toEqual(expect.arrayContaining(["AL", "WL", "DS", "BK", "MD", "BC", "BT", "AC"]));
  for (const words of [en, ko]) {
    expect(Object.keys(words.send.buttonTypes)).toEqual(expect.arrayContaining([...buttonTypes]));
    expect(Object.keys(words.templates.statuses)).toEqual(expect.arrayContaining(["PENDING", "REJECTED"]));
  }
});

describe("a rule of the platform's API description has a source file and a test", () => {
  it.each(rules.map((rule) => [rule.says, rule] as const))("%s", (_, { audience, test, named }) => {
    expect(existsSync(new URL(`../../${audience}`, import.meta.url))).toBe(true);
    expect(sourceOf(test)).toContain(`"${named}"`);
  });

  it("an uploaded CHAT file's facts name the vendors that have it", () => {
    const reply = { fileId: "F1", type: "CHAT", vendorA: "https://a.example", sizeBytes: 3, sha256: "aa" };
    const uploaded = anUnknown({
      ...{ kind: "files.upload", outcome: "accepted", request: { file: { id: "F0", name: "a.png" } } },
      result: { code: "200", words: null, status: 200, reply },
    });
    const facts = describeFile(uploaded, en)?.facts;
    expect(facts?.at(-1)?.value).toBe(en.files.vendors(true, false));
  });
});
