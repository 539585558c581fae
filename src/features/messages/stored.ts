import { z } from "zod";
import { SendBody } from "../../platform/index.ts";

const text = z.string().optional().catch(undefined);
const id = z.string().nullable().catch(null);

/** As much of a message as is told of it, with whatever else its version stored. */
const Message = z.looseObject({
  to: z.string(),
  from: z.string().catch(""),
  text,
  subject: text,
  type: text,
  country: text,
});

/** What other versions stored is told of as far as it can be, and isn't held against today's rules of what may be sent. */
const Stored = z.looseObject({ message: Message });

export type StoredMessage = z.infer<typeof Message>;

/** A stored request; null when it is none of a message's. */
export function readStored(request: unknown): StoredMessage | null {
  return Stored.safeParse(request).data?.message ?? null;
}

const price = z.number().nullable();

/** What one message costs; null is what the account's list doesn't say. */
export const Paid = z.object({
  price,
  /** When the messenger fails, a text message goes out in its place; of a kind that may not be known. */
  fallback: z.object({ kind: z.string().nullable(), price }).nullable(),
});
export type Paid = z.infer<typeof Paid>;

/**
 * What was so when it was asked for: what the operator called the recipient, who held the phone, what its template and its
 * messenger channel were called and what it was to cost; null: nothing, nobody, not known. Of a run, what its suite and the
 * saved message were called, and of a run again, of which run.
 */
const About = z
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
export type About = z.infer<typeof About>;

export function readAbout(about: unknown): About {
  return About.parse(about);
}

/** The stored request as it can be sent once more; null when this version doesn't know all that is in it. */
export function readSendable(request: unknown): SendBody | null {
  return SendBody.safeParse(request).data ?? null;
}

/** What an operation of any kind keeps of the platform's answer. */
export function replyOf(result: unknown): unknown {
  return typeof result === "object" && result !== null && "reply" in result ? result.reply : null;
}

const kindName = /^[A-Z_]{1,20}$/;

/** A name of a kind, not the words or the number that a person or a faulty platform may put in its place. */
export function toKindName(type: string | null | undefined): string | null {
  return type !== null && type !== undefined && kindName.test(type) ? type : null;
}

/** The platform's answer as this feature's operation keeps it, whichever version did; null where it says nothing. */
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

/** Keys whose values name a number, a kind, something registered or this bot: not what a recipient would read. */
const openKeys = /^(?:to|from|country|type|agent)$|(?:Id|Type)$/;

/** What is in these is named by people, who may call a secret anything. */
const namedByPeople = /^(?:variables|customFields)$/;

/** All that a message says: its text, title, variables, buttons. Words that repeat any of it are its author's alone. */
export function contentsOf(value: unknown, isNamedByPeople = false): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    !isNamedByPeople && openKeys.test(key) ? [] : contentsOf(one, isNamedByPeople || namedByPeople.test(key)),
  );
}
