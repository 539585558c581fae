import type { Catalogue } from "../locales/index.ts";
import { type LateReply, PlatformError } from "../platform/index.ts";
import type { NewPost, Operation, Transition } from "../store/index.ts";
import type { Description } from "./description.ts";
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
  /** What lists say of it. Pure. */
  describe(operation: Operation, words: Catalogue): Description;
};

/** What finishing an operation needs. */
export type Runner = Pick<Kind, "name" | "posts">;

/** A kind with its reply's type closed over, as a list of kinds can hold it. */
export type Kind = Pick<OperationKind<never>, "name" | "posts" | "describe"> & {
  run(request: unknown, options: RunOptions): Promise<End>;
};

export type RunOptions = {
  signal: AbortSignal;
  onLate: (end: End) => void;
  /** Something that isn't the platform's doing. */
  onDefect: (error: unknown) => void;
};

export function operationKind<R>(kind: OperationKind<R>): Kind {
  const { name, posts, describe } = kind;
  return {
    name,
    posts,
    describe,
    async run(request, { signal, onLate, onDefect }) {
      try {
        const reply = await kind.call(request, {
          signal,
          onLateReply: (late) => onLate(late.ok ? kind.toEnd(late.reply) : toEnd(late.error)),
        });
        return kind.toEnd(reply);
      } catch (error) {
        if (error instanceof PlatformError) return toEnd(error);
        onDefect(error);
        return ownEnd("unknown", ownCodes.defect);
      }
    },
  };
}
