import { type CountryPrice, type SendBody, textBytes } from "../../platform/index.ts";
import { likelyKind, smsBytes, wireKind } from "./send.ts";

type Message = SendBody["message"];
type Column = "sms" | "lms" | "mms" | "ata" | "cta" | "cti";

const columns: ReadonlyMap<string, Column> = new Map([
  ["SMS", "sms"],
  ["LMS", "lms"],
  ["MMS", "mms"],
  ["ATA", "ata"],
  ["CTA", "cta"],
  ["CTI", "cti"],
]);

/** What one message costs by the account's list; null is what the list doesn't say. */
export type Cost = {
  price: number | null;
  /** When the messenger fails, a text message goes out in its place. */
  fallback: { kind: string; price: number | null } | null;
  /** A few bytes less would be an SMS. */
  cheaper: { bytes: number; price: number } | null;
};

/** So few bytes are worth a second look at the text. */
const mostTooMany = 20;

export function costOf(message: Message, prices: readonly CountryPrice[]): Cost {
  const country = prices.find(({ countryId }) => toDigits(countryId ?? "") === (message.country ?? "82"));
  const priceOf = (kind: string): number | null => {
    const column = columns.get(kind);
    return (column === undefined ? null : country?.[column]) ?? null;
  };
  const kind = wireKind(message);
  const price = priceOf(kind);
  const sms = priceOf("SMS");
  const tooMany = textBytes(message.text ?? "") - smsBytes;
  const isNearSms =
    message.type === undefined && kind === "LMS" && tooMany > 0 && tooMany <= mostTooMany && !message.subject;
  return {
    price,
    fallback: mayFallBack(message) ? { kind: textKind(message), price: priceOf(textKind(message)) } : null,
    cheaper:
      isNearSms && sms !== null && price !== null && sms < price ? { bytes: tooMany, price: sms } : null,
  };
}

/** Only with a text is there something to fall back to that can be told. */
function mayFallBack({ text, chatOptions, portalOptions, rcsOptions }: Message): boolean {
  const options = rcsOptions ?? portalOptions ?? chatOptions;
  return options !== undefined && options.disableSms !== true && text !== undefined;
}

function textKind(message: Message): string {
  return message.imageId === undefined ? likelyKind(message) : "MMS";
}

function toDigits(number: string): string {
  return number.replace(/\D/g, "").replace(/^0+/, "");
}
