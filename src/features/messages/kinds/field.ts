import type { Catalogue } from "../../../locales/index.ts";
import type { FieldId } from "../../../locales/send.ts";
import type { SendBody } from "../../../platform/index.ts";
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
  /** What depends on the rules of this place, and is read by send.input.ts. */
  | { as: "recipient" | "sender" };

/** The platform's types of files that messages show; chosen from those uploaded before. */
export type ImageType = "MMS" | "CHAT";

/** One field of the form: everything that is particular about it, but its words (locales/send.ts). */
export type Field = {
  /** The block's id: the platform's field name, behind its option object's. */
  id: FieldId;
  /** Where its value stands in the body. */
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
  /** What a row is called. */
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

export function rare(field: Field): Field {
  return { ...field, isRare: true };
}

export function required(field: Field): Field {
  return { ...field, isRequired: true };
}

/** Every message has these, before what is particular to its kind. */
const first: readonly Field[] = [
  { id: "to", at: ["message", "to"], input: { as: "recipient" }, isRequired: true },
];

/** For a message whose type the platform finds out: only a few need to say it. */
const type: Field = rare({
  id: "type",
  at: ["message", "type"],
  input: { as: "open", from: ["ATA", "CTA", "NSA", "RCS_SMS", "RCS_LMS", "RCS_MMS", "RCS_TPL"] },
});

const sender: Field = { id: "from", at: ["message", "from"], input: { as: "sender" }, isRequired: true };

/** Every message has these, behind its sender. */
const last: readonly Field[] = [
  rare({ id: "autoTypeDetect", at: ["message", "autoTypeDetect"], input: { as: "yes_no" } }),
  rare({ id: "country", at: ["message", "country"], input: { as: "open", from: "countries" } }),
  rare({ id: "customFields", at: ["message", "customFields"], input: { as: "pairs" } }),
  rare({ id: "strict", at: ["strict"], input: { as: "yes_no" } }),
  rare({ id: "allowDuplicates", at: ["allowDuplicates"], input: { as: "yes_no" } }),
];

/** A kind with the fields that every message has around its own, and its type where the kind doesn't say it. */
export function defineKind(kind: Kind): Kind {
  const types = kind.type === null ? [type] : [];
  return { ...kind, fields: [...first, ...kind.fields, sender, ...types, ...last] };
}
