/**
 * Converts all texts and field names of a value from outside to NFC: macOS writes 가 as ᄀ and ᅡ, which would be sent, counted
 * and compared as two characters. Changes its argument. `toName` converts field names further.
 */
export function normalizeTexts<T>(value: T, toName: (given: string) => string = (given) => given): T {
  const whole = { value };
  const pending: object[] = [whole];
  for (const node of pending) {
    const fields: [string, unknown][] = Object.entries(node);
    for (const [given, inner] of fields) {
      const name = toName(given.normalize("NFC"));
      const text = typeof inner === "string" ? inner.normalize("NFC") : inner;
      if (name !== given) Reflect.deleteProperty(node, given);
      // Setting the name `__proto__` would not make a field.
      const field = { value: text, configurable: true, enumerable: true, writable: true };
      if (name !== given || text !== inner) Reflect.defineProperty(node, name, field);
      if (typeof inner === "object" && inner !== null) pending.push(inner);
    }
  }
  return whole.value;
}
