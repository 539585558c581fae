import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatButton } from "../../../../src/features/templates/change.view.ts";
import { toProposedButton } from "../../../../src/features/templates/propose.input.ts";
import { parseButtons, parseReport } from "../../../../src/features/templates/report.input.ts";
import { buttonLinkFields } from "../../../../src/platform/index.ts";
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

describe("buttons pasted into a report", () => {
  it("are read in the form in which this app shows them, in both languages", () => {
    fc.assert(
      fc.property(fc.array(button, { minLength: 1, maxLength: 8 }), (buttons) => {
        for (const words of [en, ko]) {
          const shown = buttons.map((one) => formatButton(toProposedButton(one), words)).join("\n");
          expect(parseButtons(shown)).toEqual(buttons);
        }
      }),
    );
  });

  it("are read, or refused with the number of the wrong line, whatever was pasted", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (typed) => {
        const parsed = parseButtons(typed);
        if (typeof parsed === "number") expect(parsed).toBeLessThanOrEqual(typed.split("\n").length);
        else
          for (const one of parsed)
            expect(Object.keys(one)).toEqual(expect.arrayContaining([...buttonLinkFields]));
      }),
    );
  });

  const a = "https://a.example";
  const b = "https://b.example";
  const web = (buttonName: string) => ({ buttonType: "WL", buttonName, ...none, linkMo: a, linkPc: b });
  const track = { buttonType: "DS", buttonName: "Track", ...none };

  it.each<[string, ReturnType<typeof parseButtons>]>([
    ...["-", "–", "—", "ㅡ", "−", " 없음 ", "none", "None.", "\u200b-", "버튼 없음"].map(
      (typed): [string, []] => [typed, []],
    ),
    [`Show (WL) ${a} ${b}`, [web("Show")]],
    ["Track (DS)\n\nAsk (BK)", [track, ask]],
    ["Ask （ＢＫ）", [ask]],
    ["배송 조회 (WL) · mobile https://a.ex\u200bample · PC https://b.example\u200b", [web("배송 조회")]],
    ["Track (DS)\njust words", 2],
    [`Track (DS) ${a}`, 1],
    ["Show (WL) mobile", 1],
  ])("are read, or refused with the number of the wrong line: %j", (typed, parsed) => {
    expect(parseButtons(typed)).toEqual(parsed);
  });
});

describe("a person's report of a template's status", () => {
  const report = (typed: Record<string, string>) => {
    const state = Object.entries(typed).map(([name, value]) => {
      const selected_option = { text: { type: "plain_text" as const, text: value }, value };
      const chosen = { type: "external_select", selected_option };
      const element = name.startsWith("status") ? chosen : { type: "plain_text_input", value };
      return [name, { value: element }] as const;
    });
    return parseReport(new Fields(Object.fromEntries(state)));
  };

  it("contains each vendor with a status, even one that this version doesn't know", () => {
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

  const reasonAlone = [{ field: "reason.vendorA", problem: "no_status" }];

  it.each([
    ["a reason has no status", { "reason.vendorA": "why" }, reasonAlone],
    [
      "a reason has no status, and the rest is right",
      { "reason.vendorA": "why", "status.vendorB": "APPROVED", content: "Hello" },
      reasonAlone,
    ],
    [
      "it has only blank or invisible text",
      { "reason.vendorA": " \n", "reason.vendorB": "\u200b" },
      [{ field: "content", problem: "nothing" }],
    ],
  ])("is refused if %s", (_, typed, issues) => {
    expect(report(typed)).toEqual({ ok: false, issues });
  });
});
