import { toShownId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import { groupNumber, maskNumber } from "../../phone-number.ts";
import type { Operation } from "../../store/index.ts";
import type { TestRecipient } from "./send.input.ts";
import { contentsOf, readKept, readStored, type StoredMessage, toKindName } from "./stored.ts";

/** What is told of a message; null of one that can't be read. */
export function describeMessage(
  { request, result, messageId }: Operation,
  { outcomes, send }: Catalogue,
  testRecipients: readonly TestRecipient[],
): Description | null {
  const message = readStored(request);
  if (message === null) return null;
  const { to, country = "82", from } = message;
  const name = recipientName(message, testRecipients);
  const named = (number: string) => (name === null ? number : `${name} (${number})`);
  const { reply } = readKept(result);
  const ids = [
    { name: outcomes.messageId, id: toShownId(messageId ?? reply.messageId ?? "") },
    { name: outcomes.groupId, id: toShownId(reply.groupId ?? "") },
  ];
  return {
    kind: reply.type ?? toKindName(message.type) ?? outcomes.message,
    subject: {
      inFull: named(country === "82" ? groupNumber({ to }) : `+${country} ${to}`),
      masked: named(maskNumber(to, country)),
    },
    facts: from === "" ? [] : [{ name: send.fields.from.label, value: senderOf(message) }],
    contents: contentsOf(request),
    ids: ids.flatMap(({ name, id }) => (id === null ? [] : [{ name, id }])),
  };
}

/** Somebody who sends to the number that they send from is a recipient all the same. */
function senderOf({ to, from, country = "82" }: StoredMessage): string {
  return from.replace(/\D/g, "") === to.replace(/\D/g, "")
    ? maskNumber(to, country)
    : groupNumber({ to: from });
}

/** What the operator calls this number, if anything. */
function recipientName(
  message: Pick<StoredMessage, "to" | "country">,
  testRecipients: readonly TestRecipient[],
): string | null {
  const country = message.country ?? "82";
  return testRecipients.find((one) => one.to === message.to && one.country === country)?.name ?? null;
}
