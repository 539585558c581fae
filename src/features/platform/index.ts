import { announceChanges } from "../../jobs/index.ts";
import { wordsOf } from "../../locales/index.ts";
import { createAlertRenderer } from "../../outcomes/alert.view.ts";
import type { CallRecord } from "../../platform/index.ts";
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
import { healthAlertLines, healthKind, notificationOfHealth, toAlert } from "./health.view.ts";

export const platformMonitorName = "platform";

/** Health of the platform, as ordinary calls show it: alerts for on-call, and their lines on Home. */
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
  /** The store's clock, since times noted by different instances are compared. */
  jobs: Pick<Store["jobs"], "now">;
  now: () => Date;
  notificationFor: (before: Health, after: Health, at: Date) => Notification;
  onFailure: (error: unknown) => void;
};

/** Pause between writes while nothing changes. Each write also reads what other instances have found. */
const noteEveryMs = 60_000;

/** Learns from finished calls. If the store fails, the next call writes again. */
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
