import { expect, it } from "vitest";
import {
  inParts,
  plainText,
  renderInput,
  renderModal,
  textInput,
  toOptions,
  verbatim,
} from "../../../../src/slack/blocks/modal.ts";
import { renderContext, renderLines, toVerbatimMarkup } from "../../../../src/slack/blocks/rich-text.ts";
import { renderTable } from "../../../../src/slack/blocks/table.ts";

const foreign = "pay\u202ekcab\u200b me\u00ad";
const told = "pay‹U+202E›kcab‹U+200B› me‹U+00AD›";

it.each<[string, (words: string) => unknown]>([
  ["a line", (words) => renderLines([[words], [{ bold: words }], [{ code: words }]])],
  ["a quote and a change", (words) => renderLines([{ quote: [[{ removed: words }, { added: words }]] }])],
  ["a grey line", (words) => renderContext([["by ", { user: "U1" }], [words]])],
  ["a cell", (words) => renderTable([{ heading: words }], [[words], [[{ code: words }]]])],
  ["an option", (words) => toOptions([{ value: "1", label: words }])],
  ["a plain text", (words) => [plainText(words), verbatim(words), inParts(words)]],
  ["a quote in markup", (words) => toVerbatimMarkup(words)],
  ["a form's title", (title) => renderModal({ callbackId: "a", title, close: "Close", blocks: [] })],
])("%s shows invisible characters in other people's text by their names", (_, render) => {
  const shown = JSON.stringify(render(foreign));
  expect(shown).not.toMatch(/[\u202e\u200b\u00ad]/);
  expect(shown).toContain(told.slice(0, 20));
});

it("a field keeps invisible characters as they were typed", () => {
  expect(JSON.stringify(renderInput("text", "Text", textInput({ initial: foreign })))).toContain(foreign);
});

it("inParts splits a long text without loss and never within an emoji", () => {
  const family = "👨‍👩‍👧";
  for (let before = 0; before < 12; before += 1) {
    const text = `${"a".repeat(2988 + before)}${family}${"b".repeat(2995)}\u200b`;
    const parts = inParts(text).map((part) => verbatim(part).text);
    expect(parts.join("")).toBe(text.replace("\u200b", "‹U+200B›"));
  }
});
