import { isBlank } from "../../blank-text.ts";
import { shortenId, toShownId } from "../../foreign-id.ts";
import { repeatsSecret } from "../../foreign-words.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { FieldId } from "../../locales/send.ts";
import { hadNoEffect } from "../../operations/index.ts";
import { type Description, type Fact, toUnnamedFact } from "../../operations/kind.ts";
import {
  formatNumber,
  groupDigits,
  isSameNumber,
  maskDigits,
  maskNumber,
  minShownLength,
  normalizeDigits,
} from "../../phone-number.ts";
import type { SendBody } from "../../platform/index.ts";
import { rowKeys } from "../../slack/blocks/buttons.ts";
import type { Operation } from "../../store/index.ts";
import { formatCost } from "./cost.ts";
import type { FieldInput, MessageKind } from "./kinds/index.ts";
import { textSizeOf } from "./kinds/record.ts";
import { hasImagePlaceholder, imagePlaceholder } from "./send.ts";
import { yesNoLabels } from "./send.view.ts";
import { type FormValues, findMatchingForm, rowFields, valueAtPath } from "./send-form.ts";
import {
  collectContents,
  type MessageSnapshot,
  readReply,
  readSendBody,
  readSnapshot,
  readStored,
  type StoredMessage,
  toKindName,
} from "./stored.ts";
import { type FilledTemplate, isTemplate } from "./template-text.ts";

export function describeMessage(
  { request, snapshot, result, messageId, outcome, receipt }: Operation,
  words: Catalogue,
): Description | null {
  const { outcomes, send } = words;
  const message = readStored(request);
  if (message === null) return null;
  const { to, country = "82" } = message;
  const known = readSnapshot(snapshot);
  const { recipient: name, message: saved } = known;
  const named = (number: string) => (name === null ? number : `${name} (${number})`);
  const reply = readReply(result);
  const type = kindOf(reply.type ?? toKindName(message.type), send.types);
  const contents = collectContents(request);
  const bare = normalizeDigits(to);
  const secrets = [...contents, bare];
  const ids = [
    { name: outcomes.message, id: messageId ?? reply.messageId ?? "" },
    { name: outcomes.groupId, id: reply.groupId ?? "" },
  ];
  return {
    kind: nameKind(saved, type) ?? outcomes.message,
    subject: {
      inFull: named(formatNumber({ to, country })),
      masked: named(maskNumber(to, country)),
    },
    // Begins with the sender: a number at the start of a line isn't broken in two.
    facts: [
      ...senderFact(message, words),
      ...(outcome === null ? uploadFact(request, send) : []),
      // A refused or unsent message costs nothing.
      ...(hadNoEffect(outcome) ? [] : costFact(known, words)),
      ...templateFact(message, { known, secrets }, send),
      ...sizeFact(message, words),
    ],
    ...sentOf(request, message, known, words),
    ...(name !== null && known.phoneOwner === null && receipt === null
      ? { unasked: words.receipts.noPhoneOwner }
      : {}),
    // A short recipient (1345) can't be masked within other texts, so texts that repeat it are hidden.
    contents: bare.length < minShownLength ? secrets : contents,
    ids: ids.flatMap(({ name, id }) => {
      const shown = toShownId(id);
      return shown === null || repeatsSecret(shown, secrets) ? [] : [{ name, id: shown }];
    }),
  };
}

/** Separates the recipient's view from delivery facts. Another version's request shows only title and text. */
function sentOf(
  request: unknown,
  { subject, text = "" }: StoredMessage,
  { template, channel }: MessageSnapshot,
  words: Catalogue,
): Required<Pick<Description, "sent" | "details">> {
  const body = readSendBody(request);
  const named = { template: { name: template, text: null }, channel };
  const all = body === null ? [] : toLabelledFields(body, words, named);
  const fields = all.filter(({ value }) => value !== imagePlaceholder);
  const title = isBlank(subject ?? "") ? [] : [{ name: words.confirm.subject, value: subject ?? "" }];
  return {
    sent: {
      lines: [...title, ...fields.filter(({ isRead }) => isRead)],
      text: isBlank(text) ? null : text,
    },
    details: fields.filter(({ isRead }) => !isRead),
  };
}

/** Names of template and messenger channel, else ids: "Welcome (@shop)". An unnamed channel is a fact of its own. */
function templateFact(
  message: StoredMessage,
  { known, secrets }: { known: MessageSnapshot; secrets: readonly string[] },
  { fields }: Catalogue["send"],
): Fact[] {
  const { templateId, pfId } = registeredIn(message);
  const say = (name: string | null, id: string) => {
    const shown = name ?? shortenId(toShownId(id) ?? "");
    return repeatsSecret(shown, secrets) ? "" : maskDigits(shown);
  };
  const [template, channel] = [say(known.template, templateId), say(known.channel, pfId)];
  const isOne = template !== "" && channel !== "" && known.channel !== null;
  const own = message["chatOptions"] === undefined ? "portal.templateId" : "chat.templateId";
  const facts = [
    { name: fields[own].label, value: isOne ? `${template} (${channel})` : template },
    { name: fields["chat.pfId"].label, value: isOne ? "" : channel },
  ];
  return facts.filter(({ value }) => value !== "");
}

function registeredIn(message: StoredMessage): { templateId: string; pfId: string } {
  const options = [message["chatOptions"], message["portalOptions"], message["rcsOptions"]];
  const find = (name: string) => {
    const found = options.map((one) => valueAtPath(one, [name])).find((one) => typeof one === "string");
    return typeof found === "string" ? found : "";
  };
  return { templateId: find("templateId"), pfId: find("pfId") };
}

function costFact({ cost }: MessageSnapshot, words: Catalogue): Fact[] {
  const { label, says } = words.confirm.cost;
  return cost === null || cost.price === null ? [] : [toUnnamedFact(label, says(formatCost(cost, words)))];
}

function sizeFact(message: StoredMessage, { common, confirm }: Catalogue): Fact[] {
  if (isBlank(message.text ?? "")) return [];
  const { size, unit } = textSizeOf(message);
  return [{ ...toUnnamedFact(confirm.size, common[unit](size)), isMinor: true }];
}

function senderFact(message: StoredMessage, { send, outcomes }: Catalogue): Fact[] {
  if (message.from === "") return [];
  const value = senderOf(message);
  return [{ name: send.fields.from.label, value, says: outcomes.sentFrom(value) }];
}

/** Formats saved name and type, as far as known: "Welcome (SMS)". */
function nameKind(saved: string | undefined, type: string | null): string | null {
  if (saved === undefined) return type;
  return type === null ? saved : `${saved} (${type})`;
}

function kindOf(type: string | null, types: Catalogue["send"]["types"]): string | null {
  return type === null ? null : (entryFor(types, type) ?? type);
}

function uploadFact(request: unknown, { picture, uploading }: Catalogue["send"]): Fact[] {
  const body = readSendBody(request);
  return body !== null && hasImagePlaceholder(body) ? [toUnnamedFact(picture, uploading)] : [];
}

/** The sender's number, masked if the message goes to the same number. */
function senderOf({ to, from, country = "82" }: StoredMessage): string {
  return isSameNumber(from, { to, country }) ? maskNumber(to, country) : groupDigits({ to: from });
}

export type ImageNames = ReadonlyMap<string, string>;

/** Names for ids in the message. `said`: lines already shown above, so left out. */
type Names = { images?: ImageNames; template?: FilledTemplate | null; channel?: string | null };
export type IdNames = Names & { said?: ReadonlySet<string> };

/** `name`: the form's label. `isRead`: the recipient reads the value (a variable, button or card). */
type LabelledValue = Fact & { isRead: boolean };

const namedElsewhere = new Set(["to", "from", "text", "subject", "country", "type"]);

/** Filled fields without lines of their own; one field of JSON if no form can show the body. */
export function toLabelledFields(
  { agent: _agent, ...body }: SendBody,
  { send }: Catalogue,
  { images = new Map(), template = null, channel = null }: IdNames = {},
): LabelledValue[] {
  const form = findMatchingForm(body);
  const named = (id: string) => (template?.name == null ? id : `${template.name} (${id})`);
  if (form === null) {
    const rest = withoutSaid(body);
    const { templateId = "" } = body.message.chatOptions ?? {};
    const { label } = send.fields["chat.templateId"];
    return [
      ...(template?.name == null ? [] : [{ name: label, value: named(templateId), isRead: false }]),
      ...(rest === null ? [] : [{ ...toJsonFact(rest, send), isRead: true }]),
      ...(images.size === 0
        ? []
        : [{ name: send.picture, value: [...images.values()].join(", "), isRead: false }]),
    ];
  }
  const { kind, values } = form;
  const isImage = (input: FieldInput) =>
    input.as === "open" && (input.from === "MMS" || input.from === "CHAT");
  const say = (input: FieldInput, value: string): string => {
    if (input.as === "yes_no") return yesNoLabels(input, send)[value === "yes" ? "yes" : "no"];
    if (isTemplate(input)) return named(value);
    if (input.as === "open" && input.from === "channels" && channel !== null) return `${channel} (${value})`;
    if (input.as === "open" && typeof input.from !== "string")
      return entryFor(send.buttonTypes, value) ?? value;
    return isImage(input) ? images.get(value) || value : value;
  };
  const own = kind.fields.filter(({ id }) => !namedElsewhere.has(id) && (values[id] ?? "") !== "");
  const labelled = own.map(({ id, input, isFallback }) => {
    const label = isImage(input) ? send.picture : fieldLabelOf(id, send);
    const name = `${isFallback === true ? `${send.fallback} · ` : ""}${label}`;
    const value = say(input, values[id] ?? "");
    // On one line, pairs have commas between them.
    const says = input.as === "pairs" ? { says: `${name}: ${value.replaceAll("\n", ", ")}` } : {};
    return { name, value, ...says, isRead: input.as === "pairs" && input.isPlaceholder === true };
  });
  return [...labelled.filter(({ value }) => value !== ""), ...rowsOf(kind, values, { say, send })];
}

type Saying = { say: (input: FieldInput, value: string) => string; send: Catalogue["send"] };

function rowsOf({ lists = [] }: MessageKind, values: FormValues, { say, send }: Saying): LabelledValue[] {
  return lists.flatMap((list) =>
    rowKeys(list.id, values).flatMap((key, index) =>
      rowFields(list, key, values).flatMap(({ id, name, input }) => {
        const value = values[`${list.id}.${key}.${name}`] ?? "";
        const label = `${send.rows[list.row].name(index + 1)} · ${fieldLabelOf(id, send)}`;
        return value === "" ? [] : [{ name: label, value: say(input, value), isRead: true }];
      }),
    ),
  );
}

function toJsonFact(rest: object, { fields, sentAsJson }: Catalogue["send"]): Fact {
  return { name: fields.json.label, value: JSON.stringify(rest), says: sentAsJson };
}

function withoutSaid({ message, ...others }: SendBody): object | null {
  const rest = Object.entries(message).filter(([name]) => !namedElsewhere.has(name));
  const all = { ...(rest.length === 0 ? {} : { message: Object.fromEntries(rest) }), ...others };
  return Object.keys(all).length === 0 ? null : all;
}

export function fieldLabelOf(name: string, { fields }: Catalogue["send"]): string {
  return isFieldId(name, fields) ? fields[name].label : name;
}

function isFieldId(name: string, fields: Catalogue["send"]["fields"]): name is FieldId {
  return Object.hasOwn(fields, name);
}
