import { describe, expect, it } from "vitest";
import { createNewProposeForm } from "../../../../src/features/templates/propose.input.ts";
import { renderProposeForm, toProposeErrors } from "../../../../src/features/templates/propose.view.ts";
import type { ObservedComment } from "../../../../src/store/index.ts";
import { aSeenTemplate, aSeenVendor } from "../../../support/proposal.ts";
import { en } from "../../../support/words.ts";

const { propose } = en;
const said = (isAdmin: boolean | null, content: string, dateCreated: string | null): ObservedComment => ({
  ...{ isAdmin, memberId: "M1", content, dateCreated },
});
const json = (value: unknown) => JSON.stringify(value);

describe("the form to propose a change", () => {
  const form = createNewProposeForm("act", "T1", aSeenTemplate().content);

  it("is filled with what was seen last, and names the source of that", () => {
    const shown = json(renderProposeForm(form, { seen: aSeenTemplate(), words: en }));
    expect(shown).toContain("Hello #{name}, order #{number} is placed.");
    expect(shown).toContain('"block_id":"buttons.1.linkMo"');
    expect(shown).toContain("'s comment");
  });

  it("shows a vendor's newest review comment on top, unless it approved", () => {
    const comments = [
      said(true, "Old words", "2026-11-20T01:00:00Z"),
      said(true, "Name the carrier <!channel>", "2026-11-20T02:00:00Z"),
      said(false, "We will", "2026-11-20T03:00:00Z"),
    ];
    const shownOf = (status: string) =>
      json(
        renderProposeForm(form, {
          ...{
            seen: aSeenTemplate({}, [aSeenVendor("vendorA", { status, comments })]),
            words: en,
          },
        }),
      );
    const shown = shownOf("REJECTED");
    expect(shown.indexOf("Name the carrier <!channel>")).toBeLessThan(shown.indexOf('"block_id":"name"'));
    expect(shown).toContain('{"type":"text","text":"Name the carrier <!channel>"}');
    for (const others of ["Old words", "We will", "vendorA-code"]) expect(shown).not.toContain(others);
    expect(shownOf("APPROVED")).not.toContain("Name the carrier");
  });

  it("shows what the team's reviewer asked for on top, shortened", () => {
    const asked = { by: "U0MINA", at: new Date(), words: "why ".repeat(500) };
    const shown = json(renderProposeForm(form, { seen: null, asked, words: en }));
    expect(shown).toContain("U0MINA");
    expect(shown.split("why ").length).toBeLessThan(160);
  });

  it("has its Preview button below the content", () => {
    const shown = json(renderProposeForm(form, { seen: aSeenTemplate(), words: en }));
    const order = ['"block_id":"content"', "templates.preview", '"block_id":"buttons.1.buttonName"'];
    const found = order.map((part) => shown.indexOf(part));
    expect(found).toEqual(found.toSorted((one, other) => one - other));
  });

  it("marks placeholders in the preview, and warns of the usual limits", () => {
    const values = {
      ...form.values,
      content: `#{name} ${"x".repeat(990)}`,
      "buttons.1.buttonName": "x".repeat(15),
    };
    const shown = json(
      renderProposeForm({ ...form, values, isPreviewed: true }, { seen: aSeenTemplate(), words: en }),
    );
    expect(shown).toContain(json({ type: "text", text: "#{name}", style: { code: true } }));
    expect(shown).toContain(propose.warnings.buttonName("x".repeat(15), 15));
  });

  it("says that a long name doesn't fit, and has no field for it", () => {
    const seen = aSeenTemplate({ name: "n".repeat(201) });
    const { blocks } = renderProposeForm(createNewProposeForm("a", "T1", seen.content), { seen, words: en });
    expect(json(blocks)).toContain(propose.form.doesNotFit(en.templates.fieldNames.name));
    expect(blocks.some((block) => block.block_id === "name")).toBe(false);
  });

  it("says that a long content doesn't fit, and has no field for it", () => {
    const seen = aSeenTemplate({ content: "x".repeat(4012) });
    const shown = json(
      renderProposeForm(createNewProposeForm("act", "T1", seen.content), { seen, words: en }),
    );
    expect(shown).toContain(propose.form.doesNotFit(en.templates.fieldNames.content));
    expect(shown).not.toContain('"block_id":"content"');
  });
});

it("a proposal's error is shown at its field, or at the reason if there is no such field", () => {
  const issues = [
    { field: "content", problem: "missing" as const },
    { field: "content", problem: "malformed" as const },
    { field: "buttons.1.buttonName", problem: "too_long" as const, size: 2, limit: 1 },
  ];
  expect(toProposeErrors(issues, ["content", "reason"], en)).toEqual({
    content: propose.form.missing,
    reason: propose.form.tooLong(2, 1),
  });
});
