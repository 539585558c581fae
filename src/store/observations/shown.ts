import { z } from "zod";

/** What a stored text can't be read as is null, so that a row of another version breaks no page. */
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

/** As the platform wrote it: dates may be none. */
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
  /** From the reviewer's side. */
  isAdmin: flag,
  memberId: text,
  content: text,
  dateCreated: text,
});
export type ObservedComment = z.infer<typeof ObservedComment>;

/** What a reply showed of one vendor, with the content that it showed beside it. Null is what it left out. */
export const VendorObservation = z.object({
  /** Empty of what was shown without any vendor's code: that says something of the content alone. */
  vendor: z.string(),
  status: text,
  code: text,
  comments: z.array(ObservedComment).nullable().catch([]),
  content: ShownContent,
});
export type VendorObservation = z.infer<typeof VendorObservation>;

/** Forgetting a number may take a time for one. */
const by = { by: z.string(), at: z.coerce.date().catch(() => new Date(0)) };

/** A reply to somebody's act, in which the platform itself showed it, or a person's word: read in its console, or imported. */
export const ObservedFrom = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["update", "comment"]), operationId: z.string().catch(""), ...by }),
  z.object({ kind: z.enum(["report", "import"]), operationId: z.null(), ...by }),
]);
export type ObservedFrom = z.infer<typeof ObservedFrom>;

/** Content as it was shown last, each part where it was. */
export const ObservedContent = ShownContent.extend({
  from: ObservedFrom,
  /** Where the name, or the buttons, were seen at another time than the rest. */
  nameFrom: ObservedFrom.exactOptional(),
  buttonsFrom: ObservedFrom.exactOptional(),
  /** Where `isHidden` and `pfId`, which nobody can report, were. */
  channelFrom: ObservedFrom.exactOptional(),
});
export type ObservedContent = z.infer<typeof ObservedContent>;

/** What is known of one vendor's review, each part from where it was seen last. */
export type ObservedVendor = {
  vendor: string;
  /** Any value; null when none was ever shown. */
  status: string | null;
  statusFrom: ObservedFrom;
  /** What the person who reported the status read beside it. */
  reason: string | null;
  /** The vendor's own code of the template. */
  code: string | null;
  /** Where it was seen at another time than the status. */
  codeFrom?: ObservedFrom;
  /** In the platform's order. */
  comments: ObservedComment[];
  /** Null when only a person's report is known. */
  commentsFrom: ObservedFrom | null;
};

/** A template as far as it was ever seen, each field where it was shown last; `content` is null when none ever was. */
export type ObservedTemplate = {
  templateId: string;
  content: ObservedContent | null;
  /** By vendor. */
  vendors: ObservedVendor[];
  /** One more with each observation: a higher one says that there is more. */
  newest: number;
  /** In what its text or buttons were seen to be others than before. */
  changed?: ObservedFrom;
};
