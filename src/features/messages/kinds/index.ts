import type { Catalogue } from "../../../locales/index.ts";
import type { FieldId } from "../../../locales/send.ts";
import { buttonLinkFields, buttonTypes, linkFieldsOf, type SendBody } from "../../../platform/index.ts";
import type { StoredMessage } from "../stored.ts";

/** Input of a field: send.view.ts renders it, send-form.ts parses it. */
export type FieldInput =
  /** Single line, trimmed. */
  | { as: "line" }
  /** Several lines, exactly as typed. */
  | { as: "text" }
  /** `of`: key of the options' labels in the catalogue, if they aren't "Yes" and "No". */
  | { as: "yes_no"; of?: "fallback" }
  /**
   * Lines of `name=value`. `isPlaceholder`: sent with the name as `#{name}`. `ofTemplate`: each variable of an observed
   * template gets its own input (template-text.ts).
   */
  | { as: "pairs"; isPlaceholder?: true; ofTemplate?: true }
  /** Chosen from a list or typed: the platform takes other values too. */
  | { as: "open"; from: readonly string[] | "channels" | "countries" | "templates" | ImageType }
  /** Parsed by send.input.ts, since recipient and sender depend on the configured rules. */
  | { as: "recipient" | "sender" };

export type ImageType = "MMS" | "CHAT";

export type Field = {
  /** Block id: the platform's field name, with the messenger before it if it has one ("from", "chat.pfId"). */
  id: FieldId;
  /** Path of the value in the request body. */
  at: readonly string[];
  input: FieldInput;
  isRequired?: true;
  /** Hidden while empty, until "More fields" is pressed; variables also appear once a template is chosen. */
  isRare?: true;
  /** Rare once a template is chosen, which brings this content. */
  isByTemplate?: true;
  /** Field of the text message that goes out if the messenger fails. */
  isFallback?: true;
  /** Set if "Yes" makes the message an advertisement. */
  isAdvert?: true;
};

/** List of rows that people add and remove; block ids are `<list>.<key>.<field>`. */
export type RowList = {
  id: "chat.buttons" | "portal.buttons" | "rcs.buttons" | "rcs.cards";
  at: readonly string[];
  /** Key of the row's words in the catalogue (`send.rows`). */
  row: "button" | "card";
  fields: readonly RowField[];
  /** Limit of rows in the form; a stored message with more rows opens as JSON. */
  most: number;
};

export type RowField = {
  id: FieldId;
  name: string;
  input: FieldInput;
  isRequired?: true;
  /** Tests whether a button type has the field; absent if every type has it. */
  isFor?: (buttonType: string) => boolean;
};

type OptionsName = Extract<keyof SendBody["message"], `${string}Options`>;

/** Kind of message; its form, checks and request body follow from this table. */
export type MessageKind = {
  id: keyof Catalogue["send"]["kinds"];
  /** `type` of the request; null if the platform chooses it, unless the form's field `type` is filled. */
  type: string | null;
  /** Options object of the kind's messenger, by which `kindOf` recognises a message. */
  options?: OptionsName;
  /** Type that the platform will probably choose for a message without one. */
  likelyType?: (message: StoredMessage) => string;
  fields: readonly Field[];
  lists?: readonly RowList[];
  /** Field that an attached image replaces; the image is uploaded first, as a file of `type`. */
  attach?: { field: FieldId; type: ImageType };
};

function rare(field: Field): Field {
  return { ...field, isRare: true };
}

function required(field: Field): Field {
  return { ...field, isRequired: true };
}

const firstFields: readonly Field[] = [
  { id: "to", at: ["message", "to"], input: { as: "recipient" }, isRequired: true },
];

/** Field of kinds that leave the type to the platform; rarely needed. */
const typeField: Field = rare({
  id: "type",
  at: ["message", "type"],
  input: { as: "open", from: ["ATA", "CTA", "NSA", "RCS_SMS", "RCS_LMS", "RCS_MMS", "RCS_TPL"] },
});

const senderField: Field = { id: "from", at: ["message", "from"], input: { as: "sender" }, isRequired: true };

const lastFields: readonly Field[] = [
  rare({ id: "autoTypeDetect", at: ["message", "autoTypeDetect"], input: { as: "yes_no" } }),
  rare({ id: "country", at: ["message", "country"], input: { as: "open", from: "countries" } }),
  rare({ id: "customFields", at: ["message", "customFields"], input: { as: "pairs" } }),
  rare({ id: "strict", at: ["strict"], input: { as: "yes_no" } }),
  rare({ id: "allowDuplicates", at: ["allowDuplicates"], input: { as: "yes_no" } }),
];

/** Adds the fields of every message, and `type` if the kind has none of its own. */
export function defineKind(kind: MessageKind): MessageKind {
  const types = kind.type === null ? [typeField] : [];
  return { ...kind, fields: [...firstFields, ...kind.fields, senderField, ...types, ...lastFields] };
}

/** Limit in characters of a value in a row or variable: 5 rows and 20 variables in Korean fit a modal's 250 kB. */
export const maxRowValueLength = 700;

const text: Field = { id: "text", at: ["message", "text"], input: { as: "text" } };
const subject: Field = { id: "subject", at: ["message", "subject"], input: { as: "line" } };
const imageId: Field = { id: "imageId", at: ["message", "imageId"], input: { as: "open", from: "MMS" } };
const fallbackFields = [subject, imageId].map((one): Field => ({ ...rare(one), isFallback: true }));

export const autoKind = defineKind({
  id: "auto",
  type: null,
  fields: [required(text), subject, rare(imageId)],
});
const sms = defineKind({ id: "SMS", type: "SMS", fields: [required(text), rare(imageId)] });
const lms = defineKind({ id: "LMS", type: "LMS", fields: [required(text), subject, rare(imageId)] });
const mms = defineKind({
  id: "MMS",
  type: "MMS",
  fields: [required(imageId), text, subject],
  attach: { field: "imageId", type: "MMS" },
});

const inChat = (name: string) => ["message", "chatOptions", name];

const pfId: Field = { id: "chat.pfId", at: inChat("pfId"), input: { as: "open", from: "channels" } };
const templateId: Field = {
  id: "chat.templateId",
  at: inChat("templateId"),
  input: { as: "open", from: "templates" },
};
const variables = rare({
  id: "chat.variables",
  at: inChat("variables"),
  input: { as: "pairs", isPlaceholder: true, ofTemplate: true },
});
const chatText: Field = { ...text, isByTemplate: true };
const chatImage: Field = { id: "chat.imageId", at: inChat("imageId"), input: { as: "open", from: "CHAT" } };
const rareInChat = [
  rare({ id: "chat.adFlag", at: inChat("adFlag"), input: { as: "yes_no" }, isAdvert: true }),
  rare({ id: "chat.title", at: inChat("title"), input: { as: "line" } }),
  rare({ id: "chat.pfGroupId", at: inChat("pfGroupId"), input: { as: "line" } }),
  rare({ id: "chat.disableSms", at: inChat("disableSms"), input: { as: "yes_no", of: "fallback" } }),
];

const portalButtonFields: readonly RowField[] = [
  { id: "buttonType", name: "buttonType", input: { as: "open", from: buttonTypes }, isRequired: true },
  ...buttonLinkFields.map(
    (link): RowField => ({
      id: link,
      name: link,
      input: { as: "line" },
      isFor: (buttonType) => linkFieldsOf(buttonType).includes(link),
    }),
  ),
];

const chatButtons: RowList = {
  id: "chat.buttons",
  at: inChat("buttons"),
  row: "button",
  most: 5,
  fields: [
    { id: "buttonName", name: "buttonName", input: { as: "line" }, isRequired: true },
    ...portalButtonFields,
  ],
};

const chat = defineKind({
  id: "chat",
  type: null,
  options: "chatOptions",
  likelyType: likelyChatType,
  fields: [pfId, templateId, variables, chatText, rare(chatImage), ...rareInChat, ...fallbackFields],
  lists: [chatButtons],
  attach: { field: "chat.imageId", type: "CHAT" },
});

const cti = defineKind({
  id: "CTI",
  type: "CTI",
  options: "chatOptions",
  fields: [
    pfId,
    required(chatImage),
    chatText,
    rare(templateId),
    variables,
    ...rareInChat,
    ...fallbackFields,
  ],
  lists: [chatButtons],
  attach: { field: "chat.imageId", type: "CHAT" },
});

function likelyChatType({ chatOptions, imageId: image }: StoredMessage): string {
  const has = (name: string) =>
    typeof chatOptions === "object" && chatOptions !== null && Reflect.get(chatOptions, name) !== undefined;
  if (has("templateId")) return "ATA";
  return image === undefined && !has("imageId") ? "CTA" : "CTI";
}

const inPortal = (name: string) => ["message", "portalOptions", name];

const portal = defineKind({
  id: "portal",
  type: null,
  options: "portalOptions",
  likelyType: () => "NSA",
  fields: [
    { id: "portal.talkId", at: inPortal("talkId"), input: { as: "line" } },
    { id: "portal.templateId", at: inPortal("templateId"), input: { as: "line" } },
    { id: "portal.variables", at: inPortal("variables"), input: { as: "pairs", isPlaceholder: true } },
    rare(text),
    rare({ id: "portal.disableSms", at: inPortal("disableSms"), input: { as: "yes_no", of: "fallback" } }),
    ...fallbackFields,
  ],
  lists: [
    { id: "portal.buttons", at: inPortal("buttons"), row: "button", most: 5, fields: portalButtonFields },
  ],
});

const inRcs = (name: string) => ["message", "rcsOptions", name];

/** RCS image sizes (medium, small), each with the number of cards. */
const mmsTypes = ["M3", "S3", "M4", "S4", "M5", "S5", "M6", "S6"];

/** Fields of each RCS button type, by the platform's public record. */
const rcsButtonTypes: Readonly<Record<string, readonly string[]>> = {
  WL: ["link"],
  DL: ["phone"],
  CL: ["text"],
  MS: ["phone", "text"],
  ML: ["latitude", "longitude"],
  MQ: ["query"],
  MR: [],
  CA: ["title", "startTime", "endTime", "text"],
};
const ofOtherTypes = ["link", "phone", "text"];

const ofType = (name: string, id: RowField["id"], input: RowField["input"] = { as: "line" }): RowField => ({
  id,
  name,
  input,
  isFor: (type) => type !== "" && (rcsButtonTypes[type] ?? ofOtherTypes).includes(name),
});

const rcs = defineKind({
  id: "rcs",
  type: null,
  options: "rcsOptions",
  likelyType: () => "RCS",
  fields: [
    { id: "rcs.brandId", at: inRcs("brandId"), input: { as: "line" } },
    { id: "rcs.templateId", at: inRcs("templateId"), input: { as: "line" } },
    rare({ id: "rcs.variables", at: inRcs("variables"), input: { as: "pairs", isPlaceholder: true } }),
    text,
    rare({ id: "rcs.commercialType", at: inRcs("commercialType"), input: { as: "yes_no" }, isAdvert: true }),
    rare({ id: "rcs.mmsType", at: inRcs("mmsType"), input: { as: "open", from: mmsTypes } }),
    rare({ id: "rcs.copyAllowed", at: inRcs("copyAllowed"), input: { as: "yes_no" } }),
    rare({ id: "rcs.disableSms", at: inRcs("disableSms"), input: { as: "yes_no", of: "fallback" } }),
    ...fallbackFields,
  ],
  lists: [
    {
      id: "rcs.buttons",
      at: inRcs("buttons"),
      row: "button",
      most: 3,
      fields: [
        { id: "label", name: "label", input: { as: "line" } },
        {
          id: "rcs.buttonType",
          name: "buttonType",
          isRequired: true,
          input: { as: "open", from: Object.keys(rcsButtonTypes) },
        },
        ofType("link", "link"),
        ofType("phone", "phone"),
        ofType("title", "eventTitle"),
        ofType("startTime", "startTime"),
        ofType("endTime", "endTime"),
        ofType("text", "buttonText", { as: "text" }),
        ofType("latitude", "latitude"),
        ofType("longitude", "longitude"),
        ofType("query", "query"),
      ],
    },
    {
      id: "rcs.cards",
      at: inRcs("additionalBody"),
      row: "card",
      most: 6,
      fields: [
        { id: "cardTitle", name: "title", input: { as: "line" }, isRequired: true },
        { id: "cardDescription", name: "description", input: { as: "text" }, isRequired: true },
        { id: "cardImage", name: "imageId", input: { as: "open", from: "MMS" } },
      ],
    },
  ],
});

/** Kinds in the order of the form's select. A stored message opens in the first kind that can show it. */
export const messageKinds: readonly MessageKind[] = [autoKind, sms, lms, mms, cti, chat, portal, rcs];

export function toKind(id: string | undefined): MessageKind {
  return messageKinds.find((kind) => kind.id === id) ?? autoKind;
}

export function kindForImage(type: string): { kind: MessageKind; field: string } {
  return type === "CHAT" ? { kind: cti, field: chatImage.id } : { kind: mms, field: imageId.id };
}

/** Returns the kind of a stored message by its options object; `auto` for a text message. */
export function kindOf(message: StoredMessage | SendBody["message"]): MessageKind {
  const isOf = ({ type, options }: MessageKind) =>
    type === null && options !== undefined && message[options] !== undefined;
  return messageKinds.find(isOf) ?? autoKind;
}

export function optionsIn({ chatOptions, portalOptions, rcsOptions }: SendBody["message"]) {
  return [chatOptions ?? [], portalOptions ?? [], rcsOptions ?? []].flat();
}
