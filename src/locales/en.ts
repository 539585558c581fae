import type { Catalogue } from "./catalogue.ts";
import { channels } from "./channels.ts";
import { edge } from "./edge.ts";
import { forms } from "./forms.ts";
import { help } from "./help.ts";
import { history } from "./history.ts";
import { lists } from "./lists.ts";
import { outcomes } from "./outcomes.ts";
import { payments } from "./payments.ts";
import { prices } from "./prices.ts";
import { reasons } from "./reasons.ts";
import { repeat, settle } from "./settle.ts";

export const en: Catalogue = {
  edge: edge.en,
  common: forms.en,
  issues: {
    missing: "Please fill this in.",
    malformed: "This is not in the form that the platform expects.",
    tooLong: (size, limit) => `Too long: ${size}, and the platform's limit is ${limit}.`,
    letters:
      "This is neither a phone number, such as 010-1234-5678 or +1 202 555 0123, nor the name of a test recipient.",
    notANumber: "This is not a phone number, nor the name of a test recipient.",
    tooShort: "This phone number is too short.",
    tooLongNumber: "This phone number is too long.",
    noSuchCountry: "No country has this calling code.",
    unknownSender: "Choose one of the registered sender numbers.",
    testOnly: (names) =>
      names === ""
        ? "Only test recipients may be sent to here."
        : `Only test recipients may be sent to here: ${names}.`,
    notAllowed: "You may not send messages. The app's operators decide who may (SENDERS).",
    country: "A country is its calling code in digits, such as 82, 1, 86 or 81.",
    overLimit: (limit) =>
      `You have reached your limit of ${limit} messages for today. Nothing was sent. It starts anew at midnight.`,
  },
  send: {
    title: "Send a message",
    submit: "Continue",
    kind: "Kind",
    kinds: { auto: "By its size (automatic)", SMS: "SMS", LMS: "LMS" },
    kindHint:
      "Automatic: the platform chooses. By its public record, up to 90 bytes without a title is an SMS.",
    to: "To",
    toHint: "A number, such as 010-1234-5678 or +1 202 555 0123, or the name of a test recipient.",
    country: "Country",
    countryHint: "Only for a number without +: the calling code. Without it, 82 (Korea).",
    from: "Sender",
    fromHint: "Only numbers registered with the platform can send.",
    text: "Text",
    textHint: "At most 2,000 bytes: a letter or digit is 1, a Korean character 2.",
    subject: "Title",
    subjectHint: "At most 40 bytes. For LMS; by the public record an SMS must not have one.",
    channel: "Post the result to",
    channelHint: "Empty: the usual conversation for results, else a direct message to you.",
    guide: {
      purpose: "sends a test message.",
      form: "opens the form.",
      quickWords: "<number or name> <text>",
      quick: {
        confirm: "sends to a test recipient at once, and asks first for any other number.",
        "test-only": "sends to a test recipient at once. Other numbers are refused here.",
      },
      exampleText: "Hello",
      testRecipients: (names) => `Test recipients: ${names}.`,
      dailyLimit: (limit) =>
        limit === 1 ? "You may send 1 message a day." : `You may send ${limit} messages a day.`,
      shortcuts:
        "The shortcut “Send a message” opens the form too, and “Send this text” in a message's menu opens it with that text.",
    },
    quickNoText: "What should the message say? Example: /msg-send 010-1234-5678 Hello",
    quickSending: (recipient, place) =>
      place === "direct_message"
        ? `Sending to ${recipient}. The result will come as a direct message to you.`
        : `Sending to ${recipient}. The result will be posted here, or where results usually go.`,
    cut: (longest) =>
      `The text was cut to ${longest.toLocaleString("en")} characters: the field holds no more.`,
  },
  confirm: {
    title: "Really send?",
    submit: "Send",
    kind: "Kind",
    autoKind: (kind) => `automatic, by its size ${kind}`,
    size: "Size",
    sender: "Sender",
    recipient: "Recipient",
    country: "country",
    subject: "Title",
    text: "Text",
    result: "Result",
    resultUsual: "to the usual conversation",
    resultDirect: "as a direct message to you",
    smsTooLong: (size) =>
      `By the platform's public record an SMS holds 90 bytes; this text has ${size}, so the platform may refuse it.`,
    costs: "This number is not on the list of test recipients. Sending costs money and cannot be undone.",
  },
  outcomes: outcomes.en,
  settle: settle.en,
  repeat: repeat.en,
  help: help.en,
  history: history.en,
  lists: lists.en,
  prices: prices.en,
  payments: payments.en,
  channels: channels.en,
  reasons: reasons.en,
};
