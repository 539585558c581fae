import type { Catalogue } from "../../locales/index.ts";
import { renderNoAccess } from "../../slack/people/no-access.ts";
import { joinPeopleLists, NotKnownError, type Person } from "../../slack/people/people.ts";
import { createImports } from "../../store/imports.ts";
import type { Proposal } from "../../store/index.ts";
import { createObservations } from "../../store/observations/observations.ts";
import { createProposals } from "../../store/proposals/proposals.ts";
import type { AppContext } from "../feature.ts";
import type { Actor, Rules } from "./proposal.ts";

export type TemplateContext = ReturnType<typeof createContext>;

export function createContext(app: AppContext) {
  const { config, log, people, store, now } = app;
  const { senders, reviewers, operators } = config.people;
  const { requiredApprovals: required } = config.templates;
  const proposers = joinPeopleLists(senders, reviewers);
  return {
    ...app,
    observations: store.open(createObservations),
    proposals: store.open(createProposals),
    imports: store.open(createImports),
    review: config.conversations.review,
    teamLocale: config.locale,
    rules: { required, mayReview: () => people.namedOn(reviewers), hasLeft: people.isKnownOutsider },
    mayPropose: (person: Person) => people.isOn(proposers, person),
    /** For display only: false instead of an error while a group's members are unknown. */
    isKnownToPropose: (person: Person) => people.isKnownToBeOn(proposers, person),
    /** Whether this person's approval would count now. */
    mayApprove: (person: Person, { proposer, revisions, approvals }: Proposal) =>
      people.isKnownToBeOn(reviewers, person) &&
      person.id !== proposer &&
      [...revisions, ...approvals].every(({ by }) => by !== person.id),
    noAccess: (words: Catalogue) =>
      renderNoAccess(words.templates.notAllowed, operators, words.common.access),
    /** Button to the platform's console; empty without a configured address. */
    toConsole: (words: Catalogue) => app.services().toConsole?.(words) ?? [],
    toActor: (person: Person): Actor => ({
      id: person.id,
      get isReviewer() {
        return people.isOn(reviewers, person);
      },
      get mayPropose() {
        return people.isOn(proposers, person);
      },
      get isOperator() {
        return people.isOn(operators, person);
      },
      get mayProposeOrOperates() {
        return people.isOn(joinPeopleLists(proposers, operators), person);
      },
    }),
    toRules: (): Rules => ({ required, now: now(), isReviewer: () => true }),
    /** Rules for an approval: asks Slack now about the approver and all earlier approvers. */
    async toApprovalRules({ approvals }: Proposal, actor: string): Promise<Rules> {
      const known = await people.reread([...new Set([actor, ...approvals.map(({ by }) => by)])], reviewers);
      if (known.some(({ id, standing }) => id === actor && standing === "not_known")) {
        throw new NotKnownError("Slack did not say in time who approves");
      }
      // An earlier approval doesn't count while Slack doesn't say who its approver is.
      const isReviewer = (id: string) =>
        known.some((person) => person.id === id && people.isOn(reviewers, person));
      return { required, now: now(), isReviewer };
    },
    readFile: app.slackFiles,
    onFileFailure: (error: unknown) => log.warn({ err: error }, "a file of a form could not be read"),
    onStoreFailure: (error: unknown) => log.error({ err: error }, "a form could not be stored"),
  };
}
