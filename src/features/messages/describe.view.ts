import { isBlank } from "../../blank-text.ts";
import { toShownId } from "../../foreign-id.ts";
import { givesAway } from "../../foreign-words.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import {
  bareDigits,
  groupNumber,
  isSameNumber,
  maskDigits,
  maskNumber,
  shortestShown,
} from "../../phone-number.ts";
import type { Operation } from "../../store/index.ts";
import { pendingImage } from "./images.ts";
import { fieldsOf } from "./message-fields.view.ts";
import {
  contentsOf,
  readAbout,
  readReply,
  readSendable,
  readStored,
  type StoredMessage,
  toKindName,
} from "./stored.ts";

/** What is told of a message; null of one that can't be read. */
export function describeMessage(
  { request, about, result, messageId }: Operation,
  words: Catalogue,
): Description | null {
  const { outcomes, send } = words;
  const message = readStored(request);
  if (message === null) return null;
  const { to, country = "82", from } = message;
  const { recipient: name, message: saved } = readAbout(about);
  const named = (number: string) => (name === null ? number : `${name} (${number})`);
  const reply = readReply(result);
  const kind = kindOf(reply.type ?? toKindName(message.type), send.types) ?? outcomes.message;
  const contents = contentsOf(request);
  const bare = bareDigits(to);
  const ids = [
    { name: outcomes.messageId, id: messageId ?? reply.messageId ?? "" },
    { name: outcomes.groupId, id: reply.groupId ?? "" },
  ];
  return {
    kind: saved === undefined ? kind : `${saved} (${kind})`,
    subject: {
      inFull: named(country === "82" ? groupNumber({ to }) : `+${country} ${to}`),
      masked: named(maskNumber(to, country)),
    },
    facts: [
      ...(from === "" ? [] : [{ name: send.fields.from.label, value: senderOf(message) }]),
      ...pictureFact(reply.pictures, [...contents, bare], send),
    ],
    sent: sentOf(request, message, words),
    // A longer recipient is masked in others' words, which still say something then.
    contents: bare.length < shortestShown ? [...contents, bare] : contents,
    ids: ids.flatMap(({ name, id }) => {
      const shown = toShownId(id);
      return shown === null || givesAway(shown, [...contents, bare]) ? [] : [{ name, id: shown }];
    }),
  };
}

/** What its recipient reads before how it was sent; of what another version stored the title and the text alone. */
function sentOf(
  request: unknown,
  { subject, text = "" }: StoredMessage,
  words: Catalogue,
): NonNullable<Description["sent"]> {
  const body = readSendable(request);
  const fields = body === null ? [] : fieldsOf(body, words).filter(({ value }) => value !== pendingImage);
  const title = isBlank(subject ?? "") ? [] : [{ name: words.confirm.subject, value: subject ?? "" }];
  const said = [...fields.filter(({ isRead }) => isRead), ...fields.filter(({ isRead }) => !isRead)];
  return {
    lines: [...title, ...said.map(({ name, value }) => ({ name, value }))],
    text: isBlank(text) ? null : text,
  };
}

/** By the names that people gave them, unless one says what only the recipient should read. */
function pictureFact(
  pictures: readonly string[],
  secrets: readonly string[],
  { picture }: Catalogue["send"],
): { name: string; value: string }[] {
  const shown = pictures.filter((name) => !givesAway(name, secrets));
  return shown.length === 0
    ? []
    : [{ name: picture, value: maskDigits(shown.join(", ").replace(/\p{Bidi_Control}/gu, "")) }];
}

/** The platform's own letters mean something to few. */
function kindOf(type: string | null, types: Catalogue["send"]["types"]): string | null {
  return type === null ? null : (entryFor(types, type) ?? type);
}

/** Somebody who sends to the number that they send from is a recipient all the same. */
function senderOf({ to, from, country = "82" }: StoredMessage): string {
  return isSameNumber(from, { to, country }) ? maskNumber(to, country) : groupNumber({ to: from });
}
