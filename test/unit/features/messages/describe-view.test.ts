import { describe, expect, it, onTestFinished } from "vitest";
import { describeMessage } from "../../../../src/features/messages/describe.view.ts";
import { ids } from "../../../../src/features/messages/ids.ts";
import { createSendKind } from "../../../../src/features/messages/send.ts";
import { createPresenter } from "../../../../src/outcomes/index.ts";
import { maskNumber } from "../../../../src/phone-number.ts";
import { createPlatformClient } from "../../../../src/platform/index.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { anUnknown, aReceipt, aTrySummary } from "../../../support/operation.ts";
import { acceptedMessage, credentials, json, startPlatformServer } from "../../../support/platform-server.ts";
import { en, ko } from "../../../support/words.ts";
import { renderEnd } from "../../outcomes/notifications.ts";

const presenter = createPresenter({
  audiences: { results: null, onCall: [] },
  teamLocale: "en",
  describe: describeMessage,
  ids,
});

/** The post and the description of a message that gets this reply. */
async function answered(reply: object) {
  const server = await startPlatformServer();
  server.next(json(200, { ...acceptedMessage, to: "01023456789", ...reply }));
  const platform = createPlatformClient({
    ...credentials,
    baseUrl: server.url,
    timeoutMs: 5000,
    now: () => new Date(),
    onDeviation: () => {},
  });
  onTestFinished(async () => {
    await platform.close();
    await server.close();
  });
  const kind = createSendKind(platform, () => null, {
    notificationFor: () => ({}),
    describe: describeMessage,
  });
  const { request } = anUnknown();
  const call = {
    signal: new AbortController().signal,
    onLateReply: () => {},
    mayLeave: async () => true,
  };
  const { outcome, result, messageId } = kind.toEnd(
    await (await kind.ready(kind.read(request)!, call.signal, "U1"))(call),
  );
  const operation = anUnknown({ outcome, result, messageId });
  const [post] = await renderEnd(operation, { presenter });
  const text = JSON.stringify(post?.body);
  return { text, messageId, description: kind.describe(operation, en)! };
}

it("an accepted message's post names the reply's kind and message ID", async () => {
  const { text, description } = await answered({});
  expect(text).toContain(`${en.outcomes.title.accepted("SMS")} · 010-****-6789`);
  expect(text).toContain(acceptedMessage.messageId);
  // The post has one ID, the history all.
  expect(text).not.toContain(acceptedMessage.groupId);
  const both = [{ id: acceptedMessage.messageId }, { id: acceptedMessage.groupId }];
  expect(description).toMatchObject({ kind: "SMS", ids: both });
});

it.each(["to 01023456789", "sms", "A".repeat(21), "<!channel>", "SMS\n01023456789", ""])(
  "the reply's type %j is not shown as a kind",
  async (type) => {
    const { text, description } = await answered({ type });
    expect(text).toContain(`${en.outcomes.title.accepted(en.outcomes.message)} · 010-****-6789`);
    expect(text).not.toMatch(/01023456789|<!channel>/);
    expect(description.kind).toBe(en.outcomes.message);
  },
);

it("an endless ID in a reply is shown and stored only in part", async () => {
  const endless = "M".repeat(100_000);
  const { text, messageId, description } = await answered({ messageId: endless, groupId: `${endless}!` });
  expect(text.length).toBeLessThan(3000);
  expect(text).toContain(`${"M".repeat(64)}…`);
  expect(messageId?.length).toBeLessThan(1000);
  expect(endless.startsWith(messageId?.replace("…", "") ?? "-")).toBe(true);
  const beginning = `${"M".repeat(64)}…`;
  expect(description.ids).toEqual([
    { name: en.outcomes.message, id: beginning },
    { name: en.outcomes.groupId, id: beginning },
  ]);
});

it("an ID like a phone number is masked, and one with markup is not shown", async () => {
  const { text, description } = await answered({ messageId: "010-2345-6789", groupId: "<!channel>" });
  expect(text).not.toMatch(/-2345-|channel/);
  expect(description.ids).toEqual([{ name: en.outcomes.message, id: "…6789" }]);
});

it.each([
  ["Joon", "Joon (010-****-6789)", "Joon (010-2345-6789)"],
  [null, "010-****-6789", "010-2345-6789"],
])("the recipient is shown with the name stored at sending time: %s", (recipient, masked, inFull) => {
  const described = describeMessage(anUnknown({ snapshot: { recipient, phoneOwner: null } }), en);
  expect(described?.subject).toEqual({ masked, inFull });
});

it.each([
  ["given for a phone that nobody holds", null, false, en.receipts.noPhoneOwner],
  ["missing for a colleague's phone", "U7", false, undefined],
  ["missing if somebody was asked", null, true, undefined],
])("the reason why no phone owner is asked is %s", (_, phoneOwner, isAsked, why) => {
  const receipt = isAsked ? aReceipt(null) : null;
  const operation = anUnknown({ outcome: "accepted", snapshot: { recipient: "joon", phoneOwner }, receipt });
  expect(describeMessage(operation, en)?.unasked).toBe(why);
});

it("the reason why no phone owner is asked is missing for a phone that isn't listed", () => {
  const operation = anUnknown({
    outcome: "accepted",
    snapshot: { recipient: null, phoneOwner: null },
    receipt: null,
  });
  expect(describeMessage(operation, en)?.unasked).toBeUndefined();
});

it.each([null, "odd", { recipient: 5 }, {}])(
  "the recipient is shown without a name if the stored snapshot is %j",
  (snapshot) => {
    expect(describeMessage(anUnknown({ snapshot }), en)?.subject.masked).toBe("010-****-6789");
  },
);

it("the sender's number is shown in groups of digits", () => {
  const request = { message: { to: "01023456789", from: "0212345678", text: "Hello" } };
  const value = "02-1234-5678";
  expect(describeMessage(anUnknown({ request }), en)?.facts).toContainEqual({
    ...{ name: en.send.fields.from.label, value, says: en.outcomes.sentFrom(value) },
  });
});

describe("a message's facts", () => {
  const cost = { price: 13, fallback: { kind: "SMS", price: 18 } };
  const known = { recipient: null, phoneOwner: null, template: "Order shipped", channel: "@shop", cost };
  const chat = { pfId: "KA01PF260101", templateId: "KA01TP260101" };
  const factsOf = (message: object, own: Partial<Operation> = {}, words = en) => {
    const request = { message: { to: "01023456789", from: "0212345678", ...message } };
    const operation = anUnknown({ outcome: "accepted", snapshot: known, request, ...own });
    return describeMessage(operation, words)!.facts.map(({ name, value }) => `${name}: ${value}`);
  };

  it.each([
    [en, ["Price: about ₩13 (₩18 if sent as SMS)", "Template: Order shipped (@shop)"]],
    [ko, ["단가: 약 ₩13(SMS로 대체 발송 시 ₩18)", "템플릿: Order shipped (@shop)"]],
  ])("are its sender, price, template with channel, and size", (words, expected) => {
    expect(factsOf({ text: "Hello", chatOptions: chat }, {}, words)).toEqual([
      `${words.send.fields.from.label}: 02-1234-5678`,
      ...expected,
      `${words.confirm.size}: ${words.common.characters(5)}`,
    ]);
  });

  it("are short texts without labels on a card", () => {
    const request = { message: { to: "01023456789", from: "0212345678", text: "Hello" } };
    const snapshot = { ...known, template: null, channel: null };
    const { facts } = describeMessage(anUnknown({ outcome: "accepted", snapshot, request }), en)!;
    expect(facts.map(({ says }) => says)).toEqual([
      ...["From 02-1234-5678", "about ₩13 (₩18 if sent as SMS)", "5 bytes"],
    ]);
  });

  it("have IDs of template and channel if their names were not known", () => {
    const snapshot = { recipient: null, phoneOwner: null };
    expect(factsOf({ chatOptions: chat }, { snapshot })).toContain("Template: KA0…0101 (KA0…0101)");
    expect(factsOf({ chatOptions: { pfId: "PF1" } }, { snapshot })).toContain("Messenger channel: PF1");
    expect(factsOf({ rcsOptions: { templateId: "R1" } }, { snapshot })).toContain("Template: R1");
  });

  it.each(["refused", "not_sent"] as const)("have no price if the message was %s", (outcome) => {
    expect(factsOf({ text: "Hello" }, { outcome }).join()).not.toContain("₩");
  });

  it("hide a template's name that repeats the text or has a number", () => {
    const named = (template: string) =>
      factsOf(
        { text: "Your code is 482913", chatOptions: chat },
        { snapshot: { ...known, template } },
      ).join();
    expect(named("Your code is")).not.toMatch(/Template: Your/);
    expect(named("Call 010-2345-6780")).not.toContain("2345");
  });
});

it.each(["01023456789", "010-2345-6789", "a secret text", "A".repeat(21)])(
  "the type %j that a person typed is not shown as a kind",
  (type) => {
    const operation = anUnknown({ request: { message: { to: "01023456789", from: "0212345678", type } } });
    const { kind } = describeMessage(operation, en)!;
    expect(kind).toBe(en.outcomes.message);
  },
);

const isSender = ({ name }: { name: string }) => name === en.send.fields.from.label;

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
])("a sender that is the recipient %s in country %s is masked, written as %s", (to, country, from) => {
  const operation = anUnknown({ request: { message: { to, country, from, text: "Hi" } } });
  const sender = describeMessage(operation, en)!.facts.find(isSender);
  expect(sender?.value).toBe(maskNumber(to, country));
});

it("a sender that is not the recipient is shown whole", () => {
  const message = { to: "01023456789", from: "8210234567", text: "Hi" };
  const sender = describeMessage(anUnknown({ request: { message } }), en)!.facts.find(isSender);
  expect(sender?.value).toBe("8210234567");
});

it.each(["Not reached: 4711", "Not reached: +354 4711", "47-11 is off", "0354 47 11"])(
  "a post hides the recipient 4711 in the text %j",
  async (words) => {
    const request = { message: { to: "4711", country: "354", from: "0212345678", text: "Hello" } };
    const result = { code: "FailedToAddMessage", words, status: 400, reply: null };
    const operation = anUnknown({
      request,
      result,
      outcome: "refused",
      reason: words,
      root: "act-0",
      tries: [aTrySummary({ id: "act-0", root: "act-0", createdAt: new Date(0) })],
    });
    const [post] = await renderEnd(operation, { presenter });
    expect(post?.destination).toBe("C1");
    expect(JSON.stringify(post?.body).replace(/\D/g, "")).not.toContain("4711");
  },
);

it.each([
  ["A-secret-text", "G1"],
  ["M1", "asecrettext"],
  ["M01023456789", "G1"],
  ["M1", "G_1023456789"],
  ["to-2345-6789", "G1"],
])(
  "of the IDs %j and %j, the one that repeats the message or its recipient is hidden",
  async (messageId, groupId) => {
    const { text, description } = await answered({ messageId, groupId });
    expect(text).not.toMatch(/secret|2345/);
    expect(JSON.stringify(description.ids)).not.toMatch(/secret|2345/);
    expect(description.ids).toHaveLength(1);
  },
);
