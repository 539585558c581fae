import { TZDate } from "@date-fns/tz";
import { subBusinessDays } from "date-fns/subBusinessDays";
import type { Config } from "../../config.ts";
import { every, type Job } from "../../jobs/index.ts";
import type { TemplateContext } from "./context.ts";
import { toReminderCutoff } from "./proposal.ts";
import { notificationOfEvents, toEndEvents } from "./proposal-lines.view.ts";
import { isReviewAwaited } from "./sent.ts";

type RoundsDeps = Pick<TemplateContext, "proposals" | "observations" | "now"> & {
  config: Pick<Config, "templates" | "timeZone">;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const askedAtOnce = 20;

export function createProposalJobs(context: RoundsDeps): Job[] {
  const { reviewReminderDays: days } = context.config.templates;
  return [
    { name: "templates.proposals", dueSince: every(minuteMs), run: (signal) => goRound(context, signal) },
    ...(days === 0
      ? []
      : [
          {
            name: "templates.reviews",
            dueSince: every(hourMs),
            run: () => askForReviews(context, days),
          },
        ]),
  ];
}

/** Reopens proposals whose update failed, ends expired ones, and reminds of those that expire soon. */
async function goRound({ proposals, config, now }: RoundsDeps, signal: AbortSignal): Promise<void> {
  const before = toReminderCutoff(now(), config.templates.proposalExpiresHours);
  const untilNone = async (some: () => Promise<number>) => {
    while (!signal.aborted && (await some()) > 0);
  };
  await untilNone(() =>
    proposals.reopen((proposal) => notificationOfEvents(proposal, ...toEndEvents(proposal, [], null))),
  );
  await untilNone(() => proposals.expire((proposal) => notificationOfEvents(proposal, { kind: "expired" })));
  await untilNone(() =>
    proposals.remind(before, (proposal) => notificationOfEvents(proposal, { kind: "reminder" })),
  );
}

/** Asks each proposer once about the console: the platform announces no vendor's decision. */
async function askForReviews(
  { proposals, observations, ...context }: RoundsDeps,
  days: number,
): Promise<void> {
  const before = toReviewCutoff(context.now(), { days, timeZone: context.config.timeZone });
  for (const proposal of await proposals.listUnasked(before, askedAtOnce)) {
    await proposals.ask(proposal.id, async (trx) => {
      const isAwaited = await isReviewAwaited(proposal, { proposals, observations }, trx);
      return isAwaited ? notificationOfEvents(proposal, { kind: "asked", days }) : {};
    });
  }
}

/** Time that was `days` working days ago, in the team's zone. */
export function toReviewCutoff(now: Date, { days, timeZone }: { days: number; timeZone: string }): Date {
  return new Date(subBusinessDays(new TZDate(now.getTime(), timeZone), days).getTime());
}
