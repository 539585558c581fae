import { mostButtons, portalButtonFields } from "./buttons.ts";
import { defineKind, rare } from "./field.ts";
import { fallbackFields, textField } from "./text.ts";

const at = (name: string) => ["message", "portalOptions", name];

export const portal = defineKind({
  id: "portal",
  type: null,
  options: "portalOptions",
  likelyType: () => "NSA",
  fields: [
    { id: "portal.talkId", at: at("talkId"), input: { as: "line" } },
    { id: "portal.templateId", at: at("templateId"), input: { as: "line" } },
    { id: "portal.variables", at: at("variables"), input: { as: "pairs", isPlaceholder: true } },
    rare({ ...textField, isForSome: true }),
    rare({ id: "portal.disableSms", at: at("disableSms"), input: { as: "yes_no", of: "fallback" } }),
    ...fallbackFields,
  ],
  lists: [
    {
      ...{ id: "portal.buttons", at: at("buttons"), row: "button", most: mostButtons },
      fields: portalButtonFields,
    },
  ],
});
