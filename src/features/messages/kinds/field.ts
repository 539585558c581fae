import type { Catalogue } from "../../../locales/index.ts";
import type { FieldId } from "../../../locales/send.ts";
import type { SendBody } from "../../../platform/index.ts";
import type { StoredMessage } from "../stored.ts";

/** How a field is typed: read by send-form.ts, shown by send.view.ts. */
export type FieldInput =
  /** Trimmed. */
  | { as: "line" }
  /** Exactly as typed. */
  | { as: "text" }
  /** `of`: names of the two answers, other than Yes and No. */
  | { as: "yes_no"; of?: "fallback" }
  /**
   * `name=value` on each line. `isPlaceholder`: names are `#{name}` to the platform. `ofTemplate`: variables of an observed
   * template have inputs of their own (template-text.ts).
   */
  | { as: "pairs"; isPlaceholder?: true; ofTemplate?: true }
  /** Chosen from an open list, or typed. */
  | { as: "open"; from: readonly string[] | "channels" | "countries" | "templates" | ImageType }
  /** Depends on the configured rules, and is read by send.input.ts. */
  | { as: "recipient" | "sender" };

/** Types of files that messages show. */
export type ImageType = "MMS" | "CHAT";

/** A field of the form, without its words (locales/send.ts). */
export type Field = {
  /** Id of the block: the platform's field name behind its option object's. */
  id: FieldId;
  /** Path of its value in the body. */
  at: readonly string[];
  input: FieldInput;
  isRequired?: true;
  /** Behind "More" while it has no value and no template needs it. */
  isRare?: true;
  /** Rare once a template is chosen, which says it. */
  isByTemplate?: true;
  isAdvert?: true;
};

/** Rows that are added one by one; fields are `<list>.<key>.<field>`. */
export type RowList = {
  id: "chat.buttons" | "portal.buttons" | "rcs.buttons" | "rcs.cards";
  at: readonly string[];
  /** Name of a row in the catalogue. */
  row: "button" | "card";
  fields: readonly RowField[];
  /** No messenger shows more. */
  most: number;
};

export type RowField = {
  id: FieldId;
  name: string;
  input: FieldInput;
  isRequired?: true;
  /** Types of buttons that have it. @default all */
  isFor?: (buttonType: string) => boolean;
};

/** Message object with a messenger's own fields. */
type OptionsName = Extract<keyof SendBody["message"], `${string}Options`>;

export type Kind = {
  id: keyof Catalogue["send"]["kinds"];
  /** The wire's `type`; null leaves it to the platform, or to the field `type`. */
  type: string | null;
  /** A message without a type is of this kind if it has these. */
  options?: OptionsName;
  /** The type that the platform probably gives a message without one. */
  likelyType?: (message: StoredMessage) => string;
  fields: readonly Field[];
  lists?: readonly RowList[];
  /** Field in whose place an image can be attached, uploaded first as that type. */
  attach?: { field: FieldId; type: ImageType };
};

export function rare(field: Field): Field {
  return { ...field, isRare: true };
}

export function required(field: Field): Field {
  return { ...field, isRequired: true };
}

/** Fields of every message, first ones. */
const first: readonly Field[] = [
  { id: "to", at: ["message", "to"], input: { as: "recipient" }, isRequired: true },
];

/** For messages whose type the platform finds out. */
const type: Field = rare({
  id: "type",
  at: ["message", "type"],
  input: { as: "open", from: ["ATA", "CTA", "NSA", "RCS_SMS", "RCS_LMS", "RCS_MMS", "RCS_TPL"] },
});

const sender: Field = { id: "from", at: ["message", "from"], input: { as: "sender" }, isRequired: true };

/** Fields of every message, behind the sender. */
const last: readonly Field[] = [
  rare({ id: "autoTypeDetect", at: ["message", "autoTypeDetect"], input: { as: "yes_no" } }),
  rare({ id: "country", at: ["message", "country"], input: { as: "open", from: "countries" } }),
  rare({ id: "customFields", at: ["message", "customFields"], input: { as: "pairs" } }),
  rare({ id: "strict", at: ["strict"], input: { as: "yes_no" } }),
  rare({ id: "allowDuplicates", at: ["allowDuplicates"], input: { as: "yes_no" } }),
];

/** Adds the fields of every message, and the type. */
export function defineKind(kind: Kind): Kind {
  const types = kind.type === null ? [type] : [];
  return { ...kind, fields: [...first, ...kind.fields, sender, ...types, ...last] };
}
