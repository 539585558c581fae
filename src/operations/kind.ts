import type { Log } from "../log.ts";
import { type LateReply, PlatformError } from "../platform/index.ts";
import type { NewPost, Operation, Transition } from "../store/index.ts";
import { type End, ownCodes, ownEnd, toEnd } from "./end.ts";

/** One kind of platform-changing call, as its feature defines it. `R` is the platform's reply. */
export type OperationKind<R> = {
  /** `messages.send` … */
  name: string;
  /** Makes the call from the stored body. Throws PlatformError. */
  call(
    request: unknown,
    options: { signal: AbortSignal; onLateReply: (late: LateReply<R>) => void },
  ): Promise<R>;
  /** What is kept of a reply that was accepted. */
  toEnd(reply: R): End;
  /** The posts that tell of an end. Pure. */
  posts(operation: Operation, transition: Transition): NewPost[];
};

/** What finishing an operation needs. */
export type Runner = Pick<OperationKind<never>, "name" | "posts">;

/** A kind with its reply's type closed over. */
export type Caller = Runner & {
  run(request: unknown, signal: AbortSignal, onLate: (end: End) => void): Promise<End>;
};

export function toCaller<R>(kind: OperationKind<R>, log: Log): Caller {
  return {
    name: kind.name,
    posts: kind.posts,
    async run(request, signal, onLate) {
      try {
        const reply = await kind.call(request, {
          signal,
          onLateReply: (late) => onLate(late.ok ? kind.toEnd(late.reply) : toEnd(late.error)),
        });
        return kind.toEnd(reply);
      } catch (error) {
        if (error instanceof PlatformError) return toEnd(error);
        log.error({ kind: kind.name, err: error }, "a call failed in an unforeseen way");
        return ownEnd("unknown", ownCodes.defect);
      }
    },
  };
}
