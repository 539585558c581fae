import type { AppOptions } from "../app.ts";
import type { Config } from "../config.ts";
import type { Whom } from "../features/feature.ts";
import { createSlackLogger, type Log } from "../log.ts";
import type { Metrics } from "../ops/metrics.ts";
import { type CallRecord, createPlatformClient } from "../platform/index.ts";
import { createSlackClient } from "../slack/edge/edge.ts";
import type { Store } from "../store/index.ts";

/** What every part is built from. */
export type Ground = AppOptions &
  ReturnType<typeof createClients> & {
    config: Config;
    calls: Signal<CallRecord>;
    homeChanges: Signal<Whom>;
    store: Store;
    metrics: Metrics;
  };

/** What talks to the platform and to Slack's Web API. */
export function createClients(
  config: Config,
  { log, now }: { log: Log; now: () => Date },
  onCall: (call: CallRecord) => void,
) {
  const { platform, slack } = config;
  return {
    platform: createPlatformClient({
      baseUrl: platform.baseUrl,
      apiKey: platform.apiKey.reveal(),
      apiSecret: platform.apiSecret.reveal(),
      timeoutMs: platform.timeoutMs,
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

/** A lease is renewed at a third of this; a process that is gone longer has lost its work to recovery. */
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
