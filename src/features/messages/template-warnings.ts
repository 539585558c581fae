import type { SendBody } from "../../platform/index.ts";
import type { SeenContent, SeenFrom, SeenTemplate } from "../../store/index.ts";
import { textsOf } from "./variable-fields.ts";

/** What speaks against sending with a template, as it was seen last; `from`: from what that was seen. */
export type TemplateWarning =
  | { kind: "template_unseen"; templateId: string; meant: string | undefined }
  | { kind: "template_status"; vendor: string; status: string; from: SeenFrom }
  | { kind: "template_hidden"; from: SeenFrom }
  | { kind: "template_channel"; own: string; from: SeenFrom }
  | { kind: "template_variables"; names: readonly string[]; from: SeenFrom }
  | { kind: "template_changed"; from: SeenFrom };

type Known = {
  template: SeenTemplate | null | undefined;
  meant: string | undefined;
  changed: SeenFrom | undefined;
};
type Placed<W> = W & { field: "chat.templateId" | "chat.pfId" | "chat.variables" };

export function findTemplateWarnings(
  { chatOptions = {} }: SendBody["message"],
  { template, meant, changed }: Known,
): Placed<TemplateWarning>[] {
  const { templateId = "" } = chatOptions;
  if (templateId === "" || template === undefined) return [];
  const field = "chat.templateId";
  if (template === null) return [{ field, kind: "template_unseen", templateId, meant }];
  const { content, vendors } = template;
  return [
    ...vendors.flatMap(({ vendor, status, statusFrom: from }): Placed<TemplateWarning>[] =>
      status !== null && isNotApproved(status)
        ? [{ field, kind: "template_status", vendor, status, from }]
        : [],
    ),
    ...(content === null ? [] : ofContent(content, chatOptions)),
    ...(changed === undefined ? [] : [{ field, kind: "template_changed", from: changed } as const]),
  ];
}

function ofContent(
  content: SeenContent,
  { pfId = "", variables = {} }: NonNullable<SendBody["message"]["chatOptions"]>,
): Placed<TemplateWarning>[] {
  const { from, placeFrom = from } = content;
  const own = content.pfId ?? "";
  const names = findOthers(Object.keys(variables), content);
  const found: Placed<TemplateWarning>[] = [];
  if (content.isHidden === true)
    found.push({ field: "chat.templateId", kind: "template_hidden", from: placeFrom });
  if (own !== "" && pfId !== "" && pfId !== own)
    found.push({ field: "chat.pfId", kind: "template_channel", own, from: placeFrom });
  if (names.length > 0) found.push({ field: "chat.variables", kind: "template_variables", names, from });
  return found;
}

/** By the public record; a vendor whose codes come twice has both in its status. */
function isNotApproved(status: string): boolean {
  return /\b(?:PENDING|INSPECTING|REJECTED)\b/.test(status);
}

/** Variables of which the template has none; nobody can say that of one whose texts weren't all seen. */
function findOthers(variables: readonly string[], content: SeenContent): string[] {
  if (content.content === null || content.buttons === null) return [];
  const said = textsOf(content).join("\n");
  return variables.filter((name) => !said.includes(name));
}
