import { z } from "zod";

/** Pieces of reply schemas: a field may be missing or null, and only what an operation needs is required. */
export const optionalText = z.string().nullish();
export const optionalNumber = z.number().nullish();
export const optionalFlag = z.boolean().nullish();
export const textList = z.array(z.string()).nullish();

/** A record whose only need is to be one: a 2xx that carries an errorCode says the opposite of its status. */
export function withoutErrorCode<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return schema.refine((reply) => !hasErrorCode(reply));
}

function hasErrorCode(reply: unknown): boolean {
  if (typeof reply !== "object" || reply === null || !("errorCode" in reply)) {
    return false;
  }
  return typeof reply.errorCode === "string" && reply.errorCode !== "";
}
