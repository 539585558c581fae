import type { App } from "@slack/bolt";
import type { Backoff } from "../backoff.ts";
import type { Config } from "../config.ts";
import type { Within } from "../deadline.ts";
import type { AppContext } from "../features/feature.ts";
import { createCountryNaming, searchCountries } from "../lists/country.ts";
import { createPlatformList, createPriceReader } from "../lists/readings.ts";
import { type AppLog, createSlackLogger, type Log } from "../log.ts";
import type { Metrics } from "../ops/metrics.ts";
import {
  type AttemptTimer,
  type CallRecord,
  createPlatformClient,
  type PlatformClient,
  readAllChannels,
} from "../platform/index.ts";
import type { HoldLimits } from "../slack/edge/edge.ts";
import { createSlackClient, type Identity } from "../slack/edge/web-client.ts";
import type { ReadingTimes } from "../slack/files/download.ts";
import type { GroupPace } from "../slack/people/groups.ts";
import { createPeople, type People } from "../slack/people/people.ts";
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
  /** For posts that can't be rendered or did not arrive. */
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
export type SharedModules = AppOptions &
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

/** Who is in the workspace, and may do what. */
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
  // What an earlier process left behind is asked of them as soon as it is closed, in their language.
  const phoneOwners = new Set(config.messages.testRecipients.flatMap(({ phoneOwner }) => phoneOwner ?? []));
  await Promise.all(Array.from(phoneOwners, people.recognise));
  return people;
}

/** What Slack tells of them by itself. */
export function followPeople(app: Pick<App, "event">, people: People): void {
  app.event("subteam_members_changed", ({ event }) =>
    people.groupChanged(event.subteam_id, event.removed_users),
  );
  app.event("user_change", ({ event }) => people.changed(event.user));
}

/** The platform's lists that more than one feature shows. */
export function createLists(platform: PlatformClient, now: () => Date): AppContext["lists"] {
  return {
    prices: createPriceReader(platform, now),
    channels: createPlatformList((call) => readAllChannels(platform, call), now),
    searchCountries,
    nameCountry: createCountryNaming(),
  };
}
