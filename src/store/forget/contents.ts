import { bareDigits, type PhoneNumber } from "../../phone-number.ts";
import type { Json } from "../database/values.ts";

/** Replaces words that were removed. */
export const removed = "…";

type Fields = { [key: string]: Json };

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Stored JSON with each value replaced, innermost first; the same text where nothing changes. */
export function replaceIn(text: string, replace: (value: Json) => Json): string {
  const left = JSON.stringify(JSON.parse(text, (_, value: Json) => replace(value)));
  return left === JSON.stringify(JSON.parse(text)) ? text : left;
}

/** Removes words that stand beside their author's name, such as a revision's reason. */
export function withoutWordsOf(value: Json, person: string | null): Json {
  if (!isFields(value)) return value;
  const source = isFields(value["from"]) ? value["from"] : value;
  const isTheirs = person !== null && (value["by"] === person || source["by"] === person);
  const words = isTheirs ? ["reason", "words"].filter((name) => typeof value[name] === "string") : [];
  return { ...value, ...Object.fromEntries(words.map((name) => [name, removed])) };
}

/** Between two digits of a number: signs, and letters that look like a dot, a dash or a bar. */
const between = "(?:[^\\d\\p{L}]|[\\p{Lm}ㆍᆞㅡᅳㅣᅵ一])*";

/**
 * The text without a number, however it is written: with country code and zeros, signs between digits, digits in circles,
 * keys or full width. A part of a longer figure is no number.
 */
export function withoutNumber(text: string, { to, country }: PhoneNumber): string {
  const digits = bareDigits(to);
  if (digits === "") return text;
  const written = new RegExp(`(?<!\\d)(?:0*${country})?0*${[...digits].join(between)}(?!\\d)`, "gu");
  const plain = text.normalize("NFKC");
  return plain.search(written) < 0 ? text : plain.replace(written, removed);
}

/** A JSON value without a number: in texts, figures and names of fields. */
export function withoutNumberIn(value: Json, number: PhoneNumber): Json {
  if (typeof value === "string") return withoutNumber(value, number);
  if (typeof value === "number") return withoutNumber(`${value}`, number) === `${value}` ? value : null;
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [withoutNumber(name, number), one]));
}

const korea = "82";

/** Whether a stored request goes to that number. */
export function goesTo(request: Json, number: PhoneNumber): boolean {
  if (typeof request !== "object" || request === null) return false;
  const { to, country = korea } = isFields(request) ? request : {};
  const digits = typeof to === "string" ? bareDigits(to) : "";
  const isIt =
    country === number.country
      ? digits !== "" && withoutNumber(digits, number) === removed
      : bareDigits(`${country}${digits}`) === bareDigits(number.country + number.to);
  return isIt || Object.values(request).some((one) => goesTo(one, number));
}
