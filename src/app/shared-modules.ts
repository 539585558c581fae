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
  /** Aborts a startup that waits for Slack or the database. */
  signal: AbortSignal;
  /** Called for a failure that only a person can repair; the process should log it and exit. */
  onFatal: (reason: string) => void;
  now: () => Date;
  random: () => number;
  /** Time limits; longer in tests, whose machines may be slow. */
  within?: Within;
  /** Limits of a stalled process; higher in tests, whose machines may stall. */
  holdLimits?: StallLimits;
  /** Pace of posts; faster in tests than production's one post a second for a conversation. */
  pace?: Pace;
  /** Waits before another try of a post that could not be rendered or delivered. */
  postRetries?: Backoff | undefined;
  /** Time limits of PostgreSQL; shorter in tests of an unreachable database. */
  postgresLimits?: PostgresLimits | undefined;
  readingTimes?: DownloadTimes | undefined;
  /** Waits of reading Slack's groups; shorter in tests of a Slack that doesn't answer. */
  groupPace?: GroupPace | undefined;
  isClockOff?: boolean;
  /** Timer of unanswered calls, which tests trigger themselves. */
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

/** Time added to a call's timeout to make a lease, after which others close a silent instance's operations. */
const leaseMarginMs = 60_000;

export function toLeaseMs({ platform }: Config): number {
  return platform.timeoutMs + leaseMarginMs;
}

/** Connects parts that don't know each other. Listeners must not throw. */
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
  // Phone owners are looked up at startup because direct messages to each are in the owner's language.
  const phoneOwners = new Set(config.messages.testRecipients.flatMap(({ phoneOwner }) => phoneOwner ?? []));
  await Promise.all(Array.from(phoneOwners, people.recognise));
  return people;
}
