import type { Backoff } from "../backoff.ts";
import type { Config } from "../config.ts";
import type { Within } from "../deadline.ts";
import { type AppLog, createSlackLogger, type Log } from "../log.ts";
import type { Metrics } from "../ops/metrics.ts";
import { type AttemptTimer, type CallRecord, createPlatformClient } from "../platform/index.ts";
import type { HoldLimits } from "../slack/edge/edge.ts";
import { createSlackClient } from "../slack/edge/web-client.ts";
import type { ReadingTimes } from "../slack/files/download.ts";
import type { GroupPace } from "../slack/people/groups.ts";
import type { Pace } from "../slack/posts/queue.ts";
import type { PostgresLimits, Store } from "../store/index.ts";

export type AppOptions = {
  log: AppLog;
  /** Ends a start that still waits for Slack or the database. */
  signal: AbortSignal;
  /** Something that only a person can mend; the process should end and say so. */
  onFatal: (reason: string) => void;
  now: () => Date;
  /** In [0, 1), for jitter. */
  random: () => number;
  /** Longer than production's: a busy test machine is late by itself. */
  within?: Within;
  /** Others than production's: a busy test machine is held up by itself. */
  holdLimits?: HoldLimits;
  /** Other than Slack's: stories of posts need not wait a second for each. */
  pace?: Pace;
  /** For posts that can't be drawn or did not arrive. */
  postRetries?: Backoff | undefined;
  /** Shorter than production's: stories of a database that is away need not take minutes. */
  postgresLimits?: PostgresLimits | undefined;
  readingTimes?: ReadingTimes | undefined;
  /** The same of a group of which Slack says nothing. */
  groupPace?: GroupPace | undefined;
  /** Stories of something else are not disturbed by what is due at a start. */
  isClockOff?: boolean;
  /** Other than the clock: stories end the calls that the platform is silent to, and no others. */
  attemptTimer?: AttemptTimer | undefined;
};

/** What every part is built from. */
export type Ground = AppOptions &
  ReturnType<typeof createClients> & {
    config: Config;
    within: Within;
    calls: Signal<CallRecord>;
    homeChanges: Signal<string>;
    store: Store;
    metrics: Metrics;
  };

/** What talks to the platform and to Slack's Web API. */
export function createClients(
  config: Config,
  { log, now, attemptTimer }: Pick<AppOptions, "now" | "attemptTimer"> & { log: Log },
  onCall: (call: CallRecord) => void,
) {
  const { platform, slack } = config;
  return {
    platform: createPlatformClient({
      baseUrl: platform.baseUrl,
      apiKey: platform.apiKey.reveal(),
      apiSecret: platform.apiSecret.reveal(),
      timeoutMs: platform.timeoutMs,
      attemptTimer,
      now,
      onDeviation: ({ operation: call, path, problem }) =>
        log.warn({ call, path, problem }, "the platform departs from its description"),
      onCall,
    }),
    slack: createSlackClient({
      botToken: slack.botToken.reveal(),
      apiUrl: slack.apiUrl,
      logger: createSlackLogger(log),
    }),
  };
}

/** An instance that was silent for longer has lost its operations to another one. */
const leaseMarginMs = 60_000;

/** How long work is a process's own, in the store and for whoever does it. */
export function leaseMs({ platform }: Config): number {
  return platform.timeoutMs + leaseMarginMs;
}

/** What one part tells and others hear, without knowing each other. Listeners must not throw. */
export type Signal<T> = { tell: (news: T) => void; listen: (listener: (news: T) => void) => void };

export function createSignal<T>(): Signal<T> {
  const listeners: ((news: T) => void)[] = [];
  return {
    tell: (news) => {
      for (const listener of listeners) listener(news);
    },
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}
