import { storeBudgetMs } from "../../deadline.ts";
import { storeForm } from "../../outcomes/handlers.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import type { Click } from "../../slack/edge/interaction.ts";
import { type Answered, parseReview, renderKnown } from "./review.view.ts";
import { findAwaited } from "./sent.ts";
import { tellSeen } from "./tell.ts";
import type { TemplateDeps } from "./templates-deps.ts";

/** One press is one report, of whoever pressed: what they read in the platform's console. */
export async function reportReview(click: Click, deps: TemplateDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  const say = (why: string) => click.answer(plainAnswer(why));
  const answered = parseReview(click.value);
  if (answered === null) return say(words.edge.outdated);
  if (!deps.mayPropose(person)) return click.answer(deps.noAccess(words));
  const taken = await storeForm(click, deps, () => store(answered, click, deps));
  if ("why" in taken) return say(taken.why);
  if (taken.stored === null) return say(words.proposals.obstacles.gone);
  const { templateId, isTaken } = taken.stored;
  const { vendor, status } = answered;
  const seen = await deps.within(storeBudgetMs, deps.sightings.get(templateId));
  if (seen === undefined) return say(words.templates.loadingFailed);
  const now = seen?.vendors.find((one) => one.vendor === vendor) ?? null;
  const isOwn = isTaken && now?.status === status && now.statusFrom.by === person.id;
  await click.answer(renderKnown(isOwn, { vendor, seen: now }, words));
}

/** Null: the change is no longer stored. A question that somebody answered, or a newer change took over, takes nothing. */
async function store(
  { proposal: id, vendor, status }: Answered,
  { person }: Click,
  deps: TemplateDeps,
): Promise<{ templateId: string; isTaken: boolean } | null> {
  const { proposals, sightings, review } = deps;
  const proposal = await proposals.get(id);
  if (proposal === null) return null;
  const { templateId, basis, change } = proposal;
  const name = basis?.name ?? change.name ?? null;
  const by = person.id;
  const report = {
    ...{ id: `${id}:${vendor}:${status}`, templateId, by, content: null },
    vendors: [{ vendor, status, code: null, reason: null }],
  };
  const options = { id: report.id, template: { templateId, name }, by, locale: person.locale, review };
  const taken = await sightings.report(
    report,
    (recorded, trx) => tellSeen(trx, recorded, options, deps),
    async (trx) => (await findAwaited(proposal, deps, trx)).some((one) => one.vendor === vendor),
  );
  return { templateId, isTaken: taken === "new" || taken === "same" };
}
