import type { OperationKind } from "../../../src/operations/index.ts";

type Call<R> = Awaited<ReturnType<OperationKind<object, R>["ready"]>>;

/** A call that asks before it leaves, as the platform's client does. */
export function asking<R>(call: (options: Parameters<Call<R>>[0]) => Promise<R>): Call<R> {
  return async (options) => {
    if (!(await options.mayLeave(1))) throw new Error("withheld");
    return call(options);
  };
}
