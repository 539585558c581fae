import { bareDigits, isSameNumber, type PhoneNumber } from "../../phone-number.ts";
import type { Json } from "../database/values.ts";

/** Stands in the place of what was taken out. */
export const removed = "…";

/** Keys whose values name a kind, an id, a state or a person. */
const openKey = new RegExp(
  `^(?:${[
    "id|kind|type|code|status|state|country|outcome|author|root|proposer|holder|vendor|by|as|other|operation|oncall|index",
    "seal|sha256|proposal|revision|mode|mimetype|osPlatform|sdkVersion",
  ].join("|")})$|(?:Id|Type|_id|_by|_as)$`,
);
/** A name, and no sentence. */
const openValue = /^[\w.:/@+-]{1,64}$/;
/** What is in these is named by people, who may call a secret anything. */
const namedByPeople = /^(?:variables|customFields)$/;

type Showing = (text: string, key: string) => Json;

/** Of what was stored all that people wrote, and whom they wrote to, is taken out; it can be read and drawn as before. */
export function withoutContents(value: Json, show: Showing = () => removed, key = ""): Json {
  if (typeof value === "string") return openKey.test(key) && openValue.test(value) ? value : show(value, key);
  if (Array.isArray(value)) return value.map((one) => withoutContents(one, show, key));
  if (typeof value !== "object" || value === null) return value;
  if (namedByPeople.test(key)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutContents(one, show, name)]),
  );
}

/** Words that stand beside their author's name, such as a revision's reason: one person's are taken out. */
export function withoutWordsOf(value: Json, person: string): Json {
  if (Array.isArray(value)) return value.map((one) => withoutWordsOf(one, person));
  if (typeof value !== "object" || value === null) return value;
  const { from } = value;
  const source = typeof from === "object" && from !== null && !Array.isArray(from) ? from : value;
  const isTheirs = value["by"] === person || source["by"] === person;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const isWords = isTheirs && (name === "reason" || name === "words") && typeof one === "string";
      return [name, isWords ? removed : withoutWordsOf(one, person)];
    }),
  );
}

/** Between two digits of a number: any signs, and letters that are drawn as a dot, a dash or a bar. */
const between = "(?:[^\\d\\p{L}]|[\\p{Lm}ㆍᆞㅡᅳㅣᅵ一])*";

/**
 * The text without a number, however it is written: with its country's code and zeros right before it, any signs between its
 * digits, digits in circles, in keys and of full width. A part of a longer figure is no number.
 */
export function withoutNumber(text: string, { to, country }: PhoneNumber): string {
  const digits = bareDigits(to);
  if (digits === "") return text;
  const written = new RegExp(`(?<!\\d)(?:0*${country})?0*${[...digits].join(between)}(?!\\d)`, "gu");
  const plain = text.normalize("NFKC");
  return plain.search(written) < 0 ? text : plain.replace(written, removed);
}

/** The same in all that is stored as JSON, names of fields and figures too. */
export function withoutNumberIn(value: Json, number: PhoneNumber): Json {
  if (typeof value === "string") return withoutNumber(value, number);
  if (typeof value === "number") {
    const figure = String(value);
    return withoutNumber(figure, number) === figure ? value : null;
  }
  if (Array.isArray(value)) return value.map((one) => withoutNumberIn(one, number));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [withoutNumber(name, number), withoutNumberIn(one, number)]),
  );
}

const korea = "82";

/** Whether a stored request goes to that number. */
export function goesTo(value: Json, number: PhoneNumber): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((one) => goesTo(one, number));
  const { to, country } = value;
  if (typeof to === "string") {
    const code = typeof country === "string" ? country : korea;
    const isSame =
      code === number.country
        ? isSameNumber(to, number)
        : bareDigits(code + bareDigits(to)) === bareDigits(number.country + bareDigits(number.to));
    if (isSame) return true;
  }
  return Object.values(value).some((one) => goesTo(one, number));
}
