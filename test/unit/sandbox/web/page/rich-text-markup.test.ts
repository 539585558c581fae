import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRichText, toRichText } from "../../../../../sandbox/web/page/rich-text-markup.ts";

describe("toRichText", () => {
  it("makes sections, lists, quotes and preformatted parts", () => {
    expect(toRichText("Hi *there*\n- one\n- two\n1. first\n> said\n```\na *b*\n```")).toEqual({
      type: "rich_text",
      elements: [
        {
          type: "rich_text_section",
          elements: [
            { type: "text", text: "Hi " },
            { type: "text", text: "there", style: { bold: true } },
          ],
        },
        {
          type: "rich_text_list",
          style: "bullet",
          elements: [
            { type: "rich_text_section", elements: [{ type: "text", text: "one" }] },
            { type: "rich_text_section", elements: [{ type: "text", text: "two" }] },
          ],
        },
        {
          type: "rich_text_list",
          style: "ordered",
          elements: [{ type: "rich_text_section", elements: [{ type: "text", text: "first" }] }],
        },
        { type: "rich_text_quote", elements: [{ type: "text", text: "said" }] },
        { type: "rich_text_preformatted", elements: [{ type: "text", text: "a *b*" }] },
      ],
    });
  });

  it("is undone by fromRichText, block for block", () => {
    const line = fc.stringMatching(/^[a-z0-9 *_~`가-힣]{1,20}$/);
    const text = fc.array(
      fc.tuple(fc.constantFrom("", "- ", "1. ", "> "), line).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, (lines) => {
        const block = toRichText(lines.join("\n"));
        expect(toRichText(fromRichText(block))).toEqual(block);
      }),
    );
  });
});
