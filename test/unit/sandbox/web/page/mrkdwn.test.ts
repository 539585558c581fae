import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeEntities,
  type Inline,
  parseInline,
  parseMrkdwn,
} from "../../../../../sandbox/web/page/mrkdwn.ts";

function textOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => ("children" in inline ? textOf(inline.children) : "text" in inline ? inline.text : ""))
    .join("");
}

describe("parseInline", () => {
  it.each<[string, Inline[]]>([
    ["*bold*", [{ kind: "bold", children: [{ kind: "text", text: "bold" }] }]],
    [
      "_a_ ~b~",
      [
        { kind: "italic", children: [{ kind: "text", text: "a" }] },
        { kind: "text", text: " " },
        { kind: "strike", children: [{ kind: "text", text: "b" }] },
      ],
    ],
    ["`*x* &lt;`", [{ kind: "code", text: "*x* <" }]],
    ["010-****-5678 and 010-****-1234", [{ kind: "text", text: "010-****-5678 and 010-****-1234" }]],
    ["snake_case_name", [{ kind: "text", text: "snake_case_name" }]],
    ["*종류*입니다", [{ kind: "text", text: "*종류*입니다" }]],
    ["2 * 3 * 4", [{ kind: "text", text: "2 * 3 * 4" }]],
    ["<@U0MINA|mina>", [{ kind: "user", id: "U0MINA", label: "mina" }]],
    ["<#C0TESTS>", [{ kind: "conversation", id: "C0TESTS", label: "" }]],
    ["<!subteam^S0X|@x>", [{ kind: "usergroup", id: "S0X", label: "@x" }]],
    ["<!channel>", [{ kind: "broadcast", range: "channel" }]],
    [
      "<https://a.b/?x=1&amp;y=2|go &amp; see>",
      [{ kind: "link", url: "https://a.b/?x=1&y=2", text: "go & see" }],
    ],
    ["<javascript:alert(1)|go>", [{ kind: "text", text: "<javascript:alert(1)|go>" }]],
    [
      "<!date^1795237200^{date} at {time}|then>",
      [{ kind: "date", timestampS: 1_795_237_200, format: "{date} at {time}", fallback: "then" }],
    ],
    [
      ":warning: now",
      [
        { kind: "emoji", name: "warning" },
        { kind: "text", text: " now" },
      ],
    ],
    ["&lt;!channel&gt; &amp;lt;", [{ kind: "text", text: "<!channel> &lt;" }]],
  ])("reads %s", (source, expected) => {
    expect(parseInline(source)).toEqual(expected);
  });

  it("keeps every character of a text that has no markup", () => {
    const plain = fc.string({ unit: fc.constantFrom(..."ab 12가.,()-\u00e9") });
    fc.assert(fc.property(plain, (text) => textOf(parseInline(text)) === text));
  });

  it("takes no link of a scheme that runs code, whatever comes", () => {
    const urls = (inlines: readonly Inline[]): string[] =>
      inlines.flatMap((inline) =>
        "children" in inline ? urls(inline.children) : inline.kind === "link" ? [inline.url] : [],
      );
    const pieces = fc.constantFrom(
      "<",
      ">",
      "|",
      "*",
      "_",
      "javascript:x",
      "data:text/html,x",
      "https://a",
      " ",
      "&lt;",
      "\u0001",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) =>
        urls(parseInline(parts.join(""))).every((url) => /^(https?|mailto|tel):/i.test(url)),
      ),
    );
  });
});

describe("parseMrkdwn", () => {
  it("takes quotes and preformatted parts apart from lines", () => {
    expect(
      parseMrkdwn("one\n&gt; two\n&gt; three\n```\nfour *x*\n```\nfive").map(({ kind }) => kind),
    ).toEqual(["lines", "quote", "preformatted", "lines"]);
    expect(parseMrkdwn("```a &lt; b <https://x.y|x>```")).toEqual([
      { kind: "preformatted", text: "a < b x" },
    ]);
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => Array.isArray(parseMrkdwn(text))));
  });
});

describe("decodeEntities", () => {
  it("undoes exactly one escaping", () => {
    const toEscaped = (text: string) =>
      text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    fc.assert(fc.property(fc.string(), (text) => decodeEntities(toEscaped(text)) === text));
  });
});
