import { toShownId } from "../../foreign-id.ts";
import { givesAway } from "../../foreign-words.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import { maskDigits, maskNumber } from "../../phone-number.ts";
import type { Operation } from "../../store/index.ts";
import { reasonsForConversations, reasonsOf, recipientName } from "./result.view.ts";
import type { TestRecipient } from "./send.input.ts";
import { contentsOf, readKept, readStored } from "./stored.ts";

/** What lists say of a message; null of one that can't be read. */
export function describeMessage(
  operation: Operation,
  words: Catalogue,
  testRecipients: readonly TestRecipient[],
): Description | null {
  const { request, result, outcome, reason } = operation;
  const message = readStored(request);
  if (message === null) return null;
  const { to, country = "82" } = message;
  const name = recipientName(message, testRecipients);
  const named = (number: string) => (name === null ? number : `${name} (${number})`);
  // One that was taken back before it started has no result.
  const isTold = outcome !== null && result !== null;
  const kept = readKept(result);
  const groupId = toShownId(kept.reply.groupId ?? "");
  return {
    kind: kept.reply.type ?? message.type ?? words.result.automatic,
    subject: {
      inFull: named(country === "82" ? to : `+${country} ${to}`),
      masked: named(maskNumber(to, country)),
    },
    reasons: {
      inFull: isTold ? reasonsOf(outcome, kept, words) : [],
      masked: isTold ? reasonsForConversations(operation, kept, words) : [],
    },
    typedReason: {
      inFull: reason,
      masked: reason === null || givesAway(reason, contentsOf(request)) ? null : maskDigits(reason),
    },
    ids: groupId === null ? [] : [{ name: words.result.group, id: groupId }],
  };
}
