import { characterCount, type LimitIssue, limits, textBytes } from "../../../platform/index.ts";
import type { StoredMessage } from "../stored.ts";
import { kindOf } from "./index.ts";

/**
 * What the platform's public record says of types and its description doesn't. The record may be old or of another account,
 * so a message that goes beyond it is warned of and never refused.
 */

/** A text up to this size without a title goes out as an SMS. */
export const smsBytes = 90;

/** What the platform will probably make of a text message. */
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

/** The description's limit of any text, where the record knows none of the type. */
const anyText: TextLimit = { limit: limits.textBytes, unit: "bytes" };

/** A message's text and what its type takes, which its form may know better than what is filled in so far. */
export function textSizeOf(message: StoredMessage, type: string = wireType(message)): TextSize {
  const { text = "" } = message;
  const limit = textLimits.get(type.toUpperCase()) ?? anyText;
  return { ...limit, size: limit.unit === "bytes" ? textBytes(text) : characterCount(text) };
}

/** The same where the record says that it is too large: the platform makes another type of a text without one. */
export function overRecord(message: StoredMessage): TextSize | null {
  const { limit, size, unit } = textSizeOf(message);
  return size <= limit || isMadeBySize(message) ? null : { limit, size, unit };
}

/** The platform tells a text message's type by its size and its title. */
function isMadeBySize(message: StoredMessage): boolean {
  return (
    message.type === undefined && kindOf(message).options === undefined && message["imageId"] === undefined
  );
}

/** The type that a message names, in any case of its letters, or that the platform will probably give it. */
export function wireType(message: StoredMessage): string {
  const { likelyType = likelyTextType } = kindOf(message);
  return message.type ?? likelyType(message);
}
