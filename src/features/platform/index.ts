import { wordsOf } from "../../locales/index.ts";
import { createFindingDrawer } from "../../outcomes/finding.view.ts";
import type { CallRecord } from "../../platform/index.ts";
import type { Feature, House } from "../feature.ts";
import { type Contact, readHealth } from "./health.ts";
import { healthKind, renderStanding, tellHealthChanges, toFinding } from "./health.view.ts";
import { createPlatformWatch, watchName } from "./watch.ts";

/** How the platform is, from what is asked of it anyway: told to on-call when it fails, and on operators' Homes. */
export function createPlatform({ config, calls, log, store, now }: House): Feature {
  const { onCall } = config.conversations;
  const words = wordsOf(config.locale).platform;
  const watch = createPlatformWatch({
    ...{ watches: store.watches, jobs: store.jobs, now },
    tells: (before, after, at) =>
      onCall.length === 0 ? {} : tellHealthChanges(before, after, { at, onCall }),
    onFailure: (error) => log.error({ err: error }, "how the platform is could not be put down"),
  });
  calls.listen((call) => watch(toContact(call, now())));
  return {
    routes: {},
    drawers: { [healthKind]: createFindingDrawer((facts) => toFinding(facts, words)) },
    async home({ locale }) {
      const catalogue = wordsOf(locale);
      const health = readHealth((await store.watches.get(watchName)).known);
      return { findings: renderStanding(health, catalogue) };
    },
  };
}

function toContact({ operation, end, isSigned, error }: CallRecord, at: Date): Contact {
  return {
    ...{ operation, end, isSigned },
    at: at.getTime(),
    status: error?.status ?? null,
    code: error?.code ?? "",
    words: error?.platformMessage ?? "",
  };
}
