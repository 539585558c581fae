import { expect, it } from "vitest";
import { within } from "../../../../src/deadline.ts";
import { prepareSendSteps, readListFacts, toSnapshot } from "../../../../src/features/messages/send-deps.ts";
import { readSnapshot } from "../../../../src/features/messages/stored.ts";
import { deps } from "./some-deps.ts";

const testRecipients = [
  { name: "Joon", to: "01023456789", country: "82", phoneOwner: "U7" },
  { name: "New York", to: "01023456789", country: "1", phoneOwner: null },
];
const message = { to: "01023456789", from: "0212345678", text: "Hi" };

it("a message's snapshot has its recipient's name and the phone's owner", () => {
  const snapshot = (own: object) => toSnapshot({ message: { ...message, ...own } }, { testRecipients });
  expect(snapshot({})).toEqual({ recipient: "Joon", phoneOwner: "U7" });
  expect(snapshot({ country: "82" })).toEqual({ recipient: "Joon", phoneOwner: "U7" });
  expect(snapshot({ country: "1" })).toEqual({ recipient: "New York", phoneOwner: null });
  expect(snapshot({ to: "01099999999" })).toEqual({ recipient: null, phoneOwner: null });
  expect(readSnapshot(JSON.parse(JSON.stringify(snapshot({}))))).toMatchObject(snapshot({}));
});

it.each([null, 5, "Joon", {}, { recipient: "Joon" }])("the stored snapshot %j is read as empty", (kept) => {
  const nothing = { recipient: null, phoneOwner: null, template: null, channel: null, cost: null };
  expect(readSnapshot(kept)).toEqual(nothing);
});

it("a snapshot is stored with the message, not with the upload of its image", async () => {
  const person = { id: "U1", locale: "en", standing: "member" } as const;
  const rules = { ...deps.rules, testRecipients };
  const imageUpload = () => ({
    kind: "files.upload",
    may: () => true,
    mayBeOffered: () => true,
    toRequest: () => ({ request: { file: {} } }),
  });
  const image = { file: { id: "F1", name: "a.png" }, type: "MMS" };
  const form = { act: "a", again: null };
  const prepared = (own: object) =>
    prepareSendSteps(
      person,
      { form, input: { body: { message }, others: [], conversation: "C1", image: null, ...own } } as never,
      { ...deps, rules, imageUpload } as never,
    );
  const snapshot = { recipient: "Joon", phoneOwner: "U7" };
  expect(await prepared({})).toMatchObject({ conversation: "C1", snapshot });
  expect(await prepared({ image })).toMatchObject({
    request: { file: {} },
    next: { id: "a:send", snapshot },
  });
  expect(await prepared({ image })).not.toHaveProperty("snapshot");
});

const chat = { pfId: "PF1", templateId: "T1" };
const prices = [
  { countryId: "82", countryName: null, sms: 18, lms: 45, mms: 110, ata: 13, cta: 21, cti: 30 },
];
/** Lists that were read before, and a store with one template. */
const lists = {
  within,
  prices: async (country: string, momentMs: number | null) =>
    momentMs === null && country === "82" ? { items: prices, at: new Date() } : null,
  channels: async () => ({ items: [{ pfId: "PF1", searchId: "@shop" }], at: new Date() }),
  templates: { get: async (id: string) => (id === "T1" ? { content: { name: "Order shipped" } } : null) },
} as never;

it("a message's snapshot has the names of template and channel, and the price", async () => {
  const bodies = [{ message: { ...message, chatOptions: chat } }, { message: { ...message, country: "1" } }];
  const listedAs = await readListFacts(bodies, lists);
  expect(bodies.map(listedAs)).toEqual([
    {
      ...{ template: "Order shipped", channel: "@shop" },
      cost: { price: 13, fallback: { kind: "SMS", price: 18 }, cheaper: null },
    },
    { template: null, channel: null, cost: null },
  ]);
});

it("a message's snapshot has the confirmed price, also if that was unknown", async () => {
  const shown = { price: 9, fallback: null };
  expect((await readListFacts([{ message }], lists, shown))({ message }).cost).toEqual(shown);
  expect((await readListFacts([{ message }], lists, null))({ message }).cost).toBeNull();
});

it("a message's snapshot has no names if the lists are missing and the store fails", async () => {
  const failing = {
    within,
    prices: async () => null,
    channels: async () => null,
    templates: { get: async () => Promise.reject(new Error("away")) },
  } as never;
  const body = { message: { ...message, chatOptions: chat } };
  expect((await readListFacts([body], failing))(body)).toEqual({ template: null, channel: null, cost: null });
});
