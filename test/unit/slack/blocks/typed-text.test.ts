import fc from "fast-check";
import { expect, it } from "vitest";
import { toReadableText, toTypedText } from "../../../../src/slack/blocks/typed-text.ts";

const section = (...elements: object[]) => ({ type: "rich_text_section", elements });
const text = (words: string, style?: object) => ({ type: "text", text: words, ...(style && { style }) });
const typed = (...elements: object[]) =>
  toTypedText({ text: "unused", blocks: [{ type: "rich_text", elements }] });

it("toTypedText drops bold and italic, and keeps every typed character", () => {
  const shown = section(
    text("Half price", { bold: true }),
    text(" today *only*, 2*3_4"),
    text(" & <more>", { italic: true }),
  );
  expect(typed(shown)).toBe("Half price today *only*, 2*3_4 & <more>");
});

it("toTypedText reads links, numbers, emoji and mentions as a person would type them", () => {
  const link = (url: string, label?: string) => ({ type: "link", url, ...(label && { text: label }) });
  expect(
    typed(
      section(
        text("See "),
        link("https://a.b/x_y", "the page"),
        text(" or "),
        link("tel:+821012345678", "010-1234-5678"),
      ),
    ),
  ).toBe("See https://a.b/x_y or 010-1234-5678");
  expect(typed(section(link("mailto:a@b.example")))).toBe("a@b.example");
  expect(typed(section(link("mailto:a@b.example", "mail me")))).toBe("a@b.example");
  expect(typed(section(link("tel:+8221234567", "call us"), text(" "), link("slack://open", "Slack")))).toBe(
    "+8221234567 slack://open",
  );
  const emoji = (name: string, unicode?: string) => ({ type: "emoji", name, ...(unicode && { unicode }) });
  expect(typed(section(emoji("ramen", "1f35c"), emoji("+1", "1f44d-1f3fd"), emoji("our-logo")))).toBe(
    "🍜👍🏽:our-logo:",
  );
  const mentions = [
    { type: "user", user_id: "U1" },
    { type: "channel", channel_id: "C1" },
    { type: "broadcast", range: "here" },
  ];
  expect(typed(section(...mentions))).toBe("@U1#C1@here");
});

it("toTypedText reads lists, quotes and code line by line", () => {
  const list = (style: string, offset: number) => ({
    ...{ type: "rich_text_list", style, offset },
    elements: [section(text("one")), section(text("two"))],
  });
  const quote = { type: "rich_text_quote", elements: [text("said")] };
  const code = { type: "rich_text_preformatted", elements: [text("a\n b")] };
  expect(typed(section(text("First\n")), list("bullet", 0), list("ordered", 2), quote, code)).toBe(
    "First\n• one\n• two\n3. one\n4. two\nsaid\na\n b",
  );
});

it("toTypedText reads the text if the blocks have no rich text or are malformed", () => {
  const plain =
    "see &amp; <https://a.b|c> <!here> <@U1|mina> <#C1|general> <!subteam^S1|@team> <!date^1^{date}|May 1>";
  expect(toTypedText({ text: plain, blocks: [{ type: "section" }] })).toBe(
    "see & https://a.b @here @mina #general @team May 1",
  );
  expect(toReadableText("<@U1> <#C1>")).toBe("@U1 #C1");
  fc.assert(fc.property(fc.jsonValue(), (blocks) => typeof toTypedText({ text: "", blocks }) === "string"));
});

it("toTypedText reads emoji and drops marks of style in a message without blocks", () => {
  const alone = (words: string) => toTypedText({ text: words, blocks: undefined });
  expect(alone("*Half price* :tada: _today_ ~only~ `code *x* :tada:`")).toBe(
    "Half price 🎉 today only code *x* :tada:",
  );
  expect(alone("*_both_* _*both*_, *see <https://a.b/_x_|this>*.")).toBe("both both, see https://a.b/_x_.");
  expect(alone("&gt; said\n```a\n *b*```")).toBe("said\na\n *b*");
  expect(alone(":+1::skin-tone-3: :wave: :our-logo: :no_such_name:")).toBe(
    "👍🏼 👋 :our-logo: :no_such_name:",
  );
  // Signs that are no marks of style stay.
  const meant = "2*3*4 = 24, 5 * 6 * 7, snake_case_name, a_b, 10:30:45, 1:100:2, * , **, _";
  expect(alone(meant)).toBe(meant);
});

it("toTypedText reads an app's blocks in their order", () => {
  const mrkdwn = (words: string) => ({ type: "mrkdwn", text: words });
  const plainText = (words: string, emoji?: boolean) => ({ type: "plain_text", text: words, emoji });
  const blocks = [
    { type: "header", text: plainText("Sale :tada:") },
    {
      type: "section",
      text: mrkdwn("*Half* price &amp; more"),
      fields: [mrkdwn("_One_"), plainText("*Two*")],
    },
    { type: "divider" },
    { type: "context", elements: [mrkdwn("`until 9`"), { type: "image", alt_text: "x" }] },
    { type: "section", text: plainText(":tada:", false) },
    { type: "rich_text", elements: [section({ type: "emoji", name: "tada" }, text(" *as typed*"))] },
  ];
  expect(toTypedText({ text: "unused", blocks })).toBe(
    "Sale 🎉\nHalf price & more\nOne\n*Two*\nuntil 9\n:tada:\n🎉 *as typed*",
  );
});

const bold = { type: "mrkdwn", text: "*Bold* :tada:" };
const rich = (words: string) => ({ type: "rich_text", elements: [section(text(words))] });
const shared = {
  is_share: true,
  from_url: "https://a.slack.com/archives/C1/p1",
  author_name: "Mina",
  footer: "#qa",
};

it.each([
  [
    "a forwarded message",
    { attachments: [{ ...shared, text: "*Hi* <@U1|mina>", fallback: "x" }] },
    "Hi @mina",
  ],
  [
    "a forwarded message with a word before it, in its blocks",
    {
      text: "Look",
      attachments: [
        {
          ...shared,
          text: "lost",
          message_blocks: [{ team: "T1", message: { blocks: [rich("*as typed*")] } }],
        },
      ],
    },
    "Look\n*as typed*",
  ],
  [
    "two forwarded messages, one of an app",
    {
      attachments: [
        { ...shared, text: "One" },
        { ...shared, text: "", blocks: [{ type: "section", text: bold }] },
      ],
    },
    "One\nBold 🎉",
  ],
  [
    "a forwarded alert",
    {
      attachments: [
        { ...shared, text: "", message_blocks: [{ message: { attachments: [{ text: "CPU 93%" }] } }] },
      ],
    },
    "CPU 93%",
  ],
  [
    "a forwarded message that had forwarded another one",
    { attachments: [{ ...shared, text: "FYI", attachments: [{ ...shared, text: "Inner" }] }] },
    "FYI\nInner",
  ],
  [
    "a forwarded message without blocks that had forwarded another one",
    {
      attachments: [
        {
          ...shared,
          message_blocks: [{ message: { text: "FYI", attachments: [{ ...shared, text: "Inner" }] } }],
        },
      ],
    },
    "FYI\nInner",
  ],
  [
    "a forwarded message above an alert, and with the preview of a link",
    {
      attachments: [
        {
          ...{ ...shared, text: "see <https://a.b>" },
          attachments: [
            { from_url: "https://a.b", title: "A" },
            { title: "CPU", text: "93%", fallback: "CPU 93%" },
          ],
        },
      ],
    },
    "see https://a.b\nCPU\n93%",
  ],
  [
    "an alert of attachments alone",
    {
      attachments: [
        {
          ...{ pretext: "*Firing*", author_name: "Grafana", title: "CPU", text: "93% :fire:", footer: "v9" },
          ...{ fields: [{ title: "Host", value: "a1" }, { value: "prod" }], fallback: "CPU 93%" },
        },
      ],
    },
    "Firing\nGrafana\nCPU\n93% 🔥\nHost: a1\nprod\nv9",
  ],
  [
    "an attachment of a fallback alone",
    { attachments: [{ fallback: "CPU &gt; 90%", color: "#f00" }] },
    "CPU > 90%",
  ],
  [
    "an attachment of blocks",
    {
      text: "Alert",
      attachments: [{ fallback: "[no preview available]", blocks: [{ type: "section", text: bold }] }],
    },
    "Alert\nBold 🎉",
  ],
  [
    "a link with its preview",
    { text: "see <https://a.b>", attachments: [{ from_url: "https://a.b", title: "A", text: "B" }] },
    "see https://a.b",
  ],
  [
    "a Markdown block",
    {
      blocks: [
        { type: "markdown", text: "# Sale\n**Half** *price* [here](https://a.b) `*x*`\n- one\n- __two__" },
      ],
    },
    "Sale\nHalf price https://a.b *x*\n• one\n• two",
  ],
  [
    "escaped signs of a Markdown block",
    {
      blocks: [
        {
          type: "markdown",
          text: "\\*star\\* \\_\\_x\\_\\_ \\# 1\\. \\`a\\` `\\*` [x\\]](https://a.b/c\\_d)\n\\# no\n\\- no\n\\> no\nend\\\n*of* \\a",
        },
      ],
    },
    "*star* __x__ # 1. `a` \\* https://a.b/c_d\n# no\n- no\n> no\nend\nof \\a",
  ],
  [
    "a Markdown block's code in a line",
    { blocks: [{ type: "markdown", text: "`a` - b `c` # d\n`e` > f `g`* h `i` `j`1\n- `k` - l\n# `m`" }] },
    "a - b c # d\ne > f g* h i j1\n• k - l\nm",
  ],
  ["rich text with an empty element", { text: "full &amp; whole", blocks: [rich("")] }, "full & whole"],
  [
    "rich text with an unknown element",
    { text: "full", blocks: [{ type: "rich_text", elements: [section({ type: "new_leaf", words: "x" })] }] },
    "full",
  ],
  ["blocks of spaces", { text: "full", blocks: [rich(" \u200b"), { type: "divider" }] }, "full"],
  [
    "a table",
    {
      text: "",
      blocks: [
        {
          type: "table",
          rows: [
            [
              { type: "raw_text", text: "Host" },
              { type: "raw_text", text: "CPU" },
            ],
            [rich("a1"), { type: "raw_text", text: "93%" }],
          ],
        },
      ],
    },
    "Host CPU\na1 93%",
  ],
  [
    "a table with numbers",
    {
      blocks: [
        {
          type: "data_table",
          rows: [
            [
              { type: "raw_number", value: 1200, text: "1,200" },
              { type: "raw_number", value: 97 },
            ],
          ],
        },
      ],
    },
    "1,200 97",
  ],
  ...(
    [
      ["Due *2026-11-27* at noon", undefined, "Due 2026-11-27 at noon"],
      ["", undefined, "Due  at noon"],
      ["unused", "Nov 27", "Due Nov 27 at noon"],
    ] as const
  ).map(([words, fallback, read]): [string, object, string] => [
    `a date with the fallback ${fallback} and the text ${words}`,
    {
      text: words,
      blocks: [
        {
          type: "rich_text",
          elements: [section(text("Due "), { type: "date", timestamp: 1, fallback }, text(" at noon"))],
        },
      ],
    },
    read,
  ]),
  [
    "an attachment whose field is a number",
    { attachments: [{ title: "CPU", fields: [{ title: "Load", value: 97 }, { title: 5 }] }] },
    "CPU\nLoad: 97\n5",
  ],
  [
    "a plan of tasks",
    {
      blocks: [
        {
          type: "plan",
          title: "Weather",
          tasks: [{ type: "task_card", task_id: "1", title: "Fetch it", output: rich("Sunny") }],
        },
      ],
    },
    "Weather\nFetch it\nSunny",
  ],
  [
    "containers and cards",
    {
      text: "x",
      blocks: [
        {
          type: "container",
          title: { type: "plain_text", text: "Deploy" },
          child_blocks: [
            {
              type: "card",
              title: bold,
              actions: [{ type: "button", text: { type: "plain_text", text: "Go" } }],
            },
          ],
        },
      ],
    },
    "Deploy\nBold 🎉",
  ],
  [
    "a picture's title",
    { text: "x", blocks: [{ type: "image", title: { type: "plain_text", text: "Menu" }, alt_text: "y" }] },
    "Menu",
  ],
  [
    "buttons alone",
    {
      text: "This content can't be displayed.",
      blocks: [{ type: "actions", elements: [{ type: "button", text: { type: "plain_text", text: "Go" } }] }],
    },
    "",
  ],
  [
    "a plain text with a ratio",
    { text: "x", blocks: [{ type: "header", text: { type: "plain_text", text: "1:100:2 :tada::tada:" } }] },
    "1:100:2 🎉🎉",
  ],
  [
    "an attachment without text",
    { text: "", attachments: [{ image_url: "https://a.b/c.png", fallback: "[no preview available]" }] },
    "",
  ],
])("toTypedText reads the text of %s", (_, message, read) => {
  expect(toTypedText({ text: "", blocks: undefined, ...message })).toBe(read);
});

it("toTypedText never fails, whatever is in the blocks and attachments", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      toTypedText({
        text: "",
        blocks: [value],
        attachments: [value, { is_share: true, message_blocks: value, fields: value }],
      });
    }),
  );
});
