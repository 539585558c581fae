import type { RichTextBlock } from "@slack/types";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toIsoDay } from "../../../../src/features/history/history.input.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import {
  cutText,
  escapeText,
  type Piece,
  renderLines,
  timeAfter,
  toLineText,
  toSentenceLine,
} from "../../../../src/slack/blocks/rich-text.ts";
import { toReadableText } from "../../../../src/slack/blocks/typed-text.ts";

const leaf = (text: string, style?: object) => ({ type: "text", text, ...(style && { style }) });
const leavesOf = ({ elements }: Pick<RichTextBlock, "elements">) =>
  elements.map((section) => section.elements);

describe("text from other people", () => {
  it("is left out if it is empty, since Slack refuses an empty text", () => {
    const none: Piece[] = ["", { bold: "" }, { code: "" }, { removed: "" }, { added: "" }];
    const { block } = renderLines([[...none, "a"]]);
    expect(leavesOf(block)).toEqual([[leaf("a")]]);
  });

  it("can't become a mention, a broadcast or a link in the top-level text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (words) => {
        const { text } = renderLines([[words], [{ bold: words }], [{ code: words }]]);
        expect(text).not.toMatch(/[<>]/);
        expect(text.replaceAll(/&(amp|lt|gt);/g, "")).not.toContain("&");
      }),
    );
    expect(renderLines([["<!channel> <@U1> <https://x|bank>"]]).text).toBe(
      "&lt;!channel&gt; &lt;@U1&gt; &lt;https://x|bank&gt;",
    );
  });

  it("becomes plain text elements in the block", () => {
    const { block } = renderLines([["*<!here>*"], [{ user: "U1" }]]);
    const user = { type: "user", user_id: "U1" };
    expect(leavesOf(block)).toEqual([[leaf("*<!here>*"), leaf("\n"), user]]);
  });

  it("is read as it was typed after Slack escaped it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (words) => {
        expect(toReadableText(escapeText(words))).toBe(words);
      }),
    );
  });
});

it("toReadableText reads links and numbers of a delivered message as a person sees them", () => {
  expect(
    toReadableText("see <https://a.b/c|the page>, <tel:+821012345678|010-1234-5678> &amp; <https://d.e>"),
  ).toBe("see https://a.b/c, 010-1234-5678 & https://d.e");
});

it("renderLines writes a masked number with non-breaking hyphens in the block alone", () => {
  const { text, block } = renderLines([["joon (010-****-0001)"], [{ bold: "02-****-5678, 2026-11-27" }]]);
  expect(text).toBe("joon (010-****-0001)\n02-****-5678, 2026-11-27");
  const shown = JSON.stringify(block);
  expect(shown).toContain("010\u2011****\u20110001");
  expect(shown).toContain("02\u2011****\u20115678, 2026-11-27");
});

it("plainAnswer shows a command within a sentence as code in the block, not in the text", () => {
  const { text, blocks } = plainAnswer("Type /msg-send help. (/msg-files에서)");
  expect(text).toBe("Type /msg-send help. (/msg-files에서)");
  const code = { code: true };
  const elements = [
    ...[leaf("Type "), leaf("/msg-send help", code), leaf(". (")],
    ...[leaf("/msg-files", code), leaf("에서)")],
  ];
  expect(blocks).toMatchObject([{ elements: [{ type: "rich_text_section", elements }] }]);
});

it("text from other people is not split at a command in it", () => {
  const foreign = "see https://shop.example/msg-abc/x or /msg-send help";
  const { block } = renderLines([[foreign], { quote: [[foreign]] }]);
  expect(leavesOf(block)).toEqual([[leaf(foreign)], [leaf(foreign)]]);
  for (const quoting of [`There's no “${foreign}”.`, "See https://shop.example/msg-abc/x, or /msg-abc/x."]) {
    expect(toSentenceLine(quoting)).toEqual([quoting]);
  }
});

it("timeAfter leaves out the day only if it is the same day in every time zone", () => {
  const zones = ["Asia/Seoul", "Asia/Kathmandu", "Asia/Kolkata", "America/New_York", "Pacific/Chatham"];
  const time = fc.date({ min: new Date("2026-01-01"), max: new Date("2027-01-01"), noInvalidDate: true });
  const soon = fc.oneof(fc.integer({ min: 0, max: 3_600_000 }), fc.integer({ min: 0, max: 86_400_000 }));
  fc.assert(
    fc.property(time, soon, (before, laterMs) => {
      const at = new Date(before.getTime() + laterMs);
      if (timeAfter(before, { at }).isSameDay !== true) return;
      for (const zone of zones) expect(toIsoDay(at, zone)).toBe(toIsoDay(before, zone));
    }),
    { numRuns: 500 },
  );
  const [sent, ended] = [new Date("2026-11-27T13:00:01Z"), new Date("2026-11-27T13:00:05Z")];
  expect(timeAfter(sent, { at: ended }).isSameDay).toBe(true);
});

it("renderLines writes users, conversations and times as Slack's markup in the text", () => {
  const at = new Date("2026-11-21T09:00:00Z");
  const { text } = renderLines([
    [{ bold: "Sent" }, " by ", { user: "U1" }, " in ", { conversation: "C1" }],
    [{ at }],
  ]);
  expect(text).toBe(
    "Sent by <@U1> in <#C1>\n<!date^1795251600^{date_short_pretty} {time}|2026-11-21T09:00:00.000Z>",
  );
});

it("cutText never cuts within an entity, a mention or a character", () => {
  const pieces = fc.constantFrom<Piece>("a", "<&>", "👍", { user: "U0JOON" }, { at: new Date(0) });
  fc.assert(
    fc.property(fc.array(pieces), fc.integer({ min: 1, max: 200 }), (line, limit) => {
      const whole = toLineText(line);
      const cut = cutText(whole, limit);
      expect(cut.length).toBeLessThanOrEqual(Math.max(limit, 1));
      if (whole.length <= limit) {
        expect(cut).toBe(whole);
        return;
      }
      expect(cut.endsWith("…")).toBe(true);
      expect(whole.startsWith(cut.slice(0, -1))).toBe(true);
      expect(cut).not.toMatch(/&(?!amp;|lt;|gt;)|<[^>]*$|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
    }),
  );
});
