import { z } from "zod";
import { announceChanges } from "../../jobs/index.ts";
import { entryFor } from "../../locales/entry.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import {
  type Alert,
  createAlertRenderer,
  notificationOfAlerts,
  type StoredAlert,
} from "../../outcomes/alert.view.ts";
import type { CallRecord } from "../../platform/index.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Notification, Store } from "../../store/index.ts";
import type { AppContext, Feature } from "../feature.ts";
import {
  type FinishedCall,
  type Health,
  readHealth,
  type Streak,
  updateHealth,
  updateStreak,
} from "./health.ts";

const healthKind = "platform";

const troubles = ["failing", "key", "clock", "balance"] as const;
type Trouble = (typeof troubles)[number];

const Facts = z.object({
  what: z.enum(troubles),
  since: z.number(),
  /** End of the problem; null while it lasts. */
  overAt: z.number().nullable(),
  refused: z.array(z.object({ operation: z.string(), status: z.number() })),
});
type Facts = z.infer<typeof Facts>;

/** One post for each problem, updated while it lasts and closed at its end. */
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

function healthAlertLines(health: Health, { platform }: Catalogue): Line[] {
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

export const platformMonitorName = "platform";

export function createPlatformHealth({ config, calls, log, store, now }: AppContext): Feature {
  const { onCall } = config.conversations;
  const words = wordsOf(config.locale).platform;
  const monitor = createPlatformMonitor({
    monitors: store.monitors,
    jobs: store.jobs,
    now,
    notificationFor: (before, after, at) =>
      onCall.length === 0 ? {} : notificationOfHealth(before, after, { at, onCall }),
    onFailure: (error) => log.error({ err: error }, "how the platform is could not be put down"),
  });
  calls.listen((call) => monitor(toContact(call, now())));
  return {
    routes: {},
    renderers: { [healthKind]: createAlertRenderer((facts) => toAlert(facts, words)) },
    async home({ locale }) {
      const catalogue = wordsOf(locale);
      const health = readHealth((await store.monitors.get(platformMonitorName)).known);
      return { alerts: healthAlertLines(health, catalogue) };
    },
  };
}

function toContact({ operation, end, isSigned, error }: CallRecord, at: Date): FinishedCall {
  return {
    operation,
    end,
    isSigned,
    at: at.getTime(),
    status: error?.status ?? null,
    code: error?.code ?? "",
    words: error?.platformMessage ?? "",
  };
}

type PlatformMonitor = {
  monitors: Store["monitors"];
  /** Clock of the store, since times of different instances are compared. */
  jobs: Pick<Store["jobs"], "now">;
  now: () => Date;
  notificationFor: (before: Health, after: Health, at: Date) => Notification;
  onFailure: (error: unknown) => void;
};

/** Pause between writes while nothing changes; each write reads other instances' results too. */
const noteEveryMs = 60_000;

/** Learns from finished calls; if the store fails, the next call writes again. */
export function createPlatformMonitor({ monitors, jobs, now, notificationFor, onFailure }: PlatformMonitor) {
  let streak: Streak = null;
  let believed: Health | null = null;
  let notedAt = 0;
  let aheadMs = 0;
  let writing: Promise<void> = Promise.resolve();

  function learnByStore(before: Health, { at, ...contact }: FinishedCall, streakThen: Streak): Health {
    const byStore = streakThen && {
      firstAt: streakThen.firstAt + aheadMs,
      lastAt: streakThen.lastAt + aheadMs,
    };
    return updateHealth(before, { ...contact, at: at + aheadMs }, byStore);
  }

  async function write(contact: FinishedCall, streakThen: Streak): Promise<void> {
    aheadMs = (await jobs.now()).getTime() - now().getTime();
    await announceChanges(monitors, platformMonitorName, (known) => {
      const before = readHealth(known);
      const after = learnByStore(before, contact, streakThen);
      believed = after;
      const notification = notificationFor(before, after, new Date(contact.at + aheadMs));
      return JSON.stringify(before) === JSON.stringify(after) ? null : { known: after, notification };
    });
  }

  return (contact: FinishedCall): void => {
    streak = updateStreak(streak, contact);
    const isKnown = believed !== null && !isNews(believed, learnByStore(believed, contact, streak));
    if (isKnown && contact.at - notedAt < noteEveryMs && contact.at >= notedAt) return;
    notedAt = contact.at;
    const streakNow = streak;
    writing = writing
      .then(() => write(contact, streakNow))
      .catch((error: unknown) => {
        notedAt = 0;
        believed = null;
        onFailure(error);
      });
  };
}

function isNews(before: Health, after: Health): boolean {
  return JSON.stringify({ ...before, answeredAt: null }) !== JSON.stringify({ ...after, answeredAt: null });
}
