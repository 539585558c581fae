import { describe, expect, it } from "vitest";
import { tellChange, tellProposed } from "../../../../src/features/templates/proposal-posts.view.ts";
import { parsePostBody } from "../../../../src/slack/posts/publisher.ts";
import { anUnknown } from "../../../support/operation.ts";
import { aProposal, aSeenVendor } from "../../../support/proposal.ts";
import { en, reason } from "../../../support/words.ts";

const { card, lines } = en.proposals;
const rules = { required: 2, mayReview: () => "everyone" as const };
const options = { review: "C0REVIEWS", rules, words: en };
const at = new Date(Date.UTC(2026, 10, 21, 6));
const textOf = ({ body }: { body: object }) => parsePostBody(body).text;

describe("what is posted of a proposal", () => {
  it("is one card, which changes in place with a line in its thread", () => {
    const [post] = tellProposed(aProposal(), options);
    const [edit, line] = tellChange(
      aProposal({ approvals: [{ by: "U0MINA", at }] }),
      { kind: "approved", by: "U0MINA" },
      options,
    );
    expect(post).toMatchObject({ kind: "post", key: "proposal:p-1", destinations: ["C0REVIEWS", "U0JOON"] });
    expect(edit).toMatchObject({ kind: "edit", key: "proposal:p-1" });
    expect(line).toMatchObject({ kind: "line", key: "proposal:p-1" });
    expect(textOf(line!)).toBe(`<@U0MINA>${lines.approved(1)}`);
  });

  it("is rendered once a change: comparing long texts takes its time", () => {
    let looks = 0;
    const mayReview = () => {
      looks += 1;
      return "everyone" as const;
    };
    const looksOf = (tell: (counting: typeof options) => unknown) => {
      looks = 0;
      tell({ ...options, rules: { required: 2, mayReview } });
      return looks;
    };
    const first = looksOf((counting) => tellProposed(aProposal(), counting));
    expect(first).toBeGreaterThan(0);
    expect(looksOf((counting) => tellChange(aProposal(), { kind: "reminder" }, counting))).toBe(first);
  });

  it("tells reviewers what an edit changed since the revision that they read", () => {
    const first = aProposal();
    const change = { content: "Hello #{customer}, order #{number} has left us." };
    const edited = aProposal({
      ...{ change, revision: 2 },
      revisions: [...first.revisions, { revision: 2, change, seal: "s2", by: "U0MINA", at }],
    });
    const [, line] = tellChange(edited, { kind: "edited", by: "U0MINA" }, options);
    expect(textOf(line!)).toContain(lines.edited(2));
    expect(textOf(line!)).toContain("Hello #{customer}, order #{number} has left{+ us+}.");
  });

  it("tells the proposer what a reviewer asks for, as it was typed", () => {
    const decision = { by: "U0MINA", at, words: "Name the carrier <!channel>" };
    const [edit, line] = tellChange(
      aProposal({ state: "changes_requested", decision }),
      { kind: "changes_requested" },
      options,
    );
    expect(textOf(line!)).toBe(
      `<@U0JOON> <@U0MINA>${lines.requestedChanges}\nName the carrier &lt;!channel&gt;`,
    );
    expect(textOf(edit!)).toContain(card.title.changes_requested);
  });

  it("keeps a note apart from everything that the vendor reads", () => {
    const notes = [{ by: "U0SORA", at, words: "Legal agreed" }];
    const [, line] = tellChange(aProposal({ notes }), { kind: "noted" }, options);
    expect(textOf(line!)).toBe(`${lines.noted} <@U0SORA>\nLegal agreed`);
  });

  it("has a line for each vendor once the update ended", () => {
    const operation = anUnknown({ kind: "templates.update", outcome: "accepted", result: null });
    const decided = aProposal({ state: "approved", operation, approvals: [{ by: "U0MINA", at }] });
    const vendors = [aSeenVendor("vendorA"), aSeenVendor("vendorB")];
    const [edit, ended, ...statuses] = tellChange(decided, { kind: "ended", vendors, shown: null }, options);
    expect(textOf(edit!)).toContain(card.title.accepted);
    expect(textOf(ended!)).toContain(`<@U0JOON> ${card.title.accepted}`);
    expect(statuses.map((line) => textOf(line).split(" ")[0])).toEqual(["vendorA", "vendorB"]);
  });

  it("says what was seen of a vendor before, where its update's reply shows another status", () => {
    const operation = anUnknown({ kind: "templates.update", outcome: "accepted", result: null });
    const decided = aProposal({ state: "approved", operation });
    const before = ["APPROVED", "PENDING", null];
    const vendors = before.map((statusBefore, index) => ({ ...aSeenVendor(`vendor${index}`), statusBefore }));
    const [, , ...lines] = tellChange(decided, { kind: "ended", vendors, shown: null }, options).map(textOf);
    const { APPROVED, PENDING } = en.templates.statuses;
    const pending = `PENDING (${PENDING})`;
    expect(lines[0]).toContain(`vendor0 · APPROVED (${APPROVED}) → ${pending}`);
    expect(lines[1]).toContain(`vendor1 · ${pending}`);
    expect(lines[2]).toContain(`vendor2 · ${pending}`);
  });

  it("tells that an update was refused, and why, though its proposal is open again by then", () => {
    const result = { code: "ConnectionFailed", words: null, status: null, reply: null };
    for (const outcome of ["refused", "not_sent"] as const) {
      const reopened = aProposal({ operation: anUnknown({ outcome, result }) });
      const [edit, ended] = tellChange(reopened, { kind: "ended", vendors: [], shown: null }, options);
      expect(textOf(edit!)).toContain(card.title.open);
      expect(textOf(ended!)).toContain(`<@U0JOON> ${card.title[outcome]}`);
      expect(textOf(ended!)).toContain(reason("ConnectionFailed"));
      expect(textOf(ended!)).not.toContain(card.title.open);
    }
  });

  it.each([
    [
      "withdrawn",
      { state: "withdrawn", decision: { by: "U0JOON", at, words: null } },
      `<@U0JOON>${lines.withdrew}`,
    ],
    ["expired", { state: "expired" }, `<@U0JOON>${lines.expired}`],
    ["reminder", {}, `<@U0JOON>${lines.reminder}`],
  ] as const)("says %s to whom it concerns", (kind, change, said) => {
    const [, line] = tellChange(aProposal(change), { kind }, options);
    expect(textOf(line!)).toContain(said);
  });

  it("says where the reply was not about what was sent", () => {
    const operation = anUnknown({ kind: "templates.update", outcome: "accepted", result: null });
    const decided = aProposal({ state: "approved", operation });
    const shown = {
      missing: ["vendorB"],
      uncoded: ["vendorA"],
      others: ["KA01TPOTHER"],
      differing: ["vendorA"],
    };
    const [, ended] = tellChange(decided, { kind: "ended", vendors: [], shown }, options);
    const { noVendor, noCode, otherTemplate, differs } = en.templates.status;
    for (const said of [
      noVendor("vendorB"),
      noCode("vendorA"),
      otherTemplate("KA01TPOTHER"),
      differs("vendorA"),
    ]) {
      expect(textOf(ended!)).toContain(said);
    }
  });
});
