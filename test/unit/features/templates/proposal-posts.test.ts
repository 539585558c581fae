import { describe, expect, it } from "vitest";
import type { ApprovalRules } from "../../../../src/features/templates/card-title.view.ts";
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
import { en, ko, reason } from "../../../support/words.ts";
import { queued } from "../../outcomes/notifications.ts";

const { card, lines } = en.proposals;
const rules: ApprovalRules = { required: 2, mayReview: () => "everyone" };
const review = "C0REVIEWS";
const at = new Date(Date.UTC(2026, 10, 21, 6));
const recorded = (vendor: string, statusBefore: string | null = null) => ({
  ...aSeenVendor(vendor),
  statusBefore,
});
const nothing = { missing: [], others: [], differing: [] };

/** The renderers over a store with this proposal and operation alone. */
function renderersOf(
  proposal: Proposal | null,
  {
    teamLocale = "en" as Locale,
    own = rules,
    operation = proposal?.operation ?? null,
  }: { teamLocale?: Locale; own?: ApprovalRules; operation?: Operation | null } = {},
) {
  const get = async (id: string) => (proposal?.id === id ? proposal : null);
  return createTemplateRenderers({
    toConsole: () => [],
    proposals: { get, list: async () => [] } as Pick<ProposalTable, "get" | "list"> as ProposalTable,
    observations: { get: async () => null } as Pick<ObservationTable, "get"> as ObservationTable,
    store: { operations: { get: async (id) => (operation?.id === id ? operation : null) } },
    ...{ rules: own, teamLocale, wordsOf },
  });
}

type Stored = Parameters<typeof renderersOf>[1];

async function renderCardOf(proposal: Proposal, stored: Stored = {}): Promise<string> {
  const [post] = notificationOfProposal(proposal, { review }).posts ?? [];
  return (await renderersOf(proposal, stored)["proposal"]?.render(queued(post!)))?.text ?? "";
}

/** The thread replies for `events`, rendered from the events as stored and from `stored`. */
async function renderLinesOf(
  proposal: Proposal,
  events: ProposalEvent[],
  stored: Stored = {},
): Promise<string[]> {
  const [post] = notificationOfProposal(proposal, { review }).posts ?? [];
  const told = notificationOfEvents(proposal, ...events).lines ?? [];
  return Promise.all(
    told.map(async ({ subject, event }) => {
      expect(subject).toBe(`proposal:${proposal.id}`);
      const kept: unknown = JSON.parse(JSON.stringify(event));
      return (await renderersOf(proposal, stored)["proposal"]?.line?.(queued(post!), kept))?.text ?? "";
    }),
  );
}

const renderLineOf = async (...told: [Proposal, ProposalEvent, Stored?]) => {
  const [proposal, event, stored] = told;
  return (await renderLinesOf(proposal, [event], stored))[0] ?? "";
};

describe("a proposal's post", () => {
  it("is one card in the review conversation, or else in the proposer's direct message", () => {
    expect(notificationOfProposal(aProposal(), { review })).toEqual({
      posts: [
        {
          ...{ subject: "proposal:p-1", audience: "review", kind: "proposal" },
          destinations: [review, "U0JOON"],
        },
      ],
    });
    expect(notificationOfProposal(aProposal(), { review: null }).posts?.[0]?.destinations).toEqual([
      "U0JOON",
    ]);
    expect(notificationOfEvents(aProposal(), { kind: "expired" })).not.toHaveProperty("posts");
  });

  it("is rendered from the stored state, in the team's language", async () => {
    expect(await renderCardOf(aProposal())).toContain(card.title.open);
    expect(await renderCardOf(aProposal({ state: "expired" }))).toContain(card.title.expired);
    expect(await renderCardOf(aProposal(), { teamLocale: "ko" })).toContain(ko.proposals.card.title.open);
    expect(await renderCardOf(aProposal())).toBe(await renderCardOf(structuredClone(aProposal())));
  });

  it("is not rendered again once its proposal is gone, and gets no thread replies", async () => {
    const [post] = notificationOfProposal(aProposal(), { review }).posts ?? [];
    const { proposal } = renderersOf(null);
    expect(await proposal?.render(queued(post!))).toBeNull();
    expect(await proposal?.line?.(queued(post!), { kind: "expired" })).toBeNull();
    expect(await proposal?.line?.(queued(post!), { kind: "asked", days: 2 })).toBeNull();
  });

  it("gets thread replies without rendering the card, which takes time", async () => {
    let looks = 0;
    const mayReview = () => {
      looks += 1;
      return "everyone" as const;
    };
    const own = { required: 2, mayReview };
    await renderCardOf(aProposal(), { own });
    expect(looks).toBeGreaterThan(0);
    looks = 0;
    await renderLineOf(aProposal(), { kind: "reminder" }, { own });
    expect(looks).toBe(0);
  });
});

describe("a thread reply to a proposal", () => {
  it("says how many approvals were missing at that time", async () => {
    const approvals = [
      { by: "U0MINA", at },
      { by: "U0SORA", at },
    ];
    const approved = aProposal({ state: "approved", approvals });
    for (const missing of [1, 0]) {
      const line = await renderLineOf(approved, { kind: "approved", by: "U0MINA", missing });
      expect(line).toBe(`<@U0MINA>${lines.approved(missing)}`);
    }
  });

  it("says which revision an edit made", async () => {
    const edited = { kind: "edited", by: "U0MINA", revision: 2 } as const;
    expect(await renderLineOf(aProposal(), edited)).toBe(`<@U0MINA>${lines.edited(2)}`);
  });

  it("quotes what a reviewer asked for, even after a further edit", async () => {
    const words = "Name the carrier <!channel>";
    const asked = { kind: "changes_requested", by: "U0MINA", words } as const;
    const said = lines.requestedChanges
      .replace("{by}", "<@U0MINA>")
      .replace("{proposer}", "<@U0JOON>")
      .replace("{words}", "Name the carrier &lt;!channel&gt;");
    const decision = { by: "U0MINA", at, words };
    const requested = aProposal({ state: "changes_requested", decision });
    expect(await renderLineOf(requested, asked)).toBe(said);
    expect(await renderCardOf(requested)).toContain(card.title.changes_requested);
    // Edited since, and open again.
    expect(await renderLineOf(aProposal(), asked)).toBe(said);
  });

  it.each<[ProposalEvent, Partial<Proposal>, string]>([
    [{ kind: "withdrawn", by: "U0JOON" }, { state: "withdrawn" }, `<@U0JOON>${lines.withdrew}`],
    [{ kind: "kept", by: "U0MINA", revision: 1 }, {}, `<@U0MINA>${lines.kept}`],
    [{ kind: "expired" }, { state: "expired" }, `<@U0JOON>${lines.expired}`],
    [{ kind: "reminder" }, {}, `<@U0JOON>${lines.reminder}`],
  ])("names the person concerned: %j", async (event, change, said) => {
    expect(await renderLineOf(aProposal(change), event)).toContain(said);
  });

  it("is in the team's language", async () => {
    const events: ProposalEvent[] = [
      { kind: "approved", by: "U0MINA", missing: 1 },
      { kind: "edited", by: "U0MINA", revision: 1 },
      { kind: "expired" },
      { kind: "vendor", vendor: recorded("vendorA") },
    ];
    for (const line of await renderLinesOf(aProposal(), events, { teamLocale: "ko" })) {
      expect(line).toMatch(/[가-힣]/);
    }
  });
});

describe("the thread reply to the end of a proposal's update", () => {
  const operation = anUnknown({ kind: "templates.update", outcome: "accepted", result: null });
  const decided = aProposal({ state: "approved", operation, approvals: [{ by: "U0MINA", at }] });

  it("is followed by one for each vendor", async () => {
    const vendors = [recorded("vendorA"), recorded("vendorB")];
    const [ended, ...statuses] = await renderLinesOf(decided, toEndEvents(decided, vendors, null));
    expect(await renderCardOf(decided)).toContain(card.title.sent);
    expect(ended).toContain(`<@U0JOON> ${card.title.sent}`);
    expect(statuses.map((line) => line.split(" ")[0])).toEqual(["vendorA", "vendorB"]);
  });

  it("is followed by a vendor's status, with the one before if it changed", async () => {
    const before = ["APPROVED", "PENDING", null];
    const vendors = before.map((statusBefore, index) => recorded(`vendor${index}`, statusBefore));
    const [, ...told] = await renderLinesOf(decided, toEndEvents(decided, vendors, null));
    const { APPROVED, PENDING: pending } = en.templates.statuses;
    expect(told[0]).toContain(`vendor0 · ${APPROVED} → ${pending}`);
    expect(told[1]).toContain(`vendor1 · ${pending}`);
    expect(told[2]).toContain(`vendor2 · ${pending}`);
  });

  it("says that the update failed, and why, even if the proposal is open again", async () => {
    const result = { code: "ConnectionFailed", words: null, status: null, reply: null };
    for (const outcome of ["refused", "not_sent"] as const) {
      const reopened = aProposal({ operation: anUnknown({ outcome, result }) });
      const [ended] = await renderLinesOf(reopened, toEndEvents(reopened, [], null));
      expect(await renderCardOf(reopened)).toContain(card.reopened(card.title[outcome]));
      expect(ended).toContain(`<@U0JOON> ${card.title[outcome]}`);
      expect(ended).toContain(reason("ConnectionFailed"));
      expect(ended).not.toContain(card.reopened(card.title[outcome]));
    }
  });

  it("is about the update that ended, even if another was approved since", async () => {
    const refused = anUnknown({ id: "op-1", outcome: "refused", result: null });
    const events = toEndEvents(aProposal({ operation: refused }), [], null);
    const again = aProposal({ state: "approved", operation: anUnknown({ id: "op-2", outcome: "accepted" }) });
    const [ended] = await renderLinesOf(again, events, { operation: refused });
    expect(ended).toContain(card.title.refused);
    expect(ended).not.toContain("Change accepted");
  });

  it("says if the platform's reply differs from what was sent", async () => {
    const shown = {
      missing: ["vendorB"],
      others: ["KA01TPOTHER"],
      differing: ["vendorA"],
    };
    const [ended] = await renderLinesOf(decided, toEndEvents(decided, [], shown));
    const { noVendor, otherTemplate, differs } = en.templates.status;
    for (const said of [noVendor("vendorB"), otherTemplate("KA01TPOTHER"), differs("vendorA")]) {
      expect(ended).toContain(said);
    }
    const [plain] = await renderLinesOf(decided, toEndEvents(decided, [], nothing));
    expect(plain?.split("\n").slice(1)).toEqual([en.proposals.lines.next]);
  });
});

it("a proposal's card in its proposer's direct message is in their language", async () => {
  const proposal = aProposal({ locale: "ko" });
  const [post] = notificationOfProposal(proposal, { review }).posts ?? [];
  const at = async (destination: string) =>
    (await renderersOf(proposal)["proposal"]?.render({ ...queued(post!), destination }))?.text;
  expect(await at("U0JOON")).toContain(ko.proposals.card.title.open);
  expect(await at(review)).toContain(en.proposals.card.title.open);
});

it("an update's end that was corrected meanwhile has the correction's thread reply alone", async () => {
  const unknown = anUnknown();
  const before = aProposal({ state: "approved", operation: unknown });
  const after = aProposal({
    state: "approved",
    operation: { ...unknown, outcome: "accepted", result: null },
  });
  const events = [...toEndEvents(before, [], null), ...toEndEvents(after, [], null)];
  const [overtaken, told] = await renderLinesOf(after, events);
  expect(overtaken).toBe("");
  expect(told).toContain(card.title.sent);
  expect(await renderLinesOf(before, events.slice(0, 1))).toEqual([
    expect.stringContaining(card.title.unknown),
  ]);
});
