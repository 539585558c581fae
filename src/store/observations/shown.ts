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
  /** True for a comment of the reviewer's side. */
  isAdmin: flag,
  memberId: text,
  content: text,
  dateCreated: text,
});
export type ObservedComment = z.infer<typeof ObservedComment>;

/** What a reply showed of one vendor, and the content that it showed. Null: the reply left it out. */
export const VendorObservation = z.object({
  /** Empty if content was shown without any vendor. */
  vendor: z.string(),
  status: text,
  code: text,
  comments: z.array(ObservedComment).nullable().catch([]),
  content: ShownContent,
});
export type VendorObservation = z.infer<typeof VendorObservation>;

/** A time may be damaged: erasing a phone number may have hit its digits. */
const by = { by: z.string(), at: z.coerce.date().catch(() => new Date(0)) };

/** Source of an observation: a reply to somebody's act, or a person's report or import. */
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

/** What is known of one vendor's review, each part with its source. */
export type ObservedVendor = {
  vendor: string;
  /** Any value; null when none was ever shown. */
  status: string | null;
  statusFrom: ObservationSource;
  /** Reason that the reporting person read next to the status. */
  reason: string | null;
  /** The vendor's code of the template. */
  code: string | null;
  /** Set if the code has another source than the status. */
  codeFrom?: ObservationSource;
  /** In the platform's order. */
  comments: ObservedComment[];
  /** Null when only a person's report is known. */
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
