import type { WebClient } from "@slack/web-api";
import type { Within } from "../../deadline.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { type Answer, plainAnswer } from "../blocks/answer.ts";
import { GroupNotKnownError, NotKnownError, type People, type Person } from "../people/people.ts";
import type { Deliveries } from "./deliveries.ts";
import { type FirstAck, NotAcknowledgedError } from "./first-ack.ts";
import type { GuideWords } from "./guide.ts";
import type { Refusal } from "./refusal.ts";
import { postTo } from "./respond-to.ts";
import { isSlacksOwn, ResponseUrlError } from "./slack-error.ts";

/** The edge's own sentences, by the person's locale. */
export type EdgeWords = Catalogue["edge"] & { tooSlow: string; mayBeTaken: string; guide: GuideWords };

export function toEdgeWords({ edge, common, help }: Catalogue): EdgeWords {
  const { tooSlow, mayBeTaken } = common;
  return { ...edge, tooSlow, mayBeTaken, guide: help };
}

/** Where a person acts; what Slack waits for an acknowledgement of. */
export type Surface = "command" | "submission" | "click" | "shortcut" | "suggestion";

export type EdgeOptions = {
  people: People;
  client: WebClient;
  /** Aborted when the app stops: no answer waits any more for Slack to take it. */
  stopping: AbortSignal;
  words: (locale: Locale) => EdgeWords;
  newReference: () => string;
  /** What is on the Home tab of somebody who may do nothing here. */
  strangersHome: (locale: Locale) => Answer;
  /** Logs once what went wrong and under which reference the person was told. */
  onFailure: (failure: { reference: string; surface: string; error: unknown }) => void;
  /** What failed is the database, which may answer in a moment. */
  isStoreSlow?: (error: unknown) => boolean;
  onAcknowledged?: (surface: Surface, tookMs: number) => void;
  deliveries: Deliveries;
  within: Within;
};

export type Attended<C> = {
  surface: string;
  userId: string;
  /** Given where something can be done; a handler that gives no acknowledgement has a bare one behind it. */
  answer?: FirstAck;
  handler: ((context: C) => Promise<void>) | undefined;
  missing: (words: EdgeWords) => string;
  /** Tells the person, as the acknowledgement when there was none yet. */
  refuse: (refusal: Refusal, words: EdgeWords) => Promise<void>;
  /** Tells who may do nothing here, where that isn't said as all else. */
  turnAway?: (locale: Locale) => Promise<void>;
  context: (person: Person) => C;
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
    const { answer, handler } = attended;
    const { refused = null } = answer?.delivery ?? {};
    if (refused !== null) return await refuse(refused, true);
    if (person.standing === "not_known") {
      return await refuseForGood(options, attended, { text: words.notRecognised, words });
    }
    if (answer?.isTooLate() === true) {
      return await refuseForGood(options, attended, { text: words.tooSlow, words });
    }
    if (handler === undefined) return await refuse(attended.missing(words), false);
    if (answer !== undefined) answer.delivery.first ??= answer;
    await handler(attended.context(person));
    await answer?.ack();
  } catch (error) {
    await ownUp(options, attended, { error, locale: locale ?? options.people.knownLocale(attended.userId) });
  }
}

/** Nothing is done now, nor when the same delivery comes again, whatever is so by then. */
async function refuseForGood<C>(
  options: EdgeOptions,
  attended: Attended<C>,
  { text, words }: { text: string; words: EdgeWords },
): Promise<void> {
  if (attended.answer !== undefined) attended.answer.delivery.refused = text;
  await tell(options, attended, { refusal: { text, mayTryAgain: true }, words });
}

/**
 * As the acknowledgement where there was none yet, by another way where Slack doesn't take that, and in a direct message
 * what no response_url takes.
 */
async function tell<C>(
  options: EdgeOptions,
  { refuse, userId }: Attended<C>,
  { refusal, words }: { refusal: Refusal; words: EdgeWords },
): Promise<void> {
  try {
    await refuse(refusal, words);
  } catch (error) {
    if (error instanceof NotAcknowledgedError) return await refuse(refusal, words);
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
  const isDefect = !(error instanceof NotKnownError);
  if (isDefect) onFailure({ reference, surface, error });
  // The first delivery's answer stands.
  if (error instanceof NotAcknowledgedError && attended.answer?.isRepeat() === true) return;
  try {
    const words = options.words(locale);
    if (!isDefect) {
      const isGroup = error instanceof GroupNotKnownError;
      const text = isGroup ? words.groupNotKnown(error.group) : words.notRecognised;
      return await refuseForGood(options, attended, { text, words });
    }
    const isStoreSlow = options.isStoreSlow?.(error) === true;
    const mayStand = attended.answer?.delivery.mayStand === true;
    const text = whatFailed(error, { words, reference, isStoreSlow, mayStand });
    // The same response_url would be waited for as long once more.
    if (error instanceof ResponseUrlError && error.kind !== "refused") {
      return await postTo(options, userId, plainAnswer(text));
    }
    await tell(options, attended, { refusal: { text, mayTryAgain: true }, words });
  } catch (untold) {
    onFailure({ reference, surface, error: untold });
  }
}

type Failing = { words: EdgeWords; reference: string; isStoreSlow: boolean; mayStand: boolean };

function whatFailed(error: unknown, { words, reference, isStoreSlow, mayStand }: Failing): string {
  if (error instanceof NotAcknowledgedError) return mayStand ? words.mayBeTaken : words.tooSlow;
  if (isSlacksOwn(error)) return words.notAllShown(reference);
  return isStoreSlow ? words.storeSlow : words.failed(reference);
}
