/** What the bot writes on the way of one act, in this order. */
const writes = ["accept", "start", "finish", "claim", "posted"] as const;
export type Write = (typeof writes)[number];

export function isWrite(name: string | undefined): name is Write {
  return writes.some((write) => write === name);
}

/** Before or after a write of the bot is durable, or while somebody outside has its request. */
type Hold = `${"before" | "after"} ${Write}` | "platform" | "slack" | "slack shows";

/** A moment in the life of an act at which the process is killed. */
export type Point = { title: string; hold: Hold };

/** In the order of an act's way. */
export const points: readonly Point[] = [
  { title: "act not yet committed", hold: "before accept" },
  { title: "act committed, not acknowledged", hold: "after accept" },
  { title: "acknowledged, not marked as started", hold: "before start" },
  { title: "marked as started, request not left", hold: "after start" },
  { title: "the platform holds the request", hold: "platform" },
  { title: "replied, outcome not committed", hold: "before finish" },
  { title: "outcome committed, post not taken up", hold: "after finish" },
  { title: "post taken up, not left", hold: "after claim" },
  { title: "Slack holds the post, not shown", hold: "slack" },
  { title: "Slack shows the post, not answered", hold: "slack shows" },
  { title: "Slack answered, not committed", hold: "before posted" },
];

/** A line that only the watcher in the bot's process writes. */
export const heldMark = "CHAOS HELD";
