import { WebClient } from "@slack/web-api";
import { SILENT } from "../../unit/sandbox/slack/bolt-app.ts";

/** A message, or a line where it has a thread. */
export type Shown = {
  conversation: string;
  ts: string;
  threadTs: string | null;
  text: string;
  /** The newest that was edited into it in time. */
  number: number;
  /** Somebody deleted it, or nobody may edit it. */
  state: "there" | "locked" | "deleted";
  /** Slack refused to change or answer it: what posts it anew may leave it as it is. */
  isRefused: boolean;
};

/** What becomes of the next request of a kind. `unseen`: it is done, and nobody is told. */
export type Fault = "unseen" | "failed" | "reset" | "limited";

/** How the answer of a request ends that is held on its way. */
export type Ending = "answered" | "unseen" | "lost";

type Call = { method: string; by: object; args: URLSearchParams };

/**
 * A request on its way. One that is `isLate` reaches Slack after any time-out, and its deliverer, which stood still for
 * as long, hears of it.
 */
export type Flight = {
  call: Call;
  sentMs: number;
  isLate: boolean;
  end: (ending: Ending) => void;
};

const answered = (more: object) => Response.json({ ok: true, ...more });
const refused = (error: string) => Response.json({ ok: false, error });

/** Conversations with what stands in them. A direct message's is not called as it is addressed. */
export class Slack {
  readonly shown: Shown[] = [];
  readonly archived = new Set<string>();
  readonly faults = new Map<string, Fault[]>();
  readonly broken: string[] = [];
  flights: Flight[] = [];
  readonly #nowMs: () => number;
  /** Whether the next request of this deliverer is to be held on its way. */
  readonly #holds: (by: object) => "held" | "late" | null;

  constructor(nowMs: () => number, holds: (by: object) => "held" | "late" | null) {
    this.#nowMs = nowMs;
    this.#holds = holds;
  }

  client(by: object): WebClient {
    const fetch = (url: string | URL, init?: { body?: unknown }) => {
      const method = `${url}`.split("/api/")[1] ?? "";
      return this.#take({ method, by, args: new URLSearchParams(`${init?.body}`) });
    };
    return new WebClient("xoxb-1", {
      ...{ logger: SILENT, fetch, rejectRateLimitedCalls: true },
      retryConfig: { retries: 0 },
    });
  }

  /** What left in time has arrived by then, or never does. */
  timeOut(requestMs: number): void {
    for (const { sentMs, isLate, end } of this.flights)
      if (!isLate && this.#nowMs() - sentMs >= requestMs) end("lost");
  }

  /** The message that stands there, told apart from lines. */
  find(place: { channel: string; ts: string } | null): Shown | undefined {
    return this.shown.find(({ conversation, ts }) => conversation === place?.channel && ts === place.ts);
  }

  async #take(call: Call): Promise<Response> {
    if (call.method !== "chat.postMessage" && call.method !== "chat.update") return this.#look(call);
    const hold = this.#holds(call.by);
    if (hold !== null) return await this.#fly(call, hold === "late");
    const fault = this.faults.get(call.method)?.shift();
    if (fault === "failed") return new Response("", { status: 503 });
    if (fault === "reset") throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
    if (fault === "limited") return new Response("", { status: 429, headers: { "retry-after": "1" } });
    const answer = this.#do(call, false);
    return fault === "unseen" ? new Response("", { status: 500 }) : answer;
  }

  #fly(call: Call, isLate: boolean): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const flight: Flight = { call, sentMs: this.#nowMs(), isLate, end };
    const { flights: before } = this;
    this.flights = [...before, flight];
    const forget = () => {
      this.flights = this.flights.filter((one) => one !== flight);
    };
    const act = () => this.#do(call, isLate);
    function end(ending: Ending): void {
      forget();
      if (ending === "lost") reject(new Error("timed out"));
      else {
        const answer = act();
        resolve(ending === "answered" ? answer : new Response("", { status: 500 }));
      }
    }
    return promise;
  }

  #look({ method, args }: Call): Response {
    if (method === "auth.test") return answered({});
    const conversation = args.get("channel") ?? "";
    const channel = {
      is_private: !conversation.startsWith("C"),
      is_archived: this.archived.has(conversation),
    };
    return answered(
      method === "conversations.info"
        ? { channel }
        : { permalink: linkTo(conversation, args.get("message_ts")) },
    );
  }

  #do({ method, args }: Call, isLate: boolean): Response {
    const to = args.get("channel") ?? "";
    const conversation = to.replace(/^U/, "D");
    const ts = args.get("ts") ?? args.get("thread_ts");
    const target = ts === null ? undefined : this.find({ channel: conversation, ts });
    const text = args.get("text") ?? "";
    if (method === "chat.update" && to.startsWith("U")) return refused("channel_not_found");
    const error = this.#refusal({ method, conversation, hasTarget: ts !== null, target });
    if (error !== null) {
      if (target !== undefined) target.isRefused = true;
      return refused(error);
    }
    if (method === "chat.update" && target !== undefined) return this.#edit(target, text, isLate);
    return this.#post(conversation, target?.ts ?? null, text);
  }

  #refusal(asked: { method: string; conversation: string; hasTarget: boolean; target: Shown | undefined }) {
    const { method, conversation, hasTarget, target } = asked;
    if (this.archived.has(conversation)) return "is_archived";
    if (!hasTarget) return null;
    if (target === undefined || target.state === "deleted") return "message_not_found";
    return target.state === "locked" && method === "chat.update" ? "cant_update_message" : null;
  }

  #edit(target: Shown, text: string, isLate: boolean): Response {
    const number = numberOf(text);
    if (!isLate && number < target.number) this.broken.push(`${target.text} became ${text}`);
    Object.assign(target, { text, number: isLate ? target.number : number });
    return answered({ channel: target.conversation, ts: target.ts });
  }

  #post(conversation: string, threadTs: string | null, text: string): Response {
    const ts = `${this.shown.length + 1}.1`;
    const state = "there" as const;
    this.shown.push({ conversation, ts, threadTs, text, number: numberOf(text), state, isRefused: false });
    return answered({ channel: conversation, ts });
  }
}

export function linkTo(conversation: string, ts: string | null): string {
  return `https://x.slack.com/archives/${conversation}/p${ts}`;
}

/** Of `<subject>/<place>#<number>`. */
function numberOf(text: string): number {
  return Number(/#(\d+)/.exec(text)?.[1]);
}
