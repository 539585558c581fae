import { marks } from "../../src/locales/marks.ts";

/**
 * What the bot writes on the way of one act, in this order. A new post and a line are marked before they leave; what became
 * of posts is saved together, a moment later. An edit and a line tell of a change: of an operation, or of what a watch knows.
 * Those of a proposal, `card` and `thread`, tell of an end.
 */
const writes = [
  "enqueue",
  "acknowledge",
  "start",
  "finish",
  "draw",
  "mark post",
  "save post",
  "change",
  "save edit",
  "mark line",
  "save line",
  "save card",
  "mark thread",
  "save thread",
] as const;
export type Write = (typeof writes)[number];

export function isWrite(name: string | undefined): name is Write {
  return writes.some((write) => write === name);
}

/** Before or after a write of the bot is durable, or while somebody outside has its request. */
type Hold = `${"before" | "after"} ${Write}` | "platform" | `slack ${"holds" | "shows"} ${Method}`;
type Method = "chat.postMessage" | "chat.update";

/**
 * A moment in the life of an act at which the process is killed. `isTold` is what people hear after that: another
 * outcome, were it true, would mean that the process was stopped somewhere else.
 */
export type Point = { title: string; hold: Hold; isTold: Told | Change | Each };

/** By the mark with which a post's title begins. */
const outcomes = {
  [marks.accepted]: "Accepted",
  [marks.refused]: "Refused",
  [marks.not_sent]: "Not sent",
  [marks.unknown]: "Unknown outcome",
  [marks.arrived]: "Arrived",
  [marks.did_not_arrive]: "Not arrived",
} as const;
export type Told = (typeof outcomes)[keyof typeof outcomes];

/** What became of what was told. What the bot has not stored is known to nobody until Slack delivers it again. */
export type Change = "changed" | "changed if delivered again";

/** For several in one go: how far each of them has come is its own. */
export type Each = "each by itself";

export function outcomeOf(text: string): Told | undefined {
  return Object.entries(outcomes).find(([mark]) => text.startsWith(mark))?.[1];
}

export function isOutcome(isTold: Point["isTold"]): isTold is Told {
  return Object.values<string>(outcomes).includes(isTold);
}

/** While Slack has what tells of it. */
const atSlack = (what: string, method: Method, isTold: Point["isTold"]): readonly Point[] => [
  { title: `Slack holds ${what}, not shown`, hold: `slack holds ${method}`, isTold },
  { title: `Slack shows ${what}, not answered`, hold: `slack shows ${method}`, isTold },
];
const postAtSlack = (isTold: Point["isTold"]) => atSlack("the post", "chat.postMessage", isTold);

/** Once a post was edited, the line below it. */
const linePoints = (line: "line" | "thread", isTold: Point["isTold"]): readonly Point[] => [
  { title: "line marked, not left", hold: `after mark ${line}`, isTold },
  ...atSlack("the line", "chat.postMessage", isTold),
  { title: "Slack answered the line, not committed", hold: `before save ${line}`, isTold },
  { title: "line committed", hold: `after save ${line}`, isTold },
];

/** From the platform's having the request to the result. */
const resultPoints: readonly Point[] = [
  { title: "the platform holds the request", hold: "platform", isTold: "Unknown outcome" },
  { title: "replied, outcome not committed", hold: "before finish", isTold: "Unknown outcome" },
  { title: "outcome committed, post not marked", hold: "after finish", isTold: "Accepted" },
  { title: "post marked, not left", hold: "after mark post", isTold: "Accepted" },
  { title: "post being drawn, not left", hold: "after draw", isTold: "Accepted" },
  ...postAtSlack("Accepted"),
  { title: "Slack answered, not committed", hold: "before save post", isTold: "Accepted" },
];

// Nobody was told it is under way, so the delivery that comes again is the first.
const notCommitted: Point = { title: "act not yet committed", hold: "before enqueue", isTold: "Accepted" };

/**
 * In the order of an act's way, from a command to its result. What can leave at once is stored as started, and its post is
 * drawn from memory.
 */
export const sendPoints: readonly Point[] = [
  notCommitted,
  { title: "act committed, not acknowledged", hold: "after enqueue", isTold: "Unknown outcome" },
  ...resultPoints.filter(({ hold }) => hold !== "after draw"),
];

/** The same for what is started by a write of its own. */
export const startedPoints: readonly Point[] = [
  notCommitted,
  { title: "act committed, not acknowledged", hold: "after enqueue", isTold: "Not sent" },
  { title: "acknowledged, not marked as started", hold: "before start", isTold: "Not sent" },
  { title: "marked as started, request not left", hold: "after start", isTold: "Unknown outcome" },
  ...resultPoints,
];

/** For a message whose image is uploaded first: around the moment between the two. */
export const pairPoints: readonly Point[] = [
  { title: "both committed, not acknowledged", hold: "after enqueue", isTold: "Not sent" },
  { title: "image's outcome committed, message not started", hold: "after finish", isTold: "Not sent" },
  { title: "the platform holds the message", hold: "platform", isTold: "Unknown outcome" },
];

/** For one whose image is refused: the message's own end is the one that tells of both. */
export const refusedPairPoints: readonly Point[] = [
  { title: "image's refusal committed, message not ended", hold: "after finish", isTold: "Not sent" },
];

/**
 * For several files in one go, which are on their way at the same time: `isTold` is what one of them comes to at least.
 * Their one post is there from the first start on, is edited with each end, and gets a line after the last.
 */
export const batchPoints: readonly Point[] = [
  ...startedPoints.filter(({ hold }) => /enqueue|start|platform|finish/.test(hold)),
  ...postAtSlack("each by itself"),
  { title: "Slack answered one's edit, not committed", hold: "before save card", isTold: "Accepted" },
  ...linePoints("thread", "Accepted").filter(({ hold }) => /mark|before/.test(hold)),
];

/** From the approval that a proposal still needed to the proposal's card and the lines below it. */
export const decisionPoints: readonly Point[] = [
  { title: "decision not yet committed", hold: "before enqueue", isTold: "Accepted" },
  { title: "decision committed, not acknowledged", hold: "after enqueue", isTold: "Not sent" },
  { title: "acknowledged, which is not noted", hold: "before acknowledge", isTold: "Not sent" },
  // From here on it runs by itself.
  { title: "acknowledgement noted", hold: "after acknowledge", isTold: "Accepted" },
  { title: "about to be marked as started", hold: "before start", isTold: "Accepted" },
  { title: "marked as started, request not left", hold: "after start", isTold: "Unknown outcome" },
  ...resultPoints.slice(0, 2),
  { title: "outcome committed, card not left", hold: "after finish", isTold: "Accepted" },
  ...atSlack("the card's edit", "chat.update", "Accepted"),
  { title: "Slack answered the edit, not committed", hold: "before save card", isTold: "Accepted" },
  { title: "edit committed, line perhaps left", hold: "after save card", isTold: "Accepted" },
  ...linePoints("thread", "Accepted"),
];

/** From what a watch found, or a person read in the console, to its post. */
const postPoints = (what: string, isTold: Change): readonly Point[] => [
  { title: `${what} not yet committed`, hold: "before change", isTold },
  { title: `${what} committed, post not marked`, hold: "after change", isTold: "changed" },
  { title: "post marked, not left", hold: "after mark post", isTold: "changed" },
  ...postAtSlack("changed"),
  { title: "Slack answered, not committed", hold: "before save post", isTold: "changed" },
];
export const findingPoints = postPoints("finding", "changed");
export const reportPoints = postPoints("report", "changed if delivered again");

/** From what changes what was told to its posts, which are edited, and the line under each. */
export const changePoints: readonly Point[] = [
  { title: "change not yet committed", hold: "before change", isTold: "changed if delivered again" },
  { title: "change committed, edit not left", hold: "after change", isTold: "changed" },
  ...atSlack("the edit", "chat.update", "changed"),
  { title: "Slack answered the edit, not committed", hold: "before save edit", isTold: "changed" },
  { title: "edit committed, line perhaps left", hold: "after save edit", isTold: "changed" },
  ...linePoints("line", "changed"),
];

/** A line that only the watcher in the bot's process writes. */
export const heldMark = "CHAOS HELD";
