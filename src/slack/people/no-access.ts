import type { PeopleList } from "../../people-list.ts";
import { type Answer, renderAnswer } from "../blocks/answer.ts";
import { fillLine, type Line, withCommands } from "../blocks/rich-text.ts";

const mostNamed = 5;

/** Words about who can change it; `anybody` where nobody is named. */
export type Asking = Readonly<Record<"ask" | "anybody", string>>;

export function renderNoRight(why: string, operators: PeopleList, asking: Asking): Answer {
  return renderAnswer([noRightLine(why, operators, asking)]);
}

/** Why somebody may not, and who can change that: names in place of “an operator”. */
export function noRightLine(why: string, operators: PeopleList, { ask, anybody }: Asking): Line {
  const names = namesOf(operators);
  if (names.length === 0) return withCommands(why);
  const says = why.endsWith(anybody) ? why.slice(0, -anybody.length) : `${why} `;
  return [...withCommands(says), ...fillLine(ask, { whom: names })];
}

/** Clickable names, which notify nobody in an answer to one person. Empty where nobody is named. */
export function namesOf({ users }: Pick<PeopleList, "users">): Line {
  return users.slice(0, mostNamed).flatMap((user, index): Line => [index === 0 ? "" : ", ", { user }]);
}
