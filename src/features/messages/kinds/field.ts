import type { Catalogue } from "../../../locales/index.ts";
import type { FieldId } from "../../../locales/send.ts";

/** What stands in examples written as JSON. */
export type ExampleWords = Catalogue["send"]["examples"];

/** How a field is typed; what reads it and what shows it are in form-values.ts and send.view.ts. */
export type FieldInput =
  /** One line, without white space around it. */
  | { as: "line" }
  /** Several lines, exactly as typed. */
  | { as: "text" }
  | { as: "yes_no" }
  /** `name=value`, one a line. `isPlaceholder`: names are `#{name}` to the platform. */
  | { as: "pairs"; isPlaceholder?: true }
  /** A list that few write often, with a filled example. */
  | { as: "json"; example: (words: ExampleWords) => unknown }
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
  /** Shown behind "More", or when it has a value. */
  isRare?: true;
  /** It has no use here: shown when it has a value, so that its person is told so. */
  isStray?: true;
  /** Not for every message that may come of this kind: its hint says for which. */
  isForSome?: true;
};

/** A list of which rows are added one by one; its fields are `<list>.<key>.<field>`. */
export type RowList = {
  id: "chat.buttons" | "portal.buttons";
  at: readonly string[];
  fields: readonly RowField[];
};

export type RowField = { id: FieldId; name: string; input: FieldInput; isRequired?: true };

/** What the form asks for a kind of message. */
export type KindTable = {
  /** The wire's `type`; null leaves it to the platform, or to the field `type`. */
  type: string | null;
  fields: readonly Field[];
  rows?: RowList;
  /** The field in whose place an image can be attached, which is uploaded first as a file of that type. */
  attach?: { field: FieldId; type: ImageType };
};

export function rare(field: Field): Field {
  return { ...field, isRare: true };
}

export function required(field: Field): Field {
  return { ...field, isRequired: true };
}
