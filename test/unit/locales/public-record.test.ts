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
  ["the meaning of automatic recharge", ({ payments }) => payments.recharge.place(1)],
  ["a hidden template", ({ templates }) => templates.view.hidden],
  ["the effect of an update on reviews", ({ proposals }) => proposals.card.effects],
  ["the number of a template's buttons", ({ propose }) => propose.warnings.buttons(6)],
  ["a button's name", ({ propose }) => propose.warnings.buttonName("Go", 20)],
  ["a button's link", ({ propose }) => propose.warnings.link("Go", 120)],
  ["a template's content", ({ propose }) => propose.warnings.content(1001)],
  ["a template's name", ({ propose }) => propose.warnings.name(101)],
];

describe.each([
  ["English", en, /\b(?:[Uu]sual|[Uu]sually|about)\b/],
  ["Korean", ko, /보통|약 /],
])("sentences about facts that the description leaves open, in %s", (_, words, usual) => {
  it.each(told)("describe %s as what is usual", (_what, of) => {
    expect(of(words)).toMatch(usual);
  });

  test("don't claim a highlighted title, a price in won or a text that can be copied", () => {
    const { fields } = words.send;
    expect(fields["chat.title"].label).not.toMatch(/ighlight|강조/);
    expect(words.prices.each).not.toMatch(/₩|원/);
    expect(fields["rcs.copyAllowed"].label).not.toMatch(/ecipient|내용/);
  });
});
