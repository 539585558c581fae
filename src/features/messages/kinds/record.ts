import { characterCount, type LimitIssue, limits, textBytes } from "../../../platform/index.ts";
import type { StoredMessage } from "../stored.ts";
import { kindOf } from "./index.ts";

/**
 * Limits of types that only the platform's public record has. The record may be old or of another account,
 * so a message that goes beyond it is warned of and never refused.
 */

/** A text up to this size without a title goes out as an SMS. */
export const smsBytes = 90;

/** The type that the platform will probably give a text message. */
export function likelyTextType({ text = "", subject, imageId }: Partial<StoredMessage>) {
  if (imageId !== undefined) return "MMS";
  return textBytes(text) <= smsBytes && subject === undefined ? "SMS" : "LMS";
}

type TextLimit = Pick<LimitIssue, "limit" | "unit">;
type TextSize = TextLimit & Pick<LimitIssue, "size">;

const textLimits: ReadonlyMap<string, TextLimit> = new Map([
  ["SMS", { limit: smsBytes, unit: "bytes" }],
  ["ATA", { limit: 1000, unit: "characters" }],
  ["CTA", { limit: 1000, unit: "characters" }],
  ["CTI", { limit: 400, unit: "characters" }],
]);

/** The description's limit, where the record has none. */
const anyText: TextLimit = { limit: limits.textBytes, unit: "bytes" };

/** Size and limit of a text; its form may know the type better. */
export function textSizeOf(message: StoredMessage, type: string = wireType(message)): TextSize {
  const { text = "" } = message;
  const limit = textLimits.get(type.toUpperCase()) ?? anyText;
  return { ...limit, size: limit.unit === "bytes" ? textBytes(text) : characterCount(text) };
}

/** The same if it is too large. A text without a type just becomes another type. */
export function overRecord(message: StoredMessage): TextSize | null {
  const { limit, size, unit } = textSizeOf(message);
  return size <= limit || isMadeBySize(message) ? null : { limit, size, unit };
}

/** The platform chooses a text message's type by size and title. */
function isMadeBySize(message: StoredMessage): boolean {
  return (
    message.type === undefined && kindOf(message).options === undefined && message["imageId"] === undefined
  );
}

/** The named type in upper case, or the one that the platform probably gives it. */
export function wireType(message: StoredMessage): string {
  const { likelyType = likelyTextType } = kindOf(message);
  return message.type ?? likelyType(message);
}
