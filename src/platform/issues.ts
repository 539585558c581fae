import { z } from "zod";

/**
 * What is wrong with an input, before anything is sent. `field` is the platform's own name as a dotted path
 * (`text`, `chatOptions.buttons.0.buttonName`). Values are never part of an issue; keys of `customFields` are.
 */
export type InputIssue =
  | LimitIssue
  | { problem: "missing" | "unknown"; field: string }
  | { problem: "malformed"; field: string; wanted?: Wanted }
  /** What isn't drawn, or a space (null), where it can't stand. */
  | { problem: "stray"; field: string; character: string | null };

/** In JSON's words, where a value is of another kind; digits where a text has others. */
type Wanted = "string" | "boolean" | "array" | "object" | "digits";

/** A size over its limit, both in `unit`: bytes as the platform counts them, or characters (code points). */
export type LimitIssue = {
  problem: "too_long";
  field: string;
  limit: number;
  size: number;
  unit: "bytes" | "characters";
  /** Set when it is the key of a map that is too long, not its value. */
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

/** A schema's complaints as issues. `input` is what was parsed: zod says "wrong type" for a missing field too. */
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
