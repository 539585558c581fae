import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyBlock } from "../../../sandbox/slack/checks/blocks.ts";
import { createCheck, type Rule } from "../../../sandbox/slack/checks/rules.ts";
import { textLength } from "../../../sandbox/slack/content-checks.ts";
import { type ListView, pageButtons, renderList } from "../../../src/lists/list.ts";
import { renderPagedList } from "../../../src/lists/paged-list.ts";
import { toPages } from "../../../src/lists/pages.ts";
import { createFormat } from "../../../src/locales/format.ts";
import { wordsOf } from "../../../src/locales/index.ts";
import { type Cell, type Column, withoutTables } from "../../../src/slack/blocks/table.ts";

const columns: Column[] = [{ heading: "Country" }, { heading: "SMS", align: "right" }, { heading: "By" }];

function view(rows: Cell[][], more: Partial<ListView> = {}): ListView {
  return {
    title: "Prices",
    about: [],
    columns,
    rows,
    empty: [["Nothing."]],
    notes: [],
    buttons: [],
    ...more,
  };
}

const types = ({ blocks }: { blocks: { type: string }[] }) => blocks.map(({ type }) => type);

describe("a list", () => {
  it("says so when it is empty", () => {
    const answer = renderList(view([]));
    expect(answer.text).toBe("Prices\nNothing.");
    expect(types(answer)).toEqual(["rich_text"]);
  });

  it("tells a single row line by line", () => {
    const answer = renderList(view([["Korea", "20", ""]]));
    expect(answer.text).toBe("Prices\nCountry: Korea\nSMS: 20");
    expect(types(answer)).toEqual(["rich_text"]);
  });

  it("is a table of several rows, whose text says the same with the headings", () => {
    const rows: Cell[][] = [
      ["Korea", "20", [{ user: "U0JOON" }]],
      ["Japan", "–", []],
    ];
    const answer = renderList(view(rows, { about: [["As of noon"]], notes: [["By the record"]] }));
    expect(answer.text).toBe("Prices\nAs of noon\nKorea: SMS 20, By <@U0JOON>\nJapan\nBy the record");
    expect(types(answer)).toEqual(["rich_text", "table", "rich_text"]);
    expect(JSON.stringify(answer.blocks)).toContain('"user_id":"U0JOON"');
  });

  it("has no place for markup in foreign words", () => {
    const answer = renderList(
      view([
        ["<!channel> *x*", "1", "a"],
        ["<http://evil|bank>", "2", "b"],
      ]),
    );
    expect(answer.text).toContain("&lt;!channel&gt; *x*: SMS 1");
    expect(answer.text).not.toMatch(/<[!h]/);
    expect(JSON.stringify(answer.blocks)).not.toContain("mrkdwn");
  });

  it("turns into lines for a workspace without tables, and keeps its buttons", () => {
    const buttons = pageButtons("prices.page", { back: null, next: "2" }, { back: "Back", next: "Next" });
    const answer = renderList(
      view(
        [
          ["Korea", "20", [{ code: "x" }]],
          ["Japan", "105", "–"],
        ],
        { buttons },
      ),
    );
    const plain = withoutTables(answer.blocks);
    expect(types({ blocks: plain })).toEqual(["rich_text", "rich_text", "actions"]);
    const words = JSON.stringify(plain);
    for (const cell of ["Country", "Korea", "105", "prices.page:next"]) expect(words).toContain(cell);
  });

  it("offers only the pages that there are", () => {
    const words = { back: "Back", next: "Next" };
    expect(pageButtons("a", { back: null, next: null }, words)).toEqual([]);
    expect(pageButtons("a", { back: "0", next: "2" }, words).map(({ actionId }) => actionId)).toEqual([
      "a:back",
      "a:next",
    ]);
  });

  it("looks at no more rows than the page that is shown needs", () => {
    const rows = Array.from({ length: 10_000 }, (_, index): Cell[] => [`Country ${index}`, "20", "–"]);
    Object.defineProperty(rows, 100, {
      get: () => {
        throw new Error("looked too far");
      },
    });
    const show = (page: number) =>
      renderPagedList(
        {
          ...view([]),
          readAt: new Date(0),
          isCut: false,
          about: [],
          rows,
          page,
          turn: { actionId: "a", valueFor: String },
        },
        { words: wordsOf("en").lists, format: createFormat("en", "Asia/Seoul") },
      );
    expect(show(1).text).toContain("21–40 of 10,000");
    expect(JSON.stringify(show(1).blocks)).toContain("a:next");
    expect(() => show(5)).toThrow("looked too far");
  });

  it("loses no row, repeats none, and keeps every page within what Slack takes, whatever is in it", () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc.constantFrom("", " ", "<!channel>", "&".repeat(300), "한".repeat(250)),
      fc.string({ maxLength: 300 }).map((text): Cell => [{ bold: text }]),
      fc.string({ maxLength: 3 }).map((text): Cell => [text]),
    );
    const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 70 });
    fc.assert(
      fc.property(rows, (all) => {
        const pages = [...toPages(columns, all)];
        expect(pages.flat()).toEqual(all);
        for (const page of pages) {
          expect(page.length).toBeGreaterThan(0);
          const answer = renderList(view([...page.map((row) => [...row])]));
          expect(answer.text.length).toBeLessThanOrEqual(4000);
          for (const blocks of [answer.blocks, withoutTables(answer.blocks)]) {
            expect(problems(blocks)).toEqual([]);
            expect(textLength(blocks)).toBeLessThan(12_000);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

function problems(blocks: readonly object[]): string[] {
  const check = createCheck("message");
  const rule: Rule = anyBlock;
  for (const [index, block] of blocks.entries()) rule(block, `/${index}`, check);
  return check.messages;
}
