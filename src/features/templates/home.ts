import type { Button } from "@slack/types";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { button } from "../../slack/blocks/buttons.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Proposal } from "../../store/index.ts";
import type { HomeSection } from "../feature.ts";
import { formatProposalTitle, formatSummaryTitle, toChangeRequestSummary } from "./card-title.view.ts";
import type { TemplateContext } from "./context.ts";
import { ids } from "./ids.ts";
import { readProposalSummaries } from "./sent.ts";

const proposalsRead = 50;
const proposalsShown = 10;
const proposalsNamed = 5;

export function createTemplateSection(person: Person): HomeSection {
  return { buttons: [{ actionId: ids.open, text: wordsOf(person.locale).templates.find.title }] };
}

/** Proposals waiting for this person's approval, and their own that a reviewer asked to change. */
export async function waitingProposals(person: Person, context: TemplateContext): Promise<HomeSection> {
  const words = wordsOf(person.locale);
  const [open, returned] = await Promise.all([
    context.proposals.list({ states: ["open"], limit: proposalsRead }),
    context.proposals.list({ proposer: person.id, states: ["changes_requested"], limit: proposalsRead }),
  ]);
  const waiting = [...open.filter((proposal) => context.mayApprove(person, proposal)), ...returned];
  return {
    waiting: waiting.map((proposal) => ({
      about: proposal.id,
      since: proposal.decision?.at ?? proposal.createdAt,
      says: [formatProposalTitle(proposal, words), " · ", ...whoLine(proposal)],
      steps: [openButton(proposal, words)],
    })),
  };
}

function whoLine(proposal: Proposal): Line {
  const asked = toChangeRequestSummary(proposal);
  const by = proposal.decision?.by ?? null;
  return asked === null || by === null ? [{ user: proposal.proposer }] : [{ user: by }, `: ${asked}`];
}

export async function readDigestProposals(
  words: Catalogue,
  { proposals }: Pick<TemplateContext, "proposals">,
) {
  const open = await proposals.list({ states: ["open"], limit: proposalsRead });
  const named = open.slice(0, proposalsNamed);
  const { approvals } = words.digest;
  const says: Line[] = [
    [approvals(open.length)],
    ...named.map(
      (one): Line => [
        `${formatProposalTitle(one, words)} · `,
        { user: one.proposer },
        " · ",
        { at: one.createdAt },
      ],
    ),
    ...(open.length > named.length ? [[words.lists.more(open.length - named.length)]] : []),
  ];
  return { says: open.length === 0 ? [] : says, makesDay: true };
}

/** Lists this person's proposals, which are not among their operations: an update belongs to its last approver. */
export async function readOwnProposals(person: Person, context: TemplateContext): Promise<HomeSection> {
  const words = wordsOf(person.locale);
  const own = await context.proposals.list({ proposer: person.id, limit: proposalsShown });
  const shown = await readProposalSummaries(own, context);
  return {
    did: shown.map((one) => ({
      about: one.proposal.id,
      at: one.proposal.createdAt,
      title: formatSummaryTitle(one, words),
      step: openButton(one.proposal, words),
    })),
  };
}

function openButton({ id, templateId }: Proposal, { templates }: Catalogue): Button {
  return button(`${ids.open}:${id}`, templates.find.open, templateId);
}
