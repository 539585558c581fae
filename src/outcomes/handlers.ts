import { storeBudgetMs, type Within } from "../deadline.ts";
import { wordsOf } from "../locales/index.ts";
import { plainAnswer } from "../slack/blocks/answer.ts";
import type { Click, Submission } from "../slack/edge/interaction.ts";
import { NotKnownError } from "../slack/people/people.ts";
import type { Operation, Store } from "../store/index.ts";

export type StoreFormDeps = {
  within: Within;
  /** Called with each failure of the store, even after the person's answer. */
  onStoreFailure: (error: unknown) => void;
};

/** Stores a form. `why`: the store was too slow, and submitting again counts only once. A later failure is answered too. */
export async function storeForm<T>(
  { person, answer, delivery }: Pick<Submission, "person" | "answer" | "delivery">,
  { within, onStoreFailure }: StoreFormDeps,
  store: () => Promise<T>,
): Promise<{ stored: T } | { why: string }> {
  const { common, edge } = wordsOf(person.locale);
  let isAnswered = false;
  const onFailure = (error: unknown) => {
    onStoreFailure(error);
    if (isAnswered) answer(plainAnswer(edge.storeSlow)).catch(onStoreFailure);
  };
  delivery.mayStand = true;
  const stored = await storeWithinBudget(store(), { within, onFailure });
  isAnswered = true;
  return stored === undefined ? { why: common.mayBeTaken } : { stored };
}

/** Returns the stored result; undefined if the store failed, or was too slow and may still store the form. */
export function storeWithinBudget<T>(
  storing: Promise<T>,
  { within, onFailure }: { within: Within; onFailure: (error: unknown) => void },
): Promise<T | undefined> {
  const stored = storing.catch((error: unknown) => {
    // The edge has its own answer to this error.
    if (error instanceof NotKnownError) throw error;
    onFailure(error);
    return undefined;
  });
  return within(storeBudgetMs, stored);
}

/** Reads the operation that a button names. Refuses with an answer and null if the person isn't its author. */
export async function readOwnOperation(
  click: Click,
  operations: Pick<Store["operations"], "get">,
  { noLonger, onlyAuthor }: { noLonger: string; onlyAuthor: string },
): Promise<Operation | null> {
  const operation = await operations.get(click.value);
  if (operation?.author === click.person.id) return operation;
  await click.answer(plainAnswer(operation === null ? noLonger : onlyAuthor));
  return null;
}
