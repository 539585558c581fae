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

describe("a reply", () => {
  it("gives an accepted message's post its kind and message ID", async () => {
    const { text, description } = await answered({});
    expect(text).toContain(`${en.outcomes.title.accepted("SMS")} · 010-****-6789`);
    expect(text).toContain(acceptedMessage.messageId);
    // The post has one ID, the history all.
    expect(text).not.toContain(acceptedMessage.groupId);
    const both = [{ id: acceptedMessage.messageId }, { id: acceptedMessage.groupId }];
    expect(description).toMatchObject({ kind: "SMS", ids: both });
  });

  it.each(["to 01023456789", "sms", "A".repeat(21), "<!channel>", "SMS\n01023456789", ""])(
    "of the type %j doesn't show it as a kind",
    async (type) => {
      const { text, description } = await answered({ type });
      expect(text).toContain(`${en.outcomes.title.accepted(en.outcomes.message)} · 010-****-6789`);
      expect(text).not.toMatch(/01023456789|<!channel>/);
      expect(description.kind).toBe(en.outcomes.message);
    },
  );

  it("with an endless ID is shown and stored only in part", async () => {
    const endless = "M".repeat(100_000);
    const { text, messageId, description } = await answered({ messageId: endless, groupId: `${endless}!` });
    const beginning = `${"M".repeat(64)}…`;
    expect(text.length).toBeLessThan(3000);
    expect(text).toContain(beginning);
    expect(messageId?.length).toBeLessThan(1000);
    expect(endless.startsWith(messageId?.replace("…", "") ?? "-")).toBe(true);
    expect(description.ids.map(({ id }) => id)).toEqual([beginning, beginning]);
  });

  it("with an ID like a phone number masks it, and doesn't show one with markup", async () => {
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
  ])("with the IDs %j and %j hides the one that repeats message or recipient", async (messageId, groupId) => {
    const { text, description } = await answered({ messageId, groupId });
    expect(text).not.toMatch(/secret|2345/);
    expect(JSON.stringify(description.ids)).not.toMatch(/secret|2345/);
    expect(description.ids).toHaveLength(1);
  });
});

it.each<[string | null, Operation["snapshot"]]>([
  ["Joon", { recipient: "Joon", phoneOwner: null }],
  [null, { recipient: null, phoneOwner: null }],
  [null, null],
  [null, "odd"],
  [null, { recipient: 5 }],
  [null, {}],
])("the recipient is shown with the name stored at sending time: %s of %j", (name, snapshot) => {
  const named = (number: string) => (name === null ? number : `${name} (${number})`);
  const { subject } = told({}, { snapshot });
  expect(subject).toEqual({ masked: named("010-****-6789"), inFull: named("010-2345-6789") });
});

it.each([
  ["for a phone that nobody holds", { recipient: "joon", phoneOwner: null }, null, en.receipts.noPhoneOwner],
  ["not for a colleague's phone", { recipient: "joon", phoneOwner: "U7" }, null, undefined],
  ["not if somebody was asked", { recipient: "joon", phoneOwner: null }, aReceipt(null), undefined],
  ["not for a phone that isn't listed", { recipient: null, phoneOwner: null }, null, undefined],
])("it is said why no phone owner is asked %s", (_, snapshot, receipt, why) => {
  expect(told({}, { outcome: "accepted", snapshot, receipt }).unasked).toBe(why);
});

it.each(["Your code is", "Call 02-9876-5432"])(
  "a template's name that repeats the text or has a number is hidden: %s",
  (template) => {
    const message = { text: "Your code is 482913", chatOptions: { pfId: "PF1", templateId: "T1" } };
    const snapshot = { recipient: null, phoneOwner: null, template, channel: "@shop", cost: null };
    const facts = JSON.stringify(told(message, { snapshot }).facts);
    expect(facts).toContain("@shop");
    expect(facts).not.toMatch(/Your code is|9876/);
  },
);

it.each(["01023456789", "010-2345-6789", "a secret text", "A".repeat(21)])(
  "the type %j that a person typed is not shown as a kind",
  (type) => {
    expect(told({ type }).kind).toBe(en.outcomes.message);
  },
);

describe("a sender", () => {
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
  ])("that is the recipient %s in country %s is masked, written as %s", (to, country, from) => {
    expect(senderOf({ to, country, from })).toBe(maskNumber(to, country));
  });

  it("that is not the recipient is shown whole", () => {
    expect(senderOf({ from: "8210234567" })).toBe("8210234567");
  });
});

it.each(["Not reached: 4711", "Not reached: +354 4711", "47-11 is off", "0354 47 11"])(
  "a post hides the recipient 4711 in the text %j",
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
