import type { Outside } from "../../sandbox/sandbox.ts";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { findLineProblems, hasChanged } from "./change-judge.ts";
import { type Evidence, type Judge, onCall } from "./evidence.ts";
import { changePoints, outcomeOf } from "./points.ts";
import { beUnknown, patience, sendPath } from "./sending.ts";

const operator = "U0DANA";
const isOnIt = `on it: <@${operator}>`;

/** On-call's card has one owner or none, and says so once in its thread. */
function findProblems(evidence: Evidence): string[] {
  const all = evidence.outside.slack.messages(onCall);
  const [card, ...others] = all.filter(({ threadTs }) => threadTs === null);
  if (card === undefined || others.length > 0) return [`${others.length + (card ? 1 : 0)} cards`];
  const isTaken = hasChanged(evidence);
  const lines = all.filter(({ threadTs }) => threadTs === card.ts);
  return [
    ...(outcomeOf(card.text) === "Unknown outcome" ? [] : [`the card says “${card.text}”`]),
    ...(card.text.includes(isTaken ? isOnIt : "Open since") ? [] : [`${isTaken ? "no" : "an"} owner`]),
    ...findLineProblems(lines, isTaken ? "is on it." : null),
  ];
}

const judge: Judge = {
  isTold: (evidence) => findProblems(evidence).length === 0,
  told: ({ outside }) => outside.slack.messages(onCall).flatMap(({ text }) => outcomeOf(text) ?? []),
  findProblems,
};

function card({ slack }: Outside): Promise<StoredMessage> {
  return slack.waitFor(() => slack.messages(onCall)[0], { ...patience, what: "on-call's card" });
}

/** "I'm on it" on an unknown outcome. */
export const enqueue = {
  ...{ path: sendPath, points: changePoints, judge },
  begin: async (outside: Outside) => void (await beUnknown(outside, { kind: "reset", when: "after" })),
  play: async (outside: Outside) =>
    outside.slack.as(operator).click({ message: await card(outside) }, "oncall.take"),
};
