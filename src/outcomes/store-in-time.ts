import { within } from "../deadline.ts";
import { GroupNotKnownError } from "../slack/people/people.ts";

/** As much as the store has before any acknowledgement (contract: 1.5 s). */
const storeBudgetMs = 1500;

/**
 * What the store made of a form that is no operation. Undefined when it failed, or didn't answer in time: it may have been
 * written, or be written yet, so that the person is told `common.mayBeTaken`, and the same form again counts once.
 */
export function storeInTime<T>(
  storing: Promise<T>,
  onFailure: (error: unknown) => void,
): Promise<T | undefined> {
  const stored = storing.catch((error: unknown) => {
    // Told where somebody's rights are, in words of its own.
    if (error instanceof GroupNotKnownError) throw error;
    onFailure(error);
    return undefined;
  });
  return within(storeBudgetMs, stored);
}
