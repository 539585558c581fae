import fc from "fast-check";
import { expect, it } from "vitest";
import { toReadableText, toTypedText, withoutNotation } from "../../../../src/slack/blocks/typed-text.ts";
import { timesParsing } from "../../../support/processor-time.ts";

const section = (...elements: object[]) => ({ type: "rich_text_section", elements });
const text = (words: string, style?: object) => ({ type: "text", text: words, ...(style && { style }) });
const typed = (...elements: object[]) =>
  toTypedText({ text: "unused", blocks: [{ type: "rich_text", elements }] });

const link = (url: string, label?: string) => ({ type: "link", url, ...(label && { text: label }) });
const emoji = (name: string, unicode?: string) => ({ type: "emoji", name, ...(unicode && { unicode }) });

it.each<[string, object[], string]>([
  [
    "every typed character, without bold and italic",
    [text("Half price", { bold: true }), text(" today *only*, 2*3_4"), text(" & <more>", { italic: true })],
    "Half price today *only*, 2*3_4 & <more>",
  ],
  [
    "a link as its address and a phone number as its words",
    [link("https://a.b/x_y", "the page"), text(" or "), link("tel:+821012345678", "010-1234-5678")],
    "https://a.b/x_y or 010-1234-5678",
  ],
  ["an e-mail address", [link("mailto:a@b.example")], "a@b.example"],
  ["an e-mail address that is linked to words", [link("mailto:a@b.example", "mail me")], "a@b.example"],
  [
    "a phone number that is linked to words, and an app's address",
    [link("tel:+8221234567", "call us"), text(" "), link("slack://open", "Slack")],
    "+8221234567 slack://open",
  ],
  [
    "emoji, keeping the names of the workspace's own",
    [emoji("ramen", "1f35c"), emoji("+1", "1f44d-1f3fd"), emoji("our-logo")],
    "🍜👍🏽:our-logo:",
  ],
  [
    "mentions",
    [
      { type: "user", user_id: "U1" },
      { type: "channel", channel_id: "C1" },
      { type: "broadcast", range: "here" },
    ],
    "@U1#C1@here",
  ],
])("toTypedText reads %s as a person would type it", (_, elements, read) => {
  expect(typed(section(...elements))).toBe(read);
});

it("toTypedText reads lists, quotes and code blocks line by line", () => {
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

it("toTypedText reads a message's plain text if its blocks are malformed or have no rich text", () => {
  const plain =
    "see &amp; <https://a.b|c> <!here> <@U1|mina> <#C1|general> <!subteam^S1|@team> <!date^1^{date}|May 1>";
  expect(toTypedText({ text: plain, blocks: [{ type: "section" }] })).toBe(
    "see & https://a.b @here @mina #general @team May 1",
  );
  expect(toReadableText("<@U1> <#C1>")).toBe("@U1 #C1");
});

// Signs that are no marks of style stay.
const meant = "2*3*4 = 24, 5 * 6 * 7, snake_case_name, a_b, 10:30:45, 1:100:2, * , **, _";
it.each([
  ["*Half price* :tada: _today_ ~only~ `code *x* :tada:`", "Half price 🎉 today only code *x* :tada:"],
  ["*_both_* _*both*_, *see <https://a.b/_x_|this>*.", "both both, see https://a.b/_x_."],
  ["&gt; said\n```a\n *b*```", "said\na\n *b*"],
  [":+1::skin-tone-3: :wave: :our-logo: :no_such_name:", "👍🏼 👋 :our-logo: :no_such_name:"],
  [meant, meant],
])(
  "toTypedText reads emoji and drops bold and other markup in a message without blocks: %j",
  (words, read) => {
    expect(toTypedText({ text: words, blocks: undefined })).toBe(read);
  },
);

const mrkdwn = (words: string) => ({ type: "mrkdwn", text: words });
const plain = (words: string) => ({ type: "plain_text", text: words });
const rich = (words: string) => ({ type: "rich_text", elements: [section(text(words))] });
const go = { type: "button", text: plain("Go") };

it("toTypedText reads the blocks of an app's message in their order", () => {
  const blocks = [
    { type: "header", text: plain("Sale :tada:") },
    {
      type: "section",
      text: mrkdwn("*Half* price &amp; more"),
      fields: [mrkdwn("_One_"), plain("*Two*")],
    },
    { type: "divider" },
    { type: "context", elements: [mrkdwn("`until 9`"), { type: "image", alt_text: "x" }] },
    { type: "section", text: { ...plain(":tada:"), emoji: false } },
    { type: "rich_text", elements: [section({ type: "emoji", name: "tada" }, text(" *as typed*"))] },
  ];
  expect(toTypedText({ text: "unused", blocks })).toBe(
    "Sale 🎉\nHalf price & more\nOne\n*Two*\nuntil 9\n:tada:\n🎉 *as typed*",
  );
});

const bold = { type: "section", text: mrkdwn("*Bold* :tada:") };
/** A message that somebody forwarded. */
const shared = (more: object) => ({
  ...{ is_share: true, from_url: "https://a.slack.com/archives/C1/p1", author_name: "Mina", footer: "#qa" },
  ...more,
});
const withBlocks = (message: object) => ({ message_blocks: [{ message }] });
const attached = (...attachments: object[]) => ({ attachments });
const inner = attached(shared({ text: "Inner" }));
const table = (type: string, ...rows: object[][]) => ({ blocks: [{ type, rows }] });
const raw = (words: string) => ({ type: "raw_text", text: words });
const markdown = (words: string) => ({ blocks: [{ type: "markdown", text: words }] });

it.each<[string, object, string]>([
  ["a forwarded message", attached(shared({ text: "*Hi* <@U1|mina>", fallback: "x" })), "Hi @mina"],
  [
    "a forwarded message with a word before it, in its blocks",
    { text: "Look", ...attached(shared({ text: "lost", ...withBlocks({ blocks: [rich("*as typed*")] }) })) },
    "Look\n*as typed*",
  ],
  [
    "two forwarded messages, one of an app",
    attached(shared({ text: "One" }), shared({ text: "", blocks: [bold] })),
    "One\nBold 🎉",
  ],
  [
    "a forwarded alert",
    attached(shared({ text: "", ...withBlocks(attached({ text: "CPU 93%" })) })),
    "CPU 93%",
  ],
  [
    "a forwarded message that had forwarded another one",
    attached(shared({ text: "FYI", ...inner })),
    "FYI\nInner",
  ],
  [
    "a forwarded message without blocks that had forwarded another one",
    attached(shared(withBlocks({ text: "FYI", ...inner }))),
    "FYI\nInner",
  ],
  [
    "a forwarded message above an alert, and with the preview of a link",
    attached({
      ...shared({ text: "see <https://a.b>" }),
      ...attached(
        { from_url: "https://a.b", title: "A" },
        { title: "CPU", text: "93%", fallback: "CPU 93%" },
      ),
    }),
    "see https://a.b\nCPU\n93%",
  ],
  [
    "an alert that has only attachments",
    attached({
      ...{ pretext: "*Firing*", author_name: "Grafana", title: "CPU", text: "93% :fire:", footer: "v9" },
      ...{ fields: [{ title: "Host", value: "a1" }, { value: "prod" }], fallback: "CPU 93%" },
    }),
    "Firing\nGrafana\nCPU\n93% 🔥\nHost: a1\nprod\nv9",
  ],
  [
    "an attachment that has only a fallback",
    attached({ fallback: "CPU &gt; 90%", color: "#f00" }),
    "CPU > 90%",
  ],
  [
    "an attachment of blocks",
    { text: "Alert", ...attached({ fallback: "[no preview available]", blocks: [bold] }) },
    "Alert\nBold 🎉",
  ],
  [
    "a link with its preview",
    { text: "see <https://a.b>", ...attached({ from_url: "https://a.b", title: "A", text: "B" }) },
    "see https://a.b",
  ],
  [
    "a Markdown block",
    markdown("# Sale\n**Half** *price* [here](https://a.b) `*x*`\n- one\n- __two__"),
    "Sale\nHalf price https://a.b *x*\n• one\n• two",
  ],
  [
    "escaped signs of a Markdown block",
    markdown(
      "\\*star\\* \\_\\_x\\_\\_ \\# 1\\. \\`a\\` `\\*` [x\\]](https://a.b/c\\_d)\n\\# no\n\\- no\n\\> no\nend\\\n*of* \\a",
    ),
    "*star* __x__ # 1. `a` \\* https://a.b/c_d\n# no\n- no\n> no\nend\nof \\a",
  ],
  [
    "a Markdown block's code in a line",
    markdown("`a` - b `c` # d\n`e` > f `g`* h `i` `j`1\n- `k` - l\n# `m`"),
    "a - b c # d\ne > f g* h i j1\n• k - l\nm",
  ],
  ["rich text with an empty element", { text: "full &amp; whole", blocks: [rich("")] }, "full & whole"],
  [
    "rich text with an unknown element",
    { text: "full", blocks: [{ type: "rich_text", elements: [section({ type: "new_leaf", words: "x" })] }] },
    "full",
  ],
  ["blocks of spaces", { text: "full", blocks: [rich(" \u200b"), { type: "divider" }] }, "full"],
  ["a table", table("table", [raw("Host"), raw("CPU")], [rich("a1"), raw("93%")]), "Host CPU\na1 93%"],
  [
    "a table with numbers",
    table("data_table", [
      { type: "raw_number", value: 1200, text: "1,200" },
      { type: "raw_number", value: 97 },
    ]),
    "1,200 97",
  ],
  [
    "an attachment whose field is a number",
    attached({ title: "CPU", fields: [{ title: "Load", value: 97 }, { title: 5 }] }),
    "CPU\nLoad: 97\n5",
  ],
  [
    "a plan of tasks",
    { blocks: [{ type: "plan", title: "Weather", tasks: [{ title: "Fetch it", output: rich("Sunny") }] }] },
    "Weather\nFetch it\nSunny",
  ],
  [
    "containers and cards",
    {
      blocks: [
        {
          type: "container",
          title: plain("Deploy"),
          child_blocks: [{ type: "card", title: bold.text, actions: [go] }],
        },
      ],
    },
    "Deploy\nBold 🎉",
  ],
  ["a picture's title", { blocks: [{ type: "image", title: plain("Menu"), alt_text: "y" }] }, "Menu"],
  [
    "a message that has only buttons",
    { text: "This content can't be displayed.", blocks: [{ type: "actions", elements: [go] }] },
    "",
  ],
  [
    "a plain text with a ratio",
    { text: "x", blocks: [{ type: "header", text: plain("1:100:2 :tada::tada:") }] },
    "1:100:2 🎉🎉",
  ],
  [
    "an attachment without text",
    attached({ image_url: "https://a.b/c.png", fallback: "[no preview available]" }),
    "",
  ],
])("toTypedText reads the text of %s", (_, message, read) => {
  expect(toTypedText({ text: "", blocks: undefined, ...message })).toBe(read);
});

it.each([
  ["Due *2026-11-27* at noon", undefined, "Due 2026-11-27 at noon"],
  ["", undefined, "Due  at noon"],
  ["unused", "Nov 27", "Due Nov 27 at noon"],
])("toTypedText reads a date in a message with the text %j and the fallback %s", (words, fallback, read) => {
  const elements = [section(text("Due "), { type: "date", timestamp: 1, fallback }, text(" at noon"))];
  expect(toTypedText({ text: words, blocks: [{ type: "rich_text", elements }] })).toBe(read);
});

it("toTypedText never throws an error, whatever the blocks and attachments are", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const attachments = [value, { is_share: true, message_blocks: value, fields: value }];
      for (const blocks of [value, [value]]) toTypedText({ text: "", blocks, attachments });
    }),
  );
});

it.each([
  ["Hi :blush:", "Hi 😊"],
  [":+1::skin-tone-3: :wave::skin-tone-6:", "👍🏼 👋🏿"],
  ["☝ :point_up::skin-tone-4:", "☝ ☝🏽"],
  [":female-technologist::skin-tone-5: :man-shrugging:", "👩🏾‍💻 🤷‍♂️"],
  [":man-woman-boy: :two_men_holding_hands::skin-tone-2-6:", "👨‍👩‍👦 :two_men_holding_hands::skin-tone-2-6:"],
  [":woman-kiss-man::skin-tone-2-6: :fire::skin-tone-2:", "👩🏻‍❤️‍💋‍👨🏿 🔥🏻"],
  [":tada::tada::fire:", "🎉🎉🔥"],
  [":people_holding_hands::skin-tone-3: :people_holding_hands::skin-tone-2-5:", "🧑🏼‍🤝‍🧑🏼 🧑🏻‍🤝‍🧑🏾"],
  [":handshake::skin-tone-3: :handshake::skin-tone-2-5:", "🤝🏼 :handshake::skin-tone-2-5:"],
  [":man-woman-boy::skin-tone-3:", ":man-woman-boy::skin-tone-3:"],
  [":kr: :flag-kr: :flag-de: :flag-england: :rainbow-flag:", "🇰🇷 🇰🇷 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈"],
  ["안녕:blush:하세요 :fire:Sale Thanks:pray:", "안녕😊하세요 🔥Sale Thanks🙏"],
  ["(:8ball:) :1234: :calendar: :smiling_face_with_tear: :phoenix:", "(🎱) 🔢 📆 🥲 🐦‍🔥"],
  ['{"linkMo":"https://a.example","text":":tada:"}', '{"linkMo":"https://a.example","text":"🎉"}'],
  [
    "(https://a.example):tada: https://a.example입니다:tada:",
    "(https://a.example)🎉 https://a.example입니다🎉",
  ],
  ["<https://a.example/x?y=1&z=2|the page>", "https://a.example/x?y=1&z=2"],
  ["<https://a.example>, <slack://open?id=1|Slack>", "https://a.example, slack://open?id=1"],
  [
    "<mailto:mina@shop.example|mina@shop.example> <mailto:mina@shop.example>",
    "mina@shop.example mina@shop.example",
  ],
  ["<tel:+821012345678|010-1234-5678> <tel:+821012345678>", "010-1234-5678 +821012345678"],
  ["<mailto:a@b.example|mail me> <mailto:a@b.example|Mina (A@B.example)>", "a@b.example Mina (A@B.example)"],
  [
    "<mailto:a@b.example?subject=x|a@b.example>, <mailto:a@b.example?subject=x|me>",
    "a@b.example, a@b.example",
  ],
  [
    "<tel:+8221234567|call us> <tel:+8221234567|call 02-123-4567> <tel:1345|1345>",
    "+8221234567 call 02-123-4567 1345",
  ],
  ["<tel:+15550123456|010-9999-9999> <sms:+821012345678|text me>", "+15550123456 +821012345678"],
  ["<@U0JOON|joon> <@U0JOON> <@W0JOON|@joon>", "@joon @U0JOON @joon"],
  ["<#C0TESTS|tests> <#C0TESTS> <#C0TESTS|>", "#tests #C0TESTS #C0TESTS"],
  ["<!here> <!channel|@channel> <!everyone|everyone>", "@here @channel @everyone"],
  ["<!subteam^S0QA|@qa> <!subteam^S0QA>", "@qa @S0QA"],
  [
    "<!date^1392734382^{date_num}|2014-02-18> <!date^1392734382^{date}^https://a.example|Feb 18>",
    "2014-02-18 Feb 18",
  ],
])("withoutNotation turns Slack's notation in %j into %j", (typed, read) => {
  expect(withoutNotation(typed)).toBe(read);
});

it.each([
  ":our-logo: :no_such_name: :flag-qq: :BLUSH:",
  ":flag-uk: :flag-su: :flag-yu: :flag-zz: :flag-xa: :flag-cq:",
  "10:30:45, 1:100:2, std::key::value, a:key:b, :blush, blush:, ::",
  "https://a.example/:x:/:tada:?at=10:30 http://a:key:1",
  "`:tada: <https://a.example|x>` and ```\n:tada:\n```",
  "a <b> c, <3, x < y > z, <p>Hi</p>, <joon@a.example>, <name|label>, <!>, <@nobody>, <#1>",
  "&lt;b&gt; &amp; *bold* _italic_ ~gone~ > quoted",
  "<!date^1392734382^{date}>",
])("withoutNotation leaves %j as it was typed", (typed) => {
  expect(withoutNotation(typed)).toBe(typed);
});

it("withoutNotation is quick for very long texts of Slack's signs", () => {
  const typed = [":", ":a", ":a:", "<https://", "<@U", "<!date^1^", "`", "``` ", "https://"].map((sign) =>
    sign.repeat(20_000),
  );
  const times = timesParsing(() => {
    for (const text of typed) withoutNotation(text);
  });
  expect(times).toBeLessThan(2);
});
