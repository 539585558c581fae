import { z } from "zod";

/** Longer than any id of the platform's, and short enough for every index that a database makes of it. */
const maxIdCharacters = 256;
/** Longer than any text that the description names. */
const maxTextCharacters = 10_000;
/** Longer than any name, number or date, and as much as a list shows of one. */
const maxLineCharacters = 200;
/** Longer than any country's; names are compared with all names that there are, and put in order. */
const maxNameCharacters = 100;

function cutTo(limit: number) {
  return (text: string) =>
    text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/*
 * Pieces of reply schemas: a field may be missing or null, and only what an operation needs is required. What is too
 * long ends in `…`, so that nobody takes it for the whole.
 */
export const optionalText = z.string().transform(cutTo(maxTextCharacters)).nullish();
/** What stands in a row of a list: there are thousands of rows, and each is gone through to show one page. */
export const optionalLine = z.string().transform(cutTo(maxLineCharacters)).nullish();
export const optionalName = z.string().transform(cutTo(maxNameCharacters)).nullish();
/** An id by which something is found again. The description says string; a number says the same. */
export const id = z.union([z.string().transform(cutTo(maxIdCharacters)), z.number().transform(toId)]);
export const optionalId = id.nullish();
export const optionalNumber = z.number().nullish();
export const optionalFlag = z.boolean().nullish();
export const textList = z.array(z.string()).nullish();

/** A number beyond what JavaScript holds exactly was rounded when it was read. */
function toId(number: number): string {
  return Number.isSafeInteger(number) ? String(number) : `${number}…`;
}

/** A record whose only need is to be one: a 2xx that carries an errorCode says the opposite of its status. */
export function withoutErrorCode<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return schema.refine((reply) => !hasErrorCode(reply));
}

function hasErrorCode(reply: unknown): boolean {
  if (typeof reply !== "object" || reply === null || !("errorCode" in reply)) return false;
  const { errorCode } = reply;
  return typeof errorCode === "number" ? errorCode !== 0 : typeof errorCode === "string" && errorCode !== "";
}
