import type { Outcome, Store } from "../../src/store/index.ts";
import type { Proposal } from "../../src/store/proposals/proposal.ts";
import type {
  NewApproval,
  NewProposal,
  NotificationForProposal,
  ProposalTable,
} from "../../src/store/proposals/proposals.ts";
import { aPostOf } from "./notifications.ts";
import { anAct, anEnd, type TestClock } from "./store-database.ts";

const hourMs = 60 * 60 * 1_000;

/** A proposal's card, with its state as a thread line. */
export const notificationFor: NotificationForProposal = ({ id, state }) => {
  const subject = `proposal:${id}`;
  return {
    posts: [aPostOf(subject, { audience: "review", destinations: ["C-REVIEW"] })],
    lines: [{ subject, event: { said: state } }],
  };
};

export type ProposalActs = ReturnType<typeof proposalActs>;

/** What people do with one proposal, P, and the ends of its update. */
export function proposalActs({
  store,
  proposals,
  clock,
}: {
  store: Store;
  proposals: ProposalTable;
  clock: TestClock;
}) {
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * hourMs);
  const propose = async (own: Partial<NewProposal> = {}) =>
    (await proposals.add({ ...aProposal, expiresAt: inHours(72), ...own }, notificationFor)).proposal;
  const edit = (own: { revision: number; by: string; content: string; reason?: string }) =>
    proposals.edit(
      {
        id: "P",
        change: { content: own.content },
        contentDigest: `seal of ${own.content}`,
        reason: "shorter",
        basis: null,
        expiresAt: inHours(72),
        ...own,
      },
      notificationFor,
    );
  /** Approves in the statement that stores the update, and returns its kind: `stored` for the last approval. */
  const approve = async (by: string, own: Partial<NewApproval> = {}) => {
    const { operationId = `update by ${by}` } = own;
    const approval = { id: "P", revision: 1, by, required: 1, former: [], ...own };
    const weights = { counted: "alone", last: true, none: false } as const;
    const { kind } = await store.operations.enqueue({
      ...anAct({ id: operationId, author: by }),
      precondition: async (trx) =>
        weights[await proposals.approve(trx, { ...approval, operationId }, notificationFor)],
    });
    return kind;
  };
  /** The last approval, with the operation `update`. */
  const complete = (by: string, own: Partial<NewApproval> = {}) =>
    approve(by, { operationId: "update", ...own });
  const end = async (id: string, outcome: Outcome): Promise<Proposal | null> => {
    const concluded: (Proposal | null)[] = [];
    if (outcome !== "not_sent") await store.operations.start(id);
    await store.operations.finish(
      id,
      anEnd({
        outcome,
        inTransaction: () => async (trx: Parameters<ProposalTable["conclude"]>[0]) => {
          const proposal = await proposals.conclude(trx, id);
          concluded.push(proposal);
          return proposal === null ? null : notificationFor(proposal);
        },
      }),
    );
    return concluded.at(-1) ?? null;
  };

  return { inHours, propose, edit, approve, complete, end };
}

export const aProposal: Omit<NewProposal, "expiresAt"> = {
  id: "P",
  templateId: "T1",
  change: {
    name: "Order",
    content: "hello",
    buttons: [{ buttonType: "WL", buttonName: "Open", linkMo: "https://a.example" }],
  },
  contentDigest: "seal of hello",
  reason: "longer",
  proposer: "U1",
  locale: "ko",
  basis: {
    ...{ name: "Order", content: "before", buttons: null, isHidden: null, pfId: null },
    ...{ dateCreated: null, dateUpdated: "x" },
    from: { kind: "update", by: "U4", operationId: "op", at: new Date("2026-11-01T00:00:00.000Z") },
  },
};
