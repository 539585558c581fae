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

/** Forgetting a number may take a time for one. */
const by = { by: z.string(), at: z.coerce.date().catch(() => new Date(0)) };

/** A reply to somebody's act, in which the platform itself showed it, or a person's word: read in its console, or imported. */
export const SeenFrom = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["update", "comment"]), operationId: z.string().catch(""), ...by }),
  z.object({ kind: z.enum(["report", "import"]), operationId: z.null(), ...by }),
]);
export type SeenFrom = z.infer<typeof SeenFrom>;

/** Content as it was shown last, each part where it was. */
export const SeenContent = ShownContent.extend({
  from: SeenFrom,
  /** Where the name, or the buttons, were seen at another time than the rest. */
  nameFrom: SeenFrom.exactOptional(),
  buttonsFrom: SeenFrom.exactOptional(),
  /** Where `isHidden` and `pfId`, which nobody can report, were. */
  placeFrom: SeenFrom.exactOptional(),
});
export type SeenContent = z.infer<typeof SeenContent>;

/** What is known of one vendor's review, each part from where it was seen last. */
export type SeenVendor = {
  vendor: string;
  /** Any value; null when none was ever shown. */
  status: string | null;
  statusFrom: SeenFrom;
  /** What the person who reported the status read beside it. */
  reason: string | null;
  /** The vendor's own code of the template. */
  code: string | null;
  /** Where it was seen at another time than the status. */
  codeFrom?: SeenFrom;
  /** In the platform's order. */
  comments: SeenComment[];
  /** Null when only a person's report is known. */
  commentsFrom: SeenFrom | null;
};

/** A template as far as it was ever seen, each field where it was shown last; `content` is null when none ever was. */
export type SeenTemplate = {
  templateId: string;
  content: SeenContent | null;
  /** By vendor. */
  vendors: SeenVendor[];
  /** One more with each observation: a higher one says that there is more. */
  newest: number;
  /** In what its text or buttons were seen to be others than before. */
  changed?: SeenFrom;
};
