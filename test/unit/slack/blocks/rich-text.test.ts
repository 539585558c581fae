import type { RichTextBlock } from "@slack/types";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import { TEST_MANIFEST } from "../../../../sandbox/test/support/bolt-app.ts";
import { toIsoDay } from "../../../../src/features/history/history.input.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import { fitsModal } from "../../../../src/slack/blocks/limits.ts";
import {
  plainText,
  renderInput,
  renderModal,
  splitForSections,
  textInput,
  toOptions,
  verbatim,
} from "../../../../src/slack/blocks/modal.ts";
import {
  cutText,
  escapeText,
  omitSameDay,
  type Piece,
  renderContext,
  renderLines,
  toLineText,
  toSentenceLine,
  toVerbatimMarkup,
} from "../../../../src/slack/blocks/rich-text.ts";
import { renderTable } from "../../../../src/slack/blocks/table.ts";
import { toReadableText } from "../../../../src/slack/blocks/typed-text.ts";

const leaf = (text: string, style?: object) => ({ type: "text", text, ...(style && { style }) });
const leavesOf = ({ elements }: Pick<RichTextBlock, "elements">) =>
  elements.map((section) => section.elements);

describe("text from other people", () => {
  it("is left out if it is empty, since Slack refuses an empty text element", () => {
    const none: Piece[] = ["", { bold: "" }, { code: "" }, { removed: "" }, { added: "" }];
    const { block } = renderLines([[...none, "a"]]);
    expect(leavesOf(block)).toEqual([[leaf("a")]]);
  });

  it("can't become a mention, a broadcast or a link in a post's top-level text", () => {
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

  it("becomes plain text elements in a post's block", () => {
    const { block } = renderLines([["*<!here>*"], [{ user: "U1" }]]);
    const user = { type: "user", user_id: "U1" };
    expect(leavesOf(block)).toEqual([[leaf("*<!here>*"), leaf("\n"), user]]);
  });

  it("is read as it was typed, after Slack escaped it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (words) => {
        expect(toReadableText(escapeText(words))).toBe(words);
      }),
    );
  });
});

it("toReadableText shows a link as its address and a phone number as it was typed", () => {
  expect(
    toReadableText("see <https://a.b/c|the page>, <tel:+821012345678|010-1234-5678> &amp; <https://d.e>"),
  ).toBe("see https://a.b/c, 010-1234-5678 & https://d.e");
});

it("renderLines writes a masked number with non-breaking hyphens in the block, not in the text", () => {
  const { text, block } = renderLines([["joon (010-****-0001)"], [{ bold: "02-****-5678, 2026-11-27" }]]);
  expect(text).toBe("joon (010-****-0001)\n02-****-5678, 2026-11-27");
  const shown = JSON.stringify(block);
  expect(shown).toContain("010\u2011****\u20110001");
  expect(shown).toContain("02\u2011****\u20115678, 2026-11-27");
});

it("plainAnswer shows a command within a sentence as code in the block, but not in the text", () => {
  const { text, blocks } = plainAnswer("Type /msg-send help. (/msg-files에서)");
  expect(text).toBe("Type /msg-send help. (/msg-files에서)");
  const code = { code: true };
  const elements = [
    ...[leaf("Type "), leaf("/msg-send help", code), leaf(". (")],
    ...[leaf("/msg-files", code), leaf("에서)")],
  ];
  expect(blocks).toMatchObject([{ elements: [{ type: "rich_text_section", elements }] }]);
});

it("text from other people is not split where it mentions a command", () => {
  const quoted = "see https://shop.example/msg-abc/x or /msg-send help";
  const { block } = renderLines([[quoted], { quote: [[quoted]] }]);
  expect(leavesOf(block)).toEqual([[leaf(quoted)], [leaf(quoted)]]);
  for (const quoting of [`There's no “${foreign}”.`, "See https://shop.example/msg-abc/x, or /msg-abc/x."]) {
    expect(toSentenceLine(quoting)).toEqual([quoting]);
  }
});

it("omitSameDay leaves out the day only if it is the same day in every time zone", () => {
  const zones = ["Asia/Seoul", "Asia/Kathmandu", "Asia/Kolkata", "America/New_York", "Pacific/Chatham"];
  const time = fc.date({ min: new Date("2026-01-01"), max: new Date("2027-01-01"), noInvalidDate: true });
  const soon = fc.oneof(fc.integer({ min: 0, max: 3_600_000 }), fc.integer({ min: 0, max: 86_400_000 }));
  fc.assert(
    fc.property(time, soon, (before, laterMs) => {
      const at = new Date(before.getTime() + laterMs);
      if (omitSameDay(before, { at }).isSameDay !== true) return;
      for (const zone of zones) expect(toIsoDay(at, zone)).toBe(toIsoDay(before, zone));
    }),
    { numRuns: 500 },
  );
  const [sent, ended] = [new Date("2026-11-27T13:00:01Z"), new Date("2026-11-27T13:00:05Z")];
  expect(omitSameDay(sent, { at: ended }).isSameDay).toBe(true);
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

it("cutText never cuts within an escape such as &lt;, a mention or an emoji", () => {
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

const foreign = "pay\u202ekcab\u200b me\u00ad";
const told = "pay‹U+202E›kcab‹U+200B› me‹U+00AD›";

it.each<[string, (words: string) => unknown]>([
  ["a line", (words) => renderLines([[words], [{ bold: words }], [{ code: words }]])],
  ["a quote and a change", (words) => renderLines([{ quote: [[{ removed: words }, { added: words }]] }])],
  ["a grey line", (words) => renderContext([["by ", { user: "U1" }], [words]])],
  ["a cell", (words) => renderTable([{ heading: words }], [[words], [[{ code: words }]]])],
  ["an option", (words) => toOptions([{ value: "1", label: words }])],
  ["a plain text", (words) => [plainText(words), verbatim(words), splitForSections(words)]],
  ["a quote in markup", (words) => toVerbatimMarkup(words)],
  ["a form's title", (title) => renderModal({ callbackId: "a", title, close: "Close", blocks: [] })],
])("%s shows the codes of invisible characters in other people's text", (_, render) => {
  const shown = JSON.stringify(render(foreign));
  expect(shown).not.toMatch(/[\u202e\u200b\u00ad]/);
  expect(shown).toContain(told.slice(0, 20));
});

it("a form's text field keeps invisible characters as they were typed", () => {
  expect(JSON.stringify(renderInput("text", "Text", textInput({ initial: foreign })))).toContain(foreign);
});

it("splitForSections splits a long text without loss, and never within an emoji", () => {
  const family = "👨‍👩‍👧";
  for (let before = 0; before < 12; before += 1) {
    const text = `${"a".repeat(2988 + before)}${family}${"b".repeat(2995)}\u200b`;
    const parts = splitForSections(text).map((part) => verbatim(part).text);
    expect(parts.join("")).toBe(text.replace("\u200b", "‹U+200B›"));
  }
});

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });

function aModal(texts: readonly string[]) {
  const blocks = texts.map((text) => ({ type: "section" as const, text: plainText(text) }));
  return renderModal({ callbackId: "c", title: "t", close: "x", blocks });
}

const sizeOf = (view: object) => Buffer.byteLength(JSON.stringify(view));
/** A modal of so many bytes. */
function ofBytes(count: number) {
  const texts = Array.from({ length: 29 }, () => "가".repeat(2830));
  return aModal([...texts, "x".repeat(count - sizeOf(aModal([...texts, ""])))]);
}
const ofBlocks = (count: number) => aModal(Array.from({ length: count }, () => "x"));

it.each([
  ["99 blocks", ofBlocks(99), true],
  ["100 blocks", ofBlocks(100), true],
  ["101 blocks", ofBlocks(101), false],
  ["250,000 bytes", ofBytes(250_000), true],
  ["250,001 bytes", ofBytes(250_001), false],
])("fitsModal and the sandbox's Slack agree on whether a modal of %s is accepted", (_, view, isTaken) => {
  expect(fitsModal(view)).toBe(isTaken);
  expect(checkView(world, { ...view }, { surface: "modal" }) === null).toBe(isTaken);
});
