import { storeBudgetMs, type Within } from "../deadline.ts";
import { wordsOf } from "../locales/index.ts";
import { plainAnswer } from "../slack/blocks/answer.ts";
import type { Click, Submission } from "../slack/edge/interaction.ts";
import { NotKnownError } from "../slack/people/people.ts";
import type { Operation, Store } from "../store/index.ts";

export type StoreFormDeps = {
  within: Within;
  /** Called with each failure of the store, also after the person has got an answer. */
  onStoreFailure: (error: unknown) => void;
};

/**
 * Stores a form that is no operation, such as a proposal. `why`: sentence that the store was too slow, so that the form
 * should be submitted again; it counts once. If the store fails later, the person gets a second answer.
 */
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

/** Result of storing; undefined if the store failed or was too slow: the form may be stored all the same. */
export function storeWithinBudget<T>(
  storing: Promise<T>,
  { within, onFailure }: { within: Within; onFailure: (error: unknown) => void },
): Promise<T | undefined> {
  const stored = storing.catch((error: unknown) => {
    // The edge answers this error with a sentence of its own.
    if (error instanceof NotKnownError) throw error;
    onFailure(error);
    return undefined;
  });
  return within(storeBudgetMs, stored);
}

/** Operation that a button names. If the person isn't its author, answers so and returns null. */
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
