import { defineKind, type ExampleWords, type RowField, rare } from "./field.ts";
import { fallbackFields, textField } from "./text.ts";

const at = (name: string) => ["message", "rcsOptions", name];

/** Kinds of RCS images: medium or small, and how many cards. */
const mmsTypes = ["M3", "S3", "M4", "S4", "M5", "S5", "M6", "S6"];

/** By the public record, what a button of each type says beside its label. */
const buttonTypes: Readonly<Record<string, readonly string[]>> = {
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
  ...{ id, name, input },
  isFor: (type) => type !== "" && (buttonTypes[type] ?? ofOtherTypes).includes(name),
});

const buttonFields: readonly RowField[] = [
  { id: "label", name: "label", input: { as: "line" } },
  {
    ...{ id: "rcs.buttonType", name: "buttonType", isRequired: true },
    input: { as: "open", from: Object.keys(buttonTypes) },
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
];

const exampleButtons = (words: ExampleWords) => [
  { buttonType: "WL", label: words.shop, link: "https://shop.example" },
  { buttonType: "DL", label: words.call, phone: "0212345678" },
];

const cardFields: readonly RowField[] = [
  { id: "cardTitle", name: "title", input: { as: "line" }, isRequired: true },
  { id: "cardDescription", name: "description", input: { as: "text" }, isRequired: true },
  { id: "cardImage", name: "imageId", input: { as: "open", from: "MMS" } },
  { id: "cardButtons", name: "buttons", input: { as: "json", example: exampleButtons } },
];

export const rcs = defineKind({
  id: "rcs",
  type: null,
  options: "rcsOptions",
  likelyType: () => "RCS",
  fields: [
    { id: "rcs.brandId", at: at("brandId"), input: { as: "line" } },
    { id: "rcs.templateId", at: at("templateId"), input: { as: "line" } },
    { ...textField, isForSome: true },
    rare({ id: "rcs.variables", at: at("variables"), input: { as: "pairs", isPlaceholder: true } }),
    rare({ id: "rcs.disableSms", at: at("disableSms"), input: { as: "yes_no", of: "fallback" } }),
    rare({
      ...{ id: "rcs.commercialType", at: at("commercialType"), isAdvert: true },
      input: { as: "yes_no" },
    }),
    rare({ id: "rcs.mmsType", at: at("mmsType"), input: { as: "open", from: mmsTypes } }),
    rare({ id: "rcs.copyAllowed", at: at("copyAllowed"), input: { as: "yes_no" } }),
    ...fallbackFields,
  ],
  lists: [
    { ...{ id: "rcs.buttons", at: at("buttons"), row: "button", most: 3 }, fields: buttonFields },
    { ...{ id: "rcs.cards", at: at("additionalBody"), row: "card", most: 6 }, fields: cardFields },
  ],
});
