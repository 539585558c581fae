import { z } from "zod";
import { type Caller, type CallOptions, parseInput, toPathSegment } from "./call.ts";
import { type InputIssue, toInputIssues } from "./issues.ts";
import { replyOf } from "./reply.ts";
import { optionalFlag, optionalId, optionalText, withoutErrorCode } from "./reply-fields.ts";

const TemplateUpdate = z.strictObject({
  name: z.string().optional(),
  content: z.string().optional(),
  buttons: z
    .array(
      z.strictObject({
        buttonType: z.string().min(1),
        buttonName: z.string().min(1),
        linkMo: z.string().optional(),
        linkPc: z.string().optional(),
        linkAnd: z.string().optional(),
        linkIos: z.string().optional(),
      }),
    )
    .optional(),
});
export type TemplateUpdate = z.infer<typeof TemplateUpdate>;

const TemplateComment = z.strictObject({ comment: z.string().regex(/\S/) });

const TemplateCode = z.looseObject({
  status: optionalText,
  code: optionalText,
  service: optionalId,
  comments: z
    .array(
      z.looseObject({
        isAdmin: optionalFlag,
        memberId: optionalText,
        content: optionalText,
        dateCreated: optionalText,
      }),
    )
    .nullish(),
});

export const TemplateRecord = z.looseObject({
  isHidden: optionalFlag,
  accountId: optionalText,
  templateId: optionalId,
  name: optionalText,
  pfId: optionalId,
  codes: z.array(TemplateCode).nullish(),
  content: optionalText,
  dateCreated: optionalText,
  dateUpdated: optionalText,
  buttons: z
    .array(
      z.looseObject({
        buttonType: optionalText,
        buttonName: optionalText,
        linkMo: optionalText,
        linkPc: optionalText,
        linkAnd: optionalText,
        linkIos: optionalText,
      }),
    )
    .nullish(),
});
export type TemplateRecord = z.infer<typeof TemplateRecord>;

// Any readable object means that the update was accepted; a record that isn't there is an empty one.
const vendorRecord = TemplateRecord.nullish().transform((record): TemplateRecord => record ?? {});
export const UpdatedTemplate = z.looseObject({ vendorA: vendorRecord, vendorB: vendorRecord });
export type UpdatedTemplate = { vendorA: TemplateRecord; vendorB: TemplateRecord };

/** What is wrong with a template update. All its fields are optional; what is given must be whole. */
export function checkTemplateUpdate(update: TemplateUpdate): InputIssue[] {
  const result = TemplateUpdate.safeParse(update);
  return result.success ? [] : toInputIssues(result.error, update);
}

export type TemplateTarget = { caller: Caller; templateId: string };

export function updateTemplate(
  { caller, templateId }: TemplateTarget,
  update: TemplateUpdate,
  call?: CallOptions<UpdatedTemplate>,
): Promise<UpdatedTemplate> {
  const route = {
    operation: "updateTemplate",
    method: "PUT",
    path: "/chat/v1/templates/:templateId",
  } as const;
  const path = `/chat/v1/templates/${toPathSegment(route, "templateId", templateId)}`;
  const body = JSON.stringify(parseInput({ ...route, path }, TemplateUpdate, update));
  return caller({ ...route, path, body: () => body, read: replyOf(withoutErrorCode(UpdatedTemplate)) }, call);
}

export function commentTemplate(
  { caller, templateId }: TemplateTarget,
  comment: string,
  call?: CallOptions<TemplateRecord>,
): Promise<TemplateRecord> {
  const route = {
    operation: "commentTemplate",
    method: "POST",
    path: "/chat/v1/templates/:templateId/comment",
  } as const;
  const path = `/chat/v1/templates/${toPathSegment(route, "templateId", templateId)}/comment`;
  const body = JSON.stringify(parseInput({ ...route, path }, TemplateComment, { comment }));
  return caller({ ...route, path, body: () => body, read: replyOf(withoutErrorCode(TemplateRecord)) }, call);
}
