import { z } from "zod";
import { notFound } from "./api-error.ts";
import { createRoute, noQuery } from "./route.ts";
import type { PlatformState, StoredTemplate, TemplateComment, Vendor } from "./state.ts";

const templateButton = z.strictObject({
  buttonType: z.string().min(1),
  buttonName: z.string().min(1),
  linkMo: z.string().optional(),
  linkPc: z.string().optional(),
  linkAnd: z.string().optional(),
  linkIos: z.string().optional(),
});

export const updateTemplate = createRoute({
  method: "PUT",
  path: "/chat/v1/templates/:id",
  body: z.strictObject({
    name: z.string().min(1).optional(),
    content: z.string().min(1).optional(),
    buttons: z.array(templateButton).optional(),
  }),
  query: noQuery,
  run({ state, id, body, now }) {
    const template = findTemplate(state, id);
    template.name = body.name ?? template.name;
    template.content = body.content ?? template.content;
    template.buttons = body.buttons ?? template.buttons;
    for (const code of template.codes) code.status = "PENDING";
    template.dateUpdated = now.toISOString();
    // The platform writes once per vendor, so that the second record is a few milliseconds younger.
    const secondWrite = new Date(now.getTime() + 7).toISOString();
    return { vendorA: template, vendorB: { ...template, dateUpdated: secondWrite } };
  },
});

export const commentOnTemplate = createRoute({
  method: "POST",
  path: "/chat/v1/templates/:id/comment",
  body: z.strictObject({ comment: z.string().min(1) }),
  query: noQuery,
  run({ state, id, body, now }) {
    const template = findTemplate(state, id);
    addComment(template, "vendorB", {
      isAdmin: false,
      memberId: state.memberId,
      content: body.comment,
      dateCreated: now.toISOString(),
    });
    return template;
  },
});

/** A vendor's review: sets the status of its code, any string, and may add a comment of the reviewer. */
export type Decision = { templateId: string; vendor: Vendor; status: string; comment?: string };

/** Applies a review. Throws a 404 ApiError for an unknown template. */
export function decideTemplate(state: PlatformState, decision: Decision, now: Date): void {
  const template = findTemplate(state, decision.templateId);
  const code = template.codes.find((each) => each.service === decision.vendor);
  if (code !== undefined) code.status = decision.status;
  template.dateUpdated = now.toISOString();
  if (decision.comment === undefined) return;
  addComment(template, decision.vendor, {
    isAdmin: true,
    memberId: "REVIEWER",
    content: decision.comment,
    dateCreated: now.toISOString(),
  });
}

function addComment(template: StoredTemplate, vendor: Vendor, comment: TemplateComment): void {
  template.codes.find((code) => code.service === vendor)?.comments.push(comment);
  template.dateUpdated = comment.dateCreated;
}

function findTemplate(state: PlatformState, templateId: string): StoredTemplate {
  const template = state.templates.get(templateId);
  if (template === undefined) throw notFound(templateId);
  return template;
}
