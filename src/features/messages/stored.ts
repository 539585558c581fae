import { z } from "zod";
import { SendBody } from "../../platform/index.ts";

const text = z.string().optional().catch(undefined);
const id = z.string().nullable().catch(null);

/** What is shown of a message; other fields stay. */
const Message = z.looseObject({
  to: z.string(),
  from: z.string().catch(""),
  text,
  subject: text,
  type: text,
  country: text,
});

/** Messages of other versions are shown as far as possible, without today's rules. */
const Stored = z.looseObject({ message: Message });

export type StoredMessage = z.infer<typeof Message>;

/** Null for no message. */
export function readStored(request: unknown): StoredMessage | null {
  return Stored.safeParse(request).data?.message ?? null;
}

const price = z.number().nullable();

/** Null: not in the account's list. */
export const Paid = z.object({
  price,
  /** Price of the text message that replaces a failed one; the kind may be unknown. */
  fallback: z.object({ kind: z.string().nullable(), price }).nullable(),
});
export type Paid = z.infer<typeof Paid>;

/**
 * Facts at the time of asking: the recipient's name and phone owner, names of template and messenger channel, price; of a
 * run its suite and saved message, and the run that it repeats. Null: none, or unknown.
 */
const Snapshot = z
  .object({
    recipient: z.string().nullable(),
    phoneOwner: z.string().nullable(),
    suite: text,
    suiteId: text,
    message: text,
    rerunOf: text,
    template: id,
    channel: id,
    cost: Paid.nullable().catch(null),
  })
  .catch({ recipient: null, phoneOwner: null, template: null, channel: null, cost: null });
export type Snapshot = z.infer<typeof Snapshot>;

export function readSnapshot(snapshot: unknown): Snapshot {
  return Snapshot.parse(snapshot);
}

/** As it can be sent again; null where this version doesn't know all of it. */
export function readSendable(request: unknown): SendBody | null {
  return SendBody.safeParse(request).data ?? null;
}

export function replyOf(result: unknown): unknown {
  return typeof result === "object" && result !== null && "reply" in result ? result.reply : null;
}

const kindName = /^[A-Z_]{1,20}$/;

/** A kind's name, without words or numbers in its place. */
export function toKindName(type: string | null | undefined): string | null {
  return type !== null && type !== undefined && kindName.test(type) ? type : null;
}

/** The platform's answer as any version stored it; null for none. */
const Reply = z
  .object({
    messageId: id,
    groupId: id,
    type: id.transform(toKindName),
  })
  .catch({ messageId: null, groupId: null, type: null });

export function readReply(result: unknown): z.infer<typeof Reply> {
  return Reply.parse(replyOf(result));
}

/** Fields that name a number, a kind or something registered, not what a recipient reads. */
const openKeys = /^(?:to|from|country|type|agent)$|(?:Id|Type)$/;

/** Keys named by people, who may call a secret anything. */
const namedByPeople = /^(?:variables|customFields)$/;

/** Everything a message says: words that repeat any of it are its author's alone. */
export function contentsOf(value: unknown, isNamedByPeople = false): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    !isNamedByPeople && openKeys.test(key) ? [] : contentsOf(one, isNamedByPeople || namedByPeople.test(key)),
  );
}
