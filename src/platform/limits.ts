import { z } from "zod";
import { findUndrawn } from "../blank-text.ts";
import type { Size } from "./issues.ts";

/** The limits of the platform's description, in the units it counts in. */
export const limits = {
  /** `message.text` and the text of an RCS button: 1,000 Korean or 2,000 English characters. */
  textBytes: 2000,
  /** `message.subject`: 20 Korean or 40 English characters. */
  subjectBytes: 40,
  customFieldKeyCharacters: 30,
  customFieldValueCharacters: 100,
  /** Decoded bytes, by file type. */
  fileBytes: { CHAT: 512_000, MMS: 204_800, DOCUMENT: 2_097_152 },
  /** How long the platform keeps its own history of what was sent. */
  sendHistoryMonths: 6,
} as const;

/** Bytes of a text as the platform counts them: ASCII 1, any other code point 2 (an emoji is one code point). */
export function textBytes(text: string): number {
  let sizeBytes = 0;
  for (const character of text) sizeBytes += character > "\u007f" ? 2 : 1;
  return sizeBytes;
}

/** Characters of a text: code points, so that an emoji is one. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Greatest size of a file of this type in bytes. A type that the description doesn't name, and none, is DOCUMENT. */
export function fileLimitBytes(type: string | undefined): number {
  switch (type) {
    case "CHAT":
      return limits.fileBytes.CHAT;
    case "MMS":
      return limits.fileBytes.MMS;
    default:
      return limits.fileBytes.DOCUMENT;
  }
}

/** A zod refinement's complaint that carries the sizes, for issues.ts to read. */
export function tooLong(size: Size, path: PropertyKey[] = []) {
  return { code: "custom" as const, params: size, path };
}

/** A text of at most `limit` bytes as `textBytes` counts them. */
export function textUpTo(limit: number) {
  return z.string().superRefine((text, context) => {
    const size = textBytes(text);
    if (size > limit) context.addIssue(tooLong({ limit, size, unit: "bytes" }));
  });
}

/** An id. What isn't drawn came with it when it was copied, and would make it another one. */
export const idText = z.string().superRefine((text, context) => refuse(findUndrawn(text), context));

export const linkText = z.string().superRefine((link, context) => refuse(findStray(link), context));

/** What can't stand in a link and isn't drawn, or null for a space, which may stand in the name of a template's variable. */
export function findStray(link: string): string | null | undefined {
  const undrawn = findUndrawn(link);
  if (undrawn !== undefined) return undrawn;
  return /\s/.test(link.replace(/#\{[^{}\n]*\}/g, "")) ? null : undefined;
}

function refuse(character: string | null | undefined, context: z.RefinementCtx): void {
  if (character !== undefined) context.addIssue({ code: "custom", params: { character } });
}
