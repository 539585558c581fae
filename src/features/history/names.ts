/** Of a masked recipient `joon (010-****-0001)` the name; whatever else an operation is about stays as it is. */
export function nameAlone(masked: string): string {
  return /^(?<name>.*\S) \((?:…\d*|\d+-\*{4}-\d{4})\)$/.exec(masked)?.groups?.["name"] ?? masked;
}
