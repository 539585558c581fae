/** What one operation is about, said by its feature for lists that know no feature. */
export type Description = {
  /** `SMS`, `upload` … */
  kind: string;
  /** To whom or about what: in full for its author, masked for everybody else. */
  subject: { inFull: string; masked: string };
  /**
   * Why it ended as it did, with long numbers masked; nothing to say of one that was accepted or hasn't ended. What
   * repeats something of its contents is for its author alone.
   */
  reasons: { inFull: readonly string[]; masked: readonly string[] };
  /** Why a person sent it again, in that person's words; null where there are none to be shown. */
  typedReason: { inFull: string | null; masked: string | null };
  /** Ids beside the operation's own and the message's, by name. */
  ids: readonly { name: string; id: string }[];
};
