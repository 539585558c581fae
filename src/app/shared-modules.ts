import type { Backoff } from "../backoff.ts";
import type { Config } from "../config.ts";
import type { Within } from "../deadline.ts";
import { type AppLog, createSlackLogger, type Log } from "../log.ts";
import type { Metrics } from "../ops/metrics.ts";
import { type AttemptTimer, type CallRecord, createPlatformClient } from "../platform/index.ts";
import type { StallLimits } from "../slack/edge/edge.ts";
import { type BotIdentity, createSlackClient } from "../slack/edge/web-client.ts";
import type { DownloadTimes } from "../slack/files/download.ts";
import type { GroupPace } from "../slack/people/groups.ts";
import { createPeople, type People } from "../slack/people/people.ts";
import type { Pace } from "../slack/posts/queue.ts";
import type { PostgresLimits, Store } from "../store/index.ts";

export type AppOptions = {
  log: AppLog;
  /** Ends a start that waits for Slack or the database. */
  signal: AbortSignal;
  /** Called for something that only a person can mend: the process should log it and end. */
  onFatal: (reason: string) => void;
  now: () => Date;
  /** Number in [0, 1), for jitter. */
  random: () => number;
  /** Tests allow more time: a busy test machine is slow by itself. */
  within?: Within;
  /** Tests set higher limits: a busy test machine stalls longer than production's limits allow. */
  holdLimits?: StallLimits;
  /** Tests set a faster pace: production's is one post a second for a conversation. */
  pace?: Pace;
  /** Waiting times before another try of a post that can't be rendered or did not arrive. */
  postRetries?: Backoff | undefined;
  /** Shorter limits, for tests of an unreachable database. */
  postgresLimits?: PostgresLimits | undefined;
  readingTimes?: DownloadTimes | undefined;
  /** Shorter waits, for tests of a Slack that doesn't answer. */
  groupPace?: GroupPace | undefined;
  /** Starts no jobs, for tests that jobs due at a start would disturb. */
  isClockOff?: boolean;
  /** Timer with which tests time out unanswered calls themselves. */
  attemptTimer?: AttemptTimer | undefined;
};

export type SharedModules = AppOptions &
  ReturnType<typeof createClients> & {
    config: Config;
    within: Within;
    calls: Signal<CallRecord>;
    homeChanges: Signal<string>;
    store: Store;
    metrics: Metrics;
  };

/** Clients of the platform and of Slack's Web API. */
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

/** Margin added to a call's time-out, in ms: an instance that is silent for longer loses its operations to another. */
const leaseMarginMs = 60_000;

/** Time in ms that operations stay with their process after its last heartbeat. */
export function toLeaseMs({ platform }: Config): number {
  return platform.timeoutMs + leaseMarginMs;
}

/** Passes news between parts that don't know each other. Listeners must not throw. */
type Signal<T> = { emit: (news: T) => void; listen: (listener: (news: T) => void) => void };

export function createEmitter<T>(): Signal<T> {
  const listeners: ((news: T) => void)[] = [];
  return {
    emit: (news) => {
      for (const listener of listeners) listener(news);
    },
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}

export async function startPeople(
  { config, slack, random, log, groupPace, within }: SharedModules,
  identity: BotIdentity,
  ending: AsyncDisposableStack,
): Promise<People> {
  const people = createPeople({
    client: slack,
    home: identity,
    groups: Object.values(config.people).flatMap(({ groups }) => groups),
    defaultLocale: config.locale,
    within,
    ...(groupPace && { groupPace }),
    onFailure: (what, error) => log.warn({ what, err: error }, "Slack did not say who somebody is"),
  });
  ending.defer(() => people.stop());
  await people.start(random);
  // Phone owners are looked up at the start, since their direct messages are in their language.
  const phoneOwners = new Set(config.messages.testRecipients.flatMap(({ phoneOwner }) => phoneOwner ?? []));
  await Promise.all(Array.from(phoneOwners, people.recognise));
  return people;
}
