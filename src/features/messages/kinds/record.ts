import { characterCount, type LimitIssue, textBytes } from "../../../platform/index.ts";
import type { StoredMessage } from "../stored.ts";
import { kindOf } from "./index.ts";
import { likelyTextType, smsBytes } from "./text.ts";

/**
 * What the platform's public record says of types and its description doesn't. The record may be old or of another account,
 * so a message that goes beyond it is warned of and never refused.
 */

type TextLimit = Pick<LimitIssue, "limit" | "unit">;
export type TextSize = TextLimit & Pick<LimitIssue, "size">;

const textLimits: ReadonlyMap<string, TextLimit> = new Map([
  ["SMS", { limit: smsBytes, unit: "bytes" }],
  ["ATA", { limit: 1000, unit: "characters" }],
  ["CTA", { limit: 1000, unit: "characters" }],
  ["CTI", { limit: 400, unit: "characters" }],
]);

/** The record's limit of this message's text and its size; null where there is none, and where the size makes the type. */
export function textSizeOf(message: StoredMessage): TextSize | null {
  const known = isMadeBySize(message) ? undefined : textLimits.get(wireType(message).toUpperCase());
  if (known === undefined) return null;
  const { text = "" } = message;
  return { ...known, size: known.unit === "bytes" ? textBytes(text) : characterCount(text) };
}

export function takesTitle(message: StoredMessage): boolean {
  return isMadeBySize(message) || wireType(message).toUpperCase() !== "SMS";
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
