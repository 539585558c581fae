/** Invisible characters: zero widths, direction marks, fillers such as U+3164, the empty Braille cell, U+FFFC, controls. */
const invisible = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufffc]|[^\P{Cc}\t-\r]/gu;
/** Invisible characters that join the parts of an emoji. */
const inEmoji =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)(?:\u200D|\uFE0F)|(?<=[\d#*])\uFE0F(?=\u20E3)|(?<=\u{1f3f4}[\u{e0030}-\u{e007a}]{0,6})[\u{e0030}-\u{e007a}](?=[\u{e0030}-\u{e007a}]{0,5}\u{e007f})|(?<=\u{1f3f4}[\u{e0030}-\u{e007a}]{1,6})\u{e007f}/uy;
/** Invisible characters that shape the letter before them, and visible Arabic signs of the same Unicode class. */
const inScript =
  /(?<=[\u0590-\u109F\u1780-\u18AF\uA880-\uABFF])[\u034F\u180B-\u180F\u200C\u200D]|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2]|(?<=\p{Script=Han})[\uFE00-\uFE0F\u{e0100}-\u{e01ef}]/uy;
/** Last characters of emoji such as ❤️, and of regional flags. */
const emojiEnd = /[\p{Variation_Selector}\u{e0020}-\u{e007f}]/u;

export function countVisible(text: string): number {
  return Array.from(withoutInvisible(text).replace(/\s/g, "")).length;
}

export function isBlank(text: string): boolean {
  return countVisible(text) === 0;
}

/** Removes invisible characters that were copied with a name, id or number. Spaces stay. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, "");
}

/** Trims spaces and invisible characters, except an invisible one that completes an emoji at the end. */
export function trimBlank(text: string): string {
  const characters = Array.from(text);
  const first = characters.findIndex((character) => !isBlank(character));
  const last = characters.findLastIndex((character) => !isBlank(character) || emojiEnd.test(character));
  return first === -1 ? "" : characters.slice(first, last + 1).join("");
}

export function findInvisible(text: string): string | undefined {
  return text.match(invisible)?.[0];
}

/** Replaces invisible characters and direction marks by their names (‹U+200B›), except in emoji and scripts. */
export function replaceInvisible(text: string): string {
  return text.replace(invisible, (found, index: number) => {
    const belongs = [inEmoji, inScript].some((pattern) => {
      pattern.lastIndex = index;
      return pattern.test(text);
    });
    // A lone surrogate (half an emoji) is visible already.
    return belongs || /\p{Cs}/u.test(found) ? found : formatCodePoint(found);
  });
}

export function withoutJoiners(text: string): string {
  return text.replace(new RegExp(inEmoji, "gu"), "");
}

export function formatCodePoint(character: string): string {
  return `‹U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** Escapes in URLs, programs and HTML, such as `%2D`, except escaped digits. */
const escapedSign = /(?:%(?:25)*|\\x)(?!3\d)[0-9a-f]{2}|\\u(?!003\d)[0-9a-f]{4}|&#x(?!3\d;)[0-9a-f]{1,6};/gi;

/** Replaces escapes by as many dashes as they have characters: `010%2D98` becomes `010---98`. */
export function replaceEscapes(text: string): string {
  return text.replace(escapedSign, ({ length }) => "-".repeat(length));
}
