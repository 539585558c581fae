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
