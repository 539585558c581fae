import type { EnqueueRequest, Operation, Store, Transition } from "../../src/store/index.ts";
import { notifiesAct } from "./notifications.ts";

/** One fresh database that a contract suite opens as often as it likes. */
export type TestDatabase = {
  url: string;
  /** Whether several processes may have it open at once. */
  isShared: boolean;
  /** Opens it as a process of that name; everything opened is closed with the database. */
  open(owner?: string): Promise<Store>;
  /** The time of every store opened here. */
  clock: TestClock;
  remove(): Promise<void>;
};

export type MakeDatabase = () => Promise<TestDatabase>;

export const leaseMs = 60_000;

export class TestClock {
  #nowMs = Date.parse("2026-11-21T09:00:00.000Z");

  now = (): Date => new Date(this.#nowMs);

  advance(ms: number): Date {
    this.#nowMs += ms;
    return this.now();
  }
}

/** An act to be stored, with defaults. */
export function anAct(own: Partial<EnqueueRequest> & Pick<EnqueueRequest, "id">): EnqueueRequest {
  return { kind: "messages.send", author: "U1", conversation: "C1", request: { text: "hi" }, ...own };
}

/** A further try of `root`, with the reason that an unknown outcome needs. */
export function aTry(
  id: string,
  root: string,
  { newest = root, ...own }: Partial<EnqueueRequest> & { newest?: string } = {},
): EnqueueRequest {
  return anAct({ id, again: { root, newest, reason: "it hangs" }, ...own });
}

/** An end that is notified by its act's post in C1, with a line that names the transition. */
export function anEnd<T extends object>(own: T) {
  return {
    outcome: "accepted" as const,
    result: { statusCode: "2000" },
    notificationFor: (transition: Transition, operation: Operation) => notifiesAct(transition)(operation),
    ...own,
  };
}
