import type { SlackWorkspace } from "../slack/index.ts";

/**
 * What a page doesn't show of its person's own, by id. Slack's client keeps neither modals nor messages for one person
 * over a reload, and a modal opens in the window where somebody did what opened it.
 */
export type LeftBehind = ReadonlySet<string>;

export type Visits = {
  /** @param page the page's own id, new with each load; empty for who is no page and sees everything */
  leftBehind(page: string, userId: string): LeftBehind;
  /** The person does something there: the next modal is that page's. */
  act(page: string, userId: string): void;
  close(): void;
};

/** Creates the memory of which page was opened when, and which one a modal belongs to. */
export function createVisits(slack: SlackWorkspace): Visits {
  const visits = new Map<string, LeftBehind>();
  /** By user id: the page where the person did something last. */
  const acting = new Map<string, string>();
  /** By the id of the lowest modal. */
  const owners = new Map<string, string>();
  const stop = slack.on((event) => {
    if (event.kind !== "view" || event.change !== "opened") return;
    const page = acting.get(event.userId) ?? "";
    if (page !== "") owners.set(event.view.rootViewId, page);
  });
  const missed = (page: string, userId: string): LeftBehind => {
    const key = JSON.stringify([page, userId]);
    const known = visits.get(key);
    if (known !== undefined) return known;
    const left = new Set([
      ...slack.views(userId).map(({ rootViewId }) => rootViewId),
      ...slack.ephemerals(userId).map(({ id }) => id),
    ]);
    visits.set(key, left);
    return left;
  };
  return {
    leftBehind(page, userId) {
      if (page === "") return new Set();
      const roots = slack.views(userId).map(({ rootViewId }) => rootViewId);
      const elsewhere = roots.filter((root) => (owners.get(root) ?? page) !== page);
      return new Set([...missed(page, userId), ...elsewhere]);
    },
    act(page, userId) {
      acting.set(userId, page);
      // What comes of it is not from before.
      if (page !== "") missed(page, userId);
    },
    close: stop,
  };
}
