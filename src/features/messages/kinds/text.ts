import { textBytes } from "../../../platform/index.ts";
import type { StoredMessage } from "../stored.ts";
import { defineKind, type Field, rare, required } from "./field.ts";

/** SMS, LMS and MMS, and the fields that other kinds fall back to. */

const text: Field = { id: "text", at: ["message", "text"], input: { as: "text" } };
const subject: Field = { id: "subject", at: ["message", "subject"], input: { as: "line" } };
const imageId: Field = {
  id: "imageId",
  at: ["message", "imageId"],
  input: { as: "open", from: "MMS" },
};

export const textField = text;

/** Title and image of the text message that another kind falls back to. */
export const fallbackFields: readonly Field[] = [rare(subject), rare(imageId)];

/** By the public record, a text up to this size without a title goes out as an SMS. */
export const smsBytes = 90;

/** What the platform will probably make of a text message. */
export function likelyTextType({ text = "", subject, imageId: image }: Partial<StoredMessage>) {
  if (image !== undefined) return "MMS";
  return textBytes(text) <= smsBytes && subject === undefined ? "SMS" : "LMS";
}

export const auto = defineKind({
  id: "auto",
  type: null,
  likelyType: likelyTextType,
  fields: [required(text), { ...subject, isForSome: true }, rare(imageId)],
});
/** A title that was typed for another kind doesn't disappear: its field says that an SMS has none. */
export const sms = defineKind({
  id: "SMS",
  type: "SMS",
  fields: [required(text), { ...subject, isStray: true }, rare(imageId)],
});
export const lms = defineKind({ id: "LMS", type: "LMS", fields: [required(text), subject, rare(imageId)] });
export const mms = defineKind({
  id: "MMS",
  type: "MMS",
  fields: [required(imageId), text, subject],
  attach: { field: "imageId", type: "MMS" },
});
