import type { PeopleList } from "../../people-list.ts";
import { type Answer, renderAnswer } from "../blocks/answer.ts";
import { fillLine, type Line, withCommands } from "../blocks/rich-text.ts";

const mostNamed = 5;

/** Sentences about who can give a right: `ask` with names, `anybody` without. */
export type Asking = Readonly<Record<"ask" | "anybody", string>>;

export function renderNoRight(why: string, operators: PeopleList, asking: Asking): Answer {
  return renderAnswer([noRightLine(why, operators, asking)]);
}

/** Says why somebody may not, and who can change that: names instead of “an operator”. */
export function noRightLine(why: string, operators: PeopleList, { ask, anybody }: Asking): Line {
  const names = namesOf(operators);
  if (names.length === 0) return withCommands(why);
  const says = why.endsWith(anybody) ? why.slice(0, -anybody.length) : `${why} `;
  return [...withCommands(says), ...fillLine(ask, { whom: names })];
}

/** Clickable names, at most five; in an answer to one person they notify nobody. Empty if nobody is named. */
export function namesOf({ users }: Pick<PeopleList, "users">): Line {
  return users.slice(0, mostNamed).flatMap((user, index): Line => [index === 0 ? "" : ", ", { user }]);
}
