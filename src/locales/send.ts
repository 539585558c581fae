import { enCount } from "./format.ts";
import { ko } from "./send.ko.ts";
import type { FieldWords, Translated, Words } from "./words.ts";

const kinds = {
  auto: "Automatic: usually SMS up to 90 bytes, else LMS",
  SMS: "SMS",
  LMS: "LMS",
  MMS: "MMS",
  CTI: "Messenger image (CTI)",
  chat: "Messenger (template or text)",
  portal: "Portal notification",
  rcs: "RCS",
};

/** Names shown with the platform's type codes; codes such as SMS need none. */
const types = {
  ATA: "Messenger template",
  CTA: "Messenger text",
  CTI: "Messenger image",
  NSA: "Portal notification",
  RCS_SMS: "RCS text",
  RCS_LMS: "RCS long text",
  RCS_MMS: "RCS image",
  RCS_TPL: "RCS template",
};

const link = "Link";

const uploadedHint = "Search by name, or type its ID.";
const typeHint = "Pick a type, or type its code.";
const advert = { label: "Advertisement", hint: "Usually marks the message as one." };
const variables = {
  label: "Variables",
  hint: "One per line, as name=value. Each fills its #{name} in the template.",
};

const templateId = { label: "Template ID", hint: "Copy it from the platform's console." };
const bytes = "Letters and digits count 1, Korean characters 2.";

/** Labels and hints by block id; for fields of buttons and cards, by the field's name alone. */
const fields = {
  kind: { label: "Message type" },
  recipients: { label: "To test recipients", hint: "Up to 20. For any other number, use the field below." },
  to: {
    label: "To a number or name",
    hint: "010-1234-5678, +1 202 555 0123, or the name of a test recipient or group.",
  },
  from: { label: "Sender" },
  text: { label: "Text", hint: `Up to 2,000 bytes. ${bytes}` },
  subject: { label: "Title", hint: "Up to 40 bytes." },
  image: { label: "Image", hint: "It is uploaded first, then sent." },
  imageId: { label: "Image uploaded before", hint: uploadedHint },
  country: { label: "Country", hint: "Only for numbers without +. Default: Korea (82)." },
  type: {
    label: "Type code",
    hint: "Overrides the platform's choice, such as ATA or RCS_LMS.",
  },
  customFields: {
    label: "Custom fields",
    hint: "One per line, as name=value. Names up to 30 characters, values up to 100.",
  },
  autoTypeDetect: {
    label: "Automatic type",
    hint: "Default: “Yes”. “No” usually needs a type code.",
  },
  strict: {
    label: "Strict check",
    hint: "“No” usually lets through characters that a text message can't show.",
  },
  allowDuplicates: {
    label: "Allow duplicates",
    hint: "Usually no effect here: each message is its own request.",
  },
  channel: {
    label: "Post the result to",
    hint: "If empty: the default conversation, or a DM to you if there is none.",
  },
  json: {
    label: "Whole message as JSON",
    hint: "The whole request or only its “message”; “agent” is filled in for you.",
  },
  "chat.pfId": {
    label: "Messenger channel",
    hint: "The sending channel, by name or ID. If empty, it's the platform's choice.",
  },
  "chat.pfGroupId": { label: "Channel group" },
  "chat.templateId": {
    label: "Template",
    hint: "Search by name, or type an ID. Its variables come next.",
  },
  "chat.variables": variables,
  "chat.title": {
    label: "Messenger title",
    hint: "Usually the highlighted title of a template that has one.",
  },
  "chat.imageId": { label: "Messenger image uploaded before", hint: uploadedHint },
  "chat.adFlag": advert,
  "chat.disableSms": { label: "If the messenger fails" },
  "portal.talkId": {
    label: "Talk ID",
    hint: "Usually your portal talk account. Fill in this or a template ID.",
  },
  "portal.templateId": templateId,
  "portal.variables": variables,
  "portal.disableSms": { label: "If the portal fails" },
  "rcs.brandId": {
    label: "Brand ID",
    hint: "Usually your RCS brand. Fill in this or a template ID.",
  },
  "rcs.templateId": templateId,
  "rcs.variables": variables,
  "rcs.buttonType": { label: "Type", hint: typeHint },
  "rcs.mmsType": {
    label: "Image size",
    hint: "Usually: M medium, S small, then the number of cards.",
  },
  "rcs.commercialType": advert,
  "rcs.copyAllowed": { label: "Copying allowed" },
  "rcs.disableSms": { label: "If RCS fails" },
  buttonName: { label: "Name", hint: "Usually up to 14 characters." },
  buttonType: { label: "Type", hint: typeHint },
  linkMo: {
    label: "Mobile link",
    hint: "Such as https://shop.example. A web link needs this, the desktop link, or both.",
  },
  linkPc: { label: "Desktop link" },
  linkAnd: {
    label: `${link} in the Android app`,
    hint: "Such as shop://orders. An app link needs this, the iOS link, or both.",
  },
  linkIos: { label: `${link} in the iOS app` },
  label: { label: "Label" },
  link: { label: link },
  phone: { label: "Phone number" },
  eventTitle: { label: "Event" },
  startTime: { label: "Starts", hint: "As 2026-12-24T19:00:00+09:00." },
  endTime: { label: "Ends" },
  buttonText: { label: "Text" },
  latitude: { label: "Latitude" },
  longitude: { label: "Longitude" },
  query: { label: "Place to search for" },
  cardTitle: { label: "Title" },
  cardDescription: { label: "Description" },
  cardImage: { label: "Image", hint: uploadedHint },
} satisfies Record<string, FieldWords>;

export type FieldId = keyof typeof fields;

const buttonTypes = {
  WL: "Web link (WL)",
  AL: "App link (AL)",
  DS: "Delivery tracking (DS)",
  BK: "Keyword (BK)",
  MD: "Forward (MD)",
  BC: "Switch to consultation (BC)",
  BT: "Switch to bot (BT)",
  AC: "Add channel (AC)",
  DL: "Call (DL)",
  CL: "Copy a text (CL)",
  MS: "Write a message (MS)",
  ML: "Show a place (ML)",
  MQ: "Search the map (MQ)",
  MR: "Share the location (MR)",
  CA: "Calendar entry (CA)",
};

const en = {
  title: "Send a message",
  /** `atOnce` if test recipients are configured: a message to them leaves without a confirmation. */
  submit: { atOnce: "Send", asksFirst: "Continue" },
  kinds,
  types,
  picture: "Image",
  fields,
  buttonTypes,
  /** Options of boolean fields; `fallback`: options of `disableSms`. */
  answers: {
    usual: { yes: "Yes", no: "No" },
    fallback: { yes: "Nothing is sent", no: "A text message is sent" },
  },
  me: (recipient: string) => `Me · ${recipient}`,
  more: "More fields",
  /** Hints by the unit of the kind's limit. */
  usually: {
    bytes: (limit: string) => `Usually up to ${limit}. ${bytes}`,
    characters: (limit: string) => `Usually up to ${limit}.`,
  },
  /** Appended to the image's hint. */
  uploadedBefore: "For an image uploaded before, press “More fields”.",
  /** Label prefix of fields that only the fallback text message has. */
  fallback: "Fallback",
  asJson: "Write as JSON",
  /** On the card of a message that no form can show. */
  sentAsJson: "Sent as JSON (Details shows it)",
  /** On the card of a message that waits for its image. */
  uploading: "image being uploaded",
  /** Line above a template's text with the values filled in so far. */
  preview: "Preview:",
  imageLeft:
    "The attached image is not in this form and is not sent with it. Attach it again where the form has a field for it.",
  imageAgain: "Attach the image again: Slack can't put it back into this form.",
  jsonTooLong: (longest: number) =>
    `This message is longer as JSON than the field holds (${longest.toLocaleString("en")} characters), so it isn't in it.`,
  rows: {
    button: {
      name: (number: number) => `Button ${number}`,
      add: "Add a button",
      remove: (number: number) => `Remove button ${number}`,
    },
    card: {
      name: (number: number) => `Card ${number}`,
      add: "Add a card (title, text, image)",
      remove: (number: number) => `Remove card ${number}`,
    },
  },
  asTyped: (typed: string) => `“${typed}” as typed`,
  guide: {
    purpose: "sends a test message.",
    form: "opens the form.",
    recipientWords: "<number or names>",
    formFilled: "opens the form with the recipient filled in.",
    quickWords: "<number or names> <text>",
    quick: {
      confirm:
        "sends to test recipients straight away. Any other number, or a likely mistake, is confirmed first.",
      "test-only":
        "sends to test recipients straight away, and asks first about a likely mistake. Other numbers are refused here.",
    },
    quickForm: "opens the form, filled with both.",
    exampleText: "Hello",
    testRecipients: (names: string) => `Test recipients: ${names}.`,
    dailyLimit: (limit: number) => `You may send ${enCount(limit, "message")} a day.`,
    shortcuts: "Also: the shortcut “Send a message”, and “Send this text” in a message's menu.",
  },
  noText: "This message has no text. Nothing was sent.",
  quickSending: (recipient: string) => `Sending to ${recipient}… The result follows as a post.`,
  cut: (longest: number) =>
    `The text was cut to ${longest.toLocaleString("en")} characters: the field holds no more.`,
};

export type SendWords = Words<typeof en>;

export const send: Translated<typeof en> = { en, ko };
