const SIZE_PX = 16;
/** A mark of the bot's, and a code point that no font will ever have: without a font for emoji they look the same. */
const [MARK, NOTHING] = ["\u2705", "\u{10ffff}"];

let isThere: boolean | null = null;

/** Whether this machine can draw emoji; looked at once. */
export function hasEmoji(): boolean {
  isThere ??= pictureOf(MARK) !== pictureOf(NOTHING);
  return isThere;
}

function pictureOf(letter: string): string {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * SIZE_PX, 2 * SIZE_PX];
  const pen = canvas.getContext("2d");
  if (pen === null) return letter;
  pen.font = `${SIZE_PX}px "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif`;
  pen.fillText(letter, 0, SIZE_PX);
  return canvas.toDataURL();
}
