import { toObject, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import type { TrafficItem } from "../protocol.ts";
import { endOf, type TracedPost } from "./trace.ts";

/** One thing that went over a wire at one moment. */
export type Step = {
  readonly item: TrafficItem;
  readonly atMs: number;
  readonly what: string;
  /** The answer to what went before. */
  readonly isAnswer: boolean;
  /** Since the step before; null for the first. */
  readonly sinceMs: number | null;
};

/** Exchanges taken apart into what was asked and what was answered, in order, with the times between. */
export function stepsOf(post: TracedPost, items: readonly TrafficItem[]): Step[] {
  const steps = items.flatMap((item) => {
    const atMs = Date.parse(item.at);
    const asked = { item, atMs, what: askedWords(item, post), isAnswer: false, sinceMs: null };
    const answer = answerWords(item);
    if (answer === null) return [asked];
    return [asked, { ...asked, atMs: Date.parse(endOf(item)), what: answer, isAnswer: true }];
  });
  const sorted = steps.toSorted((one, other) => one.atMs - other.atMs);
  return sorted.map((step, index) => {
    const before = sorted[index - 1];
    return before === undefined ? step : { ...step, sinceMs: step.atMs - before.atMs };
  });
}

function askedWords({ between, name, via, request }: TrafficItem, post: TracedPost): string {
  const asked = toObject(request);
  if (between === "slack_to_bot") return `Envelope: ${name}`;
  if (between === "bot_to_platform") return `Request: ${name}`;
  if (name === "chat.update") return asked["ts"] === post.ts ? "Edit of this post" : "Edit of another post";
  if (via === "response_url") return answerVia(asked);
  if (name === "views.open") return "Modal opened";
  if (name !== "chat.postMessage") return name;
  const threadTs = toText(asked["thread_ts"]);
  if (threadTs !== "") return threadTs === post.ts ? "Line in this post's thread" : "Line in a thread";
  return asked["channel"] === post.conversation ? "Post" : "Post elsewhere";
}

function answerVia(asked: JsonObject): string {
  if (asked["delete_original"] === true) return "What was clicked is taken away";
  if (asked["replace_original"] === true) return "Edit of what was clicked";
  return asked["response_type"] === "in_channel" ? "Answer for all" : "Answer to the person alone";
}

/** null where the answer says no more than that it was taken. */
function answerWords({ between, status }: TrafficItem): string | null {
  if (between === "bot_to_slack") return status === null || Number(status) < 400 ? null : `Slack: ${status}`;
  if (status === null) return null;
  const isOk = Number(status) >= 200;
  if (between === "slack_to_bot") return isOk ? "Acknowledgement" : "No acknowledgement";
  return isOk ? `Reply: ${status}` : `No reply: ${status}`;
}
