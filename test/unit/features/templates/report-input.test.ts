import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buttonText } from "../../../../src/features/templates/change.view.ts";
import { toProposedButton } from "../../../../src/features/templates/propose.input.ts";
import { parseButtons, parseReport } from "../../../../src/features/templates/report.input.ts";
import { buttonLinks } from "../../../../src/platform/index.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import { en, ko } from "../../../support/words.ts";

const none = { linkMo: null, linkPc: null, linkAnd: null, linkIos: null };
const ask = { buttonType: "BK", buttonName: "Ask", ...none };
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
    ...["–", "—", "ㅡ", "−", " 없음 ", "none", "None.", "\u200b-", "버튼 없음"].map((typed): [string, []] => [
      typed,
      [],
    ]),
    ["Ask （ＢＫ）", [ask]],
    [
      "배송 조회 (WL) · mobile https://a.ex\u200bample · PC https://b.example\u200b",
      [
        {
          ...{ buttonType: "WL", buttonName: "배송 조회", ...none },
          ...{ linkMo: "https://a.example", linkPc: "https://b.example" },
        },
      ],
    ],
    ["Track (DS)\njust words", 2],
    ["Track (DS) https://a.example", 1],
    ["Show (WL) mobile", 1],
  ])("%j", (typed, parsed) => {
    expect(parseButtons(typed)).toEqual(parsed);
  });
});

describe("a report", () => {
  const report = (typed: Record<string, string>) =>
    parseReport(
      new Fields(
        Object.fromEntries(
          Object.entries(typed).map(([name, value]) => {
            const selected_option = { text: { type: "plain_text" as const, text: value }, value };
            const isChosen = name.startsWith("status");
            const chosen = { type: "external_select", selected_option };
            return [name, { value: isChosen ? chosen : { type: "plain_text_input", value } }];
          }),
        ),
      ),
    );

  it("is of the vendors that a status was given of, whatever it is called", () => {
    const typed = { "status.vendorB": "심사중 2차", "reason.vendorB": " why " };
    expect(report({ "status.vendorA": "APPROVED", ...typed })).toEqual({
      ok: true,
      vendors: [
        { vendor: "vendorA", status: "APPROVED", reason: null },
        { vendor: "vendorB", status: "심사중 2차", reason: "why" },
      ],
      content: null,
    });
  });

  it("is refused with a reason without a status, whatever else it has", () => {
    const field = "reason.vendorA";
    const issues = [{ field, problem: "no_status" }];
    expect(report({ [field]: "why" })).toEqual({ ok: false, issues });
    const rest = { "status.vendorB": "APPROVED", content: "Hello" };
    expect(report({ [field]: "why", ...rest })).toEqual({ ok: false, issues });
  });

  it("of nothing that is seen is refused", () => {
    expect(report({ "reason.vendorA": " \n", "reason.vendorB": "\u200b" })).toEqual({
      ok: false,
      issues: [{ field: "content", problem: "nothing" }],
    });
  });
});
