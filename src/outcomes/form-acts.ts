import { createHash } from "node:crypto";
import { z } from "zod";
import type { Acknowledgement, Act } from "../operations/index.ts";

/**
 * What a form carries: its act; the one that it began with, where that was another; and the operations of other content
 * that its person was told of, since they went, or may have gone, from this form.
 */
export const FormActs = z.object({
  act: z.string(),
  firstAct: z.string().optional().catch(undefined),
  told: z.array(z.string()).readonly().optional().catch(undefined),
});
export type FormActs = z.infer<typeof FormActs>;

/** What ties the act that a form leads to. `content`: what it would do; where the result is posted doesn't matter. */
export function toFormOfAct(form: FormActs, content: string): NonNullable<Act["form"]> {
  const { firstAct, told = [] } = tieOf(form);
  return { firstAct, told, content };
}

/** What the next form has of this one, since it is the same to its person. */
export function tieOf({ act, firstAct = act, told }: FormActs) {
  return { firstAct, told };
}

/** In so few characters that it is stored with each act, and fits what Slack brings back with a form. */
export function toContent(what: unknown): string {
  return createHash("sha256").update(JSON.stringify(what)).digest("base64url");
}

/** Submitted before it was changed: what it led to stands, and what it holds now is another thing. */
export function wasChanged(acknowledgement: Acknowledgement): boolean {
  return "isOther" in acknowledgement && acknowledgement.isOther;
}

/** The form as it comes back: under a new act, since the other is used up. */
export function withNewAct<F extends FormActs>(form: F, acknowledgement: Acknowledgement, act: string): F {
  const again = { ...form, ...tieOf(form), act };
  if (!wasChanged(acknowledgement)) return again;
  const first = acknowledgement.kind === "duplicate" ? acknowledgement.operation.id : form.act;
  return { ...again, told: [...(form.told ?? []), first] };
}
