import { plainAnswer } from "../slack/blocks/answer.ts";
import type { Click } from "../slack/edge/interaction.ts";
import type { Operation, Store } from "../store/index.ts";

/** The operation that a button is about, for its author alone; null when the person was told why it isn't theirs. */
export async function readOwn(
  click: Click,
  operations: Pick<Store["operations"], "get">,
  { noLonger, onlyAuthor }: { noLonger: string; onlyAuthor: string },
): Promise<Operation | null> {
  const operation = await operations.get(click.value);
  if (operation?.author === click.person.id) return operation;
  await click.answer(plainAnswer(operation === null ? noLonger : onlyAuthor));
  return null;
}
