import { emojiCalled } from "./emoji-names.ts";
import { unescapeText } from "./escape.ts";

/** Slack's own notation: links, mentions and dates in angle brackets, emoji by their names between colons. */
const address = "(?:[a-zA-Z][\\w+.-]*:\\/\\/|(?:mailto|tel|sms):)[^\\s<>|]+";
const mention = "@[UW][A-Z0-9]+|#[CGD][A-Z0-9]+|!(?:here|channel|everyone|subteam\\^[A-Z0-9]+)";
const bracketed = `<(${address}|${mention})(?:\\|([^<>]*))?>|<!date\\^[^<>|]+\\|([^<>]+)>`;
const emoji = "(?<![\\w:])(?::[\\w+-]+:)+|(?<=[a-zA-Z])(?::[\\w+-]{2,}:)+(?!\\w)";
/** Slack draws nothing in code, in an address and within a word, such as a time. */
const literal = '```[\\s\\S]*?```|`[^`\\n]+`|https?:\\/\\/[^\\s<>")\\]}\\u0080-\\uffff]+';

const inBrackets = new RegExp(bracketed, "g");
const names = new RegExp(emoji, "g");
const named = /:([\w+-]+(?:::skin-tone-[2-6](?:-[2-6])?)?):/g;
const anywhere = new RegExp(`${literal}|${bracketed}|${emoji}`, "g");

/** What a reader sees of what somebody typed. A name that Slack doesn't draw stays as it is, and so does everything else. */
export function withoutNotation(text: string): string {
  return text.replace(anywhere, (whole, target?: string, label?: string, date?: string) =>
    whole.startsWith(":") ? toEmoji(whole) : toReadable(whole, target, label, date),
  );
}

/** The same of a text that has emoji alone. */
export function withEmoji(text: string): string {
  return text.replace(names, toEmoji);
}

function toEmoji(run: string): string {
  return run.replace(named, (whole, name: string) => emojiCalled(name) ?? whole);
}

/** The same for what Slack delivers as code, where emoji stay names; `<`, `>` and `&` come as entities. */
export function toReadableText(text: string): string {
  return unescapeText(text.replace(inBrackets, toReadable));
}

function toReadable(whole: string, target?: string, label = "", date?: string): string {
  // An address is what can be followed, whatever it is called.
  if (target === undefined || target.includes("://")) return date ?? target ?? whole;
  const sign = /^[@#!]/.exec(target)?.[0].replace("!", "@") ?? "";
  if (label !== "") return label.startsWith(sign) ? label : `${sign}${label}`;
  return target.replace(/^(?:mailto:|tel:|sms:)/, "").replace(/^!(?:subteam\^)?/, "@");
}
