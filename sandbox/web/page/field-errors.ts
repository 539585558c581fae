import { redrawFields } from "./state.ts";

/** What the client itself says on a field, by view and block; the bot's own errors are in the view. */
const errors = new Map<string, string>();

function keyOf(viewId: string, blockId: string): string {
  return JSON.stringify([viewId, blockId]);
}

export function fieldErrorOf(viewId: string, blockId: string): string | null {
  return errors.get(keyOf(viewId, blockId)) ?? null;
}

export function setFieldError(viewId: string, blockId: string, error: string | null): void {
  if (error === null && !errors.has(keyOf(viewId, blockId))) return;
  if (error === null) errors.delete(keyOf(viewId, blockId));
  else errors.set(keyOf(viewId, blockId), error);
  redrawFields(viewId);
}

/** Replaces all errors of a view, as a submission does. */
export function setFieldErrors(viewId: string, found: { readonly [blockId: string]: string }): void {
  for (const key of errors.keys())
    if (key.startsWith(JSON.stringify([viewId]).slice(0, -1))) errors.delete(key);
  for (const [blockId, error] of Object.entries(found)) errors.set(keyOf(viewId, blockId), error);
  redrawFields(viewId);
}
