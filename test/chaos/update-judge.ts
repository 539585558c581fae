import { isDeepStrictEqual } from "node:util";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { author, conversation, type Evidence, isMarkedRepeat, type Judge, onCall } from "./evidence.ts";
import { isOutcome, type Told } from "./points.ts";

/** A proposal's card: how its title begins, what else stands there, and what lines below it say. */
type Expected = { begins: string; says: string; lines: readonly string[]; isOpen: boolean };

const cards: Partial<Record<Told, Expected>> = {
  Accepted: {
    ...{ begins: "⏳", says: "Update accepted", isOpen: false },
    lines: ["Update accepted", "vendorA · review not requested", "vendorB · review not requested"],
  },
  // Open again: the next approval sends it once more.
  "Not sent": { ...{ begins: "↩️", says: "Template update not sent", isOpen: true }, lines: ["Template"] },
  "Unknown outcome": {
    ...{ begins: "❓", says: "outcome unknown", isOpen: false },
    lines: ["outcome unknown"],
  },
};

/** The one proposal's post. */
export function cardOf({ slack }: Outside): StoredMessage | undefined {
  return slack.messages(conversation).find(({ threadTs }) => threadTs === null);
}

export function canBeApproved({ blocks }: StoredMessage): boolean {
  return JSON.stringify(blocks).includes("templates.approve");
}

/** An approved change: put on the platform once at most and as it was approved; its card and thread tell the truth. */
export function judgeUpdate(approved: { content: string }, templateIn: (outside: Outside) => string): Judge {
  const findProblems = (evidence: Evidence) => [
    ...findCardProblems(evidence),
    ...findUpdateProblems(evidence, approved, templateIn(evidence.outside)),
  ];
  return { isTold: (evidence) => findProblems(evidence).length === 0, told, findProblems };
}

/** As the card says it: another outcome than the point's is a problem besides. */
function told({ outside }: Evidence): Told[] {
  const card = cardOf(outside);
  const outcomes: readonly Told[] = ["Accepted", "Not sent", "Unknown outcome"];
  return outcomes.filter((outcome) => card !== undefined && isAs(card, cards[outcome]));
}

function isAs({ text }: StoredMessage, expected: Expected | undefined): boolean {
  return expected !== undefined && text.startsWith(expected.begins) && text.includes(expected.says);
}

function findCardProblems(evidence: Evidence): string[] {
  const { outside, point } = evidence;
  const posts = outside.slack.messages(conversation);
  const [card, ...others] = posts.filter(({ threadTs }) => threadTs === null);
  const expected = outcomeAt(evidence);
  if (card === undefined || others.length > 0) return [`${others.length + (card ? 1 : 0)} cards`];
  if (expected === undefined) return [];
  const canApprove = canBeApproved(card);
  const lines = posts.filter(({ threadTs }) => threadTs === card.ts).map(({ text }) => text);
  const fresh = lines.filter((line) => !isMarkedRepeat(line));
  return [
    ...(isAs(card, expected)
      ? []
      : [`the card says “${card.text.slice(0, 60)}” where “${point.isTold}” belongs`]),
    ...(canApprove === expected.isOpen ? [] : [`it can ${canApprove ? "" : "not "}be approved`]),
    ...expected.lines.flatMap((says) =>
      lines.some((line) => line.includes(says)) ? [] : [`no line “${says}”`],
    ),
    ...(new Set(fresh).size === fresh.length ? [] : ["a line came again and did not say so"]),
    ...(point.isTold === "Unknown outcome" ? findUntoldUnknown(outside) : []),
  ];
}

function outcomeAt({ point: { isTold } }: Evidence): Expected | undefined {
  return isOutcome(isTold) ? cards[isTold] : undefined;
}

/** Somebody has to look. */
function findUntoldUnknown({ slack }: Outside): string[] {
  return [
    ...(slack.dm(author).length > 0 ? [] : ["unknown, and who approved it was not told in person"]),
    ...(slack.messages(onCall).length > 0 ? [] : ["unknown, and on-call was not told"]),
  ];
}

function findUpdateProblems(
  { outside: { platform }, point }: Evidence,
  approved: { content: string },
  templateId: string,
): string[] {
  const updates = platform.requests.filter(({ method }) => method === "PUT");
  const isThere = platform.state.templates.get(templateId)?.content === approved.content;
  const mustBe = point.isTold === "Accepted";
  const mustNotBe = point.isTold === "Not sent";
  return [
    ...(updates.every(({ body }) => isDeepStrictEqual(body, approved))
      ? []
      : ["not what was approved was sent"]),
    ...((mustBe && !isThere) || (mustNotBe && isThere)
      ? [`the template is ${isThere ? "" : "not "}changed`]
      : []),
  ];
}
