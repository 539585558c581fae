import { defaultConversations, defaultPeople, defaultUserGroups } from "./defaults.ts";
import { IDENTITY } from "./identity.ts";
import { TIMING } from "./limits.ts";
import { type AppManifest, parseManifest } from "./manifest.ts";
import type {
  Conversation,
  Delivery,
  Ephemeral,
  Finding,
  Person,
  SlackEvent,
  SlackFile,
  SlackOptions,
  StoredMessage,
  TrafficEntry,
  UserGroup,
  View,
} from "./types.ts";

/** What a person did that lets the app open a view for them, within three seconds and once. */
export type Trigger = {
  readonly userId: string;
  /** By `waitedMs`. */
  readonly madeAtMs: number;
  /** The conversation the act happened in: what default_to_current_conversation resolves to. */
  readonly conversation: string | null;
  /** The view the act happened in: what views.push pushes on. */
  readonly viewId: string | null;
  isUsed: boolean;
};

export type ResponseUrl = {
  readonly userId: string;
  readonly conversation: string;
  readonly createdAtMs: number;
  /** What replace_original and delete_original act on. */
  readonly original:
    | { readonly kind: "message"; readonly ts: string }
    | { readonly kind: "ephemeral"; readonly id: string }
    | null;
  uses: number;
};

/** A delivery as it was last tried, kept so that it can be delivered again. */
type DeliveryRecord = { delivery: Delivery; attempts: number };

/** The state of the workspace. Changed by the web API, by people and by answers of the bot; read by everybody. */
export type World = {
  readonly manifest: AppManifest;
  readonly slowAckMs: number;
  readonly postLimit: { readonly perSecond: number; readonly burst: number } | null;
  readonly hasMethodLimits: boolean;
  readonly eventRetryDelaysMs: readonly number[];
  readonly people: Map<string, Person>;
  readonly conversations: Map<string, Conversation>;
  readonly usergroups: Map<string, UserGroup>;
  readonly messages: Map<string, StoredMessage[]>;
  /** Their ts: replying to one of them is no mistake of the app's. */
  readonly deletedMessages: Set<string>;
  readonly ephemerals: Ephemeral[];
  readonly files: Map<string, SlackFile>;
  /** Open modals by user id, the last one on top. */
  readonly stacks: Map<string, View[]>;
  readonly homes: Map<string, View>;
  /** By view id: where a modal came from, for default_to_current_conversation. */
  readonly viewConversations: Map<string, string | null>;
  readonly triggers: Map<string, Trigger>;
  readonly responseUrls: Map<string, ResponseUrl>;
  readonly deliveries: Map<string, DeliveryRecord>;
  readonly traffic: TrafficEntry[];
  readonly findings: Finding[];
  readonly listeners: Set<(event: SlackEvent) => void>;
  /** `http://127.0.0.1:port`, known once the server listens. */
  origin: string;
  now(): Date;
  waitedMs(): number;
  nextId(prefix: string): string;
  /** Message timestamps: unique, growing, seconds with six decimals. */
  nextTs(): string;
  emit(event: SlackEvent): void;
  report(method: string, rule: string, detail: string): void;
};

export function createWorld(options: SlackOptions): World {
  const now = options.now ?? (() => new Date());
  let lastId = 0;
  let lastMicros = 0;
  const world: World = {
    manifest: parseManifest(options.manifest),
    slowAckMs: options.slowAckMs ?? TIMING.slowAckMs,
    postLimit: options.postLimit === undefined ? { perSecond: 1, burst: 5 } : options.postLimit,
    hasMethodLimits: options.methodLimits ?? true,
    eventRetryDelaysMs: options.eventRetryDelaysMs ?? TIMING.eventRetriesMs,
    people: byId(options.people ?? defaultPeople()),
    conversations: byId(options.conversations ?? defaultConversations()),
    usergroups: byId(options.usergroups ?? defaultUserGroups()),
    messages: new Map(),
    deletedMessages: new Set(),
    ephemerals: [],
    files: new Map(),
    stacks: new Map(),
    homes: new Map(),
    viewConversations: new Map(),
    triggers: new Map(),
    responseUrls: new Map(),
    deliveries: new Map(),
    traffic: [],
    findings: [],
    listeners: new Set(),
    origin: "",
    now,
    waitedMs: options.waitedMs ?? (() => performance.now()),
    nextId(prefix) {
      lastId += 1;
      return `${prefix}${lastId.toString(36).toUpperCase().padStart(8, "0")}`;
    },
    nextTs() {
      lastMicros = Math.max(now().getTime() * 1000, lastMicros + 1);
      return `${Math.floor(lastMicros / 1_000_000)}.${String(lastMicros % 1_000_000).padStart(6, "0")}`;
    },
    emit(event) {
      for (const listener of world.listeners) listener(event);
    },
    report(method, rule, detail) {
      const finding = { at: now(), method, rule, detail };
      world.findings.push(finding);
      world.emit({ kind: "finding", finding });
    },
  };
  return world;
}

function byId<T extends { readonly id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

/** The person, or an Error: an id nobody has is a mistake of the test, not of the bot. */
export function personOf(world: World, userId: string): Person {
  const person = world.people.get(userId);
  if (person === undefined) throw new Error(`nobody has the user id ${userId}`);
  return person;
}

/** The conversation between the app and a person, made when it is first needed. */
export function directConversation(world: World, userId: string): Conversation {
  const id = `D${personOf(world, userId).id.slice(1)}`;
  const known = world.conversations.get(id);
  if (known !== undefined) return known;
  const created: Conversation = {
    id,
    name: "directmessage",
    kind: "im",
    members: [userId, IDENTITY.botUserId],
    isArchived: false,
    isExternallyShared: false,
  };
  world.conversations.set(id, created);
  return created;
}

export function hasBot(conversation: Conversation): boolean {
  return conversation.members.includes(IDENTITY.botUserId);
}
