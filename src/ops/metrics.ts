import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CallRecord } from "../platform/index.ts";
import type { DeliveryResult } from "../slack/posts/queue.ts";
import type { FinishRequest, PhoneOwnerAnswer, Store } from "../store/index.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Upper bounds in seconds; Slack gives up on an acknowledgement after 3 s. */
const acknowledgementBucketsS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3];
const callBucketsS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Interval of event loop samples in ms; the default of 10 caused most of an idle app's work. */
const eventLoopMonitoringPrecision = 100;

let ofProcess: Registry | undefined;

/** Collects metrics of the process. Collectors never end, so all apps in a process share them. */
function watchProcess(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision });
  }
  return ofProcess;
}

type Readings = { countConnections: () => number; isLeading: () => boolean };

/** Creates metrics whose labels hold no person, number, id or typed text. */
export function createMetrics({ countConnections, isLeading }: Readings) {
  const registry = Registry.merge([watchProcess()]);
  const registers = [registry];
  const acknowledgements = new Histogram({
    name: "chatops_acknowledgement_seconds",
    help: "From a payload's arrival at its listener to its acknowledgement, by where the person acted.",
    labelNames: ["surface"],
    buckets: acknowledgementBucketsS,
    registers,
  });
  const calls = new Histogram({
    name: "chatops_platform_call_seconds",
    help: "Calls of the messaging platform, retries included, by operation and how they ended.",
    labelNames: ["operation", "end"],
    buckets: callBucketsS,
    registers,
  });
  const receipts = new Counter({
    name: "chatops_receipts_total",
    help: "What owners of test phones said, by the message's kind and answer (arrived, looks_wrong, did_not_arrive).",
    labelNames: ["kind", "answer"],
    registers,
  });
  const acts = new Counter({
    name: "chatops_acts_total",
    help: "Confirmed acts by kind and result: what the store said (stored, duplicate, over_limit …), or busy.",
    labelNames: ["kind", "result"],
    registers,
  });
  gauge(registers, "chatops_slack_connections", "Open sockets to Slack; 1 in HTTP mode.", async () =>
    countConnections(),
  );
  const oldDeliveries = new Counter({
    name: "chatops_old_deliveries_total",
    help: "Deliveries of Slack's that looked too old to be answered: a clock that is ahead, or a proxy that holds back.",
    registers,
  });
  const fates = new Counter({
    name: "chatops_posts_total",
    help: "Posts by what became of a delivery: delivered, retried, readdressed, given_up.",
    labelNames: ["fate"],
    registers,
  });
  gauge(
    registers,
    "chatops_delivery_leading",
    "1 while this instance is the one that delivers posts, else 0.",
    async () => (isLeading() ? 1 : 0),
  );
  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    acknowledged: (surface: string, tookMs: number) => acknowledgements.observe({ surface }, tookMs / 1000),
    called: ({ operation, end, tookMs }: CallRecord) => calls.observe({ operation, end }, tookMs / 1000),
    oldDelivery: () => oldDeliveries.inc(),
    /** Counts answers of phone owners, since the platform reports no delivery. */
    received: (kind: string, answer: PhoneOwnerAnswer) => receipts.inc({ kind, answer }),
    busy: (kind: string) => acts.inc({ kind, result: "busy" }),
    watch: (store: Store) => watchStore(store, { registers, acts }),
    delivered: (fate: DeliveryResult) => fates.inc({ fate }),
  };
}

function watchStore(
  store: Store,
  { registers, acts }: { registers: Registry[]; acts: Counter<"kind" | "result"> },
): Store {
  const ends = new Counter({
    name: "chatops_operations_ended_total",
    help: "Ends of operations by kind, outcome and transition: corrected ones were counted as unknown before.",
    labelNames: ["kind", "outcome", "transition"],
    registers,
  });
  gauge(registers, "chatops_operations_open", "Operations stored or started.", () =>
    store.operations.countOpen(),
  );
  gauge(registers, "chatops_posts_queued", "Posts neither delivered nor given up.", () =>
    store.posts.countQueued(),
  );
  gauge(
    registers,
    "chatops_posts_oldest_seconds",
    "For how long the post that has waited the longest has not been delivered; 0 when none waits.",
    async () => (await store.posts.readMaxWaitMs()) / 1000,
  );
  gauge(
    registers,
    "chatops_announcements_heard",
    "1 while this instance hears at once of posts that others stored, else 0: it looks for them each second.",
    async () => (store.posts.hears() ? 1 : 0),
  );
  const { enqueue, finish } = store.operations;
  return {
    ...store,
    operations: {
      ...store.operations,
      async enqueue(request) {
        const result = await enqueue(request);
        acts.inc({ kind: request.kind, result: result.kind });
        return result;
      },
      async finish(id, end) {
        let kind = "";
        const notificationFor: FinishRequest["notificationFor"] = (transition, operation) => {
          kind = operation.kind;
          return end.notificationFor(transition, operation);
        };
        const transition = await finish(id, { ...end, notificationFor });
        if (transition === "ignored") return transition;
        ends.inc({ kind, outcome: end.outcome, transition });
        return transition;
      },
    },
  };
}

/** Registers a gauge whose value is read at each scrape, and omitted if reading fails. */
function gauge(registers: Registry[], name: string, help: string, read: () => Promise<number>): void {
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      const value = await read().catch(() => null);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}
