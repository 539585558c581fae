import type { Store } from "../../../src/store/index.ts";

type Operations = Store["operations"];
type TakeOn = Operations["enqueue"];
type Request = Parameters<TakeOn>[0];

/** A store with some changed methods of `operations`. */
export const otherwise =
  (change: (real: Operations) => Partial<Operations>) =>
  (real: Store): Store => ({ ...real, operations: { ...real.operations, ...change(real.operations) } });

export const takingOn = (enqueue: (real: TakeOn, request: Request) => ReturnType<TakeOn>) =>
  otherwise((real) => ({ enqueue: (request) => enqueue(real.enqueue, request) }));

export const cut = () => new Error("the connection was cut");

/** A store whose `enqueue` waits for `letGo` or `fail`. */
export function holding() {
  const held = Promise.withResolvers<void>();
  const store = takingOn(async (enqueue, request) => {
    await held.promise;
    return enqueue(request);
  });
  return { store, isThere: held.promise, letGo: held.resolve, fail: () => held.reject(cut()) };
}
