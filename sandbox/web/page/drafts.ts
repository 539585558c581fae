import type { EnteredValue, FieldEntry } from "../act.ts";
import { redrawFields } from "./state.ts";

/**
 * What the person typed and the workspace does not know yet. A field's key is its view, block and action:
 * new ids are a new field, and unchanged ids keep what was typed, as in Slack.
 */
export type FieldAt = { readonly viewId: string; readonly blockId: string; readonly actionId: string };

type Draft = FieldEntry & FieldAt;

const drafts = new Map<string, Draft>();

function keyOf({ viewId, blockId, actionId }: FieldAt): string {
  return JSON.stringify([viewId, blockId, actionId]);
}

/** undefined when the field shows what the workspace has. */
export function draftOf(at: FieldAt): EnteredValue | undefined {
  return drafts.get(keyOf(at))?.value;
}

export function setDraft(at: FieldAt, value: EnteredValue): void {
  drafts.set(keyOf(at), { ...at, value });
  redrawFields(at.viewId);
}

/** Forgets one field's draft: the workspace has it now. */
export function dropDraft(at: FieldAt): void {
  drafts.delete(keyOf(at));
  redrawFields(at.viewId);
}

export type Taken = { readonly entries: FieldEntry[]; settle(): void };

/**
 * The drafts of a view, to be sent. `settle` forgets those that were taken over and not typed over since.
 */
export function takeDrafts(viewId: string): Taken {
  const taken = [...drafts].filter(([, draft]) => draft.viewId === viewId);
  return {
    entries: taken.map(([, { blockId, actionId, value }]) => ({ blockId, actionId, value })),
    settle() {
      for (const [key, draft] of taken) if (drafts.get(key) === draft) drafts.delete(key);
      redrawFields(viewId);
    },
  };
}

/** Forgets the drafts of views that are no longer open. */
export function keepDraftsOf(viewIds: readonly string[]): void {
  for (const [key, draft] of drafts) if (!viewIds.includes(draft.viewId)) drafts.delete(key);
}

/** What the client itself says on fields, by view and then by block; the bot's own errors are in the view. */
const errors = new Map<string, { readonly [blockId: string]: string }>();

export function fieldErrorOf(viewId: string, blockId: string): string | null {
  return errors.get(viewId)?.[blockId] ?? null;
}

/** Takes the field's error away, unless there is another one. */
export function setFieldError(viewId: string, blockId: string, error?: string): void {
  const { [blockId]: before, ...others } = errors.get(viewId) ?? {};
  if (before !== error)
    setFieldErrors(viewId, error === undefined ? others : { ...others, [blockId]: error });
}

/** Replaces all errors of a view, as a submission does. */
export function setFieldErrors(viewId: string, found: { readonly [blockId: string]: string }): void {
  errors.set(viewId, found);
  redrawFields(viewId);
}
