import type { StoredMessage } from "../stored.ts";
import { chatButtonFields, mostButtons } from "./buttons.ts";
import { defineKind, type Field, type RowList, rare, required } from "./field.ts";
import { fallbackFields, textField } from "./text.ts";

/** The messenger channel: notices by template, free texts, and texts with an image (CTI). */

const at = (name: string) => ["message", "chatOptions", name];

const pfId: Field = { id: "chat.pfId", at: at("pfId"), input: { as: "open", from: "channels" } };
const templateId: Field = {
  id: "chat.templateId",
  at: at("templateId"),
  input: { as: "open", from: "templates" },
};
const variables: Field = {
  id: "chat.variables",
  at: at("variables"),
  input: { as: "pairs", isPlaceholder: true, ofTemplate: true },
};
const text: Field = { ...textField, isByTemplate: true };
const imageId: Field = { id: "chat.imageId", at: at("imageId"), input: { as: "open", from: "CHAT" } };
const rareFields: readonly Field[] = [
  rare({ id: "chat.disableSms", at: at("disableSms"), input: { as: "yes_no", of: "fallback" } }),
  rare({ id: "chat.adFlag", at: at("adFlag"), input: { as: "yes_no" }, isAdvert: true }),
  rare({ id: "chat.title", at: at("title"), input: { as: "line" } }),
  rare({ id: "chat.pfGroupId", at: at("pfGroupId"), input: { as: "line" } }),
];
const buttons: RowList = {
  ...{ id: "chat.buttons", at: at("buttons"), row: "button", most: mostButtons },
  fields: chatButtonFields,
};

const shared = {
  options: "chatOptions",
  lists: [buttons],
  attach: { field: imageId.id, type: "CHAT" },
} as const;

export const chat = defineKind({
  ...shared,
  id: "chat",
  type: null,
  likelyType,
  fields: [
    ...[
      pfId,
      { ...templateId, isForSome: true } as const,
      rare(variables),
      { ...text, isForSome: true } as const,
      rare(imageId),
    ],
    ...rareFields,
    ...fallbackFields,
  ],
});

export const cti = defineKind({
  ...shared,
  id: "CTI",
  type: "CTI",
  fields: [
    ...[pfId, required(imageId), text],
    ...[rare(templateId), rare(variables), ...rareFields],
    ...fallbackFields,
  ],
});

function likelyType({ chatOptions, imageId: image }: StoredMessage): string {
  const has = (name: string) =>
    typeof chatOptions === "object" && chatOptions !== null && Reflect.get(chatOptions, name) !== undefined;
  if (has("templateId")) return "ATA";
  return image === undefined && !has("imageId") ? "CTA" : "CTI";
}
