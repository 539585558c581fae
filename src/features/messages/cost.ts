import type { Catalogue } from "../../locales/index.ts";
import { type CountryPrice, type SendBody, textBytes } from "../../platform/index.ts";
import { optionsIn } from "./kinds/index.ts";
import { likelyTextType, maxSmsBytes, wireTypeOf } from "./kinds/record.ts";
import type { SendInput } from "./send.input.ts";
import type { MessageCost } from "./stored.ts";

type Message = SendBody["message"];

/** Columns of the account's price list: the platform's types in lower case. */
const columns = ["sms", "lms", "mms", "ata", "cta", "cti"] as const;

type Cost = MessageCost & {
  /** Bytes to leave out and the price as an SMS, if that is cheaper. */
  cheaper: { bytes: number; price: number } | null;
};

/** Most bytes above an SMS for which the confirmation proposes a shorter text. */
const maxExcessBytes = 20;

export function costOf(message: Message, prices: readonly CountryPrice[]): Cost {
  const country = prices.find(({ countryId }) => toDigits(countryId ?? "") === (message.country ?? "82"));
  const priceOf = (type: string): number | null => {
    const column = columns.find((one) => one === type.toLowerCase());
    return (column === undefined ? null : country?.[column]) ?? null;
  };
  const type = wireTypeOf(message);
  const price = priceOf(type);
  const sms = priceOf("SMS");
  const tooMany = textBytes(message.text ?? "") - maxSmsBytes;
  const isNearSms =
    message.type === undefined &&
    type === "LMS" &&
    tooMany > 0 &&
    tooMany <= maxExcessBytes &&
    !message.subject;
  return {
    price,
    fallback: hasTextFallback(message) ? fallbackOf(message, priceOf) : null,
    cheaper:
      isNearSms && sms !== null && price !== null && sms < price ? { bytes: tooMany, price: sms } : null,
  };
}

/** Finds the price of each message; null if prices differ or are unknown. */
export function findCommonCost(
  { body, others }: SendInput,
  prices: readonly CountryPrice[] | null,
): Cost | null {
  const { country = "82" } = body.message;
  const isOnePrice = others.every((one) => one.country === country);
  return prices === null || !isOnePrice ? null : costOf(body.message, prices);
}

/** `unknown`: number of messages without a price in the list. */
type CostOfAll = {
  price: number;
  unknown: number;
  /** Highest total, if messenger messages fall back to text messages; null if unknown. */
  most: number | null;
};

export function sumCosts(costs: readonly MessageCost[]): CostOfAll {
  let [price, unknown] = [0, 0];
  let most: number | null = 0;
  for (const cost of costs) {
    if (cost.price === null) {
      unknown += 1;
      continue;
    }
    const { fallback } = cost;
    const otherwise = fallback === null ? cost.price : fallback.price;
    price += cost.price;
    most = most === null || otherwise === null ? null : most + Math.max(cost.price, otherwise);
  }
  return { price, unknown, most };
}

export function formatCost(
  { price, fallback }: MessageCost,
  { confirm, common }: Pick<Catalogue, "confirm" | "common">,
): string {
  const say = (value: number | null) => (value === null ? confirm.priceUnknown : common.won(value));
  if (fallback === null) return say(price);
  if (fallback.kind === null) return confirm.fallbackUnknown(say(price));
  return confirm.fallback(say(price), say(fallback.price), fallback.kind);
}

export function hasTextFallback(message: Message): boolean {
  const [options] = optionsIn(message);
  return options !== undefined && options.disableSms !== true;
}

/** Fallback text message. Without a text, kind and price are unknown: the template's text may be sent. */
function fallbackOf(message: Message, priceOf: (kind: string) => number | null): Cost["fallback"] {
  if (message.text === undefined) return { kind: null, price: null };
  const kind = likelyTextType(message);
  return { kind, price: priceOf(kind) };
}

function toDigits(number: string): string {
  return number.replace(/\D/g, "").replace(/^0+/, "");
}
