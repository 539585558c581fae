import { expect, it } from "vitest";
import {
  LibraryPlace,
  overview,
  renderLibrary,
} from "../../../../src/features/messages/runs/library.view.ts";
import { fitsModal } from "../../../../src/slack/blocks/size.ts";
import type { LibraryEntry, LibraryKind } from "../../../../src/store/index.ts";
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

function show(count: number, place: LibraryPlace = overview) {
  const all = {
    message: entries("message", count),
    suite: entries("suite", count),
  };
  const library = { entries: all, me: "U1", isTheirs: () => true, hasRecipients: true };
  const view = renderLibrary(library, { place, words: en });
  const rows = view.blocks.flatMap(({ block_id: id }) => (id?.startsWith("library.") ? [id] : []));
  // What each button that turns the page brings back.
  const turns = [
    ...JSON.stringify(view).matchAll(
      /"messages\.tests_page[^"]*","text":\{[^}]*\},"value":("(?:\\.|[^"])*")/g,
    ),
  ];
  const values = turns.map(([, value = ""]) => LibraryPlace.parse(JSON.parse(JSON.parse(value))));
  return { view, rows, values };
}

it("shows all of a kind page by page, each within what Slack takes", () => {
  const first = show(100);
  expect(first.rows).toHaveLength(20);
  expect(fitsModal(first.view)).toBe(true);
  let place = first.values.find(({ kind }) => kind === "message");
  const seen = new Set<string>();
  for (let turned = 0; turned < 5; turned += 1) {
    const { view, rows, values } = show(100, place);
    for (const row of rows) seen.add(row);
    expect(fitsModal(view)).toBe(true);
    [, place] = values;
  }
  expect(seen.size).toBe(100);
  // From the last one back to the first.
  expect(place).toEqual({ kind: "message", page: 0 });
});

it("has nothing to turn where all of it is shown, and its last page where that became shorter", () => {
  expect(show(10).values).toEqual([]);
  expect(show(0, { kind: "suite", page: 4 }).rows).toEqual([]);
  expect(show(21, { kind: "suite", page: 4 }).rows).toEqual(["library.suite.suite-20"]);
});

it("has one step that stands out, and nothing in red before it is asked about", () => {
  const stands = (count: number) =>
    [
      ...JSON.stringify(show(count).view.blocks).matchAll(
        /"text":"([^"]*)","emoji":true\},(?:"value":"[^"]*",)?"style":"primary"/g,
      ),
    ].map(([, text]) => text);
  expect(stands(0)).toEqual([en.runs.write]);
  expect(stands(1)).toEqual([en.runs.run]);
  expect(stands(2)).toEqual([]);
  const reds = JSON.stringify(show(1).view).match(/(?:"confirm":\{)?"style":"danger"/g);
  expect(reds).toEqual(Array.from({ length: 2 }, () => '"confirm":{"style":"danger"'));
});

it("says of a saved message how it begins", () => {
  const [one] = show(1).view.blocks.filter((block) => JSON.stringify(block).includes("“Hello”"));
  expect(JSON.stringify(one)).toContain("가");
});
