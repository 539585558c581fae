/** Noon of a working day in the stories' TIME_ZONE: no story depends on the hour or day it is told at. */
const noonMs = Date.UTC(2026, 10, 25, 3);

type Span = { days?: number; hours?: number; minutes?: number; seconds?: number };

const toMs = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Span): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;

/** The time since this process began, from that noon on. A database server has its own clock, and its stories keep to that. */
export const storyNow: () => Date =
  process.env["STORIES_AT"] === "now" ? () => new Date() : () => new Date(noonMs + performance.now());

export type StoryClock = { now: () => Date; pass: (by: Span) => void };

/** A clock for one story, which it moves on. */
export function createStoryClock(): StoryClock {
  let aheadMs = 0;
  return {
    now: () => new Date(storyNow().getTime() + aheadMs),
    pass: (by) => {
      aheadMs += toMs(by);
    },
  };
}

/** The clock of an app that starts again so much later. */
export const storyNowIn = (ahead: Span) => (): Date => new Date(storyNow().getTime() + toMs(ahead));

/** By the machine's clock, which Slack's stand-in keeps to: when something was signed. */
export const machineNowIn = (ahead: Span): Date => new Date(Date.now() + toMs(ahead));
