import { describe, expect, it } from "vitest";
import { parseDecision, toDecisionValue } from "../../../../src/features/templates/ids.ts";
import { createTemplateRenderers } from "../../../../src/features/templates/presenters.ts";
import {
  notificationOfEvents,
  notificationOfProposal,
  type ProposalEvent,
  toEndEvents,
} from "../../../../src/features/templates/proposal-lines.view.ts";
import { type Locale, wordsOf } from "../../../../src/locales/index.ts";
import type { ObservationTable, Operation, Proposal, ProposalTable } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { aProposal, aSeenVendor } from "../../../support/proposal.ts";
import { en, ko } from "../../../support/words.ts";
import { queued } from "../../outcomes/notifications.ts";

const { card, lines } = en.proposals;
const review = "C0REVIEWS";
const at = new Date(Date.UTC(2026, 10, 21, 6));
const everyone = () => "everyone" as const;

type Stored = { teamLocale?: Locale; mayReview?: typeof everyone; operation?: Operation | null };

/** The renderers over a store with this proposal and operation alone. */
function rendererOf(proposal: Proposal | null, stored: Stored = {}) {
  const { teamLocale = "en", mayReview = everyone, operation = proposal?.operation ?? null } = stored;
  const get = async (id: string) => (proposal?.id === id ? proposal : null);
  const renderer = createTemplateRenderers({
    toConsole: () => [],
    proposals: { get, list: async () => [] } as Pick<ProposalTable, "get" | "list"> as ProposalTable,
    observations: { get: async () => null } as Pick<ObservationTable, "get"> as ObservationTable,
    store: { operations: { get: async (id) => (operation?.id === id ? operation : null) } },
    ...{ rules: { required: 2, mayReview }, teamLocale, wordsOf },
  })["proposal"];
  const [post] = notificationOfProposal(proposal ?? aProposal(), { review }).posts ?? [];
  return {
    card: (destination = review) => renderer?.render({ ...queued(post!), destination }),
    line: (event: object) => renderer?.line?.(queued(post!), JSON.parse(JSON.stringify(event))),
  };
}

const cardOf = async (proposal: Proposal, stored: Stored = {}, destination = review) =>
  (await rendererOf(proposal, stored).card(destination))?.text ?? "";

/** The thread replies for `events`, rendered from the events as stored and from `stored`. */
async function linesOf(proposal: Proposal, events: ProposalEvent[], stored: Stored = {}): Promise<string[]> {
  const { lines: told = [] } = notificationOfEvents(proposal, ...events);
  expect(told.every(({ subject }) => subject === `proposal:${proposal.id}`)).toBe(true);
  const { line } = rendererOf(proposal, stored);
  return Promise.all(told.map(async ({ event }) => (await line(event))?.text ?? ""));
}

it("a card's button carries the proposal's ID and revision, and any other value is refused", () => {
  expect(parseDecision(toDecisionValue(aProposal({ revision: 3 })))).toEqual({ id: "p-1", revision: 3 });
  for (const value of ["", "p-1", "{}", '{"id":1}', "null"]) expect(parseDecision(value)).toBeNull();
});

describe("a proposal's post", () => {
  it.each([
    [review, [review, "U0JOON"]],
    [null, ["U0JOON"]],
  ])(
    "is one card in the review conversation %s, or in its proposer's direct message without one",
    (conversation, destinations) => {
      expect(notificationOfProposal(aProposal(), { review: conversation })).toEqual({
        posts: [{ subject: "proposal:p-1", audience: "review", kind: "proposal", destinations }],
      });
      expect(notificationOfEvents(aProposal(), { kind: "expired" })).not.toHaveProperty("posts");
    },
  );

  it("is in the team's language, but in the proposer's language in their direct message", async () => {
    const proposal = aProposal({ locale: "ko" });
    expect(await cardOf(proposal)).toContain(card.title.open);
    expect(await cardOf(proposal, {}, "U0JOON")).toContain(ko.proposals.card.title.open);
    expect(await cardOf(proposal, { teamLocale: "ko" })).toContain(ko.proposals.card.title.open);
    expect(await linesOf(proposal, [{ kind: "expired" }], { teamLocale: "ko" })).toEqual([
      expect.stringContaining(ko.proposals.lines.expired),
    ]);
  });

  it("is the same text each time it is rendered from the same state", async () => {
    expect(await cardOf(aProposal())).toBe(await cardOf(structuredClone(aProposal())));
  });

  it("is not rendered and gets no thread replies once its proposal was removed", async () => {
    const gone = rendererOf(null);
    expect(await gone.card()).toBeNull();
    for (const event of [{ kind: "expired" }, { kind: "asked", days: 2 }])
      expect(await gone.line(event)).toBeNull();
  });

  it("gets thread replies without rendering the whole card, which takes longer", async () => {
    let looks = 0;
    const mayReview = () => {
      looks += 1;
      return "everyone" as const;
    };
    await cardOf(aProposal(), { mayReview });
    expect(looks).toBeGreaterThan(0);
    looks = 0;
    await linesOf(aProposal(), [{ kind: "reminder" }], { mayReview });
    expect(looks).toBe(0);
  });
});

describe("a thread reply of a proposal's card", () => {
  const reopened = aProposal();

  it.each<[string, ProposalEvent, string]>([
    ["how many approvals were missing", { kind: "approved", by: "U0MINA", missing: 1 }, lines.approved(1)],
    ["which revision an edit made", { kind: "edited", by: "U0MINA", revision: 2 }, lines.edited(2)],
    [
      "what was asked for",
      { kind: "changes_requested", by: "U0MINA", words: "a <!here>" },
      "a &lt;!here&gt;",
    ],
  ])("still says after a further edit of the proposal %s", async (_, event, said) => {
    expect(await linesOf(reopened, [event])).toEqual([expect.stringContaining(said)]);
  });

  const operation = anUnknown({ kind: "templates.update", outcome: "accepted", result: null });
  const decided = aProposal({ state: "approved", operation, approvals: [{ by: "U0MINA", at }] });

  it("reports the outcome of the update, and a reply each follows for the vendors' statuses", async () => {
    const vendors = ["vendorA", "vendorB"].map((one) => ({ ...aSeenVendor(one), statusBefore: null }));
    const [ended, ...statuses] = await linesOf(decided, toEndEvents(decided, vendors, null));
    expect(ended).toContain(`<@U0JOON> ${card.title.sent}`);
    expect(statuses.map((line) => line.split(" ")[0])).toEqual(["vendorA", "vendorB"]);
  });

  it("reports the outcome of the update it was made for, even if a later update was approved", async () => {
    const refused = anUnknown({ id: "op-1", outcome: "refused", result: null });
    const events = toEndEvents(aProposal({ operation: refused }), [], null);
    const again = aProposal({ state: "approved", operation: anUnknown({ id: "op-2", outcome: "accepted" }) });
    const [ended] = await linesOf(again, events, { operation: refused });
    expect(ended).toContain(card.title.refused);
    expect(ended).not.toContain(card.title.sent);
  });

  it("reports only the corrected outcome if the outcome was corrected before it was posted", async () => {
    const unknown = anUnknown();
    const before = aProposal({ state: "approved", operation: unknown });
    const corrected: Operation = { ...unknown, outcome: "accepted", result: null };
    const after = aProposal({ state: "approved", operation: corrected });
    const events = [...toEndEvents(before, [], null), ...toEndEvents(after, [], null)];
    expect(await linesOf(after, events)).toEqual(["", expect.stringContaining(card.title.sent)]);
    expect(await linesOf(before, events.slice(0, 1))).toEqual([expect.stringContaining(card.title.unknown)]);
  });
});
