import type { Whom } from "../features/feature.ts";
import type { PeopleList } from "../people-list.ts";
import type { Operation, Store } from "../store/index.ts";

/** The same store, whose operations are told of as they change what their authors see, and what waits for operators. */
export function tellHomeChanges(store: Store, operators: PeopleList, changed: (whom: Whom) => void): Store {
  const { takeOn, finish, settle, get } = store.operations;
  const { answer } = store.receipts;
  const tell = (operation: Operation | null) => {
    if (operation === null) return;
    changed(operation.author);
    // Unknown now, or no longer.
    if (operation.outcome === "unknown" || operation.correctedAt !== null) changed(operators);
  };
  const tellEnded = (operation: Operation | null) => {
    tell(operation);
    if (operation === null || operation.receipt === null) return;
    changed({ everyone: false, users: [operation.receipt.holder], groups: [] });
  };
  return {
    ...store,
    receipts: {
      ...store.receipts,
      async answer(id, request) {
        const result = await answer(id, request);
        if (result.kind === "answered") tell(result.operation);
        return result;
      },
    },
    operations: {
      ...store.operations,
      async takeOn(request) {
        const result = await takeOn(request);
        if (result.kind === "stored") changed(request.author);
        return result;
      },
      async finish(id, end) {
        const transition = await finish(id, end);
        // Read again: asking who holds the phone is part of the end.
        if (transition !== "ignored") void get(id).then(tellEnded, noop);
        return transition;
      },
      async settle(id, settlement) {
        const result = await settle(id, settlement);
        if (result.kind === "settled") tell(result.operation);
        return result;
      },
    },
  };
}

function noop(): void {}
