/** What somebody may look for, as it is stored and as it is asked for: words of letters and digits in lower case. */
export function toWords(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => word.slice(0, longestWord));
}

/** Longer than any id of the platform's. */
const longestWord = 64;

/** A phone number is found by its last four digits, which everybody may see. */
export function lastDigits(number: string): string {
  return number.replace(/\D/g, "").slice(-4);
}
