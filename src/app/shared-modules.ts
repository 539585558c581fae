import type { Backoff } from "../backoff.ts";
import type { Config } from "../config.ts";
import type { Within } from "../deadline.ts";
import { type AppLog, createSlackLogger, type Log } from "../log.ts";
import type { Metrics } from "../ops/metrics.ts";
import { type AttemptTimer, type CallRecord, createPlatformClient } from "../platform/index.ts";
import type { HoldLimits } from "../slack/edge/edge.ts";
import { createSlackClient, type Identity } from "../slack/edge/web-client.ts";
import type { ReadingTimes } from "../slack/files/download.ts";
import type { GroupPace } from "../slack/people/groups.ts";
import { createPeople, type People } from "../slack/people/people.ts";
import type { Pace } from "../slack/posts/queue.ts";
import type { PostgresLimits, Store } from "../store/index.ts";

export type AppOptions = {
  log: AppLog;
  /** Ends a start that waits for Slack or the database. */
  signal: AbortSignal;
  /** Something that only a person can mend: the process should end and say so. */
  onFatal: (reason: string) => void;
  now: () => Date;
  /** In [0, 1), for jitter. */
  random: () => number;
  /** For tests: a busy machine is late by itself. */
  within?: Within;
  /** For tests: a busy machine is held up by itself. */
  holdLimits?: HoldLimits;
  /** For tests, which need not wait a second for each post. */
  pace?: Pace;
  /** For posts that can't be rendered or did not arrive. */
  postRetries?: Backoff | undefined;
  /** For tests of a database that is away. */
  postgresLimits?: PostgresLimits | undefined;
  readingTimes?: ReadingTimes | undefined;
  /** For tests of a silent Slack. */
  groupPace?: GroupPace | undefined;
  /** For tests that what is due at a start would disturb. */
  isClockOff?: boolean;
  /** For tests that end silent calls by themselves. */
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

/** An instance silent for longer loses its operations to another one. */
const leaseMarginMs = 60_000;

/** How long operations stay with their process after its last beat. */
export function leaseMs({ platform }: Config): number {
  return platform.timeoutMs + leaseMarginMs;
}

/** News from one part to others that don't know each other. Listeners must not throw. */
type Signal<T> = { emit: (news: T) => void; listen: (listener: (news: T) => void) => void };

export function createSignal<T>(): Signal<T> {
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
  identity: Identity,
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
  // Looked up early: their direct messages are in their language.
  const phoneOwners = new Set(config.messages.testRecipients.flatMap(({ phoneOwner }) => phoneOwner ?? []));
  await Promise.all(Array.from(phoneOwners, people.recognise));
  return people;
}
