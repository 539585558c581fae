import { z } from "zod";
import { SendBody } from "../../platform/index.ts";

const text = z.string().optional().catch(undefined);
const id = z.string().nullable().catch(null);

/** Fields of a message that are shown; other fields are kept. */
const Message = z.looseObject({
  to: z.string(),
  from: z.string().catch(""),
  text,
  subject: text,
  type: text,
  country: text,
});

/** Checks little, so that other versions' messages can be shown as far as possible. */
const Stored = z.looseObject({ message: Message });

export type StoredMessage = z.infer<typeof Message>;

export function readStored(request: unknown): StoredMessage | null {
  return Stored.safeParse(request).data?.message ?? null;
}

const price = z.number().nullable();

/** Price of a message in won; null if the account's list has none. */
export const MessageCost = z.object({
  price,
  /** Text message that replaces a failed messenger message; null for none. */
  fallback: z.object({ kind: z.string().nullable(), price }).nullable(),
});
export type MessageCost = z.infer<typeof MessageCost>;

/** Facts at the time of storing. `message`: saved name. `rerunOf`: act of the run that it repeats. */
const MessageSnapshot = z
  .object({
    recipient: z.string().nullable(),
    phoneOwner: z.string().nullable(),
    suite: text,
    suiteId: text,
    message: text,
    rerunOf: text,
    template: id,
    channel: id,
    cost: MessageCost.nullable().catch(null),
  })
  .catch({ recipient: null, phoneOwner: null, template: null, channel: null, cost: null });
export type MessageSnapshot = z.infer<typeof MessageSnapshot>;

export function readSnapshot(snapshot: unknown): MessageSnapshot {
  return MessageSnapshot.parse(snapshot);
}

/** Parses a stored request to send it again; null if this version doesn't know all of it. */
export function readSendBody(request: unknown): SendBody | null {
  return SendBody.safeParse(request).data ?? null;
}

export function storedReplyOf(result: unknown): unknown {
  return typeof result === "object" && result !== null && "reply" in result ? result.reply : null;
}

const kindName = /^[A-Z_]{1,20}$/;

/** Returns the platform's type (`RCS_LMS`); null for any other text, which may be private. */
export function toKindName(type: string | null | undefined): string | null {
  return type !== null && type !== undefined && kindName.test(type) ? type : null;
}

/** Platform's reply as any version stored it; null for missing fields. */
const Reply = z
  .object({
    messageId: id,
    groupId: id,
    type: id.transform(toKindName),
  })
  .catch({ messageId: null, groupId: null, type: null });

export function readReply(result: unknown): z.infer<typeof Reply> {
  return Reply.parse(storedReplyOf(result));
}

/** Fields that no recipient reads: numbers, types, ids. */
const openKeys = /^(?:to|from|country|type|agent)$|(?:Id|Type)$/;

/** Objects whose keys people choose, so that any key may hold a secret. */
const namedByPeople = /^(?:variables|customFields)$/;

/** Collects all texts of a message. Other texts that repeat one of them are shown only to the author. */
export function collectContents(value: unknown, isNamedByPeople = false): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    !isNamedByPeople && openKeys.test(key)
      ? []
      : collectContents(one, isNamedByPeople || namedByPeople.test(key)),
  );
}
