import { defineKind, type ExampleWords, rare } from "./field.ts";
import { fallbackFields, textField } from "./text.ts";

const at = (name: string) => ["message", "rcsOptions", name];

/** Kinds of RCS images: medium or small, and how many cards. */
const mmsTypes = ["M3", "S3", "M4", "S4", "M5", "S5", "M6", "S6"];

const linkButton = (words: ExampleWords) => ({
  buttonType: "WL",
  label: words.shop,
  link: "https://shop.example",
});

const exampleButtons = (words: ExampleWords) => [
  linkButton(words),
  { buttonType: "DL", label: words.call, phone: "0212345678" },
];

const exampleCards = (words: ExampleWords) => [
  { title: words.card, description: words.description, buttons: [linkButton(words)] },
];

export const rcs = defineKind({
  id: "rcs",
  type: null,
  options: "rcsOptions",
  likelyType: () => "RCS",
  fields: [
    { id: "rcs.brandId", at: at("brandId"), input: { as: "line" } },
    textField,
    { id: "rcs.templateId", at: at("templateId"), input: { as: "line" } },
    { id: "rcs.variables", at: at("variables"), input: { as: "pairs", isPlaceholder: true } },
    { id: "rcs.buttons", at: at("buttons"), input: { as: "json", example: exampleButtons } },
    { id: "rcs.disableSms", at: at("disableSms"), input: { as: "yes_no" } },
    { id: "rcs.commercialType", at: at("commercialType"), input: { as: "yes_no" }, isAdvert: true },
    rare({
      id: "rcs.additionalBody",
      at: at("additionalBody"),
      input: { as: "json", example: exampleCards },
    }),
    rare({ id: "rcs.mmsType", at: at("mmsType"), input: { as: "open", from: mmsTypes } }),
    rare({ id: "rcs.copyAllowed", at: at("copyAllowed"), input: { as: "yes_no" } }),
    ...fallbackFields,
  ],
});
