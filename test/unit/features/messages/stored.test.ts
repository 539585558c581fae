import { describe, expect, it } from "vitest";
import { describeMessage } from "../../../../src/features/messages/describe.view.ts";
import { ids } from "../../../../src/features/messages/ids.ts";
import {
  prepareSendSteps,
  readListFacts,
  type SendDeps,
  toSnapshot,
} from "../../../../src/features/messages/send-deps.ts";
import {
  collectContents,
  readSendBody,
  readSnapshot,
  readStored,
} from "../../../../src/features/messages/stored.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { renderEnd } from "../../outcomes/notifications.ts";
import { person } from "./interactions.ts";
import { deps } from "./some-deps.ts";

const message = { to: "01023456789", from: "0212345678", text: "A secret text" };

it("a message with fields that this version doesn't know is shown, but can't be sent again", async () => {
  for (const request of [
    { message: { ...message, future: { a: 1 } } },
    { message, scheduledAt: "2030" },
    { message: { ...message, text: 5, subject: null, chatOptions: "odd" } },
    { message: { to: message.to } },
  ]) {
    const operation = anUnknown({ request, result: { code: 5, reply: "odd" } });
    expect(readStored(request)?.to).toBe(message.to);
    expect(readSendBody(request)).toBeNull();
    expect(describeMessage(operation, en)?.subject.masked).toBe("010-****-6789");
    expect(JSON.stringify(await renderEnd(operation))).toContain("010-****-6789");
  }
  expect(readSendBody({ message })).toEqual({ message });
});

it.each([null, "text", 5, [], {}, { message: null }, { message: { text: "no number" } }])(
  "the result's post of the unreadable stored message %j still shows the outcome",
  async (request) => {
    const operation = anUnknown({ request });
    expect(describeMessage(operation, en)).toBeNull();
    const told = JSON.stringify(await renderEnd(operation));
    const title = en.outcomes.title.unknown(en.outcomes.message);
    for (const part of [title, en.history.unreadable, ids.resolve]) expect(told).toContain(part);
    expect(told).not.toContain(ids.repeat);
    // The form to edit it couldn't be filled.
    const refused = anUnknown({ request, outcome: "refused" });
    expect(JSON.stringify(await renderEnd(refused))).not.toContain(ids.edit);
  },
);

it("collectContents returns a message's texts and values, without phone numbers and kinds", () => {
  const chatOptions = {
    ...{ pfId: "PF1", templateId: "T1", buttons: [{ buttonName: "Go" }] },
    variables: { "#{name}": "Mina", orderId: "A-77", type: "gold" },
  };
  const customFields = { order: "4711", to: "Mr Kim" };
  const request = { message: { ...message, type: "LMS", subject: "Title", chatOptions, customFields } };
  const inOptions = ["Go", "Mina", "A-77", "gold"];
  expect(collectContents(request)).toEqual([message.text, "Title", ...inOptions, "4711", "Mr Kim"]);
});

describe("the snapshot stored with a message", () => {
  const testRecipients = [
    { name: "Joon", to: "01023456789", country: "82", phoneOwner: "U7" },
    { name: "New York", to: "01023456789", country: "1", phoneOwner: null },
  ];

  it.each([
    [{}, { recipient: "Joon", phoneOwner: "U7" }],
    [{ country: "82" }, { recipient: "Joon", phoneOwner: "U7" }],
    [{ country: "1" }, { recipient: "New York", phoneOwner: null }],
    [{ to: "01099999999" }, { recipient: null, phoneOwner: null }],
  ])("has the name and the phone's owner of the recipient %j, and can be read back", (own, expected) => {
    const snapshot = toSnapshot({ message: { ...message, ...own } }, { testRecipients });
    expect(snapshot).toEqual(expected);
    expect(readSnapshot(JSON.parse(JSON.stringify(snapshot)))).toMatchObject(expected);
  });

  it.each([null, 5, "Joon", {}, { recipient: "Joon" }])(
    "is read as empty if the stored value is %j",
    (kept) => {
      const nothing = { recipient: null, phoneOwner: null, template: null, channel: null, cost: null };
      expect(readSnapshot(kept)).toEqual(nothing);
    },
  );

  it("is stored with the message's operation, not with the upload of its image", async () => {
    const imageUpload = () => ({
      ...{ kind: "files.upload", may: () => true, mayBeOffered: () => true },
      toRequest: () => ({ request: { file: {} } }),
    });
    const input = { body: { message }, others: [], conversation: "C1", image: null };
    const image = { file: { id: "F1", name: "a.png" }, type: "MMS" };
    const prepared = (own: object) =>
      prepareSendSteps(
        person,
        { form: { act: "a", again: null }, input: { ...input, ...own } } as never,
        { ...deps, rules: { ...deps.rules, testRecipients }, imageUpload } as never,
      );
    const snapshot = { recipient: "Joon", phoneOwner: "U7" };
    expect(await prepared({})).toMatchObject({ conversation: "C1", snapshot });
    const behindImage = await prepared({ image });
    expect(behindImage).toMatchObject({ request: { file: {} }, next: { id: "a:send", snapshot } });
    expect(behindImage).not.toHaveProperty("snapshot");
  });

  const chat = { message: { ...message, chatOptions: { pfId: "PF1", templateId: "T1" } } };
  const price = { countryId: "82", sms: 18, lms: 45, mms: 110, ata: 13, cta: 21, cti: 30 };
  /** Lists that were read before, and a store with one template. */
  const lists = {
    ...deps,
    prices: async (country: string, momentMs: number | null) =>
      momentMs === null && country === "82" ? { items: [price], at: new Date() } : null,
    channels: async () => ({ items: [{ pfId: "PF1", searchId: "@shop" }], at: new Date() }),
    templates: { get: async (id: string) => (id === "T1" ? { content: { name: "Order shipped" } } : null) },
  } as unknown as SendDeps;
  const unknown = { template: null, channel: null, cost: null };

  it("has the names of template and channel and the price, if the lists that were read have them", async () => {
    const abroad = { message: { ...message, country: "1" } };
    const listedAs = await readListFacts([chat, abroad], lists);
    const cost = { price: 13, fallback: { kind: "SMS", price: 18 }, cheaper: null };
    expect(listedAs(chat)).toEqual({ template: "Order shipped", channel: "@shop", cost });
    expect(listedAs(abroad)).toEqual(unknown);
  });

  it.each([{ price: 9, fallback: null }, null])(
    "has the price that the confirmation showed: %j",
    async (shown) => {
      expect((await readListFacts([{ message }], lists, shown))({ message }).cost).toEqual(shown);
    },
  );

  it("has no names and no price if the lists weren't read and the store fails", async () => {
    const templates = { ...deps.templates, get: () => Promise.reject(new Error("away")) };
    expect((await readListFacts([chat], { ...deps, templates }))(chat)).toEqual(unknown);
  });
});
