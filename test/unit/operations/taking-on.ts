import { LostCommitError, type Store } from "../../../src/store/index.ts";

type TakeOn = Store["operations"]["takeOn"];
type Request = Parameters<TakeOn>[0];

/** A store whose way of taking on is changed, and nothing else. */
export const takingOn =
  (takeOn: (real: TakeOn, request: Request) => ReturnType<TakeOn>) =>
  (real: Store): Store => ({
    ...real,
    operations: { ...real.operations, takeOn: (request) => takeOn(real.operations.takeOn, request) },
  });

export const cut = () => new Error("the connection was cut");

/** The first commit comes to be, or doesn't, and its answer is lost; all later ones are answered. */
export function losing({ isCommitted }: { isCommitted: boolean }) {
  let isLost = false;
  return takingOn(async (takeOn, request) => {
    if (isLost) return takeOn(request);
    isLost = true;
    if (isCommitted) await takeOn(request);
    throw new LostCommitError(cut());
  });
}

/** Takes nothing on until it is let. */
export function holding() {
  const held = Promise.withResolvers<void>();
  const store = takingOn(async (takeOn, request) => {
    await held.promise;
    return takeOn(request);
  });
  return { store, letGo: held.resolve };
}
