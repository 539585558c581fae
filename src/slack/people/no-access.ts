import type { PeopleList } from "../../people-list.ts";
import { type Answer, renderAnswer } from "../blocks/answer.ts";
import type { Line } from "../blocks/rich-text.ts";

/** More of them are no help to whoever looks for one. */
const mostNamed = 5;

/** Why somebody may not do something here, and who can change that. */
export function renderNoAccess(why: string, whom: Line | null): Answer {
  return renderAnswer(whom === null ? [[why]] : [[why], whom]);
}

/** What `words` says of whoever can change it; `anybody` ends a sentence where nobody is named. */
export type Asking = Readonly<Record<"ask" | "them" | "anybody", string>>;

/** The same in one line: the persons in the place of “an operator”. */
export function renderNoRight(why: string, operators: PeopleList, { ask, them, anybody }: Asking): Answer {
  const names = namesOf(operators);
  if (names.length === 0) return renderAnswer([[why]]);
  const says = why.endsWith(anybody) ? why.slice(0, -anybody.length) : `${why} `;
  return renderAnswer([[`${says}${ask}`, ...names, them]]);
}

/** Names that can be clicked; they notify nobody in an answer that one person sees. Null where nobody is named. */
export function whomToAsk(operators: PeopleList, heading: string): Line | null {
  const names = namesOf(operators);
  return names.length === 0 ? null : [`${heading}: `, ...names];
}

/** The same within a sentence; empty where nobody is named. */
export function namesOf({ users }: PeopleList): Line {
  return users.slice(0, mostNamed).flatMap((user, index): Line => [index === 0 ? "" : ", ", { user }]);
}
