import type { Catalogue } from "./catalogue.ts";
import { channels } from "./channels.ts";
import { edge } from "./edge.ts";
import { forms } from "./forms.ts";
import { help } from "./help.ts";
import { history } from "./history.ts";
import { lists } from "./lists.ts";
import { payments } from "./payments.ts";
import { prices } from "./prices.ts";
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
  result: {
    heading: {
      accepted: (kind, to) => `✅ Accepted: ${kind} to ${to}`,
      refused: (kind, to) => `⛔ Refused: ${kind} to ${to}`,
      not_sent: (kind, to) => `↩️ Not sent: ${kind} to ${to}`,
      unknown: (kind, to) => `❓ Unknown outcome: ${kind} to ${to}`,
    },
    corrected: "🔁 Correction of what was said before: the platform's answer came late.",
    acceptedMeans:
      "The platform took it, to be forwarded to the carrier. Whether it arrives is not known here.",
    unknownMeans: "It may or may not have been sent. The app will not send it again by itself.",
    from: "Sender",
    askedBy: "Asked by",
    message: "Message",
    group: "group",
    automatic: "message",
    editAndSend: "Edit and send again",
    onlyAuthor: "Only the person who asked for this message can edit it and send it again.",
    noLonger: "This message is no longer in the app's store. Please start with /msg-send.",
    platformSays: "The platform says",
    saysTooMuch: (operation) =>
      `The platform's words repeat parts of the message, so only its author sees them: /msg-history ${operation}`,
    code: "code",
  },
  settle: settle.en,
  repeat: repeat.en,
  help: help.en,
  history: history.en,
  lists: lists.en,
  prices: prices.en,
  payments: payments.en,
  channels: channels.en,
  reasons: {
    byCode: {
      FailedToAddMessage:
        "The platform could not register the message. The sender number may not be registered.",
      NotEnoughBalance: "The account's balance is used up.",
      ValidationError: "The platform found a field wrong.",
      Unauthorized: "The platform did not accept the app's key. The app's operators have to look at it.",
      InvalidAPIKey: "The platform does not know the app's key. The app's operators have to look at it.",
      InvalidApiKey: "The platform does not know the app's key. The app's operators have to look at it.",
      SignatureDoesNotMatch:
        "The platform did not accept the app's secret. The app's operators have to look at it.",
      RequestTimeTooSkewed:
        "The app's clock is wrong by more than the platform allows. The app's operators have to look at it.",
      DuplicatedSignature: "The platform saw this request's signature before.",
      Forbidden: "The account or the app's key may not do this.",
      TooManyRequests: "The platform takes no more requests for the moment.",
      "1010": "A required value is missing.",
      "1011": "A value has the wrong form.",
      "1013": "An SMS must not have a title.",
      "1014": "The title is too long.",
      "1025": "The platform does not know this kind of message.",
      "1029": "The text has a character that text messages cannot carry.",
      "1030": "The account's balance is used up.",
      "1031": "The text is too long for its kind.",
      "1058": "There is no route to this number.",
      "1060": "This recipient is blocked.",
      "1061": "This recipient has opted out.",
      "1062": "The sender number is not registered with the platform.",
      InvalidInput: "The message does not keep to the platform's limits.",
      ConnectionFailed: "The platform could not be reached.",
      ConnectionLost: "The connection broke before the platform's answer came.",
      TimedOut: "The platform did not answer in time.",
      Aborted: "The app was being restarted.",
      Closed: "The app was being restarted.",
      ReplyCut: "The platform's answer broke off half-way.",
      ReplyTooLarge: "The platform's answer was far too large to be read.",
      ReplyUnreadable: "The platform's answer could not be read.",
      ReplyUseless: "The platform's answer did not say what became of it.",
      ProcessEnded: "The app was restarted meanwhile.",
      NotReached: "The step before it was not accepted, so this one was not started.",
      StoreFailed: "The app's store failed, so the request did not leave.",
      TookTooLong: "The app did not answer Slack in time.",
      NotAcknowledged: "Slack did not take the app's answer, so you were shown a failure.",
      Defect: "That went wrong on the app's side.",
    },
    byStatus: (status) => `The platform answered with HTTP ${status}.`,
    other: "The platform did not accept it.",
  },
};
