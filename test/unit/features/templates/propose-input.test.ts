import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTemplateId } from "../../../../src/features/templates/ids.ts";
import {
  createEditProposeForm,
  createNewProposeForm,
  type ProposeForm,
  parseProposal,
  readProposeForm,
  toMetadata,
} from "../../../../src/features/templates/propose.input.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import { aProposal, aSeenTemplate } from "../../../support/proposal.ts";
import { metadataOf } from "../../../support/spoken.ts";

const seen = aSeenTemplate().content;
const reason = { reason: "Because" };

/** Submits the form with these fields typed over its values. */
function submit(form: ProposeForm, typed: Record<string, string | null>) {
  const values = { ...form.values, ...typed };
  const chosen = (value: string) => ({
    type: "external_select",
    selected_option: { text: { type: "plain_text" as const, text: value }, value },
  });
  const state = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === null) return [];
      const element =
        name.endsWith("buttonType") && value !== "" ? chosen(value) : { type: "plain_text_input", value };
      return [[name, { value: element }]];
    }),
  );
  const fields = new Fields(state);
  return parseProposal(readProposeForm({ ...metadataOf(toMetadata(form)), fields }), fields);
}

const issuesOf = (parsed: ReturnType<typeof submit>) =>
  parsed.ok ? [] : parsed.issues.map(({ field, problem }) => `${field} ${problem}`);
const changeOf = (parsed: ReturnType<typeof submit>) => (parsed.ok ? parsed.change : parsed.issues);

describe("a proposal for a template that was seen", () => {
  const form = createNewProposeForm("act", "T1", seen);

  it("has only the fields that were changed", () => {
    expect(changeOf(submit(form, { ...reason, name: "Order shipped" }))).toEqual({ name: "Order shipped" });
    expect(changeOf(submit(form, { ...reason, content: " new\n" }))).toEqual({ content: " new\n" });
  });

  it("keeps Slack's notation as it was typed", () => {
    const content = ":blush: <https://shop.example|shop> <tel:+8221234567|02-123-4567>";
    expect(changeOf(submit(form, { ...reason, content }))).toEqual({ content });
  });

  it("has all buttons with their links if one was changed", () => {
    expect(changeOf(submit(form, { ...reason, "buttons.1.buttonName": "Track" }))).toEqual({
      buttons: [{ buttonType: "WL", buttonName: "Track", linkMo: "https://m.shop.example/#{number}" }],
    });
  });

  it.each([
    ["https://shop.example/\u200bx", ["buttons.1.linkMo stray"]],
    ["https://shop.example/a b", ["buttons.1.linkMo stray"]],
    ["\u200bhttps://shop.example/x\ufeff", []],
    ["https://shop.example/#{order number}", []],
  ])("checks links for blanks and invisible characters: %j", (linkMo, issues) => {
    expect(issuesOf(submit(form, { ...reason, "buttons.1.linkMo": linkMo }))).toEqual(issues);
  });

  it("is refused if only invisible characters around a link would change", () => {
    const buttons = seen!.buttons!.map((button) => ({ ...button, linkMo: `${button.linkMo}\u200b` }));
    const own = createNewProposeForm("act", "T1", { ...seen!, buttons });
    expect(issuesOf(submit(own, reason))).toEqual(["content nothing_changed"]);
  });

  it("is refused if its text, as a card shows it, is too long", () => {
    expect(issuesOf(submit(form, { ...reason, content: "a\u200b".repeat(1500) }))).toEqual([
      "content too_long",
    ]);
    expect(issuesOf(submit(form, { ...reason, content: "가".repeat(3000) }))).toEqual([]);
  });

  it("can remove all buttons", () => {
    const none = { "buttons.1.buttonType": null, "buttons.1.buttonName": null, "buttons.1.linkMo": null };
    expect(changeOf(submit(form, { ...reason, ...none }))).toEqual({ buttons: [] });
  });

  it("is refused if nothing changed, or only the kind of line breaks", () => {
    expect(issuesOf(submit(form, reason))).toEqual(["content nothing_changed"]);
    const other = createNewProposeForm("act", "T1", aSeenTemplate({ content: "one\r\ntwo" }).content);
    expect(issuesOf(submit(other, { ...reason, content: "one\ntwo" }))).toEqual(["content nothing_changed"]);
  });

  it.each(["", "  \n", "\u200b", "\u3164"])("is refused if its content shows nothing: %j", (content) => {
    expect(issuesOf(submit(form, { ...reason, content }))).toEqual(["content missing"]);
  });

  it("is refused if a button has none of the links that its type needs", () => {
    const linkless = { "buttons.1.buttonName": "Track", "buttons.1.linkMo": "" };
    expect(issuesOf(submit(form, { ...reason, ...linkless }))).toEqual(["buttons.1.linkMo linkless"]);
    const app = { ...linkless, "buttons.1.buttonType": "AL", "buttons.1.linkAnd": " " };
    expect(issuesOf(submit(form, { ...reason, ...app }))).toEqual(["buttons.1.linkAnd linkless"]);
    for (const one of [
      { ...linkless, "buttons.1.linkPc": "https://shop.example" },
      { ...app, "buttons.1.linkIos": "shop://" },
      { ...linkless, "buttons.1.buttonType": "DS" },
      { ...linkless, "buttons.1.buttonType": "ZZ" },
    ]) {
      expect(issuesOf(submit(form, { ...reason, ...one }))).toEqual([]);
    }
  });

  it("reports at its field what a button lacks", () => {
    const typed = { ...reason, "buttons.7.buttonType": "WL", "buttons.7.buttonName": "" };
    expect(issuesOf(submit(form, typed))).toEqual([
      "buttons.7.buttonName missing",
      "buttons.7.linkMo linkless",
    ]);
  });

  it("needs a reason", () => {
    expect(issuesOf(submit(form, { name: "New", reason: "x" }))).toEqual(["reason reason"]);
  });

  it("leaves a content as it is if it is too long for the form", () => {
    const long = createNewProposeForm("act", "T1", aSeenTemplate({ content: "x".repeat(3001) }).content);
    expect(long.values).not.toHaveProperty("content");
    expect(changeOf(submit(long, { ...reason, name: "New" }))).toEqual({ name: "New" });
  });

  it("leaves a name as it is if it is too long for the form", () => {
    const long = createNewProposeForm("a", "T1", aSeenTemplate({ name: "n".repeat(201) }).content);
    expect(long.values["name"]).toBeUndefined();
    expect(changeOf(submit(long, { ...reason, content: "New" }))).toEqual({ content: "New" });
    const whole = createNewProposeForm("a", "T1", aSeenTemplate({ name: "n".repeat(200) }).content);
    expect(changeOf(submit(whole, { ...reason, name: "New" }))).toEqual({ name: "New" });
  });

  it("leaves buttons as they are if they are too many for the form", () => {
    const many = Array.from({ length: 11 }, () => seen?.buttons?.[0]).flatMap((one) => one ?? []);
    const form11 = createNewProposeForm("act", "T1", aSeenTemplate({ buttons: many }).content);
    expect(changeOf(submit(form11, { ...reason, name: "New" }))).toEqual({ name: "New" });
  });

  it("is refused if its buttons are too long for a card", () => {
    const typed = Object.fromEntries(
      [1, 2, 3, 4, 5].flatMap((key) => [
        [`buttons.${key}.buttonType`, "BK"],
        [`buttons.${key}.buttonName`, "x".repeat(900)],
      ]),
    );
    expect(issuesOf(submit(form, { ...reason, ...typed }))).toEqual(["buttons.1.buttonName too_long"]);
  });
});

describe("a proposal for a template never seen", () => {
  const form = createNewProposeForm("act", "T1", null);

  it("has only the fields that were filled in", () => {
    expect(changeOf(submit(form, { ...reason, name: "", content: "Hello" }))).toEqual({ content: "Hello" });
  });

  it("is refused if nothing was filled in", () => {
    expect(issuesOf(submit(form, reason))).toEqual(["content nothing_changed"]);
  });
});

describe("an edited proposal", () => {
  it("keeps the fields that were proposed before", () => {
    const proposal = aProposal({ change: { content: "Proposed" } });
    const form = createEditProposeForm("act", proposal, seen);
    expect(changeOf(submit(form, { name: "Named" }))).toEqual({ name: "Named", content: "Proposed" });
    expect(changeOf(submit(form, {}))).toEqual({ content: "Proposed" });
  });

  it("is refused if it equals what was seen of the template", () => {
    const form = createEditProposeForm("act", aProposal({ change: { content: "Proposed" } }), seen);
    expect(issuesOf(submit(form, { content: seen?.content ?? "" }))).toEqual(["content nothing_changed"]);
  });
});

it("an untouched form proposes nothing, whatever was seen of the template", () => {
  const text = fc.oneof(
    fc.constant(null),
    fc.string({ maxLength: 20 }),
    fc.constant("a\r\nb"),
    fc.constant(" x "),
  );
  const button = fc.record({
    ...{ buttonType: text, buttonName: text, linkMo: text, linkPc: text, linkAnd: text, linkIos: text },
  });
  const buttons = fc.oneof(fc.constant(null), fc.array(button, { maxLength: 4 }));
  fc.assert(
    fc.property(text, text, buttons, (name, content, list) => {
      const form = createNewProposeForm("act", "T1", aSeenTemplate({ name, content, buttons: list }).content);
      const parsed = submit(form, reason);
      expect(parsed.ok).toBe(false);
    }),
  );
});

describe("parseTemplateId", () => {
  it.each([
    ["KA01TP240101000000000ORDERPLACED", "KA01TP240101000000000ORDERPLACED"],
    [" `KA01TP001` ", "KA01TP001"],
    ["KA01TP1.", "KA01TP1"],
    ["KA01TP1,", "KA01TP1"],
    ["*KA01TP1*", "KA01TP1"],
    ['"KA01TP1":', "KA01TP1"],
    ["_KA01TP1_", "KA01TP1"],
    ["~`(KA01_TP-1)`~;", "KA01_TP-1"],
    ["「KA01TP1」。", "KA01TP1"],
    ["«KA01TP1»?", "KA01TP1"],
    ["KA01…", null],
    ["KA01TP1.2", null],
    ["   ", null],
    ["x".repeat(200), null],
    ["a/b", null],
    ["..", null],
    ["%2f", null],
    ["a b", null],
    ["<!channel>", null],
  ])("reads %j as %j", (typed, id) => {
    expect(parseTemplateId(typed)).toBe(id);
  });
});
