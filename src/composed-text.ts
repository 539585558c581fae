/** More combining marks in a row than any language has; normalizing takes time by the square of their number. */
const longRunOfMarks = /(?:(?!\u034F)\p{M}){30}(?=(?!\u034F)\p{M})/gu;

/** Converts a text to NFC. Long runs of combining marks are parted by U+034F, as Unicode's Stream-Safe Text Format does. */
function toNfc(text: string): string {
  return text.replace(longRunOfMarks, "$&\u034F").normalize("NFC");
}

/** Converts texts and field names to NFC in place: macOS writes 가 as ᄀ and ᅡ, which would count as two characters. */
export function normalizeTexts<T>(value: T, toName: (given: string) => string = (given) => given): T {
  const whole = { value };
  const pending: object[] = [whole];
  for (const node of pending) {
    const fields: [string, unknown][] = Object.entries(node);
    for (const [given, inner] of fields) {
      const name = toName(toNfc(given));
      const text = typeof inner === "string" ? toNfc(inner) : inner;
      if (name !== given) Reflect.deleteProperty(node, given);
      // Assigning to the name `__proto__` would set the prototype instead of a field.
      const field = { value: text, configurable: true, enumerable: true, writable: true };
      if (name !== given || text !== inner) Reflect.defineProperty(node, name, field);
      if (typeof inner === "object" && inner !== null) pending.push(inner);
    }
  }
  return whole.value;
}
