import type { Locale } from "../locales/index.ts";
import type { TakeOnRequest, TakeOnResult } from "../store/index.ts";

/**
 * What there is to acknowledge. `busy`, `too_slow`, `gone` (the draft behind the form isn't there any more) and
 * `barred`, with why in words: nothing was stored, and nothing is sent. `storing`: nobody knows that yet; `not_stored`: the
 * store failed behind that answer, of this submission: an earlier one may stand.
 */
export type Acknowledgement =
  | TakeOnResult
  | { kind: "busy" | "too_slow" | "gone" | "storing" | "not_stored" }
  | { kind: "barred"; why: string };

/** Who asks, as each interaction in Slack says it. */
export type Asker = {
  person: { id: string; locale: Locale };
  /**
   * The same object however often Slack delivers this very interaction to this process. `isGivenUp`: its
   * acknowledgement failed, or would, so that nothing may be sent.
   */
  delivery: { first?: { isGivenUp(): boolean } | null };
};

/** What an act takes on for whoever asks. */
export type Prepared = Omit<TakeOnRequest, "id" | "kind" | "author" | "locale">;

export type Act = {
  /** Made when the form was shown; Slack's trigger id of a command or a click that does something at once. */
  id: string;
  kind: string;
  /** Its author: nobody else is told what became of it. */
  by: Asker;
  /**
   * Reads what else is needed, within the same budget as storing. Null when it is gone; `barred`: why it must not be
   * done, in words.
   */
  prepare: () => Promise<Prepared | { barred: string } | null>;
};

/** As this app and Slack make them; a form brings back whatever is put into it, and no database keeps every text. */
export function isActId(id: string): boolean {
  return /^[\w.:-]{1,200}$/.test(id);
}
