import type { Catalogue } from "../locales/index.ts";
import { actSubject } from "../operations/index.ts";
import { plainAnswer } from "../slack/blocks/answer.ts";
import type { Drawer } from "../slack/posts/queue.ts";
import type { Operation, Store, Telling } from "../store/index.ts";

/** Who draws what no feature here can: another version stored it, or its feature has a defect. */
export const plainKind = "plain";

/** To its author, that it ended and how. Pure. */
export function tellsPlainly({ act, author }: Operation): Telling {
  return {
    posts: [{ subject: actSubject(act), place: "result", kind: plainKind, destinations: [author] }],
  };
}

export function createPlainDrawer({
  store,
  words,
}: {
  store: { operations: Pick<Store["operations"], "ofAct"> };
  words: Catalogue;
}): Drawer {
  return {
    async draw({ subject }) {
      const operation = (await store.operations.ofAct(subject.slice(actSubject("").length))).at(-1);
      if (operation === undefined) return null;
      const { kind, id, outcome } = operation;
      return plainAnswer(words.edge.plainOutcome(kind, id, outcome ?? "unknown"));
    },
  };
}
