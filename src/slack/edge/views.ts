import type { BlockAction, ViewOutput, ViewResponseAction } from "@slack/bolt";
import type { HomeView, KnownBlock, ModalView } from "@slack/types";
import { WebAPIRateLimitedError, type WebClient } from "@slack/web-api";
import { BoundedMap } from "../../bounded-map.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, plainAnswer } from "../blocks/answer.ts";
import { slackLimits } from "../blocks/limits.ts";
import { plainText, renderModal } from "../blocks/modal.ts";
import { withoutTables } from "../blocks/table.ts";
import type { EdgeOptions } from "./attend.ts";
import type { Click, Interaction } from "./interaction.ts";
import { replaceAnswer, respondTo, sendDirectMessage, withRetries } from "./respond-to.ts";
import { isSlackFault, mayHaveSucceeded, slackErrorCode, toRetryAfterMs } from "./slack-error.ts";

type Asking = Pick<EdgeOptions, "client" | "stopping">;

/** False for the third modal of a stack: Slack shows three, and a fourth replaces the third. */
export function hasRoomAbove(view: Pick<ViewOutput, "previous_view_id" | "root_view_id">): boolean {
  return view.previous_view_id === null || view.previous_view_id === view.root_view_id;
}

/**
 * Errors after which no form is missing: another delivery opened it, or the modal below was closed. Slack's docs have
 * two names for each trigger error.
 */
const unneeded = new Set(["exchanged_trigger_id", "trigger_exchanged", "not_found"]);
/** Errors after which the person may try again; other errors mean that Slack refused the content. */
const late = new Set(["expired_trigger_id", "trigger_expired", "invalid_trigger_id", "invalid_trigger"]);

export async function openModal(
  options: EdgeOptions,
  { person, answer, delivery }: Pick<Interaction, "person" | "answer" | "delivery">,
  show: () => Promise<unknown>,
): Promise<void> {
  const isFirst = !delivery.hasForm;
  delivery.hasForm = true;
  try {
    await show();
  } catch (error) {
    const code = slackErrorCode(error);
    const isNotOurs = code === undefined || isSlackFault(error) || late.has(code);
    if ((code !== undefined && unneeded.has(code)) || (isNotOurs && !isFirst)) return;
    const reference = options.newReference();
    options.onFailure({ reference, surface: "modal", error });
    const { edge: words } = options.words(person.locale);
    const unopened = mayHaveSucceeded(error) ? words.modalNotKnown : words.modalNotOpened;
    await answer(plainAnswer(isNotOurs ? unopened : words.failed(reference)));
  }
}

/** Opens a modal over the clicked one, or in its place if Slack allows no more. */
export async function pushOrReplaceModal(
  options: Asking,
  { trigger_id, view: below }: BlockAction,
  view: ModalView,
) {
  if (below?.type !== "modal") return await options.client.views.open({ trigger_id, view });
  if (hasRoomAbove(below)) return await options.client.views.push({ trigger_id, view });
  return await replaceModal(options, below.id, view);
}

/** Replaces a modal without a hash: after a submission or a click that leads on, nothing else changes the modal. */
function replaceModal({ client, stopping }: Asking, id: string, view: ModalView) {
  return withRetries(() => client.views.update({ view_id: id, view }), stopping);
}

/** Replaces a modal; does nothing if the person closed it. */
export async function changeModal(options: Asking, id: string, view: ModalView): Promise<void> {
  await replaceModal(options, id, view).catch((error: unknown) => {
    if (slackErrorCode(error) !== "not_found") throw error;
  });
}

type Shown = Pick<ViewOutput, "id" | "hash">;

/** Most modals remembered, more than change at the same time. */
const maxChanging = 1000;

/**
 * Changes a modal, unless it was closed or something else changed it after the click. The second of two quick clicks has all
 * typed text, so its change replaces that of the first.
 */
export function createModalUpdater({ client, stopping }: Asking) {
  const newest = new BoundedMap<string, { hash: string; order: number }>(maxChanging);
  let clicks = 0;

  async function update(id: string, hash: string, view: ModalView, order: number): Promise<void> {
    try {
      const reply = await withRetries(() => client.views.update({ view_id: id, hash, view }), stopping);
      // Slack's answer to an older click may arrive last.
      const isNewest = (newest.get(id)?.order ?? 0) <= order;
      if (reply.view?.hash !== undefined && isNewest) newest.set(id, { hash: reply.view.hash, order });
    } catch (error) {
      const code = slackErrorCode(error);
      if (code === "not_found") return;
      if (code !== "hash_conflict") throw error;
      const own = newest.get(id);
      if (own && own.hash !== hash && own.order < order) await update(id, own.hash, view, order);
    }
  }

  return async ({ id, hash }: Shown, view: ModalView): Promise<void> => {
    clicks += 1;
    await update(id, hash, view, clicks);
  };
}

const answerId = "edge.answer";

export function isAnswerView(body: BlockAction): boolean {
  return body.view?.callback_id === answerId;
}

/** Answers a click: below the post, or for Home and answer modals in a modal, else by direct message. */
export function clickAnswers(
  options: Asking,
  body: BlockAction,
  { edge: words }: Catalogue,
): Pick<Click, "answer" | "replace"> {
  const { response_url: responseUrl } = body;
  if (responseUrl) {
    return {
      answer: (answer) => respondTo(options, responseUrl, answer),
      replace: (answer) => replaceAnswer(options, responseUrl, answer),
    };
  }
  const post = (answer: Answer) => sendDirectMessage(options, body.user.id, answer);
  if (body.view?.type !== "home" && !isAnswerView(body)) return { answer: post, replace: post };
  let shownId = isAnswerView(body) ? body.view?.id : undefined;
  const show = async (view: ModalView) => {
    shownId = (await pushOrReplaceModal(options, body, view)).view?.id;
  };
  const replace = async (view: ModalView) => {
    await (shownId === undefined ? show(view) : replaceModal(options, shownId, view));
  };
  /** Falls back to a direct message if the modal can't be shown, for example because the person closed it. */
  const orElsePost = (show: (view: ModalView) => Promise<void>) => async (answer: Answer, title?: string) => {
    await show(renderAnswerView(answer, words, title)).catch(() => post(answer));
  };
  return { answer: orElsePost(show), replace: orElsePost(replace) };
}

/** Renders an answer as a modal; the app's name replaces a title that is missing or too long for Slack. */
function renderAnswerView({ blocks }: Answer, words: Catalogue["edge"], own = ""): ModalView {
  const { title, close } = words.answer;
  const isWhole = own !== "" && own.length <= slackLimits.viewTitle;
  const [first, ...others] = withoutTables(blocks);
  const isAlone = others.length === 0;
  const head = first === undefined ? [] : isWhole && !isAlone ? withoutTitle(first, own) : [first];
  return renderModal({
    callbackId: answerId,
    title: isWhole ? own : title,
    close,
    blocks: [...head, ...others],
  });
}

function withoutTitle(block: KnownBlock, title: string): KnownBlock[] {
  if (block.type !== "rich_text") return [block];
  const [first, ...others] = block.elements;
  if (first?.type !== "rich_text_section") return [block];
  const [name, end, ...rest] = first.elements;
  if (name?.type !== "text" || name.text !== title) return [block];
  if (end === undefined) return others.length === 0 ? [] : [{ ...block, elements: others }];
  const isTitle = end.type === "text" && end.text === "\n";
  return isTitle ? [{ ...block, elements: [{ ...first, elements: rest }, ...others] }] : [block];
}

export type Refusal = {
  text: string;
  /** True if the same submission may succeed in a moment; the modal then keeps its values. */
  mayTryAgain: boolean;
};

/**
 * Shows a refusal under the form's first input. A form without inputs gets a modal: over the form if trying again may
 * help, else in its place.
 */
export function refuseSubmission(view: ViewOutput, { text, mayTryAgain }: Refusal): ViewResponseAction {
  const input = view.blocks.find(({ type }) => type === "input")?.block_id;
  if (input !== undefined) return { response_action: "errors", errors: { [input]: text } };
  const alone: ModalView = {
    type: "modal",
    title: plainText(view.title.text),
    blocks: [{ type: "section", text: plainText(text) }],
  };
  return { response_action: mayTryAgain && hasRoomAbove(view) ? "push" : "update", view: alone };
}

/** Wait after a failure for which Slack states none. */
const retryAfterMs = 30_000;

/** Creates a publisher of Home tabs; it returns the wait in ms before the next try, or 0. @throws lasting failures */
export function createHomePublisher({ views }: Pick<WebClient, "views">) {
  return async (person: string, view: HomeView): Promise<number> => {
    try {
      await views.publish({ user_id: person, view });
      return 0;
    } catch (error) {
      if (error instanceof WebAPIRateLimitedError) return Math.max(toRetryAfterMs(error), 1);
      if (isSlackFault(error)) return retryAfterMs;
      throw error;
    }
  };
}
