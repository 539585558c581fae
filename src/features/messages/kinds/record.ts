import { characterCount, type LimitIssue, textBytes } from "../../../platform/index.ts";
import type { StoredMessage } from "../stored.ts";

/**
 * What the platform's public record says of kinds and its description doesn't, by the kinds' own names. The record may be
 * old or of another account, so a message that goes beyond it is warned of and never refused.
 */

/** A text up to this size without a title goes out as an SMS. */
export const smsBytes = 90;

type TextLimit = Pick<LimitIssue, "limit" | "unit">;
export type TextSize = TextLimit & Pick<LimitIssue, "size">;

const textLimits: ReadonlyMap<string, TextLimit> = new Map([
  ["SMS", { limit: smsBytes, unit: "bytes" }],
  ["ATA", { limit: 1000, unit: "characters" }],
  ["CTA", { limit: 1000, unit: "characters" }],
  ["CTI", { limit: 400, unit: "characters" }],
]);

const untitled: ReadonlySet<string> = new Set(["SMS"]);

/** The record's limit of this message's text and its size; null where there is none, and where the size makes the kind. */
export function textSizeOf(message: StoredMessage): TextSize | null {
  const known = isMadeBySize(message) ? undefined : textLimits.get(recordKind(message));
  if (known === undefined) return null;
  const { text = "" } = message;
  return { ...known, size: known.unit === "bytes" ? textBytes(text) : characterCount(text) };
}

export function takesTitle(message: StoredMessage): boolean {
  return isMadeBySize(message) || !untitled.has(recordKind(message));
}

/** The platform tells a text message's kind by its size and its title. */
function isMadeBySize({ type, imageId, chatOptions, portalOptions, rcsOptions }: StoredMessage) {
  return [type, imageId, chatOptions, portalOptions, rcsOptions].every((one) => one === undefined);
}

/** The platform takes a kind's name in any case. */
function recordKind(message: StoredMessage): string {
  return wireKind(message).toUpperCase();
}

/** What the platform will probably make of a text. */
export function likelyKind(message: Pick<StoredMessage, "text" | "subject">): "SMS" | "LMS" {
  const isShort = textBytes(message.text ?? "") <= smsBytes;
  return isShort && message.subject === undefined ? "SMS" : "LMS";
}

/** The platform's name of a message's kind: what it says, or else what the platform will probably make of it. */
export function wireKind(message: StoredMessage): string {
  const { type, chatOptions, portalOptions, rcsOptions, imageId } = message;
  if (type !== undefined) return type;
  if (rcsOptions !== undefined) return "RCS";
  if (portalOptions !== undefined) return "NSA";
  const image = imageId ?? fieldOf(chatOptions, "imageId");
  if (chatOptions !== undefined && fieldOf(chatOptions, "templateId") !== undefined) return "ATA";
  if (chatOptions !== undefined) return image === undefined ? "CTA" : "CTI";
  return image === undefined ? likelyKind(message) : "MMS";
}

function fieldOf(options: unknown, name: string): unknown {
  return typeof options === "object" && options !== null ? Reflect.get(options, name) : undefined;
}
