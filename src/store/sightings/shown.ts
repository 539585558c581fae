import { z } from "zod";

/** What a stored text can't be read as is null, so that a row of another version breaks no page. */
const text = z.string().nullable().catch(null);
const flag = z.boolean().nullable().catch(null);

export const SeenButton = z.object({
  buttonType: text,
  buttonName: text,
  linkMo: text,
  linkPc: text,
  linkAnd: text,
  linkIos: text,
});
export type SeenButton = z.infer<typeof SeenButton>;

/** As the platform wrote it: dates may be none. */
export const ShownContent = z.object({
  name: text,
  content: text,
  buttons: z.array(SeenButton).nullable().catch(null),
  isHidden: flag,
  pfId: text,
  dateCreated: text,
  dateUpdated: text,
});
export type ShownContent = z.infer<typeof ShownContent>;

export const SeenComment = z.object({
  /** From the reviewer's side. */
  isAdmin: flag,
  memberId: text,
  content: text,
  dateCreated: text,
});
export type SeenComment = z.infer<typeof SeenComment>;

/** What a reply showed of one vendor, with the content that it showed beside it. Null is what it left out. */
export const VendorSighting = z.object({
  /** Empty of what was shown without any vendor's code: that says something of the content alone. */
  vendor: z.string(),
  status: text,
  code: text,
  comments: z.array(SeenComment).nullable().catch([]),
  content: ShownContent,
});
export type VendorSighting = z.infer<typeof VendorSighting>;

/** Replies to somebody's act, in which the platform itself showed it. */
const replyKinds = ["update", "comment"] as const;
/** What a person said: read in the platform's console, or imported. */
const reportKinds = ["report", "import"] as const;
type ReplyKind = (typeof replyKinds)[number];
type ReportKind = (typeof reportKinds)[number];

export function isReplyKind(kind: ReplyKind | ReportKind): kind is ReplyKind {
  return replyKinds.some((reply) => reply === kind);
}

const by = { by: z.string(), at: z.coerce.date() };

/** From what something was seen. */
export const SeenFrom = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(replyKinds), operationId: z.string().catch(""), ...by }),
  z.object({ kind: z.enum(reportKinds), operationId: z.null(), ...by }),
]);
export type SeenFrom = z.infer<typeof SeenFrom>;
