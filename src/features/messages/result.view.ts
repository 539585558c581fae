import { toShownId } from "../../foreign-id.ts";
import { givesAway } from "../../foreign-words.ts";
import type { Catalogue } from "../../locales/index.ts";
import { reasonWords } from "../../locales/reasons.ts";
import { maskDigits, maskNumber } from "../../phone-number.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Operation, Outcome, Transition } from "../../store/index.ts";
import { renderReport, toReport } from "./report.view.ts";
import type { TestRecipient } from "./send.input.ts";
import { contentsOf, type Kept, readKept, readStored, type StoredMessage } from "./stored.ts";

/** How conversations are told: in the team's language, with test recipients by name. */
export type ResultOptions = { words: Catalogue; testRecipients: readonly TestRecipient[] };

/** What a conversation may know of a platform's words: no long number, and not more than a line of them. */
const longestWords = 300;

/** What is known of a message's end, for conversations. */
export function renderResultLines(
  operation: Operation,
  transition: Transition,
  options: ResultOptions,
): Line[] {
  const { words } = options;
  const { result } = words;
  const { kind, to, from } = nameMessage(operation, options);
  const outcome = operation.outcome ?? "unknown";
  const kept = readKept(operation.result);
  return [
    ...(transition === "corrected" ? [[result.corrected]] : []),
    [{ bold: result.heading[outcome](kind, to) }],
    ...(outcome === "accepted" ? [[`${result.acceptedMeans} (${kept.code})`]] : []),
    ...reasonsForConversations(operation, kept, words).map((reason): Line => [reason]),
    ...(transition === "corrected" ? compareWithBefore(operation, words) : []),
    [`${result.from} ${from} · ${result.askedBy} `, { user: operation.author }],
    ...repeatLine(operation, words),
    ...idLine(kept, words),
  ];
}

/** The message as conversations may know it: its kind, and the recipient masked. */
export function nameMessage(operation: Operation, { words, testRecipients }: ResultOptions) {
  const message = readStored(operation.request) ?? { to: "", from: "…" };
  const masked = maskNumber(message.to, message.country ?? "82");
  const name = recipientName(message, testRecipients);
  return {
    kind: readKept(operation.result).reply.type ?? message.type ?? words.result.automatic,
    to: name === null ? masked : `${name} (${masked})`,
    from: message.from,
  };
}

/** What the operator calls this number, if anything. */
export function recipientName(
  message: Pick<StoredMessage, "to" | "country">,
  testRecipients: readonly TestRecipient[],
): string | null {
  const country = message.country ?? "82";
  return testRecipients.find((one) => one.to === message.to && one.country === country)?.name ?? null;
}

/** The same for conversations, which learn nothing of what the message says from whoever repeats it. */
export function reasonsForConversations(
  { id, outcome, request }: Pick<Operation, "id" | "outcome" | "request">,
  kept: Kept,
  words: Catalogue,
): string[] {
  const contents = contentsOf(request);
  const isTold = (said: string) => !givesAway(said, contents);
  const code = isTold(kept.code) ? kept.code : "…";
  if (outcome === "accepted" || kept.words === null || isTold(kept.words)) {
    return reasonsOf(outcome ?? "unknown", { ...kept, code }, words);
  }
  const [reason = "", ...others] = reasonsOf(outcome ?? "unknown", { ...kept, code, words: null }, words);
  return [reason, words.result.saysTooMuch(id), ...others];
}

/** Why it did not go well, with long numbers masked; nothing about what was accepted. */
export function reasonsOf(outcome: Outcome, kept: Kept, { result, reasons }: Catalogue): string[] {
  if (outcome === "accepted") return [];
  const reason = reasonWords(kept, reasons);
  const said = kept.words === null ? [] : [shorten(maskDigits(kept.words), longestWords)];
  return [
    `${reason} (${result.code} ${maskDigits(kept.code)})`,
    ...said.map((words) => `${result.platformSays}: “${words}”`),
    ...(outcome === "unknown" ? [result.unknownMeans] : []),
  ];
}

/** People acted on what was said before: a late answer has to say where it leaves them. */
function compareWithBefore(operation: Operation, words: Catalogue): Line[] {
  const { settle, repeat } = words;
  const report = toReport(operation);
  const wasAccepted = operation.outcome === "accepted";
  const lines: Line[] = [];
  if (report !== null) {
    const agrees = (report.as === "arrived") === wasAccepted;
    lines.push([agrees ? settle.agreed : settle.contradicted, ...renderReport(report, words)]);
  }
  if (operation.repeatedBy !== null) {
    lines.push([wasAccepted ? repeat.meanwhile.twice : repeat.meanwhile.other]);
  }
  return lines;
}

/** The reason is what a person typed, in a conversation where a number has no place. */
function repeatLine({ author, reason, request }: Operation, { repeat }: Catalogue): Line[] {
  if (reason === null) return [];
  if (givesAway(reason, contentsOf(request))) {
    return [[repeat.sentAgainBy, { user: author }, ` (${repeat.reasonKept})`]];
  }
  return [[repeat.sentAgainBy, { user: author }, `${repeat.because}${maskDigits(reason)}`]];
}

function idLine(kept: Kept, { result }: Catalogue): Line[] {
  const messageId = toShownId(kept.reply.messageId ?? "");
  const groupId = toShownId(kept.reply.groupId ?? "");
  if (messageId === null && groupId === null) return [];
  const line: Line = [];
  if (messageId !== null) line.push(`${result.message} `, { code: messageId });
  if (groupId !== null) line.push(messageId === null ? "" : ", ", `${result.group} `, { code: groupId });
  return [line];
}
