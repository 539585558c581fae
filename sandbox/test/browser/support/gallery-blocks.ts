/** Every block and every field that Slack has, as plainly as possible. */

export const plain = (text: string) => ({ type: "plain_text", text });
export const mrkdwn = (text: string) => ({ type: "mrkdwn", text });
export const option = (value: string, text = value) => ({ text: plain(text), value });
const cell = (text: string) => ({ type: "raw_text", text });
const leaf = (text: string, style?: object) => ({
  type: "text",
  text,
  ...(style === undefined ? {} : { style }),
});
const section = (...elements: object[]) => ({ type: "rich_text_section", elements });

const FOREIGN_PICTURE = "https://pictures.example.com/cat.png";

/** 2026-11-21T05:00:00Z, which is 14:00 in Seoul. */
const MOMENT_S = 1_795_237_200;

export const MESSAGES: readonly object[][] = [
  [
    { type: "header", text: plain("A header :tada:") },
    {
      type: "section",
      text: mrkdwn("Plain *bold* _italic_ ~gone~ `code` &lt;!channel&gt; <https://example.com|a link>"),
    },
    { type: "section", text: mrkdwn("&gt; quoted words\n```let a = 1 &lt; 2```") },
    { type: "section", text: mrkdwn("Hello <@U0MINA> in <#C0TESTS> with <!subteam^S0REVIEWERS> :warning:") },
    { type: "section", text: mrkdwn(`Seen <!date^${MOMENT_S}^{date_num} {time}|then>`) },
    { type: "section", fields: [mrkdwn("*Kind*\nSMS"), mrkdwn("*To*\n010-****-0001"), plain("Third")] },
    { type: "divider" },
    {
      type: "section",
      text: mrkdwn("With a picture"),
      accessory: { type: "image", image_url: FOREIGN_PICTURE, alt_text: "A cat" },
    },
    { type: "context", elements: [mrkdwn("Seen 14:02"), plain("by Mina")] },
    {
      type: "actions",
      block_id: "acts",
      elements: [
        { type: "button", action_id: "go", text: plain("Go"), style: "primary", value: "1" },
        {
          type: "button",
          action_id: "remove",
          text: plain("Remove"),
          style: "danger",
          confirm: {
            title: plain("Remove it?"),
            text: plain("It will be gone."),
            confirm: plain("Yes, remove"),
            deny: plain("Keep"),
          },
        },
        {
          type: "static_select",
          action_id: "pick",
          placeholder: plain("Pick one"),
          options: [option("a", "Apple"), option("b", "Banana")],
        },
        { type: "overflow", action_id: "more", options: [option("x", "Export"), option("y", "Archive")] },
      ],
    },
  ],
  [
    {
      type: "rich_text",
      elements: [
        section(leaf("Rich "), leaf("bold", { bold: true }), leaf(" and "), leaf("struck", { strike: true })),
        {
          type: "rich_text_list",
          style: "bullet",
          elements: [section(leaf("first point")), section(leaf("second point"))],
        },
        { type: "rich_text_list", style: "ordered", elements: [section(leaf("step one"))] },
        { type: "rich_text_quote", elements: [leaf("a rich quote")] },
        {
          type: "rich_text_preformatted",
          elements: [leaf("<script>alert(1)</script>\n<b>kept as text</b>")],
        },
        section(
          { type: "user", user_id: "U0JOON" },
          { type: "emoji", name: "rocket" },
          { type: "broadcast", range: "here" },
        ),
        section({ type: "date", timestamp: MOMENT_S, format: "{date_long} {time}", fallback: "then" }),
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
  [
    {
      type: "data_table",
      caption: "Prices by country",
      page_size: 2,
      rows: [
        [cell("Name"), cell("SMS")],
        [cell("Japan"), { type: "raw_number", value: 65, text: "65" }],
        [cell("China"), { type: "raw_number", value: 9, text: "9" }],
        [cell("Brazil"), { type: "raw_number", value: 110, text: "110" }],
      ],
    },
  ],
  [
    {
      type: "markdown",
      text: "## A heading\n\n- **strong** item\n- `code` item\n\n> quoted\n\n[a page](https://example.com)",
    },
    {
      type: "card",
      title: mrkdwn("A card"),
      subtitle: mrkdwn("below its title"),
      body: mrkdwn("What the card says"),
      actions: [{ type: "button", action_id: "card_go", text: plain("Open card") }],
    },
    {
      type: "container",
      title: plain("A container"),
      is_collapsible: true,
      default_collapsed: true,
      child_blocks: [{ type: "section", text: plain("Inside the container") }],
    },
    {
      type: "video",
      title: plain("How it works"),
      alt_text: "A short film",
      video_url: "https://videos.example.com/1",
      thumbnail_url: "https://videos.example.com/1.png",
      title_url: "https://videos.example.com/watch",
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

export const fruits = [option("apple", "Apple"), option("banana", "Banana"), option("cherry", "Cherry")];

/** One field of every kind that a modal may hold. */
export const FIELDS: readonly object[] = [
  input(
    "Line",
    { type: "plain_text_input", max_length: 20, placeholder: plain("one line") },
    { hint: plain("A hint below") },
  ),
  input("Area", { type: "plain_text_input", multiline: true }, { optional: true }),
  input("Number", { type: "number_input", is_decimal_allowed: false, max_value: "10" }),
  input("Mail", { type: "email_text_input" }),
  input("Address", { type: "url_text_input" }),
  input("Boxes", { type: "checkboxes", options: fruits }),
  input("Radio", { type: "radio_buttons", options: fruits }),
  input("Day", { type: "datepicker" }),
  input("Time", { type: "timepicker" }),
  input("Moment", { type: "datetimepicker" }),
  input("Fruit", { type: "static_select", options: fruits }),
  input("Fruits", { type: "multi_static_select", options: fruits }),
  input("Template", { type: "external_select", min_query_length: 1 }),
  input("Person", { type: "users_select" }),
  input("People", { type: "multi_users_select" }),
  input("Conversation", { type: "conversations_select", default_to_current_conversation: true }),
  input("Channels", { type: "multi_channels_select" }),
  input("File", { type: "file_input", filetypes: ["png", "txt"], max_files: 2 }),
  input("Words", { type: "rich_text_input" }),
];
