import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toObjects, toText } from "../../../../slack/json.ts";
import type { JsonObject } from "../../../../slack/types.ts";
import { decodeEntities, parseMrkdwn } from "../../../../web/page/markup.ts";

const text = (words: string, ...styles: string[]) => ({
  type: "text",
  text: words,
  ...(styles.length === 0 ? {} : { style: Object.fromEntries(styles.map((style) => [style, true])) }),
});
const section = (...elements: object[]) => ({ type: "rich_text_section", elements });
const quote = (...elements: object[]) => ({ type: "rich_text_quote", elements });
const fixed = (words: string) => ({ type: "rich_text_preformatted", elements: [text(words)] });

function leavesOf(block: JsonObject): JsonObject[] {
  return toObjects(block["elements"]).flatMap((part) => toObjects(part["elements"]));
}

describe("parseMrkdwn", () => {
  it.each<[string, object[]]>([
    ["*bold*", [text("bold", "bold")]],
    ["_a_ ~b~", [text("a", "italic"), text(" "), text("b", "strike")]],
    [
      "*a _b_ `c`*",
      [text("a ", "bold"), text("b", "bold", "italic"), text(" ", "bold"), text("c", "bold", "code")],
    ],
    ["`*x* &lt;`", [text("*x* <", "code")]],
    ...["010-****-5678 and 010-****-1234", "snake_case_name", "*종류*입니다", "2 * 3 * 4"].map(
      (plain): [string, object[]] => [plain, [text(plain)]],
    ),
    ["<@U0MINA|mina>", [{ type: "user", user_id: "U0MINA", text: "mina" }]],
    ["<#C0TESTS>", [{ type: "channel", channel_id: "C0TESTS", text: "" }]],
    ["<!subteam^S0X|@x>", [{ type: "usergroup", usergroup_id: "S0X", text: "@x" }]],
    ["<!channel>", [{ type: "broadcast", range: "channel" }]],
    [
      "<https://a.b/?x=1&amp;y=2|go &amp; see>",
      [{ type: "link", url: "https://a.b/?x=1&y=2", text: "go & see" }],
    ],
    ["<javascript:alert(1)|go>", [text("<javascript:alert(1)|go>")]],
    [
      "<!date^1795237200^{date} at {time}|then>",
      [{ type: "date", timestamp: 1_795_237_200, format: "{date} at {time}", fallback: "then" }],
    ],
    ["&lt;!channel&gt; &amp;lt;", [text("<!channel> &lt;")]],
  ])("parses %s into its elements", (source, expected) => {
    expect(parseMrkdwn(source)).toEqual({ type: "rich_text", elements: [section(...expected)] });
  });

  it("separates quotes and preformatted parts from lines", () => {
    expect(parseMrkdwn("one\n&gt; two\n&gt; three\n```\nfour *x*\n```\nfive")["elements"]).toEqual([
      section(text("one")),
      quote(text("two\nthree")),
      fixed("four *x*"),
      section(text("five")),
    ]);
    expect(parseMrkdwn("```a &lt; b <https://x.y|x>```")["elements"]).toEqual([fixed("a < b x")]);
  });

  it("keeps every character of a text that has no markup", () => {
    const plain = fc.string({ unit: fc.constantFrom(..."ab 12가.,()-\u00e9") });
    const words = (source: string) => leavesOf(parseMrkdwn(source)).map((leaf) => toText(leaf["text"]));
    fc.assert(fc.property(plain, (source) => words(source).join("") === source));
  });

  it("makes no link with a scheme that can run code, for any input", () => {
    const pieces = fc.constantFrom(
      ..."<>|*_ \u0001",
      "javascript:x",
      "data:text/html,x",
      "https://a",
      "&lt;",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) =>
        leavesOf(parseMrkdwn(parts.join("")))
          .filter(({ type }) => type === "link")
          .every(({ url }) => /^(https?|mailto|tel):/i.test(toText(url))),
      ),
    );
  });

  it("never throws for any input", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (source) => void parseMrkdwn(source)));
  });
});

describe("decodeEntities", () => {
  it("undoes exactly one level of escaping", () => {
    const toEscaped = (plain: string) =>
      plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    fc.assert(fc.property(fc.string(), (plain) => decodeEntities(toEscaped(plain)) === plain));
  });
});
