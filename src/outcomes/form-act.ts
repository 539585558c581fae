import { z } from "zod";
import type { Operation } from "../store/index.ts";
import { isNeedless, toAgain } from "./again.ts";

const Again = z.object({ root: z.string(), newest: z.string() });

/**
 * What a form carries from when it is shown: the act that it is, for all its redrawings and confirmations, and what it
 * tries once more, with the newest try that it shows.
 */
export const FormAct = z.object({ act: z.string(), again: Again.optional().catch(undefined) });
export type FormAct = z.infer<typeof FormAct>;

/** A form for another act, filled as one that was submitted: a message of its own once that got through. */
export function toNextAct(operation: Operation, act: string): FormAct {
  const hasHappened = operation.outcome === "accepted" || operation.settledAs === "arrived";
  return { act, again: hasHappened || isNeedless(operation) ? undefined : toAgain(operation) };
}

/** For what is taken on. */
export function againOf({ again }: FormAct): { again?: { root: string; newest: string } } {
  return again === undefined ? {} : { again };
}
