import type { PeopleList } from "../../people-list.ts";
import { type Answer, renderAnswer } from "../blocks/answer.ts";
import { fillLine, type Line, toCommandLine } from "../blocks/rich-text.ts";

const maxNamed = 5;

/** Sentences about who can give a right; only `ask` names people. */
export type Asking = Readonly<Record<"ask" | "anybody", string>>;

export function renderNoAccess(why: string, operators: PeopleList, asking: Asking): Answer {
  return renderAnswer([noAccessLine(why, operators, asking)]);
}

/** Formats why a person may not do something, with names of people who can change that in place of “an operator”. */
export function noAccessLine(why: string, operators: PeopleList, { ask, anybody }: Asking): Line {
  const names = toMentions(operators);
  if (names.length === 0) return toCommandLine(why);
  const says = why.endsWith(anybody) ? why.slice(0, -anybody.length) : `${why} `;
  return [...toCommandLine(says), ...fillLine(ask, { whom: names })];
}

/** Returns at most five clickable names; in an answer to one person they notify nobody. Empty without users. */
export function toMentions({ users }: Pick<PeopleList, "users">): Line {
  return users.slice(0, maxNamed).flatMap((user, index): Line => [index === 0 ? "" : ", ", { user }]);
}
