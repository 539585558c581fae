import { countCharacters, type LimitIssue, limits, textBytes } from "../../../platform/index.ts";
import type { StoredMessage } from "../stored.ts";
import { kindOf, type MessageKind } from "./index.ts";

/** Limit of an SMS's text in bytes; a longer text, or one with a title, goes out as an LMS. */
export const maxSmsBytes = 90;

/** The type that the platform will probably give a text message. */
export function likelyTextType({ text = "", subject, imageId }: Partial<StoredMessage>) {
  if (imageId !== undefined) return "MMS";
  return textBytes(text) <= maxSmsBytes && subject === undefined ? "SMS" : "LMS";
}

type TextLimit = Pick<LimitIssue, "limit" | "unit">;
type TextSize = TextLimit & Pick<LimitIssue, "size">;

/** Limits that only the platform's public record states. It may be old, so a longer text is warned of, never refused. */
const textLimits: ReadonlyMap<string, TextLimit> = new Map([
  ["SMS", { limit: maxSmsBytes, unit: "bytes" }],
  ["ATA", { limit: 1000, unit: "characters" }],
  ["CTA", { limit: 1000, unit: "characters" }],
  ["CTI", { limit: 400, unit: "characters" }],
]);

/** Limit of the platform's description, for types that the public record doesn't limit. */
const anyText: TextLimit = { limit: limits.textBytes, unit: "bytes" };

/** Size of a message's text, and the limit of its type. */
export function textSizeOf(message: StoredMessage, type: string = wireTypeOf(message)): TextSize {
  const { text = "" } = message;
  const limit = textLimits.get(type.toUpperCase()) ?? anyText;
  return { ...limit, size: limit.unit === "bytes" ? textBytes(text) : countCharacters(text) };
}

/** Usual limit of this kind's text; undefined if it has only the limit of the platform's description. */
export function usualLimit({ type, likelyType }: MessageKind): TextLimit | undefined {
  return textLimits.get(type ?? likelyType?.({ to: "", from: "" }) ?? "");
}

/** Size and limit of a text that is too long; null if it is not, or if the platform chooses the type by size. */
export function findOversizedText(message: StoredMessage): TextSize | null {
  const { limit, size, unit } = textSizeOf(message);
  return size <= limit || isMadeBySize(message) ? null : { limit, size, unit };
}

/** Whether the platform chooses the message's type by size and title. */
function isMadeBySize(message: StoredMessage): boolean {
  return (
    message.type === undefined && kindOf(message).options === undefined && message["imageId"] === undefined
  );
}

/** The message's type, or the one that the platform will probably give it. */
export function wireTypeOf(message: StoredMessage): string {
  const { likelyType = likelyTextType } = kindOf(message);
  return message.type ?? likelyType(message);
}
