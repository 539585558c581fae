import { z } from "zod";
import { addComment, findTemplate } from "./review.ts";
import { createRoute, noQuery } from "./route.ts";

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
