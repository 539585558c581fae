import type { Person } from "../../slack/people/people.ts";
import type { HomeSection } from "../feature.ts";
import { cardTitle } from "./card.view.ts";
import { ids } from "./ids.ts";
import type { TemplateDeps } from "./templates-deps.ts";

/** More wait for nobody's eye. */
const proposalsRead = 50;

/** The button that opens what the command opens. */
export function templateButton(person: Person, { wordsOf }: Pick<TemplateDeps, "wordsOf">): HomeSection {
  return { buttons: [{ actionId: ids.open, text: wordsOf(person.locale).templates.find.title }] };
}

/** The proposals that wait for this person's approval. */
export async function waitingProposals(person: Person, deps: TemplateDeps): Promise<HomeSection> {
  const words = deps.wordsOf(person.locale);
  const { find } = words.templates;
  const open = await deps.proposals.list({ states: ["open"], limit: proposalsRead });
  const waiting = open.filter((proposal) => deps.mayApprove(person, proposal));
  return {
    waiting: waiting.map((proposal) => ({
      since: proposal.createdAt,
      says: [cardTitle(proposal, words), " · ", { user: proposal.proposer }],
      steps: [
        {
          ...{ type: "button", action_id: `${ids.open}:${proposal.id}`, value: proposal.templateId },
          text: { type: "plain_text", text: find.open, emoji: true },
        },
      ],
    })),
  };
}
