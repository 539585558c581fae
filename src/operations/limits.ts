import { TZDate } from "@date-fns/tz";
import { lightFormat } from "date-fns/lightFormat";
import pLimit from "p-limit";
import type { AnyOperationKind } from "./kind.ts";

export type Quota = { day: string; limit: number };

export type QuotaOptions = { timeZone: string; limit: number; now: () => Date };

const minuteMs = 60_000;

/** Creates a function that returns the quota of the team's day, computed once a minute because computing is slow. */
export function createQuota({ timeZone, limit, now }: QuotaOptions): () => Quota {
  let minute = Number.NaN;
  let quota: Quota = { day: "", limit };
  return () => {
    const nowMs = now().getTime();
    const thisMinute = Math.floor(nowMs / minuteMs);
    if (thisMinute !== minute) {
      minute = thisMinute;
      quota = { day: lightFormat(new TZDate(nowMs, timeZone), "yyyy-MM-dd"), limit };
    }
    return quota;
  };
}

/** `kept`: turns reserved for acts that are being stored as started. */
type Limit = { calls: ReturnType<typeof pLimit>; kept: number };

export class Turns {
  readonly #shared: Limit;
  readonly #several: ReturnType<typeof pLimit>;
  readonly #own = new Map<string, Limit>();

  /** `concurrency`: most calls at once of all kinds without a limit of their own. */
  constructor(concurrency: number) {
    this.#shared = { calls: pLimit(concurrency), kept: 0 };
    this.#several = pLimit(Math.max(1, Math.floor(concurrency / 2)));
  }

  isFree(kind: AnyOperationKind): boolean {
    const { calls, kept } = this.#limitOf(kind);
    return calls.activeCount + calls.pendingCount + kept < calls.concurrency;
  }

  /** Reserves a free turn until the returned function is called; null if none is free. */
  keep(kind: AnyOperationKind): (() => void) | null {
    if (!this.isFree(kind)) return null;
    const limit = this.#limitOf(kind);
    limit.kept += 1;
    let isKept = true;
    return () => {
      if (isKept) limit.kept -= 1;
      isKept = false;
    };
  }

  /** Runs `run` in its turn. Operations of acts with several (`isOfSeveral`) take at most half of the shared turns. */
  async take(kind: AnyOperationKind, isOfSeveral: boolean, run: () => Promise<void>): Promise<void> {
    const limit = this.#limitOf(kind);
    const { calls } = limit;
    return isOfSeveral && limit === this.#shared ? this.#several(() => calls(run)) : calls(run);
  }

  #limitOf({ name, atOnce }: AnyOperationKind): Limit {
    if (atOnce === undefined) return this.#shared;
    const limit = this.#own.get(name) ?? { calls: pLimit(atOnce), kept: 0 };
    this.#own.set(name, limit);
    return limit;
  }
}
