/** What can go wrong with a request that is itself in order. See README.md for what each does. */
export type Fault =
  | { kind: "status"; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: "refuse"; errorCode: string; errorMessage?: string; status?: number }
  | { kind: "statusCode"; statusCode: string; statusMessage: string }
  | { kind: "silence"; errorCode?: string }
  | { kind: "delay"; ms: number }
  | { kind: "reset"; when: "before" | "after" }
  | { kind: "cut" }
  | { kind: "garbage" }
  | { kind: "html500" }
  | { kind: "useless" }
  | { kind: "huge"; bytes: number };

/** Which requests a fault is for: `path` is a prefix of the path without its query; `times` is 1 by default. */
type FaultTarget = { method?: string; path?: string; times?: number };

export type Faults = {
  /** Queues a fault for the next matching requests. Earlier ones go first. */
  next(fault: Fault, target?: FaultTarget): void;
  /** Sets the fault of every request that no queued one takes; null ends that. */
  always(fault: Fault | null): void;
  /** Answers all requests that are held by `silence` or `delay`. */
  release(): void;
  /** Drops the queue and `always`; held requests stay held. */
  clear(): void;
};

type Queued = { fault: Fault; method: string | null; path: string; left: number };

export type FaultPlan = Faults & {
  /** The fault for a request, taken off the queue; null when there is none. */
  take(method: string, path: string): Fault | null;
  /** Calls back at release, or after the time if one is given. Returns the function that gives up waiting. */
  hold(answer: () => void, maxMs?: number): () => void;
};

/** Creates an empty plan of faults. */
export function createFaultPlan(): FaultPlan {
  let queue: Queued[] = [];
  let standing: Fault | null = null;
  const held = new Set<() => void>();

  return {
    next(fault, { method, path = "/", times = 1 } = {}) {
      queue.push({ fault, method: method?.toUpperCase() ?? null, path, left: times });
    },
    always(fault) {
      standing = fault;
    },
    release() {
      for (const answer of [...held]) answer();
    },
    clear() {
      queue = [];
      standing = null;
    },
    take(method, path) {
      const found = queue.find(
        (each) => (each.method === null || each.method === method) && path.startsWith(each.path),
      );
      if (found === undefined) return standing;
      found.left -= 1;
      queue = queue.filter((each) => each.left > 0);
      return found.fault;
    },
    hold(answer, maxMs) {
      const giveUp = () => {
        clearTimeout(timer);
        held.delete(answerOnce);
      };
      const answerOnce = () => {
        giveUp();
        answer();
      };
      const timer = maxMs === undefined ? undefined : setTimeout(answerOnce, maxMs);
      held.add(answerOnce);
      return giveUp;
    },
  };
}
