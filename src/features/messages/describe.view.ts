import { isBlank, nameUndrawn } from "../../blank-text.ts";
import { shortenId, toShownId } from "../../foreign-id.ts";
import { givesAway } from "../../foreign-words.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Description, type Fact, inItself } from "../../operations/description.ts";
import { hadNoEffect } from "../../operations/index.ts";
import type { Card, Edit } from "../../outcomes/card.view.ts";
import {
  bareDigits,
  groupNumber,
  inFull,
  isSameNumber,
  maskDigits,
  maskNumber,
  shortestShown,
} from "../../phone-number.ts";
import type { Operation } from "../../store/index.ts";
import { costWords } from "./confirm.view.ts";
import { valueAt } from "./form-body.input.ts";
import { imageIdsOf, pendingImage } from "./images.ts";
import { textSizeOf } from "./kinds/record.ts";
import { fieldsOf } from "./message-fields.view.ts";
import {
  type About,
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
  { request, about, result, messageId, outcome, receipt }: Operation,
  words: Catalogue,
): Description | null {
  const { outcomes, send } = words;
  const message = readStored(request);
  if (message === null) return null;
  const { to, country = "82" } = message;
  const known = readAbout(about);
  const { recipient: name, message: saved } = known;
  const named = (number: string) => (name === null ? number : `${name} (${number})`);
  const reply = readReply(result);
  const type = kindOf(reply.type ?? toKindName(message.type), send.types);
  const contents = contentsOf(request);
  const bare = bareDigits(to);
  const secrets = [...contents, bare];
  const ids = [
    { name: outcomes.messageId, id: messageId ?? reply.messageId ?? "" },
    { name: outcomes.groupId, id: reply.groupId ?? "" },
  ];
  return {
    kind: nameKind(saved, type) ?? outcomes.message,
    subject: {
      inFull: named(inFull({ to, country })),
      masked: named(maskNumber(to, country)),
    },
    // Where a line begins, a number isn't cut in two.
    facts: [
      ...senderFact(message, words),
      // What was refused or never left costs nothing.
      ...(hadNoEffect(outcome) ? [] : costFact(known, words)),
      ...templateFact(message, { known, secrets }, send),
      ...pictureFact(reply.pictures, secrets, send),
      ...sizeFact(message, words),
    ],
    ...sentOf(request, { message, isPictureNamed: reply.pictures.length > 0 }, words),
    ...(name !== null && known.holder === null && receipt === null
      ? { unasked: words.receipts.noHolder }
      : {}),
    // A longer recipient is masked in others' words, which still say something then.
    contents: bare.length < shortestShown ? secrets : contents,
    ids: ids.flatMap(({ name, id }) => {
      const shown = toShownId(id);
      return shown === null || givesAway(shown, secrets) ? [] : [{ name, id: shown }];
    }),
  };
}

/** What a later try has otherwise: a number as others may read it; of what is its author's to read, the part's name. */
export function editsOf(before: Card, after: Card): Edit[] {
  const { words } = before;
  const { edits } = words.outcomes;
  const [was, is] = [readStored(before.operation.request), readStored(after.operation.request)];
  if (was === null || is === null) return [];
  // What it was before is in the same card.
  const numbered = (name: string, to: string) => ({ name, says: `${name} → ${to}` });
  const all: [isEdited: boolean, edit: Edit][] = [
    [
      bareDigits(was.to) !== bareDigits(is.to) || was.country !== is.country,
      numbered(edits.recipient, after.description.subject.masked),
    ],
    [(was.text ?? "") !== (is.text ?? ""), named(edits.text)],
    [(was.subject ?? "") !== (is.subject ?? ""), named(edits.subject)],
    [was.from !== is.from, numbered(edits.sender, senderOf(is))],
    [imagesOf(before).join() !== imagesOf(after).join(), named(edits.image)],
    [othersOf(before, words) !== othersOf(after, words), named(edits.other)],
  ];
  return all.flatMap(([isEdited, edit]) => (isEdited ? [edit] : []));
}

function named(name: string): Edit {
  return { name, says: name };
}

function imagesOf({ operation: { request } }: Card): string[] {
  const body = readSendable(request);
  return body === null ? [] : imageIdsOf(body);
}

/** All that is said beside them. */
function othersOf(card: Card, words: Catalogue): string {
  const body = readSendable(card.operation.request);
  if (body === null) return "";
  const images = imagesOf(card);
  const fields = fieldsOf(body, words).filter(({ value }) => !images.includes(value));
  return JSON.stringify([body.message.type, fields]);
}

/** What its recipient reads, apart from how it went; of what another version stored the title and the text alone. */
function sentOf(
  request: unknown,
  { message: { subject, text = "" }, isPictureNamed }: { message: StoredMessage; isPictureNamed: boolean },
  words: Catalogue,
): Required<Pick<Description, "sent" | "details">> {
  const body = readSendable(request);
  const hidden = isPictureNamed && body !== null ? imageIdsOf(body) : [pendingImage];
  const fields = body === null ? [] : fieldsOf(body, words).filter(({ value }) => !hidden.includes(value));
  const title = isBlank(subject ?? "") ? [] : [{ name: words.confirm.subject, value: subject ?? "" }];
  return {
    sent: {
      lines: [...title, ...fields.filter(({ isRead }) => isRead)],
      text: isBlank(text) ? null : text,
    },
    details: fields.filter(({ isRead }) => !isRead),
  };
}

/** The template, and from which messenger channel, each by its name, else by its id. */
function templateFact(
  message: StoredMessage,
  { known, secrets }: { known: About; secrets: readonly string[] },
  { fields }: Catalogue["send"],
): Fact[] {
  const { templateId, pfId } = registeredIn(message);
  const say = (name: string | null, id: string) => {
    const shown = name ?? shortenId(toShownId(id) ?? "");
    return givesAway(shown, secrets) ? "" : maskDigits(shown);
  };
  const [template, channel] = [say(known.template, templateId), say(known.channel, pfId)];
  if (template === "") return channel === "" ? [] : [{ name: fields["chat.pfId"].label, value: channel }];
  const value = channel === "" ? template : `${template} (${channel})`;
  return [{ name: fields["chat.templateId"].label, value }];
}

/** Of whichever messenger it goes by. */
function registeredIn(message: StoredMessage): { templateId: string; pfId: string } {
  const options = [message["chatOptions"], message["portalOptions"], message["rcsOptions"]];
  const find = (name: string) => {
    const found = options.map((one) => valueAt(one, [name])).find((one) => typeof one === "string");
    return typeof found === "string" ? found : "";
  };
  return { templateId: find("templateId"), pfId: find("pfId") };
}

function costFact({ cost }: About, words: Catalogue): Fact[] {
  const { label, says } = words.confirm.cost;
  return cost === null || cost.price === null ? [] : [inItself(label, says(costWords(cost, words)))];
}

function sizeFact(message: StoredMessage, { common, confirm }: Catalogue): Fact[] {
  if (isBlank(message.text ?? "")) return [];
  const { size, unit } = textSizeOf(message);
  return [{ ...inItself(confirm.size, common[unit](size)), isMinor: true }];
}

function senderFact(message: StoredMessage, { send, outcomes }: Catalogue): Fact[] {
  if (message.from === "") return [];
  const value = senderOf(message);
  return [{ name: send.fields.from.label, value, says: outcomes.sentFrom(value) }];
}

/** By the names that people gave them, unless one says what only the recipient should read. */
function pictureFact(
  pictures: readonly string[],
  secrets: readonly string[],
  { picture }: Catalogue["send"],
): Fact[] {
  const shown = pictures.filter((name) => !givesAway(name, secrets));
  return shown.length === 0 ? [] : [{ name: picture, value: nameUndrawn(maskDigits(shown.join(", "))) }];
}

/** As it was saved, and which type it is, as far as each is known. */
function nameKind(saved: string | undefined, type: string | null): string | null {
  if (saved === undefined) return type;
  return type === null ? saved : `${saved} (${type})`;
}

/** The platform's own letters mean something to few. */
function kindOf(type: string | null, types: Catalogue["send"]["types"]): string | null {
  return type === null ? null : (entryFor(types, type) ?? type);
}

/** Somebody who sends to the number that they send from is a recipient all the same. */
function senderOf({ to, from, country = "82" }: StoredMessage): string {
  return isSameNumber(from, { to, country }) ? maskNumber(to, country) : groupNumber({ to: from });
}
