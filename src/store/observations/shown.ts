import { z } from "zod";

/** Text; an unreadable value becomes null, so that a row of another version breaks no page. */
const text = z.string().nullable().catch(null);
const flag = z.boolean().nullable().catch(null);

export const ObservedButton = z.object({
  buttonType: text,
  buttonName: text,
  linkMo: text,
  linkPc: text,
  linkAnd: text,
  linkIos: text,
});
export type ObservedButton = z.infer<typeof ObservedButton>;

/** Content as the platform wrote it; dates may be invalid. */
export const ShownContent = z.object({
  name: text,
  content: text,
  buttons: z.array(ObservedButton).nullable().catch(null),
  isHidden: flag,
  pfId: text,
  dateCreated: text,
  dateUpdated: text,
});
export type ShownContent = z.infer<typeof ShownContent>;

export const ObservedComment = z.object({
  isAdmin: flag,
  memberId: text,
  content: text,
  dateCreated: text,
});
export type ObservedComment = z.infer<typeof ObservedComment>;

/** One vendor's part of a reply, with the content shown. A field is null if the reply lacks it. */
export const VendorObservation = z.object({
  /** Vendor's name; empty if the content was shown without a vendor. */
  vendor: z.string(),
  status: text,
  code: text,
  comments: z.array(ObservedComment).nullable().catch([]),
  content: ShownContent,
});
export type VendorObservation = z.infer<typeof VendorObservation>;

/** Author and time; an unreadable time is replaced, since erasing a phone number may have changed its digits. */
const by = { by: z.string(), at: z.coerce.date().catch(() => new Date(0)) };

export const ObservationSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["update", "comment"]), operationId: z.string().catch(""), ...by }),
  z.object({ kind: z.enum(["report", "import"]), operationId: z.null(), ...by }),
]);
export type ObservationSource = z.infer<typeof ObservationSource>;

/** Content as last observed, each part with its source. */
export const ObservedContent = ShownContent.extend({
  from: ObservationSource,
  /** Set if the name or the buttons have another source than `from`. */
  nameFrom: ObservationSource.exactOptional(),
  buttonsFrom: ObservationSource.exactOptional(),
  /** Source of `isHidden` and `pfId`, which nobody can report. */
  channelFrom: ObservationSource.exactOptional(),
});
export type ObservedContent = z.infer<typeof ObservedContent>;

/** One vendor's review as last observed, each part with its source. */
export type ObservedVendor = {
  vendor: string;
  /** Status as received, which may be any text; null if none was observed. */
  status: string | null;
  statusFrom: ObservationSource;
  reason: string | null;
  code: string | null;
  /** Set if the code has another source than the status. */
  codeFrom?: ObservationSource;
  comments: ObservedComment[];
  /** Source of the comments; null if only a person's report is known. */
  commentsFrom: ObservationSource | null;
};

/** A template as last observed, field by field; `content` is null if none was observed. */
export type ObservedTemplate = {
  templateId: string;
  content: ObservedContent | null;
  vendors: ObservedVendor[];
  newest: number;
  changed?: ObservationSource;
};
