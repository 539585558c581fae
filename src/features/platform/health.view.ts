import { z } from "zod";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Alert, notificationOfAlerts, type StoredAlert } from "../../outcomes/alert.view.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Notification } from "../../store/index.ts";
import type { Health } from "./health.ts";

export const healthKind = "platform";

const troubles = ["failing", "key", "clock", "balance"] as const;
type Trouble = (typeof troubles)[number];

const Facts = z.object({
  what: z.enum(troubles),
  since: z.number(),
  /** Time when the problem ended; null while it lasts. */
  overAt: z.number().nullable(),
  refused: z.array(z.object({ operation: z.string(), status: z.number() })),
});
type Facts = z.infer<typeof Facts>;

/** A post for each problem, updated while it lasts and closed when it is over. */
export function notificationOfHealth(
  before: Health,
  after: Health,
  { at, onCall }: { at: Date; onCall: readonly string[] },
): Notification {
  const found = troubles.flatMap((what): StoredAlert[] => {
    const [was, is] = [standing(before, what), standing(after, what)];
    const facts = is ?? (was && { ...was, overAt: at.getTime(), refused: [] });
    if (facts === null || JSON.stringify(was) === JSON.stringify(facts)) return [];
    const subject = subjectOf(what, facts.since);
    return [{ ...{ subject, kind: healthKind, facts }, isNew: was === null, isKept: is !== null }];
  });
  return notificationOfAlerts(found, onCall);
}

function subjectOf(what: Trouble, since: number): string {
  return `alert:${healthKind}:${what}:${since}`;
}

export function toAlert(facts: unknown, words: Catalogue["platform"]): Alert {
  const { what, since, overAt, refused } = Facts.parse(facts);
  if (overAt !== null) {
    const [from, to] = [{ at: new Date(since) }, { at: new Date(overAt) }] as const;
    const grey = [`${words.overAt} `, to, ` · ${words.since} `, from];
    return { title: words.over[what], says: [], grey: [grey] };
  }
  const calls = refused.map(({ operation, status }) =>
    words.refused(entryFor(words.operations, operation) ?? operation, status),
  );
  return {
    title: words.title[what],
    ...(calls.length > 0 && { about: calls.join(" · ") }),
    says: [[words.says[what]]],
    grey: [],
    open: { since: new Date(since), inConsole: what === "key" || what === "balance" },
  };
}

export function healthAlertLines(health: Health, { platform }: Catalogue): Line[] {
  return troubles.flatMap((what): Line[] => {
    const since = sinceOf(health, what);
    return since === null ? [] : [[`${platform.title[what]} · ${platform.since} `, { at: new Date(since) }]];
  });
}

function standing(health: Health, what: Trouble): Facts | null {
  const since = sinceOf(health, what);
  return since === null ? null : { what, since, overAt: null, refused: what === "key" ? health.refused : [] };
}

function sinceOf({ failingSince, keySince, clockSince, balanceSince }: Health, what: Trouble) {
  return { failing: failingSince, key: keySince, clock: clockSince, balance: balanceSince }[what];
}
