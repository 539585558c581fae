import { describe, expect, it } from "vitest";
import { renderFinder, toTemplateChoices } from "../../../../src/features/templates/find.slack.ts";
import { renderTemplate } from "../../../../src/features/templates/template.view.ts";
import type { ObservedTemplate } from "../../../../src/store/index.ts";
import { aProposal, aSeenTemplate } from "../../../support/proposal.ts";
import { en, ko } from "../../../support/words.ts";

const { templates } = en;
const json = (value: unknown) => JSON.stringify(value);

describe("the template finder", () => {
  it("lists seen templates, and the proposals that wait for its reader", () => {
    const shown = json(
      renderFinder(
        {
          seen: [aSeenTemplate()],
          waiting: [{ proposal: aProposal(), vendors: [] }],
          mine: [],
          mayImport: true,
        },
        en,
      ),
    );
    expect(shown).toContain("Order placed (KA01TP001)");
    expect(shown).toContain(templates.find.waiting);
    expect(shown).not.toContain(templates.find.mine);
  });

  it.each([
    ["English", en],
    ["Korean", ko],
  ])("quotes a reviewer's request in its proposer's row, on one line: %s", (_, words) => {
    const asked = (said: string | null, state: "open" | "changes_requested" = "changes_requested") => {
      const decision = { by: "U0MINA", at: new Date(0), words: said };
      return { proposal: aProposal({ state, decision }), vendors: [] };
    };
    const finder = { seen: [], waiting: [], mine: [], mayImport: true };
    const title = `${words.proposals.card.title.changes_requested} · Order placed`;
    const why = words.proposals.card.reason("It has left by then");
    const shown = (own: Partial<Parameters<typeof renderFinder>[0]>) =>
      json(renderFinder({ ...finder, ...own }, words));
    const row = (head: string) => json(`${head}\n${why}`);
    expect(shown({ mine: [asked(" Too *promotional*,\n<!here>\u202e & long ")] })).toContain(
      row(`${title} · “Too *promotional*, <!here> & long”`),
    );
    expect(shown({ mine: [asked("가".repeat(80))] })).toContain(row(`${title} · “${"가".repeat(80)}”`));
    expect(shown({ mine: [asked("가".repeat(81))] })).toContain(row(`${title} · “${"가".repeat(79)}…”`));
    expect(shown({ mine: [asked(null)] })).toContain(row(title));
    // Not quoted once the proposal is open again, nor to anybody else.
    expect(shown({ mine: [asked("Too long", "open")] })).not.toContain("Too long");
    expect(shown({ waiting: [asked("Too long")] })).toContain(row(title));
    const { proposal } = asked("Too long");
    const ofTemplate = { templateId: "KA01TP001", seen: null, proposals: [proposal] };
    expect(json(renderTemplate({ ...ofTemplate, mayChange: true }, words))).not.toContain("Too long");
  });

  it("has one field to choose a template, also if none was ever seen", () => {
    const shown = (seen: ObservedTemplate[]) =>
      renderFinder({ waiting: [], mine: [], mayImport: true, seen }, en);
    expect(json(shown([]))).toContain(templates.find.noneSeen);
    for (const { blocks } of [shown([]), shown([aSeenTemplate()])])
      expect(blocks.filter(({ type }) => type === "input")).toMatchObject([{ block_id: "templateId" }]);
  });

  it("offers typed text as an ID, unless it is the ID of a seen template", () => {
    const seen = [aSeenTemplate()];
    expect(toTemplateChoices(seen, "T9", en).map(({ value }) => value)).toEqual(["KA01TP001", "T9"]);
    expect(toTemplateChoices(seen, "KA01TP001", en)).toHaveLength(1);
    expect(toTemplateChoices(seen, null, en)).toHaveLength(1);
  });
});
