import type { AckFn } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import type { Within } from "../../deadline.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { type Answer, plainAnswer } from "../blocks/answer.ts";
import { GroupNotKnownError, NotKnownError, type People } from "../people/people.ts";
import type { Interaction } from "./interaction.ts";
import { sendDirectMessage } from "./respond-to.ts";
import { isSlackFault, ResponseUrlError } from "./slack-error.ts";
import { openModal, type Refusal } from "./views.ts";

export type InteractionKind = "command" | "submission" | "click" | "shortcut" | "suggestion";

export type EdgeOptions = {
  people: People;
  client: WebClient;
  /** Aborted when the app stops; answers are not retried then. */
  stopping: AbortSignal;
  words: (locale: Locale) => Catalogue;
  format: (locale: Locale) => Format;
  newReference: () => string;
  /** Logs a failure; `reference` is shown to the person. */
  onFailure: (failure: { reference: string; surface: string; error: unknown }) => void;
  /** True for a database failure that may pass in a moment. */
  isStoreSlow?: (error: unknown) => boolean;
  onAcknowledged?: (surface: InteractionKind, tookMs: number) => void;
  within: Within;
};

/** Interaction as its listener received it. `C`: context of the handler; `R`: payload of the acknowledgement. */
type Attended<C, R> = {
  surface: string;
  userId: string;
  answer: Acknowledger<R>;
  /** Makes the acknowledgement that shows a refusal; absent for clicks and shortcuts, where Slack shows none. */
  ackRefusal?: (refusal: Refusal) => R;
  respond: (answer: Answer, words: Catalogue) => Promise<void>;
  show?: (view: ModalView) => Promise<unknown>;
  handler: ((context: C) => Promise<void>) | undefined;
  context: (asked: Interaction & Pick<Acknowledger<R>, "ack">) => C;
};

/** Identifies the person, checks access, runs the handler and acknowledges, in this order for every interaction. */
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
    // Repeats the refusal to a redelivery, even if the reason has passed.
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

/** Shows the refusal in the acknowledgement if there is still time, else by `respond`, else by direct message. */
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
    return sendDirectMessage(options, userId, reply);
  });
}

/** Shows the person a failure, with the reference of its log line. */
async function ownUp<C, R>(options: EdgeOptions, attended: Attended<C, R>, error: unknown): Promise<void> {
  const { surface, userId, answer } = attended;
  const words = options.words(options.people.knownLocale(userId));
  const { edge, common } = words;
  const refuse = (text: string) => refuseWith(options, attended, words, { text, mayTryAgain: true });
  const reference = options.newReference();
  const fail = (what: unknown) => options.onFailure({ reference, surface, error: what });
  try {
    if (error instanceof NotKnownError) {
      // No reference: `people.ts` has logged the reason.
      const text = error instanceof GroupNotKnownError ? edge.groupNotKnown(error.group) : edge.notRecognised;
      answer.delivery.refused = text;
      return await refuse(text);
    }
    fail(error);
    if (error instanceof NotAcknowledgedError) {
      if (answer.isRepeat()) return;
      return await refuse(answer.delivery.mayStand ? common.mayBeTaken : common.tooSlow);
    }
    if (!isSlackFault(error)) {
      return await refuse(options.isStoreSlow?.(error) === true ? edge.storeSlow : edge.failed(reference));
    }
    const text = edge.notAllShown(reference);
    // Direct message, since the response_url has just failed and would be retried for another minute.
    if (error instanceof ResponseUrlError) await sendDirectMessage(options, userId, plainAnswer(text));
    else await refuse(text);
  } catch (unannounced) {
    fail(unannounced);
  }
}

/** State of one interaction, shared by all its deliveries to this process. */
export class InteractionState {
  /** Refusal given before any handler ran; redeliveries repeat it. */
  refused: string | null = null;
  /** Acknowledgement of the delivery whose handler ran first. */
  first: { isGivenUp(): boolean } | null = null;
  hasForm = false;
  /** Set if the submission may be stored although its acknowledgement failed; a second submission then counts once. */
  mayStand = false;
}

/** Thrown if Slack took no acknowledgement in time: the person saw a failure, so the handler must do nothing. */
export class NotAcknowledgedError extends Error {
  override readonly name = "NotAcknowledgedError";

  constructor(cause?: unknown) {
    super("Slack did not take an acknowledgement in time", { cause });
  }
}

export type Acknowledger<R = never> = ReturnType<typeof createAcknowledger<R>>;

/** Acknowledges at most once, since HTTP allows one response. `tookMs` counts from Bolt's call of the listener. */
export function createAcknowledger<R>(
  delivery: InteractionState,
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
    /** True if another delivery's handler ran first: this handler may repeat the answer, but must change nothing. */
    isRepeat: () => delivery.first !== null && delivery.first !== answer,
    /** True if Slack may have shown a failure. False for a redelivery, as the first delivery may have been in time. */
    isTooLate: (): boolean => !answer.isRepeat() && look(),
    /** True if Slack has given up on this delivery: the acknowledgement failed, or would be too late now. */
    isGivenUp: (): boolean => hasFailed || (!isDone && answer.isTooLate()),
    /** Acknowledges. @throws NotAcknowledgedError if it is too late: the handler must then do nothing */
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
    /** Acknowledges even if it is late, since nothing was done. @throws NotAcknowledgedError */
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
