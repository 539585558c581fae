import type { Outside } from "../../sandbox/sandbox.ts";
import type { Delivery } from "../../sandbox/slack/index.ts";
import type { Point, Told } from "./points.ts";

/** Who acts, and where the outcome is told. */
export const author = "U0JOON";
export const conversation = "C0TESTS";
export const onCall = "C0ONCALL";

/** How many posts there were before the act. */
export type Earlier = { inConversation: number; toAuthor: number };

/** One killed act, as the world outside saw it. */
export type Evidence = {
  outside: Outside;
  point: Point;
  earlier: Earlier;
  /** The delivery that Slack brings again; null of what no person began. */
  first: Delivery | null;
  wasDeliveredAgain: boolean;
};

export type Judge = {
  /** Whether all was told that has to be by now. */
  isTold(evidence: Evidence): boolean;
  /** In the order in which it was read. */
  told(evidence: Evidence): Told[];
  findProblems(evidence: Evidence): string[];
};

export function isMarkedRepeat(text: string): boolean {
  return text.includes("You may see this twice");
}
