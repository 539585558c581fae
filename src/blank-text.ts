/** What Unicode says isn't rendered (zero widths, directions, fillers such as U+3164), the empty Braille cell, and controls. */
const invisible = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|[^\P{Cc}\t-\r]/gu;
/** Those that hold an emoji together, where they do: two of any, one in keys, and the letters of a region behind its flag. */
const inEmoji =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)(?:\u200D|\uFE0F)|(?<=[\d#*])\uFE0F(?=\u20E3)|(?<=\u{1f3f4}[\u{e0030}-\u{e007a}]{0,6})[\u{e0030}-\u{e007a}](?=[\u{e0030}-\u{e007a}]{0,5}\u{e007f})|(?<=\u{1f3f4}[\u{e0030}-\u{e007a}]{1,6})\u{e007f}/uy;
/** What shapes the letter before it in the scripts of West, South and South-East Asia, and the signs of Arabic that are rendered. */
const inScript =
  /(?<=[\u0590-\u109F\u1780-\u18AF\uA880-\uABFF])[\u034F\u180B-\u180F\u200C\u200D]|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2]|(?<=\p{Script=Han})[\uFE00-\uFE0F\u{e0100}-\u{e01ef}]/uy;
/** The last characters of emoji: of ❤️, and of the flags of regions. */
const emojiEnd = /[\p{Variation_Selector}\u{e0020}-\u{e007f}]/u;

/** How many characters of a text there is something to be seen of. */
export function visibleCount(text: string): number {
  return Array.from(withoutInvisible(text).replace(/\s/g, "")).length;
}

/** A text that shows nothing is no text, whatever it is made of. */
export function isBlank(text: string): boolean {
  return visibleCount(text) === 0;
}

/** A name, an id or a number as it is read, without what was copied with it. Spaces stay. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, "");
}

/** Words without what isn't seen around them; between them, and at the end of an emoji, it may have a meaning. */
export function trimBlank(text: string): string {
  const characters = Array.from(text);
  const first = characters.findIndex((character) => !isBlank(character));
  const last = characters.findLastIndex((character) => !isBlank(character) || emojiEnd.test(character));
  return first === -1 ? "" : characters.slice(first, last + 1).join("");
}

/** The first of those characters, where there is one. */
export function findInvisible(text: string): string | undefined {
  return text.match(invisible)?.[0];
}

/** A text with a name (‹U+200B›) in place of all that isn't rendered or turns what follows it around, but in emoji and scripts. */
export function nameInvisible(text: string): string {
  return text.replace(invisible, (found, index: number) => {
    const belongs = [inEmoji, inScript].some((pattern) => {
      pattern.lastIndex = index;
      return pattern.test(text);
    });
    // Half an emoji is rendered as a sign of its own.
    return belongs || /\p{Cs}/u.test(found) ? found : nameCharacter(found);
  });
}

/** A text whose emoji are taken apart. */
export function withoutJoiners(text: string): string {
  return text.replace(new RegExp(inEmoji, "gu"), "");
}

export function nameCharacter(character: string): string {
  return `‹U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** A sign as addresses, programs and pages write it, which may have digits; not those that stand for a digit. */
const escapedSign = /(?:%(?:25)*|\\x)(?!3\d)[0-9a-f]{2}|\\u(?!003\d)[0-9a-f]{4}|&#x(?!3\d;)[0-9a-f]{1,6};/gi;

/** A text of the same length in which no sign has digits of its own: `010%2D98` is `010---98`. */
export function escapesAsDashes(text: string): string {
  return text.replace(escapedSign, ({ length }) => "-".repeat(length));
}
