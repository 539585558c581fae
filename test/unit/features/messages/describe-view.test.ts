import { describe, expect, it, onTestFinished } from "vitest";
import { describeMessage } from "../../../../src/features/messages/describe.view.ts";
import { createSendKind } from "../../../../src/features/messages/send.ts";
import { maskNumber } from "../../../../src/phone-number.ts";
import { createPlatformClient } from "../../../../src/platform/index.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { anUnknown, aReceipt, aTrySummary } from "../../../support/operation.ts";
import { acceptedMessage, credentials, json, startPlatformServer } from "../../../support/platform-server.ts";
import { en } from "../../../support/words.ts";
import { renderEnd } from "../../outcomes/notifications.ts";

/** The post and the description of a message that gets this reply. */
async function answered(reply: object) {
  const server = await startPlatformServer();
  server.next(json(200, { ...acceptedMessage, to: "01023456789", ...reply }));
  const platform = createPlatformClient({
    ...{ ...credentials, baseUrl: server.url, timeoutMs: 5000 },
    ...{ now: () => new Date(), onDeviation: () => {} },
  });
  onTestFinished(async () => {
    await platform.close();
    await server.close();
  });
  const views = { notificationFor: () => ({}), describe: describeMessage };
  const kind = createSendKind(platform, () => null, views);
  const { signal } = new AbortController();
  const call = await kind.ready(kind.read(anUnknown().request)!, signal, "U1");
  const end = kind.toEnd(await call({ signal, onLateReply: () => {}, mayLeave: async () => true }));
  const { outcome, result, messageId } = end;
  const operation = anUnknown({ outcome, result, messageId });
  const [post] = await renderEnd(operation);
  return { text: JSON.stringify(post?.body), messageId, description: kind.describe(operation, en)! };
}

const numbers = { to: "01023456789", from: "0212345678" };
/** What is said of a message with these fields. */
const told = (message: object, change: Partial<Operation> = {}) =>
  describeMessage(anUnknown({ request: { message: { ...numbers, ...message } }, ...change }), en)!;

describe("the reply to a sent message", () => {
  it("gives the post of an accepted message its kind and message ID", async () => {
    const { text, description } = await answered({});
    expect(text).toContain(`${en.outcomes.title.accepted("SMS")} · 010-****-6789`);
    expect(text).toContain(acceptedMessage.messageId);
    // The post has one ID, the history all.
    expect(text).not.toContain(acceptedMessage.groupId);
    const both = [{ id: acceptedMessage.messageId }, { id: acceptedMessage.groupId }];
    expect(description).toMatchObject({ kind: "SMS", ids: both });
  });

  it.each(["to 01023456789", "sms", "A".repeat(21), "<!channel>", "SMS\n01023456789", ""])(
    "with the unknown message type %j is posted without that type",
    async (type) => {
      const { text, description } = await answered({ type });
      expect(text).toContain(`${en.outcomes.title.accepted(en.outcomes.message)} · 010-****-6789`);
      expect(text).not.toMatch(/01023456789|<!channel>/);
      expect(description.kind).toBe(en.outcomes.message);
    },
  );

  it("with an ID of 100,000 characters is shown and stored with the ID's beginning only", async () => {
    const endless = "M".repeat(100_000);
    const { text, messageId, description } = await answered({ messageId: endless, groupId: `${endless}!` });
    const beginning = `${"M".repeat(64)}…`;
    expect(text.length).toBeLessThan(3000);
    expect(text).toContain(beginning);
    expect(messageId?.length).toBeLessThan(1000);
    expect(endless.startsWith(messageId?.replace("…", "") ?? "-")).toBe(true);
    expect(description.ids.map(({ id }) => id)).toEqual([beginning, beginning]);
  });

  it("with an ID like a phone number is shown with a masked ID, and an ID with markup is left out", async () => {
    const { text, description } = await answered({ messageId: "010-2345-6789", groupId: "<!channel>" });
    expect(text).not.toMatch(/-2345-|channel/);
    expect(description.ids).toEqual([{ name: en.outcomes.message, id: "…6789" }]);
  });

  it.each([
    ["A-secret-text", "G1"],
    ["M1", "asecrettext"],
    ["M01023456789", "G1"],
    ["M1", "G_1023456789"],
    ["to-2345-6789", "G1"],
  ])(
    "with the IDs %j and %j is shown without the ID that repeats the text or the recipient",
    async (messageId, groupId) => {
      const { text, description } = await answered({ messageId, groupId });
      expect(text).not.toMatch(/secret|2345/);
      expect(JSON.stringify(description.ids)).not.toMatch(/secret|2345/);
      expect(description.ids).toHaveLength(1);
    },
  );
});

it.each<[string | null, Operation["snapshot"]]>([
  ["Joon", { recipient: "Joon", phoneOwner: null }],
  [null, { recipient: null, phoneOwner: null }],
  [null, null],
  [null, "odd"],
  [null, { recipient: 5 }],
  [null, {}],
])("a message's recipient is shown with the name %s if %j was stored when it was sent", (name, snapshot) => {
  const named = (number: string) => (name === null ? number : `${name} (${number})`);
  const { subject } = told({}, { snapshot });
  expect(subject).toEqual({ masked: named("010-****-6789"), inFull: named("010-2345-6789") });
});

it.each([
  [
    "said for a test recipient without an owner",
    { recipient: "joon", phoneOwner: null },
    null,
    en.receipts.noPhoneOwner,
  ],
  ["not said for a colleague's phone", { recipient: "joon", phoneOwner: "U7" }, null, undefined],
  ["not said if somebody was asked", { recipient: "joon", phoneOwner: null }, aReceipt(null), undefined],
  ["not said for a phone that is no test recipient", { recipient: null, phoneOwner: null }, null, undefined],
])("a message's description says why no phone owner was asked: %s", (_, snapshot, receipt, why) => {
  expect(told({}, { outcome: "accepted", snapshot, receipt }).unasked).toBe(why);
});

it.each(["Your code is", "Call 02-9876-5432"])(
  "a message's facts leave out a template name that repeats the text or has a number: %s",
  (template) => {
    const message = { text: "Your code is 482913", chatOptions: { pfId: "PF1", templateId: "T1" } };
    const snapshot = { recipient: null, phoneOwner: null, template, channel: "@shop", cost: null };
    const facts = JSON.stringify(told(message, { snapshot }).facts);
    expect(facts).toContain("@shop");
    expect(facts).not.toMatch(/Your code is|9876/);
  },
);

it.each(["01023456789", "010-2345-6789", "a secret text", "A".repeat(21)])(
  "the message type %j that a person typed as JSON is not shown as the message's kind",
  (type) => {
    expect(told({ type }).kind).toBe(en.outcomes.message);
  },
);

describe("a message's sender", () => {
  const senderOf = (message: object) =>
    told(message).facts.find(({ name }) => name === en.send.fields.from.label)?.value;

  it.each([
    ["01023456789", "82", "01023456789"],
    ["01023456789", "82", "010-2345-6789"],
    ["01023456789", "82", "821023456789"],
    ["01023456789", "82", "+82 (0)10-2345-6789"],
    ["01023456789", "82", "0082 10 2345 6789"],
    ["01023456789", "82", "1023456789"],
    ["821023456789", "82", "01023456789"],
    ["2025550123", "1", "+1 (202) 555-0123"],
    ["01023456789", "82", "０１０２３４５６７８９"],
  ])("is masked if it is the recipient %s in country %s written as %s", (to, country, from) => {
    expect(senderOf({ to, country, from })).toBe(maskNumber(to, country));
  });

  it("is shown whole if it is not the recipient", () => {
    expect(senderOf({ from: "8210234567" })).toBe("8210234567");
  });
});

it.each(["Not reached: 4711", "Not reached: +354 4711", "47-11 is off", "0354 47 11"])(
  "a post masks the short recipient number 4711 in the platform's words %j",
  async (words) => {
    const operation = anUnknown({
      request: { message: { to: "4711", country: "354", from: "0212345678", text: "Hello" } },
      result: { code: "FailedToAddMessage", words, status: 400, reply: null },
      ...{ outcome: "refused", reason: words, root: "act-0" },
      tries: [aTrySummary({ id: "act-0", root: "act-0", createdAt: new Date(0) })],
    });
    const [post] = await renderEnd(operation);
    expect(post?.destination).toBe("C1");
    expect(JSON.stringify(post?.body).replace(/\D/g, "")).not.toContain("4711");
  },
);
