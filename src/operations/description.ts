/** What one operation is about, said by its feature for lists that know no feature. */
export type Description = {
  /** `SMS`, `upload` … */
  kind: string;
  /** To whom or about what: in full for its author, masked for everybody else. */
  subject: { inFull: string; masked: string };
  /** Why it ended as it did, with long numbers masked; nothing to say of one that was accepted or hasn't ended. */
  reasons: readonly string[];
  /** Ids beside the operation's own and the message's, by name. */
  ids: readonly { name: string; id: string }[];
};
