import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import { maskDigits, maskNumber } from "../../phone-number.ts";
import { SendBody } from "../../platform/index.ts";
import { type Answer, renderAnswer } from "../../slack/answer.ts";
import { shorten } from "../../slack/limits.ts";
import { plain } from "../../slack/modal.ts";
import type { Line } from "../../slack/rich-text.ts";
import type { NewPost, Operation, Outcome, Transition } from "../../store/index.ts";
import { ids } from "./ids.ts";
import type { TestRecipient } from "./send.input.ts";

/** Where results go when the author chose no conversation, and who hears of an unknown outcome. */
export type ResultPlaces = { results: string | null; onCall: string | null };

export type ResultOptions = {
  words: Catalogue;
  places: ResultPlaces;
  testRecipients: readonly TestRecipient[];
};

/** A result as this feature's operation keeps it. */
export const Kept = z.object({
  code: z.string(),
  words: z.string().nullable(),
  status: z.number().nullable(),
  reply: z
    .object({
      messageId: z.string().nullable().catch(null),
      groupId: z.string().nullable().catch(null),
      type: z.string().nullable().catch(null),
    })
    .nullable()
    .catch(null),
});

/** What a conversation may know of a platform's words: no long number, and not more than a line of them. */
const longestWords = 300;

/** The posts that tell of a message's end: to the conversation, and of an unknown one to author and on-call too. */
export function renderResultPosts(
  operation: Operation,
  transition: Transition,
  options: ResultOptions,
): NewPost[] {
  const { author } = operation;
  const body = renderResult(operation, transition, options);
  const { onCall, results } = options.places;
  const usual = [operation.conversation, results, author].filter((place) => place !== null);
  const posts: NewPost[] = [{ destinations: [...new Set(usual)], body, author }];
  const isUnknown = operation.outcome === "unknown";
  if (isUnknown || transition === "corrected") {
    if (usual[0] !== author) posts.push({ destinations: [author], body, author });
    if (onCall !== null && usual[0] !== onCall) posts.push({ destinations: [onCall, author], body, author });
  }
  return posts;
}

export function renderResult(operation: Operation, transition: Transition, options: ResultOptions): Answer {
  const { words } = options;
  const { result } = words;
  const outcome = operation.outcome ?? "unknown";
  const { message } = SendBody.parse(operation.request);
  const kept = Kept.parse(operation.result);
  const kind = kept.reply?.type ?? message.type ?? result.automatic;
  const heading = result.heading[outcome](kind, recipientWords(message, options));
  const lines: Line[] = [
    ...(transition === "corrected" ? [[result.corrected]] : []),
    [{ bold: heading }],
    ...(outcome === "accepted" ? [[`${result.acceptedMeans} (${kept.code})`]] : []),
    ...reasonsOf(outcome, kept, words).map((reason): Line => [reason]),
    [`${result.from} ${message.from} · ${result.askedBy} `, { user: operation.author }],
    ...idLine(kept, words),
  ];
  return renderAnswer(lines, ...editButton(operation, words));
}

function recipientWords(message: SendBody["message"], { testRecipients }: ResultOptions): string {
  const masked = maskNumber(message.to, message.country ?? "82");
  const name = recipientName(message, testRecipients);
  return name === null ? masked : `${name} (${masked})`;
}

/** What the operator calls this number, if anything. */
export function recipientName(
  message: SendBody["message"],
  testRecipients: readonly TestRecipient[],
): string | null {
  const country = message.country ?? "82";
  return testRecipients.find((one) => one.to === message.to && one.country === country)?.name ?? null;
}

/** Why it did not go well, fit for a conversation; nothing about what was accepted. */
export function reasonsOf(
  outcome: Outcome,
  kept: z.infer<typeof Kept>,
  { result, reasons }: Catalogue,
): string[] {
  if (outcome === "accepted") return [];
  const reason =
    reasons.byCode[kept.code] ?? (kept.status === null ? reasons.other : reasons.byStatus(kept.status));
  const said = kept.words === null ? [] : [shorten(maskDigits(kept.words), longestWords)];
  return [
    `${reason} (${result.code} ${maskDigits(kept.code)})`,
    ...said.map((words) => `${result.platformSays}: “${words}”`),
    ...(outcome === "unknown" ? [result.unknownMeans] : []),
  ];
}

function idLine(kept: z.infer<typeof Kept>, { result }: Catalogue): Line[] {
  const { messageId = null, groupId = null } = kept.reply ?? {};
  if (messageId === null && groupId === null) return [];
  const line: Line = [];
  if (messageId !== null) line.push(`${result.message} `, { code: messageId });
  if (groupId !== null) line.push(messageId === null ? "" : ", ", `${result.group} `, { code: groupId });
  return [line];
}

/** Only what certainly had no effect may be sent again with one click. */
function editButton(operation: Operation, { result }: Catalogue) {
  if (operation.outcome !== "refused" && operation.outcome !== "not_sent") return [];
  return [
    {
      type: "actions" as const,
      elements: [
        {
          type: "button" as const,
          action_id: ids.edit,
          text: plain(result.editAndSend),
          value: operation.id,
        },
      ],
    },
  ];
}
