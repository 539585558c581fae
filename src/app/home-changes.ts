import type { Whom } from "../features/feature.ts";
import type { PeopleList } from "../people-list.ts";
import type { FinishRequest, Operation, SettleRequest, Store } from "../store/index.ts";

/** The same store, whose operations are told of as they change what their authors see, and what waits for operators. */
export function tellHomeChanges(store: Store, operators: PeopleList, changed: (whom: Whom) => void): Store {
  const { takeOn, finish, settle } = store.operations;
  const { answer } = store.receipts;
  const tell = (operation: Operation | null) => {
    if (operation === null) return;
    changed(operation.author);
    // Unknown now, or no longer.
    if (operation.outcome === "unknown" || operation.correctedAt !== null) changed(operators);
  };
  const operationNow = store.operations.get;
  const tellHolder = (operation: Operation | null) => {
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
        let ended: Operation | null = null;
        const posts: FinishRequest["posts"] = (transition, operation, linked) => {
          ended = operation;
          return end.posts(transition, operation, linked);
        };
        const transition = await finish(id, { ...end, posts });
        tell(ended);
        // Asking is part of the end, and shows only now.
        if (ended !== null) void operationNow(id).then(tellHolder, noop);
        return transition;
      },
      async settle(id, settlement) {
        let settled: Operation | null = null;
        const posts: SettleRequest["posts"] = (operation, listings) => {
          settled = operation;
          return settlement.posts(operation, listings);
        };
        const result = await settle(id, { ...settlement, posts });
        tell(settled);
        return result;
      },
    },
  };
}

function noop(): void {}
