const seoulOffsetMs = 9 * 3_600_000;

/** The date and time of Seoul as digits, `yyyyMMddHHmmssSSS`. */
export function toSeoulDigits(date: Date): string {
  return new Date(date.getTime() + seoulOffsetMs).toISOString().replace(/\D/g, "");
}

/** The date and time of UTC as digits, `yyyyMMddHHmmssSSS`. */
function toUtcDigits(date: Date): string {
  return date.toISOString().replace(/\D/g, "");
}

/**
 * A message or group id: prefix, 14 digits of Seoul time and the counter as 15 characters of [A-Z0-9], filled up with
 * letters as the platform's are: a row of zeros reads like a part of a test recipient's number.
 */
export function toMessageId(prefix: "M4V" | "G4V", at: Date, count: number): string {
  return `${prefix}${toSeoulDigits(at).slice(0, 14)}${`0${toTail(count, 1)}`.padStart(15, "A")}`;
}

/** A file, channel or template id of 32 characters: prefix, 15 digits of UTC time and an 11 character tail. */
export function toRecordId(prefix: string, at: Date, tail: number | string): string {
  return `${prefix}${toUtcDigits(at).slice(2)}${typeof tail === "number" ? toTail(tail, 11) : tail}`;
}

/** The five characters that a generated file name consists of. */
export function toFileStem(count: number): string {
  return count.toString(36).padStart(5, "0");
}

function toTail(count: number, length: number): string {
  return count.toString(36).toUpperCase().padStart(length, "0");
}
