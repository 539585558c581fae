import type { Button } from "@slack/types";
import { describe, expect, it } from "vitest";
import { renderProposalCard } from "../../../../src/features/templates/card.view.ts";
import type { ApprovalRules } from "../../../../src/features/templates/card-title.view.ts";
import { button } from "../../../../src/slack/blocks/buttons.ts";
import type { ObservedVendor, Proposal } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { aProposal, aSeenVendor, seenFromComment } from "../../../support/proposal.ts";
import { en, ko } from "../../../support/words.ts";

const rules: ApprovalRules = { required: 2, mayReview: () => new Set(["U0JOON", "U0MINA", "U0DANA"]) };
const render = (change: Partial<Proposal> = {}, vendors: ObservedVendor[] = []) =>
  renderProposalCard({ proposal: aProposal(change), rules, vendors }, en);
const { card } = en.proposals;
const idsOf = (answer: { blocks: unknown }) =>
  [...JSON.stringify(answer.blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);

describe("the card of a change that was sent", () => {
  const sent = { state: "approved" as const, operation: anUnknown({ outcome: "accepted", result: null }) };
  const linesOf = ({ text }: { text: string }) => text.split("\n");

  it("shows the vendors' statuses and their source in its small print", () => {
    const vendors = [aSeenVendor("vendorA"), aSeenVendor("vendorB", { status: "APPROVED" })];
    const answer = render(sent, vendors);
    const small = answer.blocks.flatMap((block) => (block.type === "context" ? [block.elements] : []));
    expect(small[0]).toEqual([
      {
        type: "plain_text",
        text: "vendorA review not requested (PENDING) · vendorB APPROVED",
        emoji: false,
      },
      expect.objectContaining({
        type: "mrkdwn",
        text: expect.stringMatching(/^· seen in <@U0MINA>'s comment <!date[^>]*>$/),
      }),
    ]);
    expect(linesOf(answer).at(-2)).toMatch(
      /^vendorA review not requested \(PENDING\) · vendorB APPROVED · seen in <@U0MINA>'s comment <!date[^>]*>$/,
    );
  });

  it("asks for the reviews that are still PENDING, until one is rejected", () => {
    const withStatuses = (...statuses: string[]) =>
      render(
        sent,
        statuses.map((status, index) => aSeenVendor(["vendorA", "vendorB"][index]!, { status })),
      ).text;
    const said = (sentence: string) => sentence.replace("{by}", `<@${aProposal().proposer}>`);
    expect(withStatuses("PENDING", "PENDING")).toContain(said(card.next));
    expect(withStatuses("PENDING", "APPROVED")).toContain(
      said(card.nextReview).replace("{vendors}", "vendorA"),
    );
    expect(withStatuses("APPROVED", "APPROVED")).not.toContain("Next, ");
    expect(withStatuses("PENDING", "REJECTED").match(/Next, .*/g)).toEqual([said(card.nextFix)]);
  });

  it("counts the vendors' approvals in its title, and is done once both approved", () => {
    const titleWith = (...statuses: string[]) => {
      const seen = statuses.map((status, index) => aSeenVendor(["vendorA", "vendorB"][index]!, { status }));
      return linesOf(render(sent, seen))[0];
    };
    for (const title of [titleWith(), titleWith("PENDING")])
      expect(title).toBe(`${card.title.sent} · Order placed`);
    expect(titleWith("INSPECTING", "PENDING")).toBe(`${card.requested(1, 2)} · Order placed`);
    expect(titleWith("INSPECTING", "INSPECTING")).toBe(`${card.title.in_review} · Order placed`);
    for (const title of [titleWith("APPROVED"), titleWith("PENDING", "APPROVED")])
      expect(title).toBe(`${card.reviewed(1, 2)} · Order placed`);
    expect(titleWith("APPROVED", "APPROVED")).toBe(`${card.reviewed(2, 2)} · Order placed`);
    expect(titleWith("APPROVED", "REJECTED")).toBe(`${card.rejectedBy("vendorB")} · Order placed`);
    for (const words of [en, ko]) {
      const { title, reviewed } = words.proposals.card;
      for (const says of [title.sent, title.in_review, reviewed(1, 2), reviewed(2, 3)])
        expect(says).toMatch(/^⏳/);
      for (const says of [reviewed(2, 2), reviewed(3, 3)]) expect(says).toMatch(/^✅/);
    }
  });

  it("names no next step once a newer change was sent", () => {
    const followed = { proposal: aProposal(sent), rules, vendors: [], isFollowed: true };
    const { text } = renderProposalCard(followed, en);
    expect(text).toContain(`${card.title.followed} · Order placed`);
    expect(text).not.toContain(card.next.replace("{by}", "<@U0JOON>"));
  });

  it("names the next step until a vendor's review has begun", () => {
    const next = card.next.replace("{by}", "<@U0JOON>");
    const pending = aSeenVendor("vendorA");
    for (const vendors of [[], [pending]]) expect(render(sent, vendors).text).toContain(next);
    for (const status of ["INSPECTING", "APPROVED", "REJECTED"])
      expect(render(sent, [pending, aSeenVendor("vendorB", { status })]).text).not.toContain(next);
  });

  it("links to the console, with a primary button while a review is to be requested", () => {
    const link: Button = { ...button("oncall.console", "Console"), url: "https://console.example" };
    const buttonsOf = (...statuses: string[]) => {
      const seen = statuses.map((status, index) => aSeenVendor(["vendorA", "vendorB"][index]!, { status }));
      const { blocks } = renderProposalCard(
        { proposal: aProposal(sent), rules, vendors: seen, toConsole: [link] },
        en,
      );
      return blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
    };
    for (const statuses of [[], ["PENDING", "PENDING"]]) {
      const buttons = buttonsOf(...statuses);
      expect(buttons[0]).toEqual({ ...link, style: "primary" });
      expect(buttons).toHaveLength(4);
    }
    // Both reviews have begun.
    expect(buttonsOf("APPROVED", "INSPECTING")[0]).toEqual(link);
    for (const statuses of [
      ["APPROVED", "APPROVED"],
      ["REJECTED", "PENDING"],
    ])
      expect(buttonsOf(...statuses)).not.toContainEqual(link);
  });

  it("names its approvers in its small print", () => {
    const approvals = [{ by: "U0MINA", at: new Date() }];
    const answer = render({ ...sent, approvals });
    expect(answer.text).toContain(` · ${card.given} <@U0MINA> · KA01TP001`);
    expect(JSON.stringify(answer.blocks.at(-2))).toContain(`${card.given} <@U0MINA>`);
  });

  it("has a button to report a status while a vendor's decision is missing", () => {
    const offered = (...statuses: string[]) =>
      idsOf(
        render(
          sent,
          statuses.map((status, index) => aSeenVendor(["vendorA", "vendorB"][index]!, { status })),
        ),
      ).includes("templates.report");
    for (const statuses of [["PENDING", "PENDING"], ["APPROVED"], ["INSPECTING", "APPROVED"]])
      expect(offered(...statuses)).toBe(true);
    for (const statuses of [
      ["APPROVED", "APPROVED"],
      ["REJECTED", "PENDING"],
    ])
      expect(offered(...statuses)).toBe(false);
    const followed = { proposal: aProposal(sent), rules, vendors: [], isFollowed: true };
    expect(idsOf(renderProposalCard(followed, en))).not.toContain("templates.report");
  });

  it("names the vendor that rejected it, with its comment and buttons for what to do", () => {
    const comments = [{ isAdmin: true, memberId: null, content: "Name the carrier", dateCreated: null }];
    const from = { ...seenFromComment, by: "U0SORA" };
    const rejected = aSeenVendor("vendorB", { status: "REJECTED", statusFrom: from, comments });
    const answer = render(sent, [aSeenVendor("vendorA"), rejected]);
    expect(linesOf(answer)[0]).toBe(`${card.rejectedBy("vendorB")} · Order placed`);
    expect(answer.text).toMatch(/\nvendorA review not requested \(PENDING\) · seen in <@U0MINA>/);
    // Each names its source, as they differ.
    expect(answer.text).toMatch(/\nvendorB REJECTED · seen in <@U0SORA>/);
    expect(answer.text).toContain("“Name the carrier”");
    expect(answer.text).toContain("<@U0JOON>");
    expect(idsOf(answer)).toEqual([
      "templates.update",
      "templates.comment",
      "templates.copy",
      "history.open",
    ]);
  });
});
