import { deepEqual } from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { findInvisible } from "../../src/blank-text.ts";
import { normalizeTexts } from "../../src/composed-text.ts";
import { parseChannelQuery } from "../../src/features/channels/channels.view.ts";
import { inspectFile } from "../../src/features/files/contents.ts";
import {
  readDeleteResult,
  readUpload,
  readUploadFindings,
  readUploadResult,
} from "../../src/features/files/stored.ts";
import { parseUpload } from "../../src/features/files/upload.input.ts";
import { parseHistoryRequest } from "../../src/features/history/history.input.ts";
import { messageKinds } from "../../src/features/messages/kinds/index.ts";
import {
  findCommandWarnings,
  parseQuickCommand,
  splitRecipients,
} from "../../src/features/messages/quick-command.input.ts";
import { findRecipients, splitNames } from "../../src/features/messages/recipients.input.ts";
import { parseFieldForm, parseMessageJson, type SendRules } from "../../src/features/messages/send.input.ts";
import {
  collectContents,
  readReply,
  readSendBody,
  readSnapshot,
  readStored,
} from "../../src/features/messages/stored.ts";
import { parsePriceQuery } from "../../src/features/prices/prices.view.ts";
import { parseRecords, toImportEntries } from "../../src/features/templates/import.ts";
import { parseProposal, readProposeForm } from "../../src/features/templates/propose.input.ts";
import { parseButtons, parseReport } from "../../src/features/templates/report.input.ts";
import { searchCountries } from "../../src/lists/country.ts";
import { readReason } from "../../src/operations/index.ts";
import { parseReason } from "../../src/outcomes/repeat.slack.ts";
import { maskDigits, parsePhoneNumber } from "../../src/phone-number.ts";
import type { SendBody } from "../../src/platform/index.ts";
import { toTypedText, withoutNotation } from "../../src/slack/blocks/typed-text.ts";
import { slackErrorCode, toRetryAfterMs } from "../../src/slack/edge/slack-error.ts";
import { readSlackFiles } from "../../src/slack/files/slack-file.ts";
import { judgePostFailure } from "../../src/slack/posts/post-failure.ts";
import { gif, heif, jpg, pdf, png, tif } from "../support/sample-files.ts";
import {
  broken,
  decomposed,
  deepJson,
  excessive,
  form,
  json,
  mutated,
  numbers,
  shallow,
  words,
} from "./inputs.ts";
import { messages, result, slackMessage, template } from "./samples.ts";

/** Something that reads what others wrote: it answers, or says no as it always does. */
export type Target = {
  name: string;
  /** Of a hundred inputs, how many are its. */
  share: number;
  inputs: fc.Arbitrary<unknown>;
  read(input: never): unknown;
  /** What it may throw. */
  refuses?: (error: unknown) => boolean;
};

const rules: SendRules = {
  ...{ senderNumbers: ["0212345678"], recipientPolicy: "confirm", quietAdverts: "on" },
  testRecipients: [{ name: "joon", to: "01000000001", country: "82", phoneOwner: null }],
  groups: [],
};

const AnyMessage = z.looseObject({ text: z.string(), blocks: z.unknown(), attachments: z.unknown() });
/** As it would leave: an id or a link with a character that nobody sees is a failure. */
function toSendable(body: SendBody): SendBody {
  const { chatOptions, portalOptions, rcsOptions } = body.message;
  const buttons = [chatOptions, portalOptions, rcsOptions].flatMap((options) => options?.buttons ?? []);
  const texts = buttons.flatMap((button) =>
    Object.entries(button).flatMap(([name, value]) => (name.startsWith("link") ? [value] : [])),
  );
  const ids = [chatOptions?.pfId, chatOptions?.templateId, body.message.imageId, rcsOptions?.brandId];
  for (const text of [...texts, ...ids])
    if (findInvisible(text ?? "") !== undefined)
      throw new Error("an id or a link has a character nobody sees");
  return body;
}

/** A target whose inputs the compiler holds to what it reads. */
function target<T>(
  one: Omit<Target, "read" | "inputs"> & { inputs: fc.Arbitrary<T>; read(input: T): unknown },
): Target {
  return one;
}

const blocksOf = (names: readonly string[]) => names.flatMap((name) => [name, `${name}~1`, `${name}:2`]);
const templateBlocks = blocksOf(["name", "content", "reason", "buttons", "status.vendorA", "code.vendorB"]);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 4_000 }).map((some) => Buffer.from(some)),
  fc
    .record({
      head: fc.constantFrom(
        "\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        "\xff\xd8\xff\xe0",
        "GIF89a",
        "%PDF-1.7",
        "PK\x03\x04",
        "RIFF",
      ),
      rest: fc.uint8Array({ maxLength: 4_000 }),
    })
    .map(({ head, rest }) => Buffer.concat([Buffer.from(head, "latin1"), rest])),
  // Whole, cut anywhere, or with a byte that says something else.
  fc
    .record({
      file: fc.constantFrom(png(), jpg(), gif(), tif({ more: [[273, 8]], next: 60 }), pdf(), heif("heic")),
      length: fc.nat(200),
      at: fc.nat(200),
      byte: fc.nat(255),
    })
    .map(({ file, length, at, byte }) =>
      Buffer.from(file.map((one, index) => (index === at ? byte : one))).subarray(0, length),
    ),
);

/** Everything that the app reads of what others wrote, apart from what only real wires bring. */
export const targets: readonly Target[] = [
  target({
    ...{ name: "words behind a command", share: 22, inputs: words },
    read: (text) => [
      splitRecipients(text),
      findCommandWarnings(parseQuickCommand(text) ?? { to: "", text, isSure: true }, rules),
      parseHistoryRequest(text, "2026-11-26"),
      parseChannelQuery(text),
      parsePriceQuery(text),
      searchCountries(text, []),
      withoutNotation(text),
      findRecipients(splitNames(text), rules),
      parsePhoneNumber(text),
      maskDigits(text),
    ],
  }),
  target({
    ...{ name: "numbers as people write them", share: 4, inputs: numbers },
    read: ({ written, meant }) => {
      const number = parsePhoneNumber(written);
      // A refusal is an answer; another country's number is none.
      if ("to" in number) deepEqual(number, parsePhoneNumber(meant));
      return parseQuickCommand(`${written} Hello`);
    },
  }),
  target({
    ...{ name: "a message's form", share: 14 },
    inputs: fc.record({
      kind: fc.constantFrom(...messageKinds),
      values: fc.dictionary(
        fc.constantFrom(
          ...messageKinds.flatMap(({ fields }) => fields.map(({ id }) => id)),
          "to",
          "from",
          "country",
          "text",
        ),
        words,
      ),
    }),
    read: (typed) => {
      const parsed = parseFieldForm({ ...typed, conversation: null }, rules);
      return parsed.ok && toSendable(parsed.input.body);
    },
  }),
  target({
    ...{ name: "pasted JSON", share: 12 },
    inputs: fc.oneof(
      ...messages.map((sample) => mutated(sample).map((value) => JSON.stringify(value) ?? "")),
      ...messages.map((sample) => broken(JSON.stringify(sample, null, 2))),
      ...messages.map((sample) => decomposed(mutated(sample).map((value) => JSON.stringify(value) ?? ""))),
      deepJson,
      words,
    ),
    read: (text) => {
      const read = parseMessageJson(text);
      return "body" in read && toSendable(read.body);
    },
  }),
  target({
    ...{ name: "what comes in", share: 2, inputs: fc.oneof(json, words, decomposed(words)) },
    read(value) {
      const words = JSON.stringify(normalizeTexts(JSON.parse(JSON.stringify(value)))) ?? "";
      if (words !== words.normalize("NFC")) throw new Error("a text was left decomposed");
    },
  }),
  target({
    ...{ name: "what a console shows", share: 10, inputs: fc.oneof(form(templateBlocks), words) },
    read: (input) => (typeof input === "string" ? parseButtons(input) : parseReport(input)),
  }),
  target({
    ...{ name: "a proposal's form", share: 4 },
    inputs: fc.record({
      metadata: fc.oneof(
        mutated(template).map((value) => JSON.stringify(value) ?? ""),
        words,
      ),
      typed: form(templateBlocks),
    }),
    read: ({ metadata, typed }) =>
      parseProposal(
        readProposeForm({ carried: (schema) => schema.parse(JSON.parse(metadata)), fields: typed }),
        typed,
      ),
    // A form that isn't of this version's is answered so.
    refuses: (error) => error instanceof z.ZodError || error instanceof SyntaxError,
  }),
  target({
    ...{ name: "a reason", share: 2, inputs: form(["reason"]) },
    read: parseReason,
  }),
  target({
    ...{ name: "a message in Slack", share: 4 },
    inputs: fc.oneof(mutated(slackMessage), fc.record({ text: words, blocks: json, attachments: json })),
    read: (message) => toTypedText(AnyMessage.parse(message)),
    // Slack's messages have a text.
    refuses: (error) => error instanceof z.ZodError,
  }),
  target({
    ...{ name: "rows of the store", share: 12 },
    inputs: fc.oneof(...[...messages, result].map((sample) => mutated(sample, shallow)), shallow),
    read: (row) => [
      ...[
        readStored(row),
        readSendBody(row),
        readSnapshot(row),
        readReply(row),
        collectContents(row),
        readReason(row),
      ],
      ...[readUpload(row), readUploadResult(row), readDeleteResult(row), readUploadFindings(row)],
    ],
  }),
  target({
    ...{ name: "templates' records", share: 1 },
    inputs: fc.oneof(
      excessive,
      mutated([template, template]).map((value) => JSON.stringify(value) ?? ""),
      broken(JSON.stringify([template, template], null, 2)),
    ),
    read: (text) => {
      const read = parseRecords(text);
      return "problem" in read ? read : toImportEntries(read.records, { getAll: async () => [] });
    },
  }),
  target({
    ...{ name: "a file's bytes", share: 2, inputs: bytes },
    read: (file) => inspectFile(file, "MMS"),
  }),
  target({
    ...{ name: "what Slack says of files", share: 4, inputs: json },
    read: (list) =>
      parseUpload({ files: readSlackFiles(list), type: undefined, name: undefined, link: undefined }),
  }),
  target({
    ...{ name: "Slack's errors", share: 4 },
    inputs: fc.record({
      code: fc.oneof(words, json),
      data: json,
      retryAfter: fc.double(),
      statusCode: fc.integer(),
    }),
    read: (fields) => {
      const error = Object.assign(new Error("Slack"), fields);
      return [
        judgePostFailure(error),
        slackErrorCode(error),
        toRetryAfterMs({ retryAfter: fields.retryAfter }),
      ];
    },
  }),
];
