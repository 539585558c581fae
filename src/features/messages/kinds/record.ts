import { countCharacters, type LimitIssue, limits, textBytes } from "../../../platform/index.ts";
import type { StoredMessage } from "../stored.ts";
import { kindOf, type MessageKind } from "./index.ts";

/** Limit of an SMS's text in bytes; a longer text, or a text with a title, becomes an LMS. */
export const maxSmsBytes = 90;

/** Guesses the type that the platform will give a text message. */
export function likelyTextType({ text = "", subject, imageId }: Partial<StoredMessage>) {
  if (imageId !== undefined) return "MMS";
  return textBytes(text) <= maxSmsBytes && subject === undefined ? "SMS" : "LMS";
}

type TextLimit = Pick<LimitIssue, "limit" | "unit">;
type TextSize = TextLimit & Pick<LimitIssue, "size">;

/** Limits by the platform's public record, which may be old: a longer text causes a warning, never a refusal. */
const textLimits: ReadonlyMap<string, TextLimit> = new Map([
  ["SMS", { limit: maxSmsBytes, unit: "bytes" }],
  ["ATA", { limit: 1000, unit: "characters" }],
  ["CTA", { limit: 1000, unit: "characters" }],
  ["CTI", { limit: 400, unit: "characters" }],
]);

/** Limit by the platform's API document, for types without a limit in the public record. */
const anyText: TextLimit = { limit: limits.textBytes, unit: "bytes" };

export function textSizeOf(message: StoredMessage, type: string = wireTypeOf(message)): TextSize {
  const { text = "" } = message;
  const limit = textLimits.get(type.toUpperCase()) ?? anyText;
  return { ...limit, size: limit.unit === "bytes" ? textBytes(text) : countCharacters(text) };
}

/** Usual limit of the kind's text; undefined if only the limit of the API document applies. */
export function usualLimit({ type, likelyType }: MessageKind): TextLimit | undefined {
  return textLimits.get(type ?? likelyType?.({ to: "", from: "" }) ?? "");
}

/** Size and limit of an oversized text; null for other texts, or if the platform chooses the type by size. */
export function findOversizedText(message: StoredMessage): TextSize | null {
  const { limit, size, unit } = textSizeOf(message);
  return size <= limit || isMadeBySize(message) ? null : { limit, size, unit };
}

function isMadeBySize(message: StoredMessage): boolean {
  return (
    message.type === undefined && kindOf(message).options === undefined && message["imageId"] === undefined
  );
}

export function wireTypeOf(message: StoredMessage): string {
  const { likelyType = likelyTextType } = kindOf(message);
  return message.type ?? likelyType(message);
}
