import type { Button } from "@slack/types";
import type { Catalogue, Locale } from "../../locales/index.ts";
import type { Operations } from "../../operations/index.ts";
import type { StoreFormDeps } from "../../outcomes/handlers.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Proposal, ProposalTable, SightingTable, Store } from "../../store/index.ts";
import type { ApprovalRules } from "./card-title.view.ts";
import type { Actor, Rules } from "./proposal.ts";

/** What looking at templates and changing them is built from. */
export type TemplateDeps = StoreFormDeps & {
  sightings: SightingTable;
  proposals: ProposalTable;
  operations: Pick<Operations, "perform">;
  store: { operations: Pick<Store["operations"], "get">; drafts: Pick<Store["drafts"], "save" | "get"> };
  /** Where proposals are reviewed; null: nowhere, and none can be made. */
  review: string | null;
  rules: ApprovalRules;
  expiresHours: number;
  /** Working days until a proposer is asked what the vendors decided; 0: nobody is. */
  reviewReminderDays: number;
  /** May propose, comment and report. */
  mayPropose: (person: Person) => boolean;
  /** The same for what is only shown, which must not fail where that can't be told. */
  isKnownToPropose: (person: Person) => boolean;
  /** An approval of this person would count on it now. */
  mayApprove: (person: Person, proposal: Proposal) => boolean;
  /** A button to where the platform's vendors are seen to; none where nobody said where that is. */
  toConsole: (words: Catalogue) => readonly Button[];
  /** Told to who may not, with whom to ask. */
  noAccess: (words: Catalogue) => Answer;
  toActor: (person: Person) => Actor;
  toRules: () => Rules;
  /** The same for an approval: whether its person, and each who approved earlier, may do so by Slack's word of now. */
  toApprovalRules: (proposal: Proposal, actor: string) => Promise<Rules>;
  /** For conversations. */
  teamLocale: Locale;
  newId: () => string;
  now: () => Date;
};
