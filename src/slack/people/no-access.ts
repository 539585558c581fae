import type { PeopleList } from "../../people-list.ts";
import { type Answer, renderAnswer } from "../blocks/answer.ts";
import { type Line, withCommands } from "../blocks/rich-text.ts";

/** More of them are no help to whoever looks for one. */
const mostNamed = 5;

/** What `words` says of whoever can change it; `anybody` ends a sentence where nobody is named. */
export type Asking = Readonly<Record<"ask" | "them" | "anybody", string>>;

export function renderNoRight(why: string, operators: PeopleList, asking: Asking): Answer {
  return renderAnswer([noRightLine(why, operators, asking)]);
}

/** Why somebody may not do something here, and who can change that: the persons in the place of “an operator”. */
export function noRightLine(why: string, operators: PeopleList, { ask, them, anybody }: Asking): Line {
  const names = namesOf(operators);
  if (names.length === 0) return withCommands(why);
  const says = why.endsWith(anybody) ? why.slice(0, -anybody.length) : `${why} `;
  return [...withCommands(`${says}${ask}`), ...names, them];
}

/** Names that can be clicked; they notify nobody in an answer that one person sees. Empty where nobody is named. */
export function namesOf({ users }: Pick<PeopleList, "users">): Line {
  return users.slice(0, mostNamed).flatMap((user, index): Line => [index === 0 ? "" : ", ", { user }]);
}
