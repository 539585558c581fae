import { TZDate } from "@date-fns/tz";
import { lightFormat } from "date-fns/lightFormat";
import pLimit from "p-limit";
import type { Kind } from "./kind.ts";

export type Quota = { day: string; limit: number };

export type QuotaOptions = { timeZone: string; limit: number; now: () => Date };

const minuteMs = 60_000;

/**
 * What a send, an upload or a comment counts against now: the team's day. Reckoned once a minute, since days begin and zones change on whole
 * minutes and reckoning takes longer than all else in answering a command.
 */
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

/** `kept`: turns of acts that are being stored as started. */
type Limit = { calls: ReturnType<typeof pLimit>; kept: number };

type Taking = { kind: Kind; isOfSeveral: boolean };

/** Bounds how many calls of the platform are under way at once. */
export class Turns {
  readonly #shared: Limit;
  readonly #several: ReturnType<typeof pLimit>;
  readonly #own = new Map<string, Limit>();

  /** `concurrency`: over all kinds that have no limit of their own. */
  constructor(concurrency: number) {
    this.#shared = { calls: pLimit(concurrency), kept: 0 };
    this.#several = pLimit(Math.max(1, Math.floor(concurrency / 2)));
  }

  isFree(kind: Kind): boolean {
    const { calls, kept } = this.#limitOf(kind);
    return calls.activeCount + calls.pendingCount + kept < calls.concurrency;
  }

  /** Counts a free turn as taken until what it returns is called. Null: none is free. */
  keep(kind: Kind): (() => void) | null {
    if (!this.isFree(kind)) return null;
    const limit = this.#limitOf(kind);
    limit.kept += 1;
    let isKept = true;
    return () => {
      if (isKept) limit.kept -= 1;
      isKept = false;
    };
  }

  /** `isOfSeveral`: of an act that brought several, of which all together leave half of the shared turns to others. */
  async take({ kind, isOfSeveral }: Taking, run: () => Promise<void>): Promise<void> {
    const limit = this.#limitOf(kind);
    const { calls } = limit;
    return isOfSeveral && limit === this.#shared ? this.#several(() => calls(run)) : calls(run);
  }

  #limitOf({ name, atOnce }: Kind): Limit {
    if (atOnce === undefined) return this.#shared;
    const limit = this.#own.get(name) ?? { calls: pLimit(atOnce), kept: 0 };
    this.#own.set(name, limit);
    return limit;
  }
}
