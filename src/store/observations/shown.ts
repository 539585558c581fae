import { z } from "zod";

/** Unreadable values are null, so that a row of another version breaks no page. */
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
  /** True for a comment from the reviewing side. */
  isAdmin: flag,
  memberId: text,
  content: text,
  dateCreated: text,
});
export type ObservedComment = z.infer<typeof ObservedComment>;

/** Part of a reply about one vendor, with the content shown. A field is null if the reply left it out. */
export const VendorObservation = z.object({
  /** Vendor's name; empty if the content was shown without a vendor. */
  vendor: z.string(),
  status: text,
  code: text,
  comments: z.array(ObservedComment).nullable().catch([]),
  content: ShownContent,
});
export type VendorObservation = z.infer<typeof VendorObservation>;

/** Times may be unreadable: erasing a phone number may have hit their digits. */
const by = { by: z.string(), at: z.coerce.date().catch(() => new Date(0)) };

/** Source of an observation: a reply to a person's act, or a person's report or import. */
export const ObservationSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["update", "comment"]), operationId: z.string().catch(""), ...by }),
  z.object({ kind: z.enum(["report", "import"]), operationId: z.null(), ...by }),
]);
export type ObservationSource = z.infer<typeof ObservationSource>;

/** Content as last observed, each part with its source. */
export const ObservedContent = ShownContent.extend({
  from: ObservationSource,
  /** Set if name or buttons have another source than the rest. */
  nameFrom: ObservationSource.exactOptional(),
  buttonsFrom: ObservationSource.exactOptional(),
  /** Source of `isHidden` and `pfId`, which nobody can report. */
  channelFrom: ObservationSource.exactOptional(),
});
export type ObservedContent = z.infer<typeof ObservedContent>;

/** One vendor's review as last observed, each part with its source. */
export type ObservedVendor = {
  vendor: string;
  /** Status, of any value; null if none was ever shown. */
  status: string | null;
  statusFrom: ObservationSource;
  /** Reason that the reporter read next to the status. */
  reason: string | null;
  /** The vendor's code of the template. */
  code: string | null;
  /** Set if the code has another source than the status. */
  codeFrom?: ObservationSource;
  /** Comments in the platform's order. */
  comments: ObservedComment[];
  /** Source of the comments; null if only a person's report is known. */
  commentsFrom: ObservationSource | null;
};

/** A template as last observed, field by field; `content` is null if none was ever observed. */
export type ObservedTemplate = {
  templateId: string;
  content: ObservedContent | null;
  vendors: ObservedVendor[];
  /** Version, raised with each observation. */
  newest: number;
  /** Source of the last change of text or buttons. */
  changed?: ObservationSource;
};
