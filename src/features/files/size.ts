const kilo = 1024;

/** Bytes as people say them; the platform's limits are round in these units. */
export function sizeWords(bytes: number): string {
  if (bytes < kilo) return `${bytes} B`;
  if (bytes < kilo * 1000) return `${toShort(bytes / kilo)} KB`;
  return `${toShort(bytes / kilo / kilo)} MB`;
}

/** One digit behind the point where it tells something. */
function toShort(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

export function pixelWords({ width, height }: { width: number; height: number }): string {
  return `${width}×${height}`;
}
