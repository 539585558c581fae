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
function submit(form: ProposeForm, typed: Record<string, string | null> = {}) {
  const toElement = (name: string, value: string) => {
    if (!name.endsWith("buttonType") || value === "") return { type: "plain_text_input", value };
    const text = { type: "plain_text" as const, text: value };
    return { type: "external_select", selected_option: { text, value } };
  };
  const state = Object.entries({ ...form.values, ...typed }).flatMap(([name, value]) =>
    value === null ? [] : [[name, { value: toElement(name, value) }] as const],
  );
  const fields = new Fields(Object.fromEntries(state));
  return parseProposal(readProposeForm({ ...metadataOf(toMetadata(form)), fields }), fields);
}

const issuesOf = (parsed: ReturnType<typeof submit>) =>
  parsed.ok ? [] : parsed.issues.map(({ field, problem }) => `${field} ${problem}`);
const changeOf = (parsed: ReturnType<typeof submit>) => (parsed.ok ? parsed.change : parsed.issues);

const formOf = (own: Parameters<typeof aSeenTemplate>[0]) =>
  createNewProposeForm("act", "T1", aSeenTemplate(own).content);

describe("a proposal for an observed template", () => {
  const seenForm = createNewProposeForm("act", "T1", seen);
  type Typed = Record<string, string | null>;
  const change = (typed: Typed, form = seenForm) => changeOf(submit(form, { ...reason, ...typed }));
  const issues = (typed: Typed, form = seenForm) => issuesOf(submit(form, { ...reason, ...typed }));

  it.each([
    ["name", "Order shipped"],
    ["content", " new\n"],
    // Slack's notation stays as it was typed.
    ["content", ":blush: <https://shop.example|shop> <tel:+8221234567|02-123-4567>"],
  ])("contains only the field that was changed: %s as %j", (field, typed) => {
    expect(change({ [field]: typed })).toEqual({ [field]: typed });
  });

  it("contains all buttons with their links if one was changed, or none if all were removed", () => {
    const linkMo = "https://m.shop.example/#{number}";
    const buttons = [{ buttonType: "WL", buttonName: "Track", linkMo }];
    expect(change({ "buttons.1.buttonName": "Track" })).toEqual({ buttons });
    const none = { "buttons.1.buttonType": null, "buttons.1.buttonName": null, "buttons.1.linkMo": null };
    expect(change(none)).toEqual({ buttons: [] });
  });

  const many = Array.from({ length: 11 }, () => seen?.buttons?.[0]).flatMap((one) => one ?? []);

  it.each([
    ["a content above 3,000 characters", { content: "x".repeat(3001) }, { name: "New" }],
    ["a name above 200 characters", { name: "n".repeat(201) }, { content: "New" }],
    ["more than ten buttons", { buttons: many }, { name: "New" }],
  ])("leaves a part unchanged that is too long for the form: %s", (_, own, typed) => {
    const form = formOf(own);
    for (const field of Object.keys(own)) expect(form.values).not.toHaveProperty(field);
    expect(change(typed, form)).toEqual(typed);
  });

  it("can change a name of 200 characters", () => {
    expect(change({ name: "New" }, formOf({ name: "n".repeat(200) }))).toEqual({ name: "New" });
  });

  const linkless = { "buttons.1.buttonName": "Track", "buttons.1.linkMo": "" };
  const app = { ...linkless, "buttons.1.buttonType": "AL", "buttons.1.linkAnd": " " };
  const long = Object.fromEntries(
    [1, 2, 3, 4, 5].flatMap((key) => [
      [`buttons.${key}.buttonType`, "BK"],
      [`buttons.${key}.buttonName`, "x".repeat(900)],
    ]),
  );
  const link = (typed: string) => ({ "buttons.1.linkMo": typed });

  it.each<[string, Record<string, string>, string[]]>([
    ["nothing is changed", {}, ["content nothing_changed"]],
    ["its content is empty", { content: "" }, ["content missing"]],
    ["its content is blank", { content: "  \n" }, ["content missing"]],
    ["its content is invisible", { content: "\u200b" }, ["content missing"]],
    ["its content is a filler", { content: "\u3164" }, ["content missing"]],
    ["its text, as a card shows it, is too long", { content: "a\u200b".repeat(1500) }, ["content too_long"]],
    ["its buttons are too long for a card", long, ["buttons.1.buttonName too_long"]],
    ["its reason is too short", { name: "New", reason: "x" }, ["reason reason"]],
    ["a link has an invisible character", link("https://a.example/\u200bx"), ["buttons.1.linkMo stray"]],
    ["a link has a blank", link("https://a.example/a b"), ["buttons.1.linkMo stray"]],
    ["a web link has no link", linkless, ["buttons.1.linkMo linkless"]],
    ["an app link has no link", app, ["buttons.1.linkAnd linkless"]],
    [
      "a further button lacks its name and its link",
      { "buttons.7.buttonType": "WL", "buttons.7.buttonName": "" },
      ["buttons.7.buttonName missing", "buttons.7.linkMo linkless"],
    ],
  ])("is refused if %s", (_, typed, found) => {
    expect(issues(typed)).toEqual(found);
  });

  it.each<[string, Record<string, string>]>([
    ["3,000 characters", { content: "가".repeat(3000) }],
    ["invisible characters around a link", link("\u200bhttps://a.example/x\ufeff")],
    ["a blank in a link's placeholder", link("https://a.example/#{order number}")],
    ["a desktop link alone", { ...linkless, "buttons.1.linkPc": "https://a.example" }],
    ["an app link for one system", { ...app, "buttons.1.linkIos": "shop://" }],
    ["no link for a button that needs none", { ...linkless, "buttons.1.buttonType": "DS" }],
    ["no link for a button of an unknown type", { ...linkless, "buttons.1.buttonType": "ZZ" }],
  ])("is accepted with %s", (_, typed) => {
    expect(issues(typed)).toEqual([]);
  });

  it("is refused if it changes only line breaks or invisible characters around a link", () => {
    const buttons = seen!.buttons!.map((button) => ({ ...button, linkMo: `${button.linkMo}\u200b` }));
    expect(issues({}, formOf({ buttons }))).toEqual(["content nothing_changed"]);
    const typed = { content: "one\ntwo" };
    expect(issues(typed, formOf({ content: "one\r\ntwo" }))).toEqual(["content nothing_changed"]);
  });
});

it("a proposal for a template that was never observed contains only the fields that were filled in", () => {
  const form = createNewProposeForm("act", "T1", null);
  const typed = { ...reason, name: "", content: "Hello" };
  expect(changeOf(submit(form, typed))).toEqual({ content: "Hello" });
  expect(issuesOf(submit(form, reason))).toEqual(["content nothing_changed"]);
});

it("an edit of a proposal keeps the fields proposed before, and is refused if nothing would change", () => {
  const form = createEditProposeForm("act", aProposal({ change: { content: "Proposed" } }), seen);
  expect(changeOf(submit(form, { name: "Named" }))).toEqual({ name: "Named", content: "Proposed" });
  expect(changeOf(submit(form))).toEqual({ content: "Proposed" });
  expect(issuesOf(submit(form, { content: seen?.content ?? "" }))).toEqual(["content nothing_changed"]);
});

it("an untouched proposal form is refused, whatever was observed of the template", () => {
  const text = fc.oneof(fc.constantFrom(null, "a\r\nb", " x "), fc.string({ maxLength: 20 }));
  const button = fc.record({
    ...{ buttonType: text, buttonName: text, linkMo: text, linkPc: text, linkAnd: text, linkIos: text },
  });
  const buttons = fc.oneof(fc.constant(null), fc.array(button, { maxLength: 4 }));
  fc.assert(
    fc.property(text, text, buttons, (name, content, list) => {
      expect(submit(formOf({ name, content, buttons: list }), reason).ok).toBe(false);
    }),
  );
});

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
])("the typed template ID %j is read as %j", (typed, id) => {
  expect(parseTemplateId(typed)).toBe(id);
});
