import { expect, it } from "vitest";
import { costOf, sumCosts } from "../../../../src/features/messages/cost.ts";
import type { Message } from "../../../../src/platform/index.ts";

const korea = { countryId: "82", sms: 18, lms: 45, mms: 180, ata: 17, cta: 12, cti: 19 };
const america = { countryId: "1", sms: 100, lms: 500, mms: 1000, ata: 17, cta: 12, cti: 19 };
const addressed = { to: "01023456789", from: "0212345678" };
const cost = (message: Partial<Message>) => costOf({ ...addressed, ...message }, [america, korea]);
const text = "x".repeat(90);

it("a message costs the price of its kind in its country, or null if the price list lacks it", () => {
  const prices: [Partial<Message>, number | null][] = [
    [{ text }, 18],
    [{ text: `${text}x` }, 45],
    [{ text, subject: "t" }, 45],
    [{ text, type: "LMS", country: "1" }, 500],
    [{ text, imageId: "i" }, 180],
    [{ chatOptions: { templateId: "t" } }, 17],
    [{ chatOptions: { pfId: "p" } }, 12],
    [{ type: "CTI", chatOptions: { pfId: "p", imageId: "i" } }, 19],
    [{ portalOptions: { talkId: "t" } }, null],
    [{ rcsOptions: { brandId: "b" } }, null],
    [{ text, country: "999" }, null],
    [{ text, type: "VOICE" }, null],
  ];
  expect(prices.map(([message]) => cost(message).price)).toEqual(prices.map(([, price]) => price));
});

it("a message's cost includes its fallback text message, unless the fallback is switched off", () => {
  expect(cost({ text, chatOptions: { templateId: "t" } }).fallback).toEqual({ kind: "SMS", price: 18 });
  expect(cost({ text: `${text}x`, rcsOptions: {} }).fallback).toEqual({ kind: "LMS", price: 45 });
  expect(cost({ text, portalOptions: {}, imageId: "i" }).fallback).toEqual({ kind: "MMS", price: 180 });
  expect(cost({ text, portalOptions: { disableSms: true } }).fallback).toBeNull();
  expect(cost({ text }).fallback).toBeNull();
  // Without a text, the template's own goes out, whose length the app doesn't know.
  expect(cost({ chatOptions: { templateId: "t" } }).fallback).toEqual({ kind: null, price: null });
  expect(cost({ chatOptions: { templateId: "t", disableSms: true } }).fallback).toBeNull();
});

it("the cost of several messages is their sum, with the highest sum if all of them fall back to text", () => {
  const sum = (...messages: Partial<Message>[]) => sumCosts(messages.map(cost));
  const chat = { chatOptions: { templateId: "t" } };
  const unpriced = { portalOptions: { talkId: "t" }, text };
  expect(sum({ text }, { text })).toEqual({ price: 36, unknown: 0, most: 36 });
  expect(sum({ text }, { ...chat, text })).toEqual({ price: 35, unknown: 0, most: 36 });
  expect(sum({ text }, { ...chat, text: `${text}x` }, unpriced)).toEqual({ price: 35, unknown: 1, most: 63 });
  // One template message without a text makes the most unknown.
  expect(sum({ text }, chat)).toEqual({ price: 35, unknown: 0, most: null });
});

it("a message's cost says by how many bytes a slightly too long text has to shrink to be cheaper", () => {
  expect(cost({ text: `${text}xxx` }).cheaper).toEqual({ bytes: 3, price: 18 });
  expect(cost({ text }).cheaper).toBeNull();
  expect(cost({ text: `${text}${text}` }).cheaper).toBeNull();
  expect(cost({ text: `${text}x`, subject: "t" }).cheaper).toBeNull();
  expect(cost({ text: `${text}x`, type: "LMS" }).cheaper).toBeNull();
  expect(costOf({ ...addressed, text: `${text}x` }, []).cheaper).toBeNull();
});
