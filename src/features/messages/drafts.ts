import type { Within } from "../../deadline.ts";
import { storeInTime } from "../../outcomes/handlers.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Draft, Store } from "../../store/index.ts";

export type DraftDeps = {
  within: Within;
  store: { drafts: Pick<Store["drafts"], "save" | "get"> };
  newId: () => string;
  now: () => Date;
  /** The store failed before anything was sent: the person is told to try again, the operator why. */
  onDraftFailure: (error: unknown) => void;
};

/** A confirmation lies open for a day at most. */
const draftLifeMs = 24 * 60 * 60_000;

/** The id that it is kept under; undefined when the store didn't take it in time. */
export function saveDraft(
  person: Person,
  { kind, body }: { kind: string; body: object },
  deps: DraftDeps,
): Promise<string | undefined> {
  const id = deps.newId();
  const expiresAt = new Date(deps.now().getTime() + draftLifeMs);
  const saving = deps.store.drafts.save({ id, author: person.id, kind, body, expiresAt });
  return storeInTime(
    saving.then(() => id),
    { within: deps.within, onFailure: deps.onDraftFailure },
  );
}

/** Null when it is gone or somebody else's; undefined when the store didn't say in time. */
export function readDraft(person: Person, id: string, deps: DraftDeps): Promise<Draft | null | undefined> {
  const { within, onDraftFailure: onFailure } = deps;
  return storeInTime(deps.store.drafts.get(id, person.id), { within, onFailure });
}
