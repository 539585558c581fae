import { expect, it } from "vitest";
import { renderLibrary } from "../../../../src/features/messages/runs/library.view.ts";
import { fitsModal } from "../../../../src/slack/blocks/limits.ts";
import { type LibraryEntry, type LibraryKind, maxEntries } from "../../../../src/store/index.ts";
import { en } from "../../../support/words.ts";

const many = Array.from({ length: 20 }, (_, index) => `${"n".repeat(60)}${index}`);
const bodies = {
  message: { message: { from: "0212345678", text: "Hello" } },
  suite: { messages: ["m1"], recipients: many },
};

const entries = (kind: LibraryKind, count: number) =>
  Array.from(
    { length: count },
    (_, index): LibraryEntry => ({
      ...{ id: `${kind}-${index}`, kind, name: `${"가".repeat(36)}${index}.`, author: "U1" },
      ...{ body: bodies[kind], revision: 1, changedAt: new Date(0), changedBy: "U1" },
    }),
  );

function show(count: number) {
  const all = { message: entries("message", count), suite: entries("suite", count) };
  return renderLibrary({ entries: all, me: "U1", isTheirs: () => true, hasRecipients: true }, en, "Deleted");
}

it("the library fits into a modal however much is saved", () => {
  const view = show(100);
  const rows = view.blocks.filter(({ block_id: id }) => id?.startsWith("library."));
  expect(rows).toHaveLength(maxEntries.suite + maxEntries.message);
  expect(view.blocks.length).toBeLessThanOrEqual(100);
  expect(fitsModal(view)).toBe(true);
});

it("the library has at most one primary button, and each red one asks for confirmation", () => {
  const stands = (count: number) =>
    [
      ...JSON.stringify(show(count).blocks).matchAll(
        /"text":"([^"]*)","emoji":true\},(?:"value":"[^"]*",)?"style":"primary"/g,
      ),
    ].map(([, text]) => text);
  expect(stands(0)).toEqual([en.runs.write]);
  expect(stands(1)).toEqual([en.runs.run]);
  expect(stands(2)).toEqual([]);
  const reds = JSON.stringify(show(1)).match(/(?:"confirm":\{)?"style":"danger"/g);
  expect(reds).toEqual(Array.from({ length: 2 }, () => '"confirm":{"style":"danger"'));
});

it("the library quotes a saved message's text", () => {
  const [one] = show(1).blocks.filter((block) => JSON.stringify(block).includes("“Hello”"));
  expect(JSON.stringify(one)).toContain("가");
});
