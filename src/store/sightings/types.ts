import type { StoreTransaction } from "../database/tables.ts";
import type { Telling } from "../posts/types.ts";
import type { SeenButton, SeenComment, SeenFrom, ShownContent, VendorSighting } from "./shown.ts";

export type { SeenButton, SeenComment, SeenFrom, ShownContent, VendorSighting };

export type SeenContent = ShownContent & {
  from: SeenFrom;
  /** Where the name, or the buttons, were seen at another time than the rest. */
  nameFrom?: SeenFrom;
  buttonsFrom?: SeenFrom;
  /** Where `isHidden` and `pfId`, which nobody can report, were. */
  placeFrom?: SeenFrom;
};

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
  /** Id of the newest observation: a higher one says that there is more. */
  newest: number;
};

export type Sighting = {
  templateId: string;
  from: { kind: "update" | "comment"; by: string; operationId: string };
  /** When the request of a late reply left: the reply says nothing new of what was seen since. Null for any other. */
  askedAt: Date | null;
  /** When the reply was there. Both by this instance's clock; they are kept by the store's. */
  seenAt: Date;
  vendors: readonly VendorSighting[];
};

export type StatusReport = {
  /** The id of the form's rendering: the same one counts once. */
  id: string;
  templateId: string;
  by: string;
  vendors: readonly { vendor: string; status: string; code: string | null; reason: string | null }[];
  /** Null where it says nothing of it; so is each part that it left out. */
  content: Pick<ShownContent, "name" | "content" | "buttons"> | null;
};

/** A vendor as it is known now, and the status that was known before; null the first time that any is. */
export type Recorded = SeenVendor & { statusBefore: string | null };

export type SightingTable = {
  /** With an operation's end, in its transaction. What was left out is not among what it returns. */
  record(trx: StoreTransaction, sighting: Sighting): Promise<Recorded[]>;
  /**
   * What it tells is stored with it, and may be read in its transaction. `same`: that form was submitted before, and said
   * this. `other`: it said something else then, and what it says now is not stored. `overtaken`: what it answers doesn't
   * stand any more, which is asked once nobody else can report of that template.
   */
  report(
    report: StatusReport,
    tells: (recorded: Recorded[], trx: StoreTransaction) => Telling | Promise<Telling>,
    stands?: (trx: StoreTransaction) => Promise<boolean>,
  ): Promise<"new" | "same" | "other" | "overtaken">;
  /** `until`: as it was known at that moment, as far as that is still stored. */
  get(templateId: string, until?: Date): Promise<SeenTemplate | null>;
  /** In the order asked for; those never seen are left out. */
  getAll(templateIds: readonly string[]): Promise<SeenTemplate[]>;
  /** The newest inside a transaction. */
  read(trx: StoreTransaction, templateId: string): Promise<SeenTemplate | null>;
  /** Newest first; `search` is a part of the id or of the name, whatever its case. */
  list(filter: { search?: string; limit: number }): Promise<SeenTemplate[]>;
  /** The id of one that was seen, which is this one but for capitals and signs around it. */
  findMeant(templateId: string): Promise<string | undefined>;
};
