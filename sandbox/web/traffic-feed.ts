import type { ReceivedRequest, RequestRecord, SandboxPlatform } from "../platform/index.ts";
import type { SlackWorkspace } from "../slack/index.ts";
import { isObject, toObject, toObjects, toText } from "../slack/json.ts";
import type { Finding, TrafficEntry } from "../slack/types.ts";
import { maskSecrets } from "./mask.ts";
import type { TrafficItem } from "./protocol.ts";

/** Slack gives 3 s; beyond one the bot is too slow for comfort. */
const SLOW_ACK_MS = 1000;
/** Older lines are forgotten by the page; the workspace itself keeps them. */
const KEPT = 500;

export type TrafficFeed = {
  /** Oldest first. */
  items(): TrafficItem[];
  on(listener: (item: TrafficItem) => void): () => void;
  /** Notes what a person did to the outside world. */
  note(name: string, request: unknown): void;
  close(): void;
};

/** Creates one list of all that goes between Slack, the bot and the platform, secrets masked. */
export function createTrafficFeed(slack: SlackWorkspace, platform: SandboxPlatform): TrafficFeed {
  const secrets = [slack.botToken, slack.appToken, slack.signingSecret, platform.apiKey, platform.apiSecret];
  const items = new Map<string, TrafficItem>();
  const listeners = new Set<(item: TrafficItem) => void>();
  // A finished request carries the headers object it was received with: that is how the two are matched.
  const keys = new WeakMap<object, string>();
  let count = 0;
  const add = (item: TrafficItem): void => {
    const masked = {
      ...item,
      request: maskSecrets(item.request, secrets),
      response: maskSecrets(item.response, secrets),
    };
    items.set(item.key, masked);
    const [oldest] = items.keys();
    if (items.size > KEPT && oldest !== undefined) items.delete(oldest);
    for (const listener of listeners) listener(masked);
  };
  const nextKey = (prefix: string): string => {
    count += 1;
    return `${prefix}${count}`;
  };
  const keyOf = (received: ReceivedRequest): string => {
    const key = keys.get(received.headers) ?? nextKey("p");
    keys.set(received.headers, key);
    return key;
  };

  for (const entry of slack.traffic) add(fromSlack(entry));
  for (const finding of slack.findings) add(fromFinding(finding, nextKey("f")));
  const stops = [
    slack.on((event) => {
      if (event.kind === "traffic") add(fromSlack(event.entry));
      if (event.kind === "finding") add(fromFinding(event.finding, nextKey("f")));
    }),
    platform.onReceived((received) => add(fromPlatform({ key: keyOf(received), received, record: null }))),
    platform.onRequest((record) => add(fromPlatform({ key: keyOf(record), received: record, record }))),
  ];

  return {
    items: () => [...items.values()],
    on(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    note(name, request) {
      add({
        key: nextKey("c"),
        at: new Date().toISOString(),
        between: "control",
        name,
        via: "outside world",
        request,
        response: undefined,
        status: "done",
        durationMs: null,
        isBad: false,
      });
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}

function fromSlack(entry: TrafficEntry): TrafficItem {
  const isDelivery = entry.direction === "to_bot";
  const isLate = isDelivery && entry.durationMs !== null && entry.durationMs > SLOW_ACK_MS;
  return {
    key: `s${entry.id}`,
    at: entry.at.toISOString(),
    between: isDelivery ? "slack_to_bot" : "bot_to_slack",
    name: isDelivery ? deliveryName(entry) : entry.name,
    via: entry.via,
    request: entry.request,
    response: entry.response,
    status: statusOf(entry),
    durationMs: entry.durationMs,
    isBad: isLate || (entry.status !== null && (entry.status >= 400 || entry.status === 0)),
  };
}

/** null while it runs; "silent" and "cut" when no answer came. */
function statusOf({ status, response }: TrafficEntry): string | null {
  if (status === null) return null;
  return status === 0 ? toText(response) || "cut" : String(status);
}

/** A payload's type and what it is about: the command, the button, the modal. */
function deliveryName({ name, request }: TrafficEntry): string {
  const envelope = toObject(request);
  const payload = isObject(envelope["payload"]) ? envelope["payload"] : envelope;
  const [action] = toObjects(payload["actions"]);
  const about =
    toText(payload["command"]) ||
    toText(action?.["action_id"]) ||
    toText(payload["action_id"]) ||
    toText(toObject(payload["view"])["callback_id"]) ||
    toText(payload["callback_id"]) ||
    toText(toObject(payload["event"])["type"]);
  return about === "" ? name : `${name} ${about}`;
}

function fromFinding(finding: Finding, key: string): TrafficItem {
  return {
    key,
    at: finding.at.toISOString(),
    between: "finding",
    name: finding.rule,
    via: finding.method,
    request: finding.detail,
    response: undefined,
    status: "finding",
    durationMs: null,
    isBad: true,
  };
}

type PlatformExchange = {
  readonly key: string;
  readonly received: ReceivedRequest;
  readonly record: RequestRecord | null;
};

function fromPlatform({ key, received, record }: PlatformExchange): TrafficItem {
  const status = record?.status;
  return {
    key,
    at: received.at,
    between: "bot_to_platform",
    name: `${received.method} ${received.path}`,
    via: received.signatureOk ? "signed" : "not signed",
    request: { query: received.query, headers: received.headers, body: received.body },
    response: record?.reply,
    status: status === undefined ? null : String(status),
    durationMs: record?.durationMs ?? null,
    isBad: typeof status === "string" || (status !== undefined && status >= 400),
  };
}
