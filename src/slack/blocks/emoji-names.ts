import { emojiTable, flagCodes } from "./emoji-table.ts";

const byName: ReadonlyMap<string, string> = new Map([...emojis(), ...flags()]);

function emojis(): [name: string, character: string][] {
  let character = "";
  return emojiTable
    .trim()
    .split(/\s+/)
    .flatMap((word): [string, string][] => {
      if (isName(word)) return [[word, character]];
      character = word;
      return [];
    });
}

function isName(word: string): boolean {
  return /^[\w+-]+$/.test(word);
}

function flags(): [name: string, character: string][] {
  const letter = (code: string) => String.fromCodePoint((code.codePointAt(0) ?? 0) + 0x1f1e6 - 0x61);
  return flagCodes
    .trim()
    .split(/\s+/)
    .map((code) => [`flag-${code}`, code.replace(/./g, letter)]);
}

/** Slack numbers the five tones from 2 on. */
const lightestTone = 0x1f3fb;

/**
 * The emoji that Slack calls so, `wave::skin-tone-3` and `handshake::skin-tone-2-5` too; undefined for one that isn't known
 * here, such as a workspace's own.
 */
export function emojiCalled(name: string): string | undefined {
  const [, base = name, ...numbers] = /^(.*?)::skin-tone-([2-6])(?:-([2-6]))?$/.exec(name) ?? [];
  const character = byName.get(base);
  const tones = numbers.flatMap((number) =>
    number === undefined ? [] : [String.fromCodePoint(lightestTone + Number(number) - 2)],
  );
  const [tone] = tones;
  if (character === undefined || tone === undefined) return character;
  const people = /(\p{Emoji_Modifier_Base})\ufe0f?/gu;
  const count = character.match(people)?.length ?? 0;
  // Slack draws the tone beside what has none.
  if (count === 0) return `${character}${tones.join("")}`;
  if (count < tones.length) return undefined;
  return character.replace(people, (_, one: string) => `${one}${tones.shift() ?? tone}`);
}
