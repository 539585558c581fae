import { bareDigits, isSameNumber, type PhoneNumber } from "../../phone-number.ts";
import type { Json } from "../database/values.ts";
import { removed } from "./contents.ts";

/** Signs that count as letters and are drawn as a dot, a dash or a bar part digits, and no other letter does. */
const parting = /[\p{L}--[\p{Lm}ㆍᆞㅡᅳㅣᅵ一]]/v;

type Digit = { digit: string; from: number; to: number; isBehindLetter: boolean };

/** The text without a number, however that is written: with its country's code, zeros, any signs between its digits. */
export function withoutNumber(text: string, number: PhoneNumber): string {
  const wanted = bareDigits(number.to);
  if (wanted === "" || !text.normalize("NFKC").replace(/\D/g, "").includes(wanted)) return text;
  const digits = readDigits(text);
  let shown = "";
  let shownTo = 0;
  for (let at = 0; at + wanted.length <= digits.length; at += 1) {
    const range = findAt(digits, at, { wanted, country: number.country });
    if (range === null) continue;
    shown += text.slice(shownTo, range.from) + removed;
    shownTo = range.to;
    at += wanted.length - 1;
  }
  return shown + text.slice(shownTo);
}

/** Digits in circles, in keys and of full width are digits to whoever reads them. */
function readDigits(text: string): Digit[] {
  const digits: Digit[] = [];
  let isBehindLetter = false;
  let from = 0;
  for (const sign of text) {
    const to = from + sign.length;
    const plain = sign.normalize("NFKC");
    if (parting.test(plain)) isBehindLetter = true;
    else {
      for (const digit of plain.replace(/\D/g, "")) {
        digits.push({ digit, from, to, isBehindLetter });
        isBehindLetter = false;
      }
    }
    from = to;
  }
  return digits;
}

/** Where it stands, with the zeros and the code that stand right before it; null of a part of a longer figure. */
function findAt(
  digits: readonly Digit[],
  at: number,
  { wanted, country }: { wanted: string; country: string },
): { from: number; to: number } | null {
  const own = digits.slice(at, at + wanted.length);
  const isIt = own.every(
    ({ digit, isBehindLetter }, index) => digit === wanted[index] && (index === 0 || !isBehindLetter),
  );
  const [first] = own;
  const last = own.at(-1);
  if (!isIt || first === undefined || last === undefined) return null;
  if (digits[at + wanted.length]?.from === last.to) return null;
  let from = first.from;
  let before = "";
  for (let index = at - 1; digits[index]?.to === from; index -= 1) {
    before = `${digits[index]?.digit}${before}`;
    from = digits[index]?.from ?? from;
  }
  return new RegExp(`^0*(?:${country})?0*$`).test(before) ? { from, to: last.to } : null;
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
