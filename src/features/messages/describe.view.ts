import { toShownId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import { maskNumber } from "../../phone-number.ts";
import { SendBody } from "../../platform/index.ts";
import type { Operation } from "../../store/index.ts";
import { Kept, reasonsOf, recipientName } from "./result.view.ts";
import type { TestRecipient } from "./send.input.ts";

/** What lists say of a message. */
export function describeMessage(
  { request, result, outcome }: Operation,
  words: Catalogue,
  testRecipients: readonly TestRecipient[],
): Description {
  const { message } = SendBody.parse(request);
  const { to, country = "82" } = message;
  const name = recipientName(message, testRecipients);
  const named = (number: string) => (name === null ? number : `${name} (${number})`);
  // One that was taken back before it started has no result.
  const kept = result === null ? null : Kept.parse(result);
  const groupId = toShownId(kept?.reply?.groupId ?? "");
  return {
    kind: kept?.reply?.type ?? message.type ?? words.result.automatic,
    subject: {
      inFull: named(country === "82" ? to : `+${country} ${to}`),
      masked: named(maskNumber(to, country)),
    },
    reasons: outcome === null || kept === null ? [] : reasonsOf(outcome, kept, words),
    ids: groupId === null ? [] : [{ name: words.result.group, id: groupId }],
  };
}
