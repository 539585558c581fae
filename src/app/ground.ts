import type { AppOptions } from "../app.ts";
import type { Config } from "../config.ts";
import type { Whom } from "../features/feature.ts";
import type { Metrics } from "../ops/metrics.ts";
import type { CallRecord } from "../platform/index.ts";
import type { Store } from "../store/index.ts";
import type { createClients } from "./clients.ts";
import type { Signal } from "./signal.ts";

/** What every part is built from. */
export type Ground = AppOptions &
  ReturnType<typeof createClients> & {
    config: Config;
    calls: Signal<CallRecord>;
    homeChanges: Signal<Whom>;
    store: Store;
    metrics: Metrics;
  };
