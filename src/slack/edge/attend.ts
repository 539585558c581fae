import type { AckFn } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import type { Within } from "../../deadline.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { type Answer, plainAnswer } from "../blocks/answer.ts";
import { GroupNotKnownError, NotKnownError, type People } from "../people/people.ts";
import type { Interaction } from "./interaction.ts";
import { postTo } from "./respond-to.ts";
import { isSlacksOwn, ResponseUrlError } from "./slack-error.ts";
import { openModal, type Refusal } from "./views.ts";

/** Kinds of interaction that need an acknowledgement. */
export type Surface = "command" | "submission" | "click" | "shortcut" | "suggestion";

export type EdgeOptions = {
  people: People;
  client: WebClient;
  /** Aborts when the app stops: answers wait no longer for Slack. */
  stopping: AbortSignal;
  words: (locale: Locale) => Catalogue;
  format: (locale: Locale) => Format;
  newReference: () => string;
  /** Logs a failure with the reference that the person was told. */
  onFailure: (failure: { reference: string; surface: string; error: unknown }) => void;
  /** Database failures that may pass in a moment. */
  isStoreSlow?: (error: unknown) => boolean;
  onAcknowledged?: (surface: Surface, tookMs: number) => void;
  within: Within;
};

/** One interaction, as the listener of its kind describes it. `C`: what its handler gets; `R`: its acknowledgement. */
type Attended<C, R> = {
  surface: string;
  userId: string;
  answer: FirstAck<R>;
  /** Acknowledges with the reason why nothing is done, where that is possible. */
  ackRefusal?: (refusal: Refusal) => R;
  respond: (answer: Answer, words: Catalogue) => Promise<void>;
  show?: (view: ModalView) => Promise<unknown>;
  handler: ((context: C) => Promise<void>) | undefined;
  context: (asked: Interaction & Pick<FirstAck<R>, "ack">) => C;
};

/** Takes every interaction through the same steps: who acts, whether they may, the handler, the acknowledgement. */
export async function attend<C, R>(options: EdgeOptions, attended: Attended<C, R>): Promise<void> {
  const { answer, handler } = attended;
  const { delivery, ack } = answer;
  try {
    const person = await options.people.recognise(attended.userId);
    const words = options.words(person.locale);
    const { edge, common } = words;
    const refuse = (text: string, mayTryAgain: boolean) =>
      refuseWith(options, attended, words, { text, mayTryAgain });
    if (person.standing === "outsider") return await refuse(edge.outsider, false);
    if (delivery.refused === null) {
      if (person.standing === "not_known") delivery.refused = edge.notRecognised;
      else if (answer.isTooLate()) delivery.refused = common.tooSlow;
    }
    // Repeated to each redelivery, even if the reason has passed.
    if (delivery.refused !== null) return await refuse(delivery.refused, true);
    if (handler === undefined) return await refuse(edge.outdated, false);
    delivery.first ??= answer;
    const answering = (said: Answer) => attended.respond(said, words);
    const asking = { person, words, format: options.format(person.locale), delivery, answer: answering };
    const show = (view: ModalView) => openModal(options, asking, async () => attended.show?.(view));
    await handler(attended.context({ ...asking, openModal: show, ack }));
    await ack();
  } catch (error) {
    await ownUp(options, attended, error);
  }
}

/** Says it in the acknowledgement if that is still possible, else by `tell`, at last in a direct message. */
async function refuseWith<C, R>(
  options: EdgeOptions,
  { answer, ackRefusal, respond, userId }: Attended<C, R>,
  words: Catalogue,
  refusal: Refusal,
): Promise<void> {
  const said = answer.isDone() ? undefined : ackRefusal?.(refusal);
  const untaken = await answer.refuse(said).catch((error: unknown) => error);
  if (said !== undefined && untaken === undefined) return;
  const reply = plainAnswer(refusal.text);
  await respond(reply, words).catch((error: unknown) => {
    if (!(error instanceof ResponseUrlError)) throw error;
    return postTo(options, userId, reply);
  });
}

/** Tells the person what failed, with a reference to the log. */
async function ownUp<C, R>(options: EdgeOptions, attended: Attended<C, R>, error: unknown): Promise<void> {
  const { surface, userId, answer } = attended;
  const words = options.words(options.people.knownLocale(userId));
  const { edge, common } = words;
  const refuse = (text: string) => refuseWith(options, attended, words, { text, mayTryAgain: true });
  const reference = options.newReference();
  const fail = (what: unknown) => options.onFailure({ reference, surface, error: what });
  try {
    if (error instanceof NotKnownError) {
      // Not a failure of this app; logged where Slack was asked.
      const text = error instanceof GroupNotKnownError ? edge.groupNotKnown(error.group) : edge.notRecognised;
      answer.delivery.refused = text;
      return await refuse(text);
    }
    fail(error);
    if (error instanceof NotAcknowledgedError) {
      if (answer.isRepeat()) return;
      return await refuse(answer.delivery.mayStand ? common.mayBeTaken : common.tooSlow);
    }
    if (!isSlacksOwn(error)) {
      return await refuse(options.isStoreSlow?.(error) === true ? edge.storeSlow : edge.failed(reference));
    }
    const text = edge.notAllShown(reference);
    // Not through the response_url, which would be waited for as long again.
    if (error instanceof ResponseUrlError) await postTo(options, userId, plainAnswer(text));
    else await refuse(text);
  } catch (unannounced) {
    fail(unannounced);
  }
}

/** One interaction, however often Slack delivers it to this process. */
export class Delivery {
  /** The refusal that it got before any handler. */
  refused: string | null = null;
  /** Acknowledgement of the delivery whose handler ran first. */
  first: { isGivenUp(): boolean } | null = null;
  hasForm = false;
  /** Its content may be stored whether or not Slack takes the answer, and counts once however often it is submitted. */
  mayStand = false;
}

/** Slack didn't take an acknowledgement in time: the person saw a failure, and nothing is sent. */
export class NotAcknowledgedError extends Error {
  override readonly name = "NotAcknowledgedError";

  constructor(cause?: unknown) {
    super("Slack did not take an acknowledgement in time", { cause });
  }
}

export type FirstAck<R = never> = ReturnType<typeof firstAck<R>>;

/**
 * Acknowledges once: HTTP throws at a second time, Socket Mode only warns. `onAcknowledged` gets the time since Bolt handed
 * the payload over.
 */
export function firstAck<R>(
  delivery: Delivery,
  { ack, context }: { ack: AckFn<R>; context: Record<string, unknown> },
  onAcknowledged?: (tookMs: number) => void,
) {
  const startedMs = performance.now();
  const { isLate } = context;
  let wasLate = false;
  let isDone = false;
  let hasFailed = false;
  const look = () => {
    wasLate ||= typeof isLate === "function" && isLate() === true;
    return wasLate;
  };
  const answer = {
    delivery,
    isDone: () => isDone,
    /** Another delivery's handler ran first: this one may repeat that answer, without effect. */
    isRepeat: () => delivery.first !== null && delivery.first !== answer,
    /** Slack may have shown a failure. Never for a repetition: the first may have been in time. */
    isTooLate: (): boolean => !answer.isRepeat() && look(),
    /** Its acknowledgement failed, or would fail now. Never after one that was in time. */
    isGivenUp: (): boolean => hasFailed || (!isDone && answer.isTooLate()),
    /** @throws NotAcknowledgedError, after which the handler does nothing. A late one isn't sent. */
    async ack(response?: R): Promise<void> {
      if (isDone) return;
      try {
        if (answer.isTooLate()) throw new NotAcknowledgedError();
        await answer.refuse(response);
        if (look()) throw new NotAcknowledgedError();
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    },
    /** Acknowledges, however late, that nothing was done. @throws NotAcknowledgedError */
    async refuse(response?: R): Promise<void> {
      if (isDone) return;
      isDone = true;
      await ack(response).catch((error: unknown) => {
        throw new NotAcknowledgedError(error);
      });
      onAcknowledged?.(performance.now() - startedMs);
    },
  };
  return answer;
}
