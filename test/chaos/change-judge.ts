import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { author, conversation, type Evidence, isMarkedRepeat, type Judge, onCall } from "./evidence.ts";
import { outcomeOf, type Told } from "./points.ts";

/** What was told becomes something else, and the line under its posts says of that. */
type Change = {
  was: Told;
  becomes: Told;
  says: string;
  audiences: readonly Place[];
  /** Whether the posts say it too, beside their title. */
  isShown?: boolean;
  /** Buttons that come with the change. */
  opens?: readonly string[];
};

type Place = { id: string; mayReport: boolean };

/** Where an unknown outcome is told. */
export const unknownPlaces: readonly Place[] = [
  { id: conversation, mayReport: false },
  { id: onCall, mayReport: true },
  { id: author, mayReport: true },
];

/** In each place one living post that tells the newest state, with a line under it once that has changed. */
export function judgeChange(change: Change): Judge {
  const { audiences } = change;
  const findProblems = (evidence: Evidence) =>
    audiences.flatMap((audience) =>
      findProblemsAt(evidence, audience, change).map((problem) => `${audience.id}: ${problem}`),
    );
  return {
    isTold: (evidence) => findProblems(evidence).length === 0,
    told: (evidence) => [
      ...new Set(
        audiences.flatMap((audience) =>
          postsAt(evidence, audience).flatMap(({ text }) => outcomeOf(text) ?? []),
        ),
      ),
    ],
    findProblems,
  };
}

function findProblemsAt(evidence: Evidence, audience: Place, change: Change): string[] {
  const [post, ...others] = postsAt(evidence, audience);
  if (post === undefined || others.length > 0) return [`${others.length + (post ? 1 : 0)} posts`];
  const isChanged = hasChanged(evidence);
  const expected = isChanged ? change.becomes : change.was;
  const told = outcomeOf(post.text);
  const opened = isChanged ? (change.opens ?? []) : [];
  const hasButtons = actionIds(post).some((id) => !opened.includes(id));
  const saysSo = post.text.includes(change.says);
  return [
    ...(told === expected ? [] : [`told “${told}” where “${expected}” belongs`]),
    ...(change.isShown !== true || saysSo === isChanged
      ? []
      : [`${saysSo ? "" : "not "}told “${change.says}”`]),
    ...(hasButtons === (audience.mayReport && !isChanged) ? [] : [`${hasButtons ? "live" : "no"} buttons`]),
    ...findLineProblems(
      messagesAt(evidence, audience).filter(({ threadTs }) => threadTs === post.ts),
      isChanged ? change.says : null,
    ),
  ];
}

export function findLineProblems(lines: readonly StoredMessage[], says: string | null): string[] {
  if (says === null) return lines.length === 0 ? [] : ["a line tells of what nobody stored"];
  return [
    ...(lines.length > 0 ? [] : ["no line"]),
    ...(lines.every(({ text }) => text.includes(says)) ? [] : ["a line of something else"]),
    ...(lines.slice(1).every(({ text }) => isMarkedRepeat(text))
      ? []
      : ["a line came again and did not say so"]),
  ];
}

/** What was never stored is so only once it was delivered again. */
export function hasChanged({ point, first, wasDeliveredAgain }: Evidence): boolean {
  return point.isTold === "changed" || (first !== null && wasDeliveredAgain);
}

function postsAt(evidence: Evidence, audience: Place): StoredMessage[] {
  return messagesAt(evidence, audience).filter(({ threadTs }) => threadTs === null);
}

function messagesAt({ outside: { slack } }: Evidence, { id }: Place): StoredMessage[] {
  return id === author ? slack.dm(id) : slack.messages(id);
}

/** The history behind the dots stays on every post. */
function actionIds({ blocks }: StoredMessage): string[] {
  return [...JSON.stringify(blocks).matchAll(/"action_id":"([^"]+)"/g)].flatMap(([, id]) =>
    id === undefined || id === "history.open" ? [] : [id],
  );
}
