import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkMessage, checkView } from "../../../slack/content-checks.ts";
import { TEST_MANIFEST, textInput } from "../../support/bolt-app.ts";
import { asked, aWorld, inMessage, inModal, many, option, plain, richText, viewVerdict } from "./content.ts";

const cell = (text: string) => ({ type: "raw_text", text });
const dataTable = (rows: object[][], more: object = {}) => ({
  type: "data_table",
  caption: "Prices",
  rows,
  ...more,
});
const pair = [cell("country"), cell("price")];

describe("a table", () => {
  it.each([
    ["rows of different lengths", dataTable([pair, [cell("KR")]]), "same number of cells"],
    [
      "rich text in its header",
      dataTable([[richText({ type: "text", text: "a" })], [cell("b")]]),
      "header cell",
    ],
    ["a header alone", dataTable([pair]), "no fewer than 2"],
    ["102 rows", dataTable(Array(102).fill(pair)), "no more than 101"],
    ["21 columns", dataTable([Array(21).fill(cell("a")), Array(21).fill(cell("b"))]), "no more than 20"],
    [
      "a row header outside of it",
      dataTable([pair, pair], { row_header_column_index: -1 }),
      "row_header_column_index",
    ],
  ])("is refused for %s", (_name, block, words) => {
    const verdict = inMessage(block);
    expect(verdict?.error).toBe("invalid_blocks");
    expect(verdict?.messages.join()).toContain(words);
  });

  it("takes 10,000 characters in its cells and no more", () => {
    const near = fc.integer({ min: 9_900, max: 10_100 });
    fc.assert(
      fc.property(near, fc.constantFrom("table", "data_table"), (characters, type) => {
        const rows = [pair, [cell("x".repeat(characters - 13)), cell("1")]];
        const block = type === "table" ? { type, rows } : dataTable(rows);
        expect(inMessage(block) === null).toBe(characters <= 10_000);
      }),
    );
  });

  it("in a container counts as the one of its message", () => {
    const table = { type: "table", rows: [pair] };
    const container = { type: "container", title: plain("All"), child_blocks: [table] };
    expect(inMessage(container)).toBeNull();
    expect(inMessage(container, dataTable([pair, pair]))?.error).toBe("only_one_table_allowed");
  });
});

describe("what is chosen from", () => {
  const twice = [option("a"), option("a")];
  it.each([
    ["a select", textInput("s", { type: "static_select", options: twice })],
    [
      "a select's groups",
      textInput("s", {
        type: "static_select",
        option_groups: ["g", "h"].map((label) => ({ label: plain(label), options: [option("a")] })),
      }),
    ],
    ["radio buttons", textInput("s", { type: "radio_buttons", options: twice })],
    [
      "an overflow menu",
      { type: "section", text: plain("x"), accessory: { type: "overflow", action_id: "o", options: twice } },
    ],
  ])("has no value twice: %s", (_name, block) => {
    expect(inModal(block)?.messages.join()).toContain("option value a already exists");
  });

  it.each(["static", "external", "users", "conversations", "channels"])(
    "several of stands in a section or input, not in actions: multi_%s_select",
    (kind) => {
      const choices = kind === "static" ? { options: [option("a")] } : {};
      const select = { type: `multi_${kind}_select`, action_id: "m", ...choices };
      const actions = inModal({ type: "actions", elements: [select] });
      expect(actions?.messages.join()).toContain(`unsupported element type: multi_${kind}_select`);
      expect(inModal(textInput("s", select))).toBeNull();
      expect(inModal({ type: "section", text: plain("x"), accessory: select })).toBeNull();
    },
  );

  it("holds five in an overflow menu", () => {
    const menu = (count: number) => ({
      type: "actions",
      elements: [
        {
          type: "overflow",
          action_id: "o",
          options: many(count, (i) => option(`${i}`)),
        },
      ],
    });
    expect(inMessage(menu(5))).toBeNull();
    expect(inMessage(menu(6))?.messages.join()).toContain("no more than 5");
  });
});

describe("a confirm dialog", () => {
  const asking = (confirm: object) =>
    inMessage({ type: "actions", elements: [{ type: "button", text: plain("Go"), confirm }] });

  it.each(Object.keys(asked))("is refused without %s", (field) => {
    const rest = Object.fromEntries(Object.entries(asked).filter(([key]) => key !== field));
    expect(asking(rest)?.messages.join()).toContain(`missing required field: ${field}`);
  });

  it("takes plain text of its lengths", () => {
    expect(asking(asked)).toBeNull();
    expect(asking({ ...asked, text: { type: "mrkdwn", text: "*x*" } })).not.toBeNull();
    expect(asking({ ...asked, text: plain("x".repeat(301)) })).not.toBeNull();
    expect(asking({ ...asked, deny: plain("x".repeat(31)) })).not.toBeNull();
  });
});

describe("a view", () => {
  it("has a block, on the Home tab too", () => {
    expect(inModal()?.messages.join()).toContain("no fewer than 1");
    expect(viewVerdict({ blocks: [] }, "home")).not.toBeNull();
  });

  it("has up to 100 blocks on the Home tab", () => {
    const home = (count: number) => viewVerdict({ blocks: many(count, () => ({ type: "divider" })) }, "home");
    expect(home(100)).toBeNull();
    expect(home(101)?.messages.join()).toContain("no more than 100");
  });

  it("is refused above 250 kB", () => {
    const section = { type: "section", text: plain("x".repeat(2900)) };
    expect(inModal(...Array(80).fill(section))).toBeNull();
    expect(inModal(...Array(90).fill(section))?.error).toBe("view_too_large");
  });

  it("with a file_input needs the scope to read files", () => {
    const scopes = { bot: ["commands"] };
    const world = aWorld({ ...TEST_MANIFEST, oauth_config: { scopes } });
    const blocks = [textInput("f", { type: "file_input" })];
    const view = { type: "modal", title: plain("T"), submit: plain("OK"), blocks };
    expect(checkView(world, view, { surface: "modal" })).toBeNull();
    expect(world.findings.map(({ rule }) => rule)).toEqual(["file_input_scope"]);
  });
});

describe("an edit", () => {
  it("takes 4,000 characters of text, where a post would be cut at 40,000", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3_990, max: 4_010 }), (length) => {
        const text = "x".repeat(length);
        expect(checkMessage(aWorld(), "chat.update", { text }) === null).toBe(length <= 4000);
        expect(checkMessage(aWorld(), "chat.postMessage", { text })).toBeNull();
      }),
    );
  });

  it("takes metadata away with an empty object", () => {
    const content = { text: "x", metadata: {} };
    expect(checkMessage(aWorld(), "chat.update", content)).toBeNull();
    expect(checkMessage(aWorld(), "chat.postMessage", content)?.error).toBe("invalid_metadata_format");
  });
});

it("markdown_text ends at 12,000 characters", () => {
  const markdown_text = "x".repeat(12_001);
  expect(checkMessage(aWorld(), "chat.postMessage", { markdown_text })?.error).toBe("msg_too_long");
});
