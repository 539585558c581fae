/** Every block and every field that the sandbox stands in for, as plainly as possible. */

export const plain = (text: string) => ({ type: "plain_text" as const, text });
export const mrkdwn = (text: string) => ({ type: "mrkdwn" as const, text });
export const section = (text: string) => ({ type: "section" as const, text: mrkdwn(text) });
export const option = (value: string, text = value) => ({ text: plain(text), value });
export const leaf = (text: string, style?: object) => ({ type: "text", text, ...(style && { style }) });
const cell = (text: string) => ({ type: "raw_text", text });
const words = (...elements: object[]) => ({ type: "rich_text_section", elements });

/** 2026-11-21T05:00:00Z, which is 14:00 in Seoul. */
const MOMENT_S = 1_795_237_200;

const asked = {
  title: plain("Remove it?"),
  text: plain("It will be gone."),
  confirm: plain("Yes, remove"),
  deny: plain("Keep"),
};

export const fruits = [option("apple", "Apple"), option("banana", "Banana"), option("cherry", "Cherry")];

export const MESSAGES: readonly object[][] = [
  [
    { type: "header", text: plain("A header 🎉") },
    section("Plain *bold* _italic_ ~gone~ `code` &lt;!channel&gt; <https://example.com|a link>"),
    section("&gt; quoted words\n```let a = 1 &lt; 2```"),
    section("Hello <@U0MINA> in <#C0TESTS> with <!subteam^S0REVIEWERS> ⚠️"),
    section(`Seen <!date^${MOMENT_S}^{date_short_pretty} {time}|then>`),
    { type: "section", fields: [mrkdwn("*Kind*\nSMS"), mrkdwn("*To*\n010-****-0001"), plain("Third")] },
    { type: "divider" },
    { type: "context", elements: [mrkdwn("Seen 14:02"), plain("by Mina")] },
    {
      type: "actions",
      elements: [
        { type: "button", action_id: "go", text: plain("Go"), style: "primary", value: "1" },
        { type: "button", action_id: "remove", text: plain("Remove"), style: "danger", confirm: asked },
        { type: "static_select", action_id: "pick", placeholder: plain("Pick one"), options: fruits },
      ],
    },
  ],
  [
    {
      type: "rich_text",
      elements: [
        words(leaf("Rich "), leaf("bold", { bold: true }), leaf(" and "), leaf("struck", { strike: true })),
        { type: "rich_text_quote", elements: [leaf("a rich quote")] },
        {
          type: "rich_text_preformatted",
          elements: [leaf("<script>alert(1)</script>\n<b>kept as text</b>")],
        },
        words({ type: "user", user_id: "U0JOON" }),
        words({ type: "date", timestamp: MOMENT_S, format: "{date_short_pretty} {time}", fallback: "then" }),
      ],
    },
    {
      type: "table",
      column_settings: [{ align: "left" }, { align: "right" }],
      rows: [
        [cell("Country"), cell("Price")],
        [cell("Japan"), cell("65")],
      ],
    },
  ],
];

export const input = (blockId: string, element: object, block: object = {}) => ({
  type: "input",
  block_id: blockId,
  label: plain(blockId),
  element: { action_id: "value", ...element },
  ...block,
});

/** One field of every kind that a modal may hold. */
export const FIELDS: readonly object[] = [
  input(
    "Line",
    { type: "plain_text_input", max_length: 20, placeholder: plain("one line") },
    { hint: plain("A hint below") },
  ),
  input("Area", { type: "plain_text_input", multiline: true, min_length: 3 }),
  input("Fruit", { type: "static_select", options: fruits }),
  input("Fruits", { type: "multi_static_select", options: fruits }),
  input("Conversation", { type: "conversations_select", default_to_current_conversation: true }),
  input("File", { type: "file_input", filetypes: ["png", "txt"], max_files: 2 }),
];

/** Selects that the bot fills as a person types: one from the second character on, one that shows its first at once. */
export const SEARCHES: readonly object[] = [
  input("Country", { type: "external_select", min_query_length: 2 }),
  input("Countries", { type: "multi_external_select", min_query_length: 0 }),
];
