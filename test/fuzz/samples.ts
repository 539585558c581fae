/** One of each kind of message, as people paste them. */
export const messages = [
  { message: { to: "01012345678", from: "0212345678", text: "Hello" } },
  {
    message: {
      ...{ to: "01012345678", from: "0212345678", type: "ATA", customFields: { order: "17" } },
      chatOptions: {
        ...{ pfId: "KA01PF001", templateId: "KA01TP001", variables: { "#{name}": "Mina" }, disableSms: true },
        buttons: [{ buttonType: "WL", buttonName: "Open", linkMo: "https://shop.example" }],
      },
    },
  },
  {
    message: {
      ...{ to: "01012345678", from: "0212345678", text: "Hello", subject: "Offer" },
      rcsOptions: {
        ...{ brandId: "B1", mmsType: "M3", commercialType: true },
        additionalBody: [{ title: "One", description: "First", imageId: "F1" }],
        buttons: [{ buttonType: "WL", buttonName: "Open", link: "https://shop.example" }],
      },
    },
  },
];

/** A message in Slack: forwarded, or an app's. */
export const slackMessage = {
  text: "*Half price* :tada: <https://shop.example|here>",
  blocks: [
    {
      type: "rich_text",
      elements: [
        {
          type: "rich_text_section",
          elements: [
            { type: "text", text: "Half price" },
            { type: "emoji", name: "tada", unicode: "1f389" },
          ],
        },
      ],
    },
    { type: "section", text: { type: "mrkdwn", text: "*a*" }, fields: [{ type: "plain_text", text: "b" }] },
    { type: "markdown", text: "# Sale\n**a** [b](https://c.d)\n- e" },
    { type: "table", rows: [[{ type: "raw_text", text: "a" }]] },
  ],
  attachments: [
    {
      is_share: true,
      from_url: "https://a.b",
      message_blocks: [{ message: { blocks: [], attachments: [] } }],
    },
    { pretext: "a", title: "b", text: "c", fields: [{ title: "d", value: "e" }], fallback: "f" },
  ],
};

/** A template as the platform's record has it. */
export const template = {
  ...{ isHidden: false, accountId: "1", templateId: "KA01TP001", name: "Order placed", pfId: "KA01PF001" },
  codes: [
    {
      ...{ status: "REJECTED", code: "A1", service: "vendorA" },
      comments: [
        { isAdmin: true, memberId: "M1", content: "Too short", dateCreated: "2026-01-01T00:00:00.000Z" },
      ],
    },
  ],
  ...{
    content: "Hello #{name}",
    dateCreated: "2026-01-01T00:00:00.000Z",
    dateUpdated: "2026-01-02T00:00:00.000Z",
  },
  buttons: [{ buttonType: "WL", buttonName: "Open", linkMo: "https://shop.example" }],
};

/** As the store keeps the result of an operation. */
export const result = {
  ...{ code: "2000", words: "정상 접수", status: 200 },
  reply: {
    groupId: "G1",
    messageId: "M1",
    statusCode: "2000",
    to: "01012345678",
    type: "SMS",
    country: "82",
  },
};
