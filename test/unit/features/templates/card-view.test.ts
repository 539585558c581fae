import { describe, expect, it } from "vitest";
import { renderProposalCard } from "../../../../src/features/templates/card.view.ts";
import type { ApprovalRules } from "../../../../src/features/templates/card-title.view.ts";
import { renderMoreActions } from "../../../../src/features/templates/decide.slack.ts";
import { parseDecision, toDecisionValue } from "../../../../src/features/templates/ids.ts";
import type { ObservedVendor, Proposal } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { aProposal, aSeenTemplate, aSeenVendor } from "../../../support/proposal.ts";
import { around, en, ko, reason } from "../../../support/words.ts";

const rules: ApprovalRules = {
  required: 2,
  mayReview: () => new Set(["U0JOON", "U0MINA", "U0DANA"]),
};
const render = (change: Partial<Proposal> = {}, vendors: ObservedVendor[] = []) =>
  renderProposalCard({ proposal: aProposal(change), rules, vendors }, en);
const { card } = en.proposals;
const idsOf = (answer: { blocks: unknown }) =>
  [...JSON.stringify(answer.blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);

it("a card's button carries its proposal and revision, and no other value is accepted", () => {
  expect(parseDecision(toDecisionValue(aProposal({ revision: 3 })))).toEqual({
    ...{ id: "p-1", revision: 3 },
  });
  for (const value of ["", "p-1", "{}", '{"id":1}', "null"]) expect(parseDecision(value)).toBeNull();
});

describe("a proposal's card", () => {
  it("says who, why, the difference word by word, and which placeholders change", () => {
    const { text } = render();
    expect(text).toContain(`${card.title.open} · Order placed`);
    expect(text).toContain("<@U0JOON>");
    expect(text).toContain("It has left by then");
    expect(text).toContain(
      "Hello [-#{name}-]{+#{customer}+}, order #{number} [-is-]{+has+} [-placed-]{+left+}.",
    );
    expect(text).toContain(`${card.added}: #{customer}`);
    expect(text).toContain(`${card.lost}: #{name}`);
  });

  it("names the writers of reason and text if the proposer isn't the only one", () => {
    const [first] = aProposal().revisions;
    const edited = { ...first!, revision: 2, contentDigest: "seal-2", reason: "It has left", by: "U0MINA" };
    const { text } = render({ reason: "It has left", revisions: [first!, edited] });
    expect(text).toContain(`<@U0JOON>${around(card.whyBy).between}<@U0MINA>`);
    expect(text).toContain(`${card.changeBy}<@U0JOON>, <@U0MINA>`);
    expect(render().text).not.toContain(card.changeBy);
  });

  it("shows headings in bold, and the difference as a quote", () => {
    const [, difference] = render().blocks;
    expect(difference).toMatchObject({
      elements: [
        { type: "rich_text_section", elements: [{ text: "Content", style: { bold: true } }] },
        {
          type: "rich_text_quote",
          elements: expect.arrayContaining([{ type: "text", text: "has", style: { bold: true } }]),
        },
      ],
    });
  });

  it("shows the difference after the decision, but no longer the effects of an update", () => {
    const { text } = render({ state: "withdrawn" });
    expect(text).toContain("{+#{customer}+}");
    expect(text).not.toContain(card.effects);
  });

  it("names invisible characters, also without a text to compare with", () => {
    const content = "Hello\u200b #{customer}\nbye";
    for (const basis of [null, aSeenTemplate({ content: "old ".repeat(9000) }).content]) {
      const { text } = render({ basis, change: { content } });
      expect(text).toContain("Hello‹U+200B› #{customer}\nbye");
    }
  });

  it("says that an update usually puts both vendors back to PENDING", () => {
    const { text } = render();
    expect(text).toContain(`⚠️ ${card.effects}`);
  });

  it("shows the new text whole if the template was never seen, and says so", () => {
    const { text } = render({ basis: null });
    expect(text).toContain(card.neverSeen);
    expect(text).toContain("Hello #{customer}, order #{number} has left.");
    expect(text).not.toContain("[-");
    // The placeholders before are unknown.
    for (const claim of [card.added, card.lost]) expect(text).not.toContain(claim);
  });

  it("calls no placeholder new in a field that was never seen", () => {
    const basis = aSeenTemplate({ buttons: null }).content;
    const buttons = [
      { buttonType: "WL", buttonName: "Track #{number}", linkMo: "https://x.example/#{carrier}" },
    ];
    const { text } = render({ basis, change: { content: "Hello #{customer} #{number}", buttons } });
    expect(text).toContain(`${card.added}: #{customer}`);
    expect(text).toContain(`${card.lost}: #{name}`);
    expect(text).not.toContain(": #{carrier}");
  });

  it("shows what changed of a button", () => {
    const buttons = [
      { buttonType: "WL", buttonName: "Track", linkMo: "https://m.shop.example/#{number}" },
      { buttonType: "DS", buttonName: "Delivery" },
    ];
    const { text } = render({ change: { buttons } });
    expect(text).toContain("[-Show-]{+Track+} [-order -](WL) · mobile https://m.shop.example/#{number}");
    expect(text).toContain("Delivery");
  });

  it("names the reviewers who can still approve", () => {
    const { text } = render({ approvals: [{ by: "U0MINA", at: new Date() }] });
    expect(text).toMatch(
      new RegExp(
        `${card.needs(1)}${card.from}<@U0DANA>${around(card.by).before}<!date[^>]*> · ${card.given} <@U0MINA>\n`,
      ),
    );
  });

  it("says once when it expires, in its small print if changes were requested", () => {
    const moment = `<!date^${aProposal().expiresAt.getTime() / 1000}^`;
    const small = (state: Proposal["state"]) => JSON.stringify(render({ state }).blocks.at(-2));
    expect(render().text.split(moment)).toHaveLength(2);
    expect(small("open")).not.toContain(moment);
    expect(small("changes_requested")).toContain(`${card.expires} ${moment}`);
  });

  it("marks an approval of a former reviewer, and doesn't count it", () => {
    const approvals = ["U0EVE", "U0MINA"].map((by) => ({ by, at: new Date() }));
    const { text } = render({ approvals });
    const who = `<@U0EVE> (${card.noLonger}), <@U0MINA>`;
    expect(text).toContain(`${card.needs(1)}${card.from}<@U0DANA>${around(card.by).before}<!date`);
    expect(text).toContain(` · ${card.given} ${who}\n`);
    const unknown = { required: 2, mayReview: () => null };
    const told = renderProposalCard({ proposal: aProposal({ approvals }), rules: unknown, vendors: [] }, en);
    expect(told.text).toContain(`${card.needs(0)}${around(card.by).before}<!date`);
    expect(told.text).toContain(` · ${card.given} <@U0EVE>, <@U0MINA>\n`);
    // On a decided card no approval is marked.
    expect(render({ state: "approved", approvals }).text).not.toContain(card.noLonger);
  });

  it("has three buttons, one of them primary, and the others in More", () => {
    const answer = render();
    expect(idsOf(answer)).toEqual(["templates.approve", "templates.request_changes", "templates.more"]);
    const buttons = answer.blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
    const styles = buttons.map((one) => ("style" in one ? one.style : undefined));
    expect(styles).toEqual(["primary", undefined, undefined]);
    const rest = renderMoreActions(aProposal(), en);
    expect(rest.blocks.slice(-3).map(({ type }) => type)).toEqual(["actions", "divider", "actions"]);
    expect(idsOf(rest)).toEqual([
      ...["templates.edit", "templates.comment", "templates.report", "templates.withdraw"],
    ]);
    expect(JSON.stringify(rest).split('"templates.withdraw"')[1]).toContain('"style":"danger","confirm"');
    expect(idsOf(renderMoreActions(aProposal({ state: "withdrawn" }), en))).toEqual([
      ...["templates.comment", "templates.report"],
    ]);
  });

  it("names the sources of the vendors' statuses and of the compared text", () => {
    const reported = { kind: "report" as const, by: "U0JOON", operationId: null, at: new Date(0) };
    const basis = aSeenTemplate({ from: reported }).content;
    const alike = ["vendorA", "vendorB"].map((vendor) => aSeenVendor(vendor));
    const { text } = render({ basis }, alike);
    expect(text).toMatch(
      /\nvendorA review not requested \(PENDING\) · vendorB review not requested \(PENDING\) · seen in <@U0MINA>'s comment <!date/,
    );
    expect(text).toMatch(/Compared with what was reported <!date[^>]*> by <@U0JOON> from the console/);
    // Name and content of the compared text may have two sources.
    const nameFrom = { ...reported, by: "U0DANA" };
    expect(render({ basis: aSeenTemplate({ nameFrom }).content }).text).toMatch(
      /Compared with what was seen in <@U0MINA>'s comment <!date[^>]*>, reported <!date[^>]*> by <@U0DANA>/,
    );
    const apart = render({}, [alike[0]!, aSeenVendor("vendorB", { statusFrom: reported })]);
    expect(apart.text).toMatch(
      /\nvendorA review not requested \(PENDING\) · seen .*\nvendorB review not requested \(PENDING\) · reported .* by <@U0JOON>/,
    );
  });

  it.each([
    ["withdrawn", { state: "withdrawn" }],
    ["expired", { state: "expired" }],
    [
      "under_way",
      { state: "approved", operation: anUnknown({ outcome: null, result: null, state: "started" }) },
    ],
    ["sent", { state: "approved", operation: anUnknown({ outcome: "accepted", result: null }) }],
    ["unknown", { state: "approved", operation: anUnknown() }],
  ] as const)("says in its title that it is %s, and has no buttons to decide", (state, change) => {
    const answer = render(change);
    expect(answer.text).toContain(card.title[state]);
    const after = ["templates.copy", "templates.report", "history.open"];
    expect(idsOf(answer).filter((id) => !after.includes(id ?? ""))).toEqual([]);
  });

  it("names its revision, and who is to edit it if changes were requested", () => {
    expect(render({ revision: 2 }).text.split("\n")[0]).toBe(`${card.openAgain(2)} · Order placed`);
    const asked = render({ state: "changes_requested", revision: 2 }).text;
    expect(asked).toContain(card.nextEdit.replace("{by}", "<@U0JOON>"));
    expect(asked).toContain(card.revision(2));
    expect(render().text).not.toContain(card.nextEdit.replace("{by}", "<@U0JOON>"));
  });

  it("says that its update was not sent, and can be approved again", () => {
    const result = { code: "ConnectionFailed", words: null, status: null, reply: null };
    const answer = render({ operation: anUnknown({ outcome: "not_sent", result }) });
    expect(answer.text).toContain(card.title.not_sent);
    expect(answer.text).toContain(reason("ConnectionFailed"));
    expect(idsOf(answer)).toContain("templates.approve");
  });

  const refused = (code: string, status: number, words: string | null = null) =>
    render({
      state: "approved",
      operation: anUnknown({ outcome: "refused", result: { code, words, status, reply: null } }),
    }).text;

  it("names the missing right if the account may not update templates", () => {
    expect(refused("Forbidden", 403)).toContain(
      en.terms.update.reasons["Forbidden"]!.remedy!.replaceAll("`", ""),
    );
    expect(refused("Forbidden", 403)).toContain("role-chat:write");
  });

  it.each([
    ["RequestTimeTooSkewed", 403],
    ["InvalidAPIKey", 403],
    ["SignatureDoesNotMatch", 403],
    ["DuplicatedSignature", 403],
    ["Unauthorized", 401],
  ])("explains an update refused with %s (%s) by its code, not by a missing right", (code, status) => {
    expect(refused(code, status)).toContain(reason(code));
    expect(refused(code, status)).not.toContain(en.terms.update.reasons["Forbidden"]!.says);
  });

  it.each([401, 403])("guesses no reason for an update refused with %s and an unknown code", (status) => {
    const said = refused("Odd", status, "The account is being moved.");
    expect(said).toContain("The account is being moved.");
    const silent = refused(`HTTP_${status}`, status);
    expect(silent).toContain(en.reasons.byStatus(status).says);
    for (const text of [said, silent]) expect(text).not.toContain(en.terms.update.reasons["Forbidden"]!.says);
  });

  it("is rendered in Korean too", () => {
    const { text } = renderProposalCard({ proposal: aProposal(), rules, vendors: [] }, ko);
    expect(text).toContain(ko.proposals.card.title.open);
    expect(text).toContain(ko.proposals.card.effects);
  });

  it("stays within Slack's limits with the longest texts", () => {
    const long = (word: string) => word.repeat(3000 / word.length);
    const button = { buttonType: "WL", buttonName: "x".repeat(900), linkMo: "y".repeat(900) };
    const change = { name: "n".repeat(200), content: long("새 내용"), buttons: [button, button] };
    const basis = aSeenTemplate({ content: long("old "), name: "m".repeat(200) }).content;
    const { blocks, text } = render({ change, basis });
    const words = JSON.stringify(blocks).match(/"text":"(?:[^"\\]|\\.)*"/g) ?? [];
    expect(words.join("").length).toBeLessThan(13_000);
    expect(text).toContain(long("새 내용"));
  });
});
