import { TZDate } from "@date-fns/tz";
import { subBusinessDays } from "date-fns/subBusinessDays";
import { every, type Job } from "../../jobs/index.ts";
import type { ProposalTable, SeenTemplate, SightingTable } from "../../store/index.ts";
import { tellPending } from "./pending.view.ts";
import { reminderBefore } from "./proposal.ts";
import { endedEvents, tellChange } from "./proposal-lines.view.ts";

export type RoundsDeps = {
  proposals: ProposalTable;
  sightings: Pick<SightingTable, "get">;
  expiresHours: number;
  timeZone: string;
  now: () => Date;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const patienceDays = 3;
const askedAtOnce = 20;

/** What happens to proposals by the clock. */
export function createRounds(deps: RoundsDeps): Job[] {
  return [
    { name: "templates.proposals", dueSince: every(minuteMs), run: (signal) => goRound(deps, signal) },
    { name: "templates.pending", dueSince: every(hourMs), run: () => askForReviews(deps) },
  ];
}

/** What ran out ends, what is about to is reminded of, and what was taken back while nobody looked is open again. */
async function goRound({ proposals, expiresHours, now }: RoundsDeps, signal: AbortSignal): Promise<void> {
  const before = reminderBefore(now(), expiresHours);
  const untilNone = async (some: () => Promise<number>) => {
    while (!signal.aborted && (await some()) > 0);
  };
  await untilNone(() =>
    proposals.reopen((proposal) => tellChange(proposal, ...endedEvents(proposal, [], null))),
  );
  await untilNone(() => proposals.expire((proposal) => tellChange(proposal, { kind: "expired" })));
  await untilNone(() => proposals.remind(before, (proposal) => tellChange(proposal, { kind: "reminder" })));
}

/** The platform tells of no decision: who had a template changed is asked once what the vendors made of it. */
async function askForReviews({ proposals, sightings, ...deps }: RoundsDeps): Promise<void> {
  const accepted = await proposals.listUnasked(patienceEnds(deps.now(), deps.timeZone), askedAtOnce);
  for (const proposal of accepted) {
    const { templateId } = proposal;
    const seen = await sightings.get(templateId);
    const [newest] = await proposals.list({ templateId, states: ["approved"], limit: 1 });
    const isAsked = isPending(seen) && newest?.id === proposal.id;
    await proposals.ask(proposal.id, isAsked ? tellPending(proposal) : {});
  }
}

function isPending(seen: SeenTemplate | null): boolean {
  return seen?.vendors.some(({ status }) => status === "PENDING") === true;
}

/** What was accepted before this has waited for three working days, weekends left out. */
export function patienceEnds(now: Date, timeZone: string): Date {
  return new Date(subBusinessDays(new TZDate(now.getTime(), timeZone), patienceDays).getTime());
}
