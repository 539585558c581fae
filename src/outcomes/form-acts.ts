import { createHash } from "node:crypto";
import type { Acknowledgement, Act } from "../operations/index.ts";

/** What a form carries: its act, and the one that it began with, where that was another. */
export type FormActs = { act: string; firstAct?: string | undefined };

/** Of the act that a form leads to. `content`: what would be done by it, where it is told doesn't matter. */
export function toFormOfAct(form: FormActs, content: string): NonNullable<Act["form"]> {
  const { act, firstAct = act } = form;
  return { firstAct, content, changedAct: toFirstOfChanged(form, content) };
}

/** In so few characters that it is stored with each act, and fits what Slack brings back with a form. */
export function toContent(what: unknown): string {
  return createHash("sha256").update(JSON.stringify(what)).digest("base64url");
}

/** Submitted before it was changed: what it led to stands, and what it holds now is another thing. */
export function wasChanged(acknowledgement: Acknowledgement): boolean {
  return "isOther" in acknowledgement && acknowledgement.isOther;
}

/**
 * The form as it comes back: under a new act, since the other is used up. It stays the same form, of whose acts one can have
 * an effect, unless it was changed since that one.
 */
export function withNewAct<F extends FormActs>(form: F, acknowledgement: Acknowledgement, act: string): F {
  const { act: before, firstAct = before } = form;
  return { ...form, act, firstAct: wasChanged(acknowledgement) ? undefined : firstAct };
}

/**
 * The first act of what a changed form goes on as while that form itself is still there: whatever it leads to once more with
 * the same content belongs together.
 */
export function toFirstOfChanged({ act, firstAct = act }: FormActs, content: string): string {
  return toContent([firstAct, content]);
}
