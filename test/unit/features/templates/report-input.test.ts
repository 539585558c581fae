import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buttonText } from "../../../../src/features/templates/change.view.ts";
import { toProposedButton } from "../../../../src/features/templates/propose-form.ts";
import { parseButtons } from "../../../../src/features/templates/report.input.ts";
import { buttonLinks } from "../../../../src/platform/index.ts";
import { en, ko } from "../../../support/words.ts";

const none = { linkMo: null, linkPc: null, linkAnd: null, linkIos: null };
const word = fc.stringMatching(/^[A-Za-z0-9가-힣#{}]{1,12}$/);
const link = fc.option(word.map((path) => `https://m.shop.example/${path}`));
const button = fc.record({
  buttonType: fc.constantFrom("WL", "AL", "DS", "BK", "AC"),
  buttonName: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
  ...{ linkMo: link, linkPc: link, linkAnd: link, linkIos: link },
});

describe("buttons as somebody pastes them", () => {
  it("are read as this app shows them, in either language", () => {
    fc.assert(
      fc.property(fc.array(button, { minLength: 1, maxLength: 8 }), (buttons) => {
        for (const words of [en, ko]) {
          const shown = buttons.map((one) => buttonText(toProposedButton(one), words)).join("\n");
          expect(parseButtons(shown)).toEqual(buttons);
        }
      }),
    );
  });

  it("never break the form, whatever is pasted", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (typed) => {
        const parsed = parseButtons(typed);
        if (typeof parsed === "number") expect(parsed).toBeLessThanOrEqual(typed.split("\n").length);
        else
          for (const one of parsed)
            expect(Object.keys(one)).toEqual(expect.arrayContaining([...buttonLinks]));
      }),
    );
  });

  it.each<[string, ReturnType<typeof parseButtons>]>([
    ["-", []],
    [
      "Show (WL) https://a.example https://b.example",
      [
        {
          buttonType: "WL",
          buttonName: "Show",
          ...none,
          linkMo: "https://a.example",
          linkPc: "https://b.example",
        },
      ],
    ],
    [
      "Track (DS)\n\nAsk (BK)",
      [
        { buttonType: "DS", buttonName: "Track", ...none },
        { buttonType: "BK", buttonName: "Ask", ...none },
      ],
    ],
    ["Track (DS)\njust words", 2],
    ["Track (DS) https://a.example", 1],
    ["Show (WL) mobile", 1],
  ])("%j", (typed, parsed) => {
    expect(parseButtons(typed)).toEqual(parsed);
  });
});
