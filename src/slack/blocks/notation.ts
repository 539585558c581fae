import { bareDigits, fewestDigits } from "../../phone-number.ts";
import emojiLines from "./emoji.json" with { type: "json" };
import { unescapeText } from "./rich-text.ts";

/** Slack's notation: links, mentions and dates in angle brackets, emoji names between colons. */
const address = "(?:[a-zA-Z][\\w+.-]*:\\/\\/|(?:mailto|tel|sms):)[^\\s<>|]+";
const mention = "@[UW][A-Z0-9]+|#[CGD][A-Z0-9]+|!(?:here|channel|everyone|subteam\\^[A-Z0-9]+)";
const bracketed = `<(${address}|${mention})(?:\\|([^<>]*))?>|<!date\\^[^<>|]+\\|([^<>]+)>`;
const emoji = "(?<![\\w:])(?::[\\w+-]+:)+|(?<=[a-zA-Z])(?::[\\w+-]{2,}:)+(?!\\w)";
/** Slack replaces nothing in code, in an address and within a word, such as a time. */
const literal = '```[\\s\\S]*?```|`[^`\\n]+`|https?:\\/\\/[^\\s<>")\\]}\\u0080-\\uffff]+';

const inBrackets = new RegExp(bracketed, "g");
const names = new RegExp(emoji, "g");
const named = /:([\w+-]+(?:::skin-tone-[2-6](?:-[2-6])?)?):/g;
const anywhere = new RegExp(`${literal}|${bracketed}|${emoji}`, "g");

/** What a reader sees of typed text. Names that Slack doesn't draw stay. */
export function withoutNotation(text: string): string {
  return text.replace(anywhere, (whole, target?: string, label?: string, date?: string) =>
    whole.startsWith(":") ? toEmoji(whole) : toReadable(whole, target, label, date),
  );
}

/** The same for text with emoji only. */
export function withEmoji(text: string): string {
  return text.replace(names, toEmoji);
}

function toEmoji(run: string): string {
  return run.replace(named, (whole, name: string) => emojiCalled(name) ?? whole);
}

/** The same for text that Slack delivers as code, where emoji stay names and `<`, `>`, `&` are entities. */
export function toReadableText(text: string): string {
  return unescapeText(text.replace(inBrackets, toReadable));
}

/** The address is the target; a mail address or number may stand within its name. */
export function linkText(target: string, label = ""): string {
  const [, scheme, path = ""] = /^(mailto|tel|sms):([^?]*)/i.exec(target) ?? [];
  if (scheme === undefined) return target;
  const isMail = scheme.toLowerCase() === "mailto";
  const named = isMail ? label.toLowerCase().includes(path.toLowerCase()) : isSameNumber(label, path);
  return named ? label : path;
}

function isSameNumber(label: string, number: string): boolean {
  const [shown, whole] = [bareDigits(label), bareDigits(number)];
  return shown === whole || (shown.length >= fewestDigits && whole.endsWith(shown));
}

function toReadable(whole: string, target?: string, label = "", date?: string): string {
  if (target === undefined) return date ?? whole;
  if (target.includes(":")) return linkText(target, label);
  const sign = /^[@#!]/.exec(target)?.[0].replace("!", "@") ?? "";
  if (label !== "") return label.startsWith(sign) ? label : `${sign}${label}`;
  return target.replace(/^!(?:subteam\^)?/, "@");
}

/** Slack's emoji, each before its names, by `emoji-datasource` 16 (MIT, © Cal Henderson). */
const byName: ReadonlyMap<string, string> = readNames(emojiLines);

function readNames(lines: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  let character = "";
  for (const word of lines.flatMap((line) => line.split(" "))) {
    if (/^[\w+-]+$/.test(word)) names.set(word, character);
    else character = word;
  }
  return names;
}

/** `flag-kr`: a code that has a flag today. Sark's is called `flag-sark`. */
function flagCalled(name: string): string | undefined {
  const code = /^flag-(?!cq)([a-z]{2})$/.exec(name)?.[1] ?? "";
  const flag = code.replace(/./g, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x1f1e6 - 0x61),
  );
  return /^\p{RGI_Emoji_Flag_Sequence}$/v.test(flag) ? flag : undefined;
}

/** Slack numbers the five skin tones from 2 on. */
const lightestTone = 0x1f3fb;

/**
 * Emoji of a name, such as `wave::skin-tone-3` or `handshake::skin-tone-2-5`; undefined for unknown ones, such as a
 * workspace's own.
 */
export function emojiCalled(name: string): string | undefined {
  const [, base = name, ...numbers] = /^(.*?)::skin-tone-([2-6])(?:-([2-6]))?$/.exec(name) ?? [];
  const character = byName.get(base) ?? flagCalled(base);
  const tones = numbers.flatMap((number) =>
    number === undefined ? [] : [String.fromCodePoint(lightestTone + Number(number) - 2)],
  );
  const [tone] = tones;
  if (character === undefined || tone === undefined) return character;
  const people = /(\p{Emoji_Modifier_Base})\ufe0f?/gu;
  const count = character.match(people)?.length ?? 0;
  // Slack draws the tone beside an emoji that has none.
  if (count === 0) return `${character}${tones.join("")}`;
  if (count < tones.length) return undefined;
  return character.replace(people, (_, one: string) => `${one}${tones.shift() ?? tone}`);
}
