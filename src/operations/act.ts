import type { Locale } from "../locales/index.ts";
import type { FormOfAct, TakeOnRequest, TakeOnResult } from "../store/index.ts";

/**
 * What there is to acknowledge. `busy`, `too_slow`, `gone` (the draft behind the form isn't there any more) and
 * `barred`, with why in words: nothing was sent, and nothing will be. `twin`: another delivery of the same act came
 * first, this moment. `isOther`: what stands in the form isn't what stood in it then.
 */
export type Acknowledgement =
  | TakeOnResult
  | { kind: "busy" | "too_slow" | "gone" }
  | { kind: "twin"; isOther: boolean }
  | { kind: "barred"; why: string };

/** Who asks, as each interaction in Slack says it. */
export type Asker = {
  person: { id: string; locale: Locale };
  /** Slack may have told the person meanwhile that it failed: then nothing is sent. */
  wasHeldUp: () => boolean;
};

/** What an act takes on for whoever asks. */
export type Prepared = Omit<TakeOnRequest, "id" | "kind" | "form" | "author" | "locale">;

export type Act = {
  /** Made when the form was shown; Slack's trigger id of a command or a click that does something at once. */
  id: string;
  kind: string;
  /** Its author: nobody else is told what is remembered of an act that is over. */
  by: Asker;
  /** Given by a form that comes back as another act. */
  form?: FormOfAct | undefined;
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

const denials: readonly Acknowledgement["kind"][] = [
  "busy",
  "too_slow",
  "over_limit",
  "overtaken",
  "already_repeated",
  "not_repeatable",
];

/**
 * It was said that nothing was sent, though the same act could be taken on at another time: what is there of it is taken
 * back. What is barred isn't among them: that may be another delivery of what a decision has set going.
 */
export function wasDenied({ kind }: Acknowledgement): boolean {
  return denials.includes(kind);
}
