import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTemplateId } from "../../../../src/features/templates/ids.ts";
import {
  editForm,
  newForm,
  type ProposeForm,
  parseProposal,
  readForm,
  toMetadata,
} from "../../../../src/features/templates/propose.input.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import { aProposal, aSeenTemplate } from "../../../support/proposal.ts";
import { metadataOf } from "../../../support/spoken.ts";

const seen = aSeenTemplate().content;
const reason = { reason: "Because" };

/** The form as it would come back with these fields typed over what it was filled with. */
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
  return parseProposal(readForm({ ...metadataOf(toMetadata(form)), fields }), fields);
}

const issuesOf = (parsed: ReturnType<typeof submit>) =>
  parsed.ok ? [] : parsed.issues.map(({ field, problem }) => `${field} ${problem}`);
const changeOf = (parsed: ReturnType<typeof submit>) => (parsed.ok ? parsed.change : parsed.issues);

describe("a proposal of a template that was seen", () => {
  const form = newForm("act", "T1", seen);

  it("has only the fields that were changed", () => {
    expect(changeOf(submit(form, { ...reason, name: "Order shipped" }))).toEqual({ name: "Order shipped" });
    expect(changeOf(submit(form, { ...reason, content: " new\n" }))).toEqual({ content: " new\n" });
  });

  it("has Slack's notation as it was typed: the wording is the platform's", () => {
    const content = ":blush: <https://shop.example|shop> <tel:+8221234567|02-123-4567>";
    expect(changeOf(submit(form, { ...reason, content }))).toEqual({ content });
  });

  it("has all buttons where one was changed, each with the links that it has", () => {
    expect(changeOf(submit(form, { ...reason, "buttons.1.buttonName": "Track" }))).toEqual({
      buttons: [{ buttonType: "WL", buttonName: "Track", linkMo: "https://m.shop.example/#{number}" }],
    });
  });

  it.each([
    ["https://shop.example/\u200bx", ["buttons.1.linkMo stray"]],
    ["https://shop.example/a b", ["buttons.1.linkMo stray"]],
    ["\u200bhttps://shop.example/x\ufeff", []],
    ["https://shop.example/#{order number}", []],
  ])("has links without what can't stand in one: %j", (linkMo, issues) => {
    expect(issuesOf(submit(form, { ...reason, "buttons.1.linkMo": linkMo }))).toEqual(issues);
  });

  it("is none where only what isn't seen around a link would go", () => {
    const buttons = seen!.buttons!.map((button) => ({ ...button, linkMo: `${button.linkMo}\u200b` }));
    const own = newForm("act", "T1", { ...seen!, buttons });
    expect(issuesOf(submit(own, reason))).toEqual(["content nothing_changed"]);
  });

  it("is refused where reviewers would have to read more than a card holds, what isn't drawn counted as it is shown", () => {
    expect(issuesOf(submit(form, { ...reason, content: "a\u200b".repeat(1500) }))).toEqual([
      "content too_long",
    ]);
    expect(issuesOf(submit(form, { ...reason, content: "가".repeat(3000) }))).toEqual([]);
  });

  it("takes buttons away", () => {
    const none = { "buttons.1.buttonType": null, "buttons.1.buttonName": null, "buttons.1.linkMo": null };
    expect(changeOf(submit(form, { ...reason, ...none }))).toEqual({ buttons: [] });
  });

  it("is refused with nothing changed, also where the platform writes line breaks in another way", () => {
    expect(issuesOf(submit(form, reason))).toEqual(["content nothing_changed"]);
    const other = newForm("act", "T1", aSeenTemplate({ content: "one\r\ntwo" }).content);
    expect(issuesOf(submit(other, { ...reason, content: "one\ntwo" }))).toEqual(["content nothing_changed"]);
  });

  it.each(["", "  \n", "\u200b", "\u3164"])(
    "is refused with a content of which nothing is seen: %j",
    (content) => {
      expect(issuesOf(submit(form, { ...reason, content }))).toEqual(["content missing"]);
    },
  );

  it("is refused with a button without any of the links that its type has", () => {
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

  it("says on its field what a button lacks", () => {
    const typed = { ...reason, "buttons.7.buttonType": "WL", "buttons.7.buttonName": "" };
    expect(issuesOf(submit(form, typed))).toEqual([
      "buttons.7.buttonName missing",
      "buttons.7.linkMo linkless",
    ]);
  });

  it("asks for a reason", () => {
    expect(issuesOf(submit(form, { name: "New", reason: "x" }))).toEqual(["reason reason"]);
  });

  it("leaves a content that no form holds as it is", () => {
    const long = newForm("act", "T1", aSeenTemplate({ content: "x".repeat(3001) }).content);
    expect(long.values).not.toHaveProperty("content");
    expect(changeOf(submit(long, { ...reason, name: "New" }))).toEqual({ name: "New" });
  });

  it("leaves a name that no form holds as it is", () => {
    const long = newForm("a", "T1", aSeenTemplate({ name: "n".repeat(201) }).content);
    expect(long.values["name"]).toBeUndefined();
    expect(changeOf(submit(long, { ...reason, content: "New" }))).toEqual({ content: "New" });
    const whole = newForm("a", "T1", aSeenTemplate({ name: "n".repeat(200) }).content);
    expect(changeOf(submit(whole, { ...reason, name: "New" }))).toEqual({ name: "New" });
  });

  it("leaves buttons that no form holds as they are", () => {
    const many = Array.from({ length: 11 }, () => seen?.buttons?.[0]).flatMap((one) => one ?? []);
    const form11 = newForm("act", "T1", aSeenTemplate({ buttons: many }).content);
    expect(changeOf(submit(form11, { ...reason, name: "New" }))).toEqual({ name: "New" });
  });

  it("refuses buttons that a reviewer could not be shown in full", () => {
    const typed = Object.fromEntries(
      [1, 2, 3, 4, 5].flatMap((key) => [
        [`buttons.${key}.buttonType`, "BK"],
        [`buttons.${key}.buttonName`, "x".repeat(900)],
      ]),
    );
    expect(issuesOf(submit(form, { ...reason, ...typed }))).toEqual(["buttons.1.buttonName too_long"]);
  });
});

describe("a proposal of a template never seen", () => {
  const form = newForm("act", "T1", null);

  it("has what was filled in, and nothing else", () => {
    expect(changeOf(submit(form, { ...reason, name: "", content: "Hello" }))).toEqual({ content: "Hello" });
  });

  it("is refused when nothing was", () => {
    expect(issuesOf(submit(form, reason))).toEqual(["content nothing_changed"]);
  });
});

describe("an edited proposal", () => {
  it("keeps what was proposed before, against what was seen last", () => {
    const proposal = aProposal({ change: { content: "Proposed" } });
    const form = editForm("act", proposal, seen);
    expect(changeOf(submit(form, { name: "Named" }))).toEqual({ name: "Named", content: "Proposed" });
    expect(changeOf(submit(form, {}))).toEqual({ content: "Proposed" });
  });

  it("that says what is there by now has nothing to change", () => {
    const form = editForm("act", aProposal({ change: { content: "Proposed" } }), seen);
    expect(issuesOf(submit(form, { content: seen?.content ?? "" }))).toEqual(["content nothing_changed"]);
  });
});

it("never proposes what nobody typed, whatever was seen", () => {
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
      const form = newForm("act", "T1", aSeenTemplate({ name, content, buttons: list }).content);
      const parsed = submit(form, reason);
      expect(parsed.ok).toBe(false);
    }),
  );
});

describe("a template's id", () => {
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
  ])("%j is read as %j", (typed, id) => {
    expect(parseTemplateId(typed)).toBe(id);
  });
});
