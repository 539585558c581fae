import type { Catalogue } from "../../../locales/index.ts";
import type { FieldId } from "../../../locales/send.ts";
import { buttonLinks, buttonTypes, linksOf, type SendBody } from "../../../platform/index.ts";
import type { StoredMessage } from "../stored.ts";

/** How a field is typed: send-form.ts reads it, send.view.ts shows it. */
export type FieldInput =
  /** One line, without white space around it. */
  | { as: "line" }
  /** Several lines, exactly as typed. */
  | { as: "text" }
  /** `of` says what the two answers are called, where they are no Yes and No. */
  | { as: "yes_no"; of?: "fallback" }
  /**
   * `name=value`, one a line. `isPlaceholder`: names are `#{name}` to the platform. `ofTemplate`: each variable of a
   * template that was seen here has an input of its own (template-text.ts).
   */
  | { as: "pairs"; isPlaceholder?: true; ofTemplate?: true }
  /** Chosen from a list that the description leaves open, or typed. */
  | { as: "open"; from: readonly string[] | "channels" | "countries" | "templates" | ImageType }
  /** Depends on the configured rules, and is read by send.input.ts. */
  | { as: "recipient" | "sender" };

/** The platform's types of files that messages show; chosen from those uploaded before. */
export type ImageType = "MMS" | "CHAT";

/** One field of the form: everything that is particular about it, but its words (locales/send.ts). */
export type Field = {
  /** The block's id: the platform's field name, behind its option object's. */
  id: FieldId;
  /** Path of its value in the body. */
  at: readonly string[];
  input: FieldInput;
  isRequired?: true;
  /** Shown behind "More", or when it has a value; a template's variables when there is a template. */
  isRare?: true;
  /** A template says it in its place: rare once one is chosen. */
  isByTemplate?: true;
  /** Its Yes makes the message an advertisement. */
  isAdvert?: true;
};

/** A list of which rows are added one by one; its fields are `<list>.<key>.<field>`. */
export type RowList = {
  id: "chat.buttons" | "portal.buttons" | "rcs.buttons" | "rcs.cards";
  at: readonly string[];
  /** Name of a row in the catalogue. */
  row: "button" | "card";
  fields: readonly RowField[];
  /** More of them no messenger shows. */
  most: number;
};

export type RowField = {
  id: FieldId;
  name: string;
  input: FieldInput;
  isRequired?: true;
  /** Whether a button of this type has it; each has it where this is left out. */
  isFor?: (buttonType: string) => boolean;
};

/** The object of a message that holds a messenger's own fields. */
type OptionsName = Extract<keyof SendBody["message"], `${string}Options`>;

/** A kind of message: its form, its checks and its body are made of this. */
export type Kind = {
  id: keyof Catalogue["send"]["kinds"];
  /** The wire's `type`; null leaves it to the platform, or to the field `type`. */
  type: string | null;
  /** A message without a type is of this kind where it has these. */
  options?: OptionsName;
  /** The type that the platform will probably give a message that names none. */
  likelyType?: (message: StoredMessage) => string;
  fields: readonly Field[];
  lists?: readonly RowList[];
  /** The field in whose place an image can be attached, which is uploaded first as a file of that type. */
  attach?: { field: FieldId; type: ImageType };
};

function rare(field: Field): Field {
  return { ...field, isRare: true };
}

function required(field: Field): Field {
  return { ...field, isRequired: true };
}

/** Every message has these, before the fields of its kind. */
const firstFields: readonly Field[] = [
  { id: "to", at: ["message", "to"], input: { as: "recipient" }, isRequired: true },
];

/** For a message whose type the platform finds out: only a few need to say it. */
const typeField: Field = rare({
  id: "type",
  at: ["message", "type"],
  input: { as: "open", from: ["ATA", "CTA", "NSA", "RCS_SMS", "RCS_LMS", "RCS_MMS", "RCS_TPL"] },
});

const senderField: Field = { id: "from", at: ["message", "from"], input: { as: "sender" }, isRequired: true };

/** Every message has these, behind its sender. */
const lastFields: readonly Field[] = [
  rare({ id: "autoTypeDetect", at: ["message", "autoTypeDetect"], input: { as: "yes_no" } }),
  rare({ id: "country", at: ["message", "country"], input: { as: "open", from: "countries" } }),
  rare({ id: "customFields", at: ["message", "customFields"], input: { as: "pairs" } }),
  rare({ id: "strict", at: ["strict"], input: { as: "yes_no" } }),
  rare({ id: "allowDuplicates", at: ["allowDuplicates"], input: { as: "yes_no" } }),
];

/** A kind with the fields that every message has around its own, and its type where the kind doesn't say it. */
export function defineKind(kind: Kind): Kind {
  const types = kind.type === null ? [typeField] : [];
  return { ...kind, fields: [...firstFields, ...kind.fields, senderField, ...types, ...lastFields] };
}

/** In characters. A form takes 250 kB: five rows of five fields and twenty variables, three bytes a character. */
export const longestRowValue = 700;

/** SMS, LMS and MMS; other kinds fall back to these fields. */

const text: Field = { id: "text", at: ["message", "text"], input: { as: "text" } };
const subject: Field = { id: "subject", at: ["message", "subject"], input: { as: "line" } };
const imageId: Field = { id: "imageId", at: ["message", "imageId"], input: { as: "open", from: "MMS" } };
const fallbackFields = [rare(subject), rare(imageId)];

export const auto = defineKind({ id: "auto", type: null, fields: [required(text), subject, rare(imageId)] });
const sms = defineKind({ id: "SMS", type: "SMS", fields: [required(text), rare(imageId)] });
const lms = defineKind({ id: "LMS", type: "LMS", fields: [required(text), subject, rare(imageId)] });
const mms = defineKind({
  id: "MMS",
  type: "MMS",
  fields: [required(imageId), text, subject],
  attach: { field: "imageId", type: "MMS" },
});

/** Messenger channel: notices by template, free texts, and texts with an image (CTI). */

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
  rare({ id: "chat.disableSms", at: inChat("disableSms"), input: { as: "yes_no", of: "fallback" } }),
  rare({ id: "chat.adFlag", at: inChat("adFlag"), input: { as: "yes_no" }, isAdvert: true }),
  rare({ id: "chat.title", at: inChat("title"), input: { as: "line" } }),
  rare({ id: "chat.pfGroupId", at: inChat("pfGroupId"), input: { as: "line" } }),
];

const portalButtonFields: readonly RowField[] = [
  { id: "buttonType", name: "buttonType", input: { as: "open", from: buttonTypes }, isRequired: true },
  ...buttonLinks.map(
    (link): RowField => ({
      id: link,
      name: link,
      input: { as: "line" },
      isFor: (buttonType) => linksOf(buttonType).includes(link),
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

/** Medium or small RCS images, by number of cards. */
const mmsTypes = ["M3", "S3", "M4", "S4", "M5", "S5", "M6", "S6"];

/** Fields of RCS buttons by type, by the public record. */
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
    text,
    rare({ id: "rcs.variables", at: inRcs("variables"), input: { as: "pairs", isPlaceholder: true } }),
    rare({ id: "rcs.disableSms", at: inRcs("disableSms"), input: { as: "yes_no", of: "fallback" } }),
    rare({ id: "rcs.commercialType", at: inRcs("commercialType"), input: { as: "yes_no" }, isAdvert: true }),
    rare({ id: "rcs.mmsType", at: inRcs("mmsType"), input: { as: "open", from: mmsTypes } }),
    rare({ id: "rcs.copyAllowed", at: inRcs("copyAllowed"), input: { as: "yes_no" } }),
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

/** In the form's order. `auto` leaves the type to the platform. */
export const kinds: readonly Kind[] = [auto, sms, lms, mms, cti, chat, portal, rcs];

export function toKind(id: string | undefined): Kind {
  return kinds.find((kind) => kind.id === id) ?? auto;
}

/** CTI for an image uploaded for it; any other goes by MMS. */
export function kindForImage(type: string): { kind: Kind; field: string } {
  return type === "CHAT" ? { kind: cti, field: chatImage.id } : { kind: mms, field: imageId.id };
}

/** Kind by a message's options; `auto` for text messages. */
export function kindOf(message: StoredMessage | SendBody["message"]): Kind {
  const isOf = ({ type, options }: Kind) =>
    type === null && options !== undefined && message[options] !== undefined;
  return kinds.find(isOf) ?? auto;
}

export function optionsIn({ chatOptions, portalOptions, rcsOptions }: SendBody["message"]) {
  return [chatOptions ?? [], portalOptions ?? [], rcsOptions ?? []].flat();
}
