import { describe, expect, it, test } from "vitest";
import type { Catalogue } from "../../../src/locales/index.ts";
import { en, ko } from "../../support/words.ts";

/** Facts that the platform's description leaves open: sentences call them usual. */
const told: readonly [string, (words: Catalogue) => string][] = [
  ["an advertisement to the messenger", ({ send }) => send.fields["chat.adFlag"].hint ?? ""],
  ["an advertisement by RCS", ({ send }) => send.fields["rcs.commercialType"].hint ?? ""],
  ["a messenger message's title", ({ send }) => send.fields["chat.title"].hint ?? ""],
  ["the kinds of RCS pictures", ({ send }) => send.fields["rcs.mmsType"].hint ?? ""],
  ["the unit of listed prices", ({ prices }) => prices.unit],
  ["the unit of a message's price", ({ confirm }) => confirm.price],
  ["what automatic recharge counts", ({ payments }) => payments.recharge.place(1)],
  ["a hidden template", ({ templates }) => templates.view.hidden],
  ["what an update does to reviews", ({ proposals }) => proposals.card.effects],
  ["how many buttons a template has", ({ propose }) => propose.warnings.buttons(6)],
  ["a button's name", ({ propose }) => propose.warnings.buttonName("Go", 20)],
  ["a button's link", ({ propose }) => propose.warnings.link("Go", 120)],
  ["a template's content", ({ propose }) => propose.warnings.content(1001)],
  ["a template's name", ({ propose }) => propose.warnings.name(101)],
];

describe.each([
  ["English", en, /\b(?:[Uu]sual|[Uu]sually|about)\b/],
  ["Korean", ko, /보통|약 /],
])("the catalogue in %s", (_, words, usual) => {
  it.each(told)("describes %s as what is usual", (_what, of) => {
    expect(of(words)).toMatch(usual);
  });

  test("doesn't say that a title is highlighted, a price is in won or a text is copied", () => {
    const { fields } = words.send;
    expect(fields["chat.title"].label).not.toMatch(/ighlight|강조/);
    expect(words.prices.each).not.toMatch(/₩|원/);
    expect(fields["rcs.copyAllowed"].label).not.toMatch(/ecipient|내용/);
  });
});
