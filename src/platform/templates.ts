import { z } from "zod";
import { type Caller, type CallOptions, parseInput, toPathSegment } from "./call.ts";
import { ChatButton, type InputIssue, toInputIssues } from "./limits.ts";
import {
  type CallIdentity,
  createReplyReader,
  optionalFlag,
  optionalId,
  optionalText,
  rejectErrorCode,
} from "./reply.ts";

const linkFields = <T>(link: T) => ({ linkMo: link, linkPc: link, linkAnd: link, linkIos: link });

const TemplateUpdate = z.strictObject({
  name: z.string().optional(),
  content: z.string().optional(),
  buttons: z.array(ChatButton).optional(),
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
    .array(z.looseObject({ buttonType: optionalText, buttonName: optionalText, ...linkFields(optionalText) }))
    .nullish(),
});
export type TemplateRecord = z.infer<typeof TemplateRecord>;

/** Parses a record that a person imported, in the form of the platform's replies, or returns its issues. */
export function parseTemplateRecord(record: unknown): { record: TemplateRecord } | { issues: InputIssue[] } {
  const result = TemplateRecord.safeParse(record);
  return result.success ? { record: result.data } : { issues: toInputIssues(result.error, record) };
}

// Any readable object counts as accepted; a vendor's missing record becomes an empty one.
const vendorRecord = TemplateRecord.nullish().transform((record): TemplateRecord => record ?? {});
export const UpdatedTemplate = z.looseObject({ vendorA: vendorRecord, vendorB: vendorRecord });
export type UpdatedTemplate = { vendorA: TemplateRecord; vendorB: TemplateRecord };

export function checkTemplateUpdate(update: TemplateUpdate): InputIssue[] {
  const result = TemplateUpdate.safeParse(update);
  return result.success ? [] : toInputIssues(result.error, update);
}

export function updateTemplate(
  caller: Caller,
  templateId: string,
  update: TemplateUpdate,
  call?: CallOptions<UpdatedTemplate>,
) {
  const route = {
    operation: "updateTemplate",
    method: "PUT",
    path: "/chat/v1/templates/:templateId",
  } as const;
  const identity = { ...route, path: toTemplatePath(route, templateId) };
  const body = JSON.stringify(parseInput(identity, TemplateUpdate, update));
  return caller(
    { ...identity, body: () => body, read: createReplyReader(rejectErrorCode(UpdatedTemplate)) },
    call,
  );
}

export function commentTemplate(
  caller: Caller,
  templateId: string,
  comment: string,
  call?: CallOptions<TemplateRecord>,
) {
  const path = "/chat/v1/templates/:templateId/comment";
  const route = { operation: "commentTemplate", method: "POST", path } as const;
  const identity = { ...route, path: toTemplatePath(route, templateId) };
  const body = JSON.stringify(parseInput(identity, TemplateComment, { comment }));
  return caller(
    { ...identity, body: () => body, read: createReplyReader(rejectErrorCode(TemplateRecord)) },
    call,
  );
}

function toTemplatePath(route: CallIdentity, templateId: string): string {
  return route.path.replace(":templateId", () => toPathSegment(route, "templateId", templateId));
}
