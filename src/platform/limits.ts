import { z } from "zod";
import { findInvisible } from "../blank-text.ts";

/** Limits stated in the platform's description, in its units. */
export const limits = {
  /** `message.text` and an RCS button's text: 1,000 Korean or 2,000 English characters. */
  textBytes: 2000,
  /** `message.subject`: 20 Korean or 40 English characters. */
  subjectBytes: 40,
  customFieldKeyCharacters: 30,
  customFieldValueCharacters: 100,
  /** Decoded bytes, by file type. */
  fileBytes: { CHAT: 512_000, MMS: 204_800, DOCUMENT: 2_097_152 },
  sendHistoryMonths: 6,
} as const;

/** Counts bytes as the platform does: 1 for ASCII, 2 for any other code point. */
export function textBytes(text: string): number {
  let sizeBytes = 0;
  for (const character of text) sizeBytes += character > "\u007f" ? 2 : 1;
  return sizeBytes;
}

/** Counts code points, so that an emoji counts as one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Largest file of a type in bytes; unknown types count as DOCUMENT. */
export function maxFileBytesOf(type: string | undefined): number {
  switch (type) {
    case "CHAT":
      return limits.fileBytes.CHAT;
    case "MMS":
      return limits.fileBytes.MMS;
    default:
      return limits.fileBytes.DOCUMENT;
  }
}

export function tooLong(size: Size, path: PropertyKey[] = []) {
  return { code: "custom" as const, params: size, path };
}

/** A text of at most `limit` bytes as the platform counts them. */
export function limitedText(limit: number) {
  return z.string().superRefine((text, context) => {
    const size = textBytes(text);
    if (size > limit) context.addIssue(tooLong({ limit, size, unit: "bytes" }));
  });
}

/** An id without invisible characters, which get copied unnoticed and make it a different id. */
export const idText = z.string().superRefine((text, context) => refuse(findInvisible(text), context));

export const linkText = z.string().superRefine((link, context) => refuse(findStray(link), context));

/** Returns a link's first invisible character, null for a space outside `#{…}`, otherwise undefined. */
export function findStray(link: string): string | null | undefined {
  const invisible = findInvisible(link);
  if (invisible !== undefined) return invisible;
  return /\s/.test(link.replace(/#\{[^{}\n]*\}/g, "")) ? null : undefined;
}

function refuse(character: string | null | undefined, context: z.RefinementCtx): void {
  if (character !== undefined) context.addIssue({ code: "custom", params: { character } });
}

/**
 * A problem found in the input before anything is sent. `field` is the platform's dotted path
 * (`chatOptions.buttons.0.buttonName`). An issue never contains a value, but may contain a key of `customFields`.
 */
export type InputIssue =
  | LimitIssue
  | { problem: "missing" | "unknown"; field: string }
  | { problem: "malformed"; field: string; wanted?: Wanted }
  /** An invisible character, or a space (null), where neither is allowed. */
  | { problem: "stray"; field: string; character: string | null };

/** The expected JSON type; `digits` is a string of digits. */
type Wanted = "string" | "boolean" | "array" | "object" | "digits";

export type LimitIssue = {
  problem: "too_long";
  field: string;
  limit: number;
  size: number;
  unit: "bytes" | "characters";
  /** Set if a map's key is too long, not its value. */
  part?: "key" | undefined;
};

const Size = z.object({
  limit: z.number(),
  size: z.number(),
  unit: z.enum(["bytes", "characters"]),
  part: z.literal("key").optional(),
});

export type Size = z.infer<typeof Size>;

const Stray = z.object({ character: z.string().nullable() });

/** Converts zod's error. Needs the parsed `input`, since zod reports missing fields as wrong types. */
export function toInputIssues(error: z.ZodError, input: unknown): InputIssue[] {
  return error.issues.flatMap((issue): InputIssue[] => {
    const field = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        problem: "unknown",
        field: field === "" ? key : `${field}.${key}`,
      }));
    }
    const size = issue.code === "custom" ? Size.safeParse(issue.params) : undefined;
    if (size?.success) return [{ problem: "too_long", field, ...size.data }];
    const stray = issue.code === "custom" ? Stray.safeParse(issue.params) : undefined;
    if (stray?.success) return [{ problem: "stray", field, ...stray.data }];
    if (isEmpty(valueAt(input, issue.path))) return [{ problem: "missing", field }];
    const wanted = findWanted(issue);
    return [{ problem: "malformed", field, ...(wanted !== undefined && { wanted }) }];
  });
}

function findWanted(issue: z.core.$ZodIssue): Wanted | undefined {
  if (issue.code === "invalid_format") return issue.format === "regex" ? "digits" : undefined;
  if (issue.code !== "invalid_type") return undefined;
  return issue.expected === "map" ? "object" : kinds.find((kind) => kind === issue.expected);
}

const kinds = ["string", "boolean", "array", "object"] as const;

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || isEmptyFile(value);
}

function isEmptyFile(value: unknown): boolean {
  return value instanceof Uint8Array && value.byteLength === 0;
}

/** Button types in the platform's description, which doesn't say whether there are more. */
export const buttonTypes = ["WL", "AL", "DS", "BK", "MD", "BC", "BT", "AC"] as const;

export const buttonLinkFields = ["linkMo", "linkPc", "linkAnd", "linkIos"] as const;
type ButtonLink = (typeof buttonLinkFields)[number];

export const ChatButton = z.strictObject({
  buttonType: z.string().min(1),
  buttonName: z.string().min(1),
  linkMo: linkText.optional(),
  linkPc: linkText.optional(),
  linkAnd: linkText.optional(),
  linkIos: linkText.optional(),
});

/** Returns the link fields of a button type: all for an unknown type, none for an empty type. */
export function linkFieldsOf(type: string): readonly ButtonLink[] {
  switch (type) {
    case "":
      return [];
    case "WL":
      return ["linkMo", "linkPc"];
    case "AL":
      return ["linkAnd", "linkIos"];
    default:
      return buttonTypes.some((known) => known === type) ? [] : buttonLinkFields;
  }
}
