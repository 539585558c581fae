import type { ModalView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import type { Within } from "../../deadline.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { type Answer, plainAnswer } from "../blocks/answer.ts";
import { GroupNotKnownError, NotKnownError, type People } from "../people/people.ts";
import { type FirstAck, NotAcknowledgedError } from "./deliveries.ts";
import type { Interaction } from "./interaction.ts";
import { postTo } from "./respond-to.ts";
import { isSlacksOwn, ResponseUrlError } from "./slack-error.ts";
import { openModal, type Refusal } from "./views.ts";

/** Kinds of interaction that Slack waits for an acknowledgement of. */
export type Surface = "command" | "submission" | "click" | "shortcut" | "suggestion";

export type EdgeOptions = {
  people: People;
  client: WebClient;
  /** Aborted when the app stops: no answer waits any more for Slack to take it. */
  stopping: AbortSignal;
  words: (locale: Locale) => Catalogue;
  format: (locale: Locale) => Format;
  newReference: () => string;
  /** Renders the Home tab of somebody who may do nothing here. */
  strangersHome: (locale: Locale) => Answer;
  /** Logs once what went wrong and under which reference the person was told. */
  onFailure: (failure: { reference: string; surface: string; error: unknown }) => void;
  /** True of failures of the database, which may answer in a moment. */
  isStoreSlow?: (error: unknown) => boolean;
  onAcknowledged?: (surface: Surface, tookMs: number) => void;
  within: Within;
};

/** One interaction, as the listener of its kind describes it. `C` is given to its handler, `R` acknowledges it. */
export type Attended<C, R> = {
  surface: string;
  userId: string;
  answer: FirstAck<R>;
  missing: (words: Catalogue) => string;
  /** The acknowledgement that says why nothing is done, for a kind whose acknowledgement can. */
  ackRefusal?: (refusal: Refusal) => R;
  /** Tells the person beside the acknowledgement. */
  tell: (answer: Answer, words: Catalogue) => Promise<void>;
  /** Tells somebody who may do nothing here, for a kind that has other words for it. */
  turnAway?: (locale: Locale) => Promise<void>;
  /** Shows a modal, for a kind that can. */
  show?: (view: ModalView) => Promise<unknown>;
  handler: ((context: C) => Promise<void>) | undefined;
  context: (asked: Interaction & Pick<FirstAck<R>, "ack">) => C;
};

/** Takes every interaction through the same steps: who acts, may it be done, its handler, the acknowledgement. */
export async function attend<C, R>(options: EdgeOptions, attended: Attended<C, R>): Promise<void> {
  const { answer, handler } = attended;
  const { delivery, ack } = answer;
  try {
    const person = await options.people.recognise(attended.userId);
    const words = options.words(person.locale);
    const { edge, common } = words;
    const refuse = (text: string, mayTryAgain: boolean) =>
      refuseWith(options, attended, words, { text, mayTryAgain });
    if (person.standing === "outsider") {
      return await (attended.turnAway?.(person.locale) ?? refuse(edge.outsider, false));
    }
    if (delivery.refused === null) {
      if (person.standing === "not_known") delivery.refused = edge.notRecognised;
      else if (answer.isTooLate()) delivery.refused = common.tooSlow;
    }
    // Said again to each redelivery, even if the reason is gone by then.
    if (delivery.refused !== null) return await refuse(delivery.refused, true);
    if (handler === undefined) return await refuse(attended.missing(words), false);
    delivery.first ??= answer;
    const answering = (said: Answer) => attended.tell(said, words);
    const asking = { person, words, format: options.format(person.locale), delivery, answer: answering };
    const show = (view: ModalView) => openModal(options, asking, async () => attended.show?.(view));
    await handler(attended.context({ ...asking, openModal: show, ack }));
    await ack();
  } catch (error) {
    await ownUp(options, attended, error);
  }
}

/** Says it in the acknowledgement if that can still be given, else by `tell`, at last in a direct message. */
async function refuseWith<C, R>(
  options: EdgeOptions,
  { answer, ackRefusal, tell, userId }: Attended<C, R>,
  words: Catalogue,
  refusal: Refusal,
): Promise<void> {
  const said = answer.isDone() ? undefined : ackRefusal?.(refusal);
  const untaken = await answer.refuse(said).catch((error: unknown) => error);
  if (said !== undefined && untaken === undefined) return;
  const told = plainAnswer(refusal.text);
  await tell(told, words).catch((error: unknown) => {
    if (!(error instanceof ResponseUrlError)) throw error;
    return postTo(options, userId, told);
  });
}

/** Tells the person what failed, under a reference that is in the log. */
async function ownUp<C, R>(options: EdgeOptions, attended: Attended<C, R>, error: unknown): Promise<void> {
  const { surface, userId, answer } = attended;
  const words = options.words(options.people.knownLocale(userId));
  const { edge, common } = words;
  const refuse = (text: string) => refuseWith(options, attended, words, { text, mayTryAgain: true });
  const reference = options.newReference();
  const fail = (what: unknown) => options.onFailure({ reference, surface, error: what });
  try {
    if (error instanceof NotKnownError) {
      // No failure of this app, and logged where Slack was asked.
      const text = error instanceof GroupNotKnownError ? edge.groupNotKnown(error.group) : edge.notRecognised;
      answer.delivery.refused = text;
      return await refuse(text);
    }
    fail(error);
    if (error instanceof NotAcknowledgedError) {
      // The first delivery's answer stands.
      if (answer.isRepeat()) return;
      return await refuse(answer.delivery.mayStand ? common.mayBeTaken : common.tooSlow);
    }
    if (!isSlacksOwn(error)) {
      return await refuse(options.isStoreSlow?.(error) === true ? edge.storeSlow : edge.failed(reference));
    }
    const text = edge.notAllShown(reference);
    // Not through the response_url: it would be waited for as long once more.
    if (error instanceof ResponseUrlError) await postTo(options, userId, plainAnswer(text));
    else await refuse(text);
  } catch (untold) {
    fail(untold);
  }
}
