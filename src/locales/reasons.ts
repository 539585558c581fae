import type { Catalogue } from "./catalogue.ts";

/**
 * What a code of the platform's or of the app's own means, else what its HTTP status says. Codes are foreign words, so
 * names that every object has (`constructor`) are no entries.
 */
export function reasonWords(
  { code, status }: { code: string; status?: number | null | undefined },
  { byCode, byStatus, other }: Catalogue["reasons"],
): string {
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  return known ?? (status === undefined || status === null ? other : byStatus(status));
}
