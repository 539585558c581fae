import type { Store } from "../../../src/store/index.ts";

type Operations = Store["operations"];
type TakeOn = Operations["takeOn"];
type Request = Parameters<TakeOn>[0];

/** A store some of whose methods of operations are changed, and nothing else. */
export const otherwise =
  (change: (real: Operations) => Partial<Operations>) =>
  (real: Store): Store => ({ ...real, operations: { ...real.operations, ...change(real.operations) } });

export const takingOn = (takeOn: (real: TakeOn, request: Request) => ReturnType<TakeOn>) =>
  otherwise((real) => ({ takeOn: (request) => takeOn(real.takeOn, request) }));

export const cut = () => new Error("the connection was cut");

/** Takes nothing on until it is let, or fails. */
export function holding() {
  const held = Promise.withResolvers<void>();
  const store = takingOn(async (takeOn, request) => {
    await held.promise;
    return takeOn(request);
  });
  return { store, letGo: held.resolve, fail: () => held.reject(cut()) };
}
