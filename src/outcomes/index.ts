import type { Catalogue } from "../locales/index.ts";
import type { Description } from "../operations/description.ts";
import type { Operation } from "../store/index.ts";
import type { Teller } from "./telling.ts";

export type TellerOptions = Omit<Teller, "describe"> & {
  /** `ways`: of those in `ids`, what is otherwise for this operation. */
  describe: (operation: Operation, words: Catalogue) => Description | null;
};

/** How one kind of operation is told of, also where its feature can't read it any more. */
export function createTeller(options: TellerOptions): Teller {
  return {
    ...options,
    describe: (operation, words) => {
      const described = options.describe(operation, words);
      if (described !== null) return { ways: options.ids, ...described };
      // What can't be read can't fill a form either; that it arrived can still be said.
      return {
        ...describeUnread(operation, words),
        ways: { ...options.ids, edit: null, repeat: null, anew: null },
      };
    },
  };
}

/** What is known of an operation that this version of its feature can't read. */
export function describeUnread({ kind }: Operation, { history }: Catalogue): Description {
  const subject = { inFull: history.unreadable, masked: history.unreadable };
  return { kind, subject, facts: [], contents: [], ids: [] };
}
