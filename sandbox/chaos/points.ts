/** What the bot writes on the way of one act, in this order. */
const writes = ["takeOn", "start", "finish", "claim", "posted"] as const;
export type Write = (typeof writes)[number];

export function isWrite(name: string | undefined): name is Write {
  return writes.some((write) => write === name);
}

/** Before or after a write of the bot is durable, or while somebody outside has its request. */
type Hold = `${"before" | "after"} ${Write}` | "platform" | "slack" | "slack shows";

/**
 * A moment in the life of an act at which the process is killed. `isTold` is what people hear after that: another
 * outcome, were it true, would mean that the process was stopped somewhere else.
 */
export type Point = { title: string; hold: Hold; isTold: Told };

/** By the mark with which a post's title begins. */
export const outcomes = {
  "✅": "Accepted",
  "⛔": "Refused",
  "↩️": "Not sent",
  "❓": "Unknown outcome",
} as const;
export type Told = (typeof outcomes)[keyof typeof outcomes];

/** In the order of an act's way. */
export const points: readonly Point[] = [
  // Nobody was told it is under way, so the delivery that comes again is the first.
  { title: "act not yet committed", hold: "before takeOn", isTold: "Accepted" },
  { title: "act committed, not acknowledged", hold: "after takeOn", isTold: "Not sent" },
  { title: "acknowledged, not marked as started", hold: "before start", isTold: "Not sent" },
  { title: "marked as started, request not left", hold: "after start", isTold: "Unknown outcome" },
  { title: "the platform holds the request", hold: "platform", isTold: "Unknown outcome" },
  { title: "replied, outcome not committed", hold: "before finish", isTold: "Unknown outcome" },
  { title: "outcome committed, post not taken up", hold: "after finish", isTold: "Accepted" },
  { title: "post taken up, not left", hold: "after claim", isTold: "Accepted" },
  { title: "Slack holds the post, not shown", hold: "slack", isTold: "Accepted" },
  { title: "Slack shows the post, not answered", hold: "slack shows", isTold: "Accepted" },
  { title: "Slack answered, not committed", hold: "before posted", isTold: "Accepted" },
];

/** A line that only the watcher in the bot's process writes. */
export const heldMark = "CHAOS HELD";
