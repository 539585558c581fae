import {
  type WebAPICallResult,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from "@slack/web-api";
import { SILENT } from "../../sandbox/test/support/bolt-app.ts";
import type { Instance } from "./instance.ts";
import { Rendered } from "./kinds.ts";
import type { World } from "./world.ts";

/** A message; with a `thread` it is a line. */
export type Message = {
  conversation: string;
  ts: string;
  thread: string | null;
  text: string;
  postedMs: number;
  /** Its sender was frozen on the way or is hurt, so that it may be late. */
  isDelayed: boolean;
  /** The newest version among its edits that weren't late. */
  n: number;
  isDeleted: boolean;
  isLocked: boolean;
  /** Slack refused to edit it or to reply to it, so that another message may replace it. */
  isRefused: boolean;
};

/** What happens to the next post or edit. `unseen`: it is made, and answered with a failure. */
export type SlackFault = { kind: "unseen" | "failed" | "reset" | "limited" | "slow"; ms: number };

/** Since when others than the team can read it, or its author can't; null if that isn't so. */
type Conversation = {
  sharedMs: number | null;
  pendingMs: number | null;
  leftMs: number | null;
  isArchived: boolean;
  /** Since when it is open to the team and its author alone. */
  openedMs: number;
};

export type Sharing = "shared" | "pending" | "left" | "archived" | "open";

/** The app may believe for a minute what it read of a conversation. */
const believedMs = 61_000;

class Client extends WebClient {
  readonly #call: (method: string, args: Record<string, unknown>) => Promise<WebAPICallResult>;

  constructor(call: (method: string, args: Record<string, unknown>) => Promise<WebAPICallResult>) {
    super("xoxb-1", { logger: SILENT });
    this.#call = call;
  }

  override apiCall(method: string, args: Record<string, unknown> = {}): Promise<WebAPICallResult> {
    return this.#call(method, args);
  }
}

/** How long a post waits for a link's address before it goes without. */
const postWaitsMs = 2_000;

/** Conversations and their messages. */
export class Slack {
  readonly #world: World;
  readonly messages: Message[] = [];
  readonly #conversations = new Map<string, Conversation>();
  readonly faults: SlackFault[] = [];
  /** Slack may have taken a post whose answer was lost, so that posts may be repeated. */
  isInDoubt = false;
  /** The app's scopes don't let it read who is in a conversation. */
  lacksScope = false;
  downUntilMs = 0;
  /** Slack refused a call, so that a post had to go to another conversation or be posted again. */
  wasRefused = false;
  readonly wasPrivate = new Set<string>();
  /** A look-up took longer than a post waits for it. */
  wasSlowToLook = false;
  wasClosed = false;

  constructor(world: World) {
    this.#world = world;
  }

  clientOf(instance: Instance, timeoutMs: number): WebClient {
    return new Client((method, args) => this.#take(instance, { method, args, timeoutMs }));
  }

  find(channel: string, ts: string): Message | undefined {
    return this.messages.find((one) => one.conversation === channel && one.ts === ts);
  }

  change(conversation: string, to: Sharing): void {
    const nowMs = this.#world.clock.nowMs();
    // Its messages may be continued in another conversation.
    this.wasClosed ||= to !== "open";
    if (to !== "open")
      for (const one of this.messages) if (one.conversation === conversation) one.isRefused = true;
    if (to === "left") this.wasPrivate.add(conversation);
    const since = (what: Sharing) => (to === what ? nowMs : null);
    this.#conversations.set(conversation, {
      ...{ sharedMs: since("shared"), pendingMs: since("pending"), leftMs: since("left") },
      isArchived: to === "archived",
      openedMs: to === "open" ? nowMs : Number.NEGATIVE_INFINITY,
    });
  }

  calm(): void {
    this.faults.length = 0;
    this.downUntilMs = 0;
    for (const one of this.#conversations.values()) one.isArchived = false;
  }

  async #take(
    instance: Instance,
    { method, args, timeoutMs }: { method: string; args: Record<string, unknown>; timeoutMs: number },
  ): Promise<WebAPICallResult> {
    const { clock } = this.#world;
    const calledMs = clock.nowMs();
    await instance.pass();
    const isHeld = clock.nowMs() > calledMs;
    const isPost = method === "chat.postMessage" || method === "chat.update";
    const fault = isPost ? this.faults.shift() : undefined;
    if (fault !== undefined) this.#world.see(`Slack: ${fault.kind}`);
    const latencyMs = fault?.kind === "slow" ? fault.ms : this.#world.latencyMs();
    const isHeard = latencyMs < timeoutMs;
    const isDelayed = isHeld || fault?.kind === "slow";
    // The call arrives even if its sender waits no longer, perhaps after calls that left later.
    const reached = clock
      .wait(latencyMs)
      .then(() => this.#answer({ method, args, instance, isDelayed }, fault));
    const unheard = clock.wait(timeoutMs).then(() => new WebAPIRequestError(new Error("timed out")));
    const answer = await (isHeard ? reached : unheard);
    await instance.pass();
    this.wasSlowToLook ||= !isPost && clock.nowMs() - calledMs >= postWaitsMs;
    if (answer instanceof WebAPIPlatformError) this.wasRefused = true;
    if (answer instanceof Error) throw answer;
    return answer;
  }

  #answer(call: Call, fault: SlackFault | undefined): WebAPICallResult | Error {
    if (this.downUntilMs > this.#world.clock.nowMs()) return new WebAPIHTTPError(503, "down", {});
    switch (fault?.kind) {
      case "limited":
        return new WebAPIRateLimitedError(Math.ceil(fault.ms / 1000));
      case "failed":
        return new WebAPIHTTPError(503, "away", {});
      case "reset":
        return new WebAPIRequestError(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
    }
    const answer = this.#do(call);
    return fault?.kind === "unseen" ? new WebAPIHTTPError(500, "", {}) : answer;
  }

  #do(call: Call): WebAPICallResult | Error {
    const { method, args } = call;
    const channel = `${args["channel"] ?? ""}`.replace(/^U/, "DU");
    const isEdit = method === "chat.update";
    if (method === "chat.delete") return this.#delete(channel, `${args["ts"]}`);
    if (!isEdit && method !== "chat.postMessage") return this.#look(method, channel, args);
    if (this.#conversations.get(channel)?.isArchived === true) {
      const standing = this.find(channel, `${args["ts"] ?? args["thread_ts"]}`);
      if (standing !== undefined) standing.isRefused = true;
      return refused("is_archived");
    }
    if (isEdit && `${args["channel"]}`.startsWith("U")) return refused("channel_not_found");
    const ts = isEdit ? args["ts"] : args["thread_ts"];
    if (ts === undefined) return this.#post(channel, null, call);
    const target = this.find(channel, `${ts}`);
    if (target === undefined || target.isDeleted || (target.isLocked && isEdit)) {
      if (target !== undefined) target.isRefused = true;
      return refused(target?.isLocked === true ? "cant_update_message" : "message_not_found");
    }
    return isEdit ? this.#edit(target, call) : this.#post(channel, target.ts, call);
  }

  #delete(channel: string, ts: string): WebAPICallResult | Error {
    const target = this.find(channel, ts);
    if (target === undefined) return refused("message_not_found");
    target.isDeleted = true;
    return answered({});
  }

  #look(method: string, channel: string, args: Record<string, unknown>): WebAPICallResult | Error {
    if (method === "conversations.members") return answered({ members: [] });
    if (method === "chat.getPermalink")
      return answered({ permalink: linkTo(channel, `${args["message_ts"]}`) });
    if (method !== "conversations.info") return answered({});
    if (this.lacksScope) return refused("missing_scope");
    const { sharedMs, pendingMs, leftMs, isArchived } = this.#conversations.get(channel) ?? open;
    const flags = { is_ext_shared: sharedMs !== null, is_pending_ext_shared: pendingMs !== null };
    return answered({ channel: { ...flags, is_private: leftMs !== null, is_archived: isArchived } });
  }

  #post(conversation: string, thread: string | null, { args, instance, isDelayed }: Call): WebAPICallResult {
    const { clock, trace } = this.#world;
    const text = `${args["text"]}`;
    const { sharedMs, pendingMs, leftMs, openedMs } = this.#conversations.get(conversation) ?? open;
    const isNew = thread === null && conversation !== "C-ONCALL";
    for (const [since, who] of [
      [sharedMs, "another organisation"],
      [pendingMs, "whoever is invited"],
      [leftMs, "people without its author"],
    ] as const)
      trace.holds(
        !isNew || isDelayed || since === null || clock.nowMs() - since < believedMs,
        `${who} read ${text}`,
      );
    if (isNew && this.lacksScope && conversation.startsWith("C"))
      trace.holds(false, `nobody knows who reads ${text}`);
    const ts = `${this.messages.length + 1}.1`;
    const rest = { thread, text, n: versionOf(text), postedMs: clock.nowMs() };
    // Another instance may believe for a minute what was so before, and post the rest in another conversation.
    const wasOpened = clock.nowMs() - openedMs < believedMs;
    const isOpen = sharedMs === null && pendingMs === null && leftMs === null && !wasOpened;
    const state = { isDeleted: false, isLocked: false, isRefused: !isOpen };
    this.messages.push({ conversation, ts, ...rest, ...state, isDelayed: isDelayed || instance.isHurt });
    return answered({ channel: conversation, ts });
  }

  #edit(target: Message, { args, isDelayed }: Call): WebAPICallResult {
    const text = `${args["text"]}`;
    const n = versionOf(text);
    // A late edit may show an older version for a moment, but not at the end.
    if (!isDelayed) this.#world.trace.holds(n >= target.n, `${target.text} became ${text}`);
    Object.assign(target, { text, n: isDelayed ? target.n : n });
    return answered({ channel: target.conversation, ts: target.ts });
  }
}

type Call = { method: string; args: Record<string, unknown>; instance: Instance; isDelayed: boolean };

const open: Conversation = {
  sharedMs: null,
  pendingMs: null,
  leftMs: null,
  isArchived: false,
  openedMs: Number.NEGATIVE_INFINITY,
};

function answered(more: Record<string, unknown>): WebAPICallResult {
  return { ok: true, ...more };
}

function refused(error: string): Error {
  return new WebAPIPlatformError({ ok: false, error });
}

export function linkTo(conversation: string, ts: string): string {
  return `https://x.slack.com/archives/${conversation}/p${ts}`;
}

/** The version in a post's text; 0 for a line. */
function versionOf(text: string): number {
  const [first = ""] = text.split("\n");
  return first.startsWith('{"of"') ? Rendered.parse(JSON.parse(first)).n : 0;
}
