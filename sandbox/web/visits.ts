import type { SlackWorkspace } from "../slack/types.ts";

/**
 * What a page that was opened anew no longer shows of its person's own, by id: Slack's client keeps neither modals
 * nor messages for one person over a reload, and the person's other windows keep theirs.
 */
export type LeftBehind = ReadonlySet<string>;

export type Visits = {
  /** @param page the page's own id, new with each load; empty for who is no page and sees everything */
  leftBehind(page: string, userId: string): LeftBehind;
};

/** Creates the memory of which page was opened when. */
export function createVisits(slack: SlackWorkspace): Visits {
  const visits = new Map<string, LeftBehind>();
  return {
    leftBehind(page, userId) {
      if (page === "") return new Set();
      const key = JSON.stringify([page, userId]);
      const known = visits.get(key);
      if (known !== undefined) return known;
      const left = new Set([
        ...slack.views(userId).map(({ rootViewId }) => rootViewId),
        ...slack.ephemerals(userId).map(({ id }) => id),
      ]);
      visits.set(key, left);
      return left;
    },
  };
}
