import type { Catalogue } from "../locales/index.ts";

/**
 * What Slack echoes back of the buttons under an operation's post; the value is the operation's id. `settle` comes
 * with what a person found out behind a colon. Null where a kind of operation has no such way on.
 */
export type Ways = {
  settle: string;
  repeat: string | null;
  edit: string | null;
  /** For what was accepted: its form, filled for another one of the same. */
  anew: string | null;
  /** Beside that one, where it can be kept under a name. */
  save?: string;
  /** What was accepted is used with it, by its author where they may; the value is the file's. */
  use?: { id: string; label: string; value: string };
  /** What the button behind `edit` is called, where it isn't edited. */
  editLabel?: string;
  /** Where it can't be undone. */
  editStyle?: "danger";
  /** Doing it twice does no harm, so that `edit` needs nobody to know first what became of it. */
  isHarmlessTwice?: boolean;
  /** Under a listing, whose id is the value; on the button and on the form that it opens. */
  unsettled: string;
};

/** `says`: how it reads on a line where it needs no name. `isMinor`: only the story has it. */
export type Fact = { name: string; value: string; says?: string; isMinor?: true };

/** Whoever reads the value sees what it is. */
export function inItself(name: string, value: string): Fact {
  return { name, value, says: value };
}

/** What one operation is about, said by its feature for whatever tells of it: posts, lists, forms. */
export type Description = {
  /** `SMS`, `upload` … */
  kind: string;
  /**
   * To whom or about what: in full for its author, masked for everybody else. `isOwnWord`: what its author called it,
   * in full in their direct messages too, where a recipient stays masked.
   */
  subject: { inFull: string; masked: string; isOwnWord?: true };
  /** Fit for conversations, the most useful first: a card has three of them, the story all. */
  facts: readonly Fact[];
  /** As it was sent, for its author alone; `lines`: what is read beside the text. */
  sent?: { lines: readonly { name: string; value: string }[]; text: string | null };
  /** How else it went, and what else the platform said of it, for its author's story. */
  details?: readonly { name: string; value: string }[];
  /** All that it says: words of others that repeat any of it are for its author alone. */
  contents: readonly string[];
  /** The platform's ids, the most useful first, by name; fit for conversations. */
  ids: readonly { name: string; id: string }[];
  /** Why nobody is asked whether it arrived, where that was so from the start. */
  unasked?: string;
  /** Another post that says what it is about, and its conversation: whoever has to settle it is led there. */
  toldIn?: { subject: string; place: string; conversation: string } | undefined;
  /** What leads on from it; left out where nothing does. */
  ways?: Ways;
  /** The catalogue with this kind's own terms in place of those of messages. */
  terms?: Catalogue;
};
