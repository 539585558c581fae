import type { WebClient } from "@slack/web-api";
import type { BoundedMap } from "../../bounded-map.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { plainAnswer } from "../blocks/answer.ts";
import type { Line } from "../blocks/rich-text.ts";
import { GroupNotKnownError, type People, type Person } from "../people/people.ts";
import type { GuideWords } from "./guide.ts";
import { postTo } from "./post-to.ts";
import type { Refusal } from "./refusal.ts";
import { isSlacksOwn, ResponseUrlError } from "./slack-error.ts";

/** The edge's own sentences, by the person's locale. */
export type EdgeWords = Catalogue["edge"] & { guide: GuideWords };

/** Where a person acts; what Slack waits for an acknowledgement of. */
export type Surface = "command" | "submission" | "click" | "shortcut" | "suggestion";

export type EdgeOptions = {
  people: People;
  client: WebClient;
  /** Aborted when the app stops: no answer waits any more for Slack to take it. */
  stopping: AbortSignal;
  words: (locale: Locale) => EdgeWords;
  newReference: () => string;
  /** False when Slack delivered the same before, to whichever instance. */
  isFirstDelivery: (triggerId: string) => Promise<boolean>;
  /** Where somebody who may do nothing here finds who can tell more; null where nobody is named. */
  whomToAsk: (locale: Locale) => Line | null;
  /** Logs once what went wrong and under which reference the person was told. */
  onFailure: (failure: { reference: string; surface: string; error: unknown }) => void;
  onAcknowledged?: (surface: Surface, tookMs: number) => void;
  /**
   * What was told, by trigger id, where it was told as not done before anybody looked at what it asks for: Slack didn't say
   * who it is, or who may. The same delivery is told the same once more, though Slack may have said by then.
   */
  refused: BoundedMap<string, string>;
  /** The act that a command's or a click's trigger id is can do nothing later: its person was told so. */
  deny: (triggerId: string) => void;
  /** Somebody did something, whatever came of it. */
  onActed?: (person: Person) => void;
};

export type Attended<C> = {
  surface: string;
  userId: string;
  /** Given where something can be done. `isAct`: the trigger id is the act, which a form's isn't. */
  delivery?: { triggerId: string; isAct: boolean };
  handler: ((context: C) => Promise<void>) | undefined;
  missing: (words: EdgeWords) => string;
  /** Tells the person, as the acknowledgement when there was none yet. */
  refuse: (refusal: Refusal, words: EdgeWords) => Promise<void>;
  /** Tells who may do nothing here, where that isn't said as all else. */
  turnAway?: (locale: Locale) => Promise<void>;
  context: (person: Person) => C;
  /** Nothing is done by it. */
  isLook?: true;
};

/** The one way of every interaction: who is it, is there a handler, run it, own up when it fails. */
export async function attend<C>(options: EdgeOptions, attended: Attended<C>): Promise<void> {
  let locale: Locale | undefined;
  try {
    const person = await options.people.recognise(attended.userId);
    locale = person.locale;
    const words = options.words(locale);
    const refuse = (text: string, mayTryAgain: boolean) =>
      tell(options, attended, { refusal: { text, mayTryAgain }, words });
    if (person.standing === "outsider") {
      return await (attended.turnAway?.(locale) ?? refuse(words.outsider, false));
    }
    const before = attended.delivery && options.refused.get(attended.delivery.triggerId);
    if (before !== undefined) return await refuse(before, true);
    if (person.standing === "not_known") {
      return await refuseForGood(options, attended, { text: words.notRecognised, words });
    }
    if (attended.handler === undefined) return await refuse(attended.missing(words), false);
    await attended.handler(attended.context(person));
    if (attended.isLook !== true) options.onActed?.(person);
  } catch (error) {
    await ownUp(options, attended, { error, locale: locale ?? "en" });
  }
}

/** Nobody knows who may: nothing is done now, nor when the same comes again and somebody does. */
async function refuseForGood<C>(
  options: EdgeOptions,
  attended: Attended<C>,
  { text, words }: { text: string; words: EdgeWords },
): Promise<void> {
  const { refused, deny } = options;
  const { delivery } = attended;
  if (delivery !== undefined) refused.set(delivery.triggerId, text);
  if (delivery?.isAct === true) deny(delivery.triggerId);
  await tell(options, attended, { refusal: { text, mayTryAgain: true }, words });
}

/** What no response_url takes is told in a direct message. */
async function tell<C>(
  options: EdgeOptions,
  { refuse, userId }: Attended<C>,
  { refusal, words }: { refusal: Refusal; words: EdgeWords },
): Promise<void> {
  try {
    await refuse(refusal, words);
  } catch (error) {
    if (!(error instanceof ResponseUrlError)) throw error;
    await postTo(options, userId, plainAnswer(refusal.text));
  }
}

/** That Slack didn't say who may is no failure of this app, and is logged where Slack was asked. */
async function ownUp<C>(
  options: EdgeOptions,
  attended: Attended<C>,
  { error, locale }: { error: unknown; locale: Locale },
): Promise<void> {
  const { newReference, onFailure } = options;
  const { surface, userId } = attended;
  const reference = newReference();
  const isDefect = !(error instanceof GroupNotKnownError);
  if (isDefect) onFailure({ reference, surface, error });
  try {
    const words = options.words(locale);
    if (!isDefect) {
      return await refuseForGood(options, attended, { text: words.groupNotKnown(error.group), words });
    }
    const text = (isSlacksOwn(error) ? words.notAllShown : words.failed)(reference);
    // The same response_url would be waited for as long once more.
    if (error instanceof ResponseUrlError && error.kind !== "refused") {
      return await postTo(options, userId, plainAnswer(text));
    }
    await tell(options, attended, { refusal: { text, mayTryAgain: true }, words });
  } catch (untold) {
    onFailure({ reference, surface, error: untold });
  }
}
