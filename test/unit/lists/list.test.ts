import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textLength } from "../../../sandbox/slack/content-checks.ts";
import { messageBlocks, problemsOf } from "../../../sandbox/slack/content-schema.ts";
import {
  type ListView,
  type PagedList,
  pageButtons,
  renderList,
  renderPagedList,
  toPages,
} from "../../../src/lists/list.ts";
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
    ...more,
  };
}

const types = ({ blocks }: { blocks: { type: string }[] }) => blocks.map(({ type }) => type);

// What the lists of the platform look like is in test/golden/pages.
describe("a list posted by a command", () => {
  it("shows several rows as a table with notes below, and says the same as plain text", () => {
    const rows: Cell[][] = [
      ["Korea", "20", [{ user: "U0JOON" }]],
      ["Japan", "–", []],
    ];
    const answer = renderList(view(rows, { about: [["As of noon"]], notes: [["By the record"]] }));
    expect(answer.text).toBe("Prices\nAs of noon\nKorea: SMS 20, By <@U0JOON>\nJapan\nBy the record");
    expect(types(answer)).toEqual(["rich_text", "table", "rich_text"]);
    expect(JSON.stringify(answer.blocks)).toContain('"user_id":"U0JOON"');
  });

  it("shows rows without headings in one block, with each name in bold", () => {
    const columns: Column[] = [{ heading: "" }, { heading: "" }, { heading: "" }];
    const rows: Cell[][] = [
      ["@shop", "02-100-2000", "PF1"],
      ["@cafe", "", "PF2"],
    ];
    const answer = renderList(view(rows, { columns, layout: "lines" }));
    expect(answer.text).toBe("Prices\n@shop · 02-100-2000 · PF1\n@cafe · PF2");
    expect(types(answer)).toEqual(["rich_text", "rich_text"]);
    expect(JSON.stringify(answer.blocks[1])).toContain(
      '{"type":"text","text":"@shop","style":{"bold":true}}',
    );
  });

  it("escapes markup in the platform's values", () => {
    const names = ["<!channel> *x*", "<http://evil|bank>"];
    const answer = renderList(view(names.map((name) => [name, "1", "a"])));
    expect(answer.text).toContain("&lt;!channel&gt; *x*: SMS 1");
    expect(answer.text).not.toMatch(/<[!h]/);
    expect(JSON.stringify(answer.blocks)).not.toContain("mrkdwn");
  });

  it("becomes lines with the same buttons if the workspace doesn't allow tables", () => {
    const turns = pageButtons("prices.page", { back: null, next: { text: "Next", value: "1" } });
    const rows: Cell[][] = [
      ["Korea", "20", [{ code: "x" }]],
      ["Japan", "105", "–"],
    ];
    const plain = withoutTables(renderList(view(rows, { turns })).blocks);
    expect(types({ blocks: plain })).toEqual(["rich_text", "rich_text", "actions"]);
    expect(JSON.stringify(plain)).toContain("prices.page:next");
    // Each line repeats the headings: on a phone a heading row would be screens away.
    const leaves = plain[1]?.type === "rich_text" ? plain[1].elements[0] : undefined;
    const says = leaves?.type === "rich_text_section" ? leaves.elements : [];
    expect(says.map((leaf) => (leaf.type === "text" ? leaf.text : "")).join("")).toMatch(
      /^Korea SMS 20 · .*\nJapan SMS 105 · /,
    );
  });

  it.each([
    [0, null, "1"],
    [1, "0", "2"],
    [2, "1", "0"],
    [999_999, "1", "0"],
  ])(
    "has the button Next first on page %i, and its other buttons in a row of their own",
    (page, back, next) => {
      const rows = Array.from({ length: 45 }, (_, index): Cell[] => [`Country ${index}`, "20", "–"]);
      const beside = { actionId: "other", text: "Other", value: "" };
      const buttons = showPage({ rows, page, buttons: [beside] }).blocks.flatMap((block) =>
        block.type === "actions"
          ? block.elements.map((one) => [block.block_id, one.action_id, "value" in one ? one.value : ""])
          : [],
      );
      expect(buttons).toEqual([
        ["turns", "a:next", next],
        ...(back === null ? [] : [["turns", "a:back", back]]),
        ["buttons", "other", ""],
      ]);
    },
  );

  it("reads no rows behind the shown page", () => {
    const rows = Array.from({ length: 10_000 }, (_, index): Cell[] => [`Country ${index}`, "20", "–"]);
    Object.defineProperty(rows, 100, {
      get: () => {
        throw new Error("looked too far");
      },
    });
    const show = (page: number) => showPage({ rows, page });
    expect(show(1).text).toContain("21–40 of 10,000");
    expect(JSON.stringify(show(1).blocks)).toContain("a:next");
    expect(() => show(5)).toThrow("looked too far");
  });

  it("has each row on exactly one page, and each page within Slack's limits", () => {
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

function showPage(own: Pick<PagedList, "rows" | "page"> & Partial<PagedList>) {
  const reading = { at: new Date(0), value: { isCut: false, hasGaps: false } };
  const list = { ...view([]), reading, about: [] };
  return renderPagedList(
    { ...list, turn: { actionId: "a", valueFor: String }, ...own },
    { words: wordsOf("en"), format: createFormat("en", "Asia/Seoul") },
  );
}

function problems(blocks: readonly object[]): string[] {
  return problemsOf(messageBlocks, blocks);
}
