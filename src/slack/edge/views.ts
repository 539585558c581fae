import type { BlockAction, ViewOutput, ViewResponseAction } from "@slack/bolt";
import type { HomeView, KnownBlock, ModalView } from "@slack/types";
import { WebAPIRateLimitedError, type WebClient } from "@slack/web-api";
import { BoundedMap } from "../../bounded-map.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, plainAnswer } from "../blocks/answer.ts";
import { slackLimits } from "../blocks/limits.ts";
import { plain, renderModal } from "../blocks/modal.ts";
import { withoutTables } from "../blocks/table.ts";
import type { EdgeOptions } from "./attend.ts";
import type { Click, Interaction } from "./interaction.ts";
import { onceMore, postTo, replaceThrough, respondTo } from "./respond-to.ts";
import { isSlacksOwn, mayBeDone, slackErrorCode, toRetryAfterMs } from "./slack-error.ts";

type Asking = Pick<EdgeOptions, "client" | "stopping">;

/** Slack stacks three modals; a fourth replaces the third. */
export function hasRoomAbove(view: Pick<ViewOutput, "previous_view_id" | "root_view_id">): boolean {
  return view.previous_view_id === null || view.previous_view_id === view.root_view_id;
}

/**
 * Errors after which nobody misses the form: another delivery opened it, or the modal below was closed. Slack's pages name
 * trigger errors in two ways.
 */
const unneeded = new Set(["exchanged_trigger_id", "trigger_exchanged", "not_found"]);
/** Errors after which the person may try again; others refuse what this app wanted to show. */
const late = new Set(["expired_trigger_id", "trigger_expired", "invalid_trigger_id", "invalid_trigger"]);

/** Shows a modal, and tells the person when that fails. */
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
    const isNotOurs = code === undefined || isSlacksOwn(error) || late.has(code);
    if ((code !== undefined && unneeded.has(code)) || (isNotOurs && !isFirst)) return;
    const reference = options.newReference();
    options.onFailure({ reference, surface: "modal", error });
    const { edge: words } = options.words(person.locale);
    const unopened = mayBeDone(error) ? words.modalNotKnown : words.modalNotOpened;
    await answer(plainAnswer(isNotOurs ? unopened : words.failed(reference)));
  }
}

/** Over the clicked modal, or in its place where no more fit. */
export async function showOver(options: Asking, { trigger_id, view: below }: BlockAction, view: ModalView) {
  if (below?.type !== "modal") return await options.client.views.open({ trigger_id, view });
  if (hasRoomAbove(below)) return await options.client.views.push({ trigger_id, view });
  return await replaceModal(options, below.id, view);
}

/** Without a hash: nobody else changes a modal after its submission, or after a click that leads on. */
function replaceModal({ client, stopping }: Asking, id: string, view: ModalView) {
  return onceMore(() => client.views.update({ view_id: id, view }), stopping);
}

/** The same; a closed modal stays closed. */
export async function changeModal(options: Asking, id: string, view: ModalView): Promise<void> {
  await replaceModal(options, id, view).catch((error: unknown) => {
    if (slackErrorCode(error) !== "not_found") throw error;
  });
}

type Shown = Pick<ViewOutput, "id" | "hash">;

/** More than can change at once. */
const mostChanging = 1000;

/**
 * Changes a modal as it was at the click. Another's earlier change wins, and a closed one stays closed. The second of two
 * quick clicks has all that was typed, so it replaces the first one's change.
 */
export function createModalUpdates({ client, stopping }: Asking) {
  const newest = new BoundedMap<string, { hash: string; order: number }>(mostChanging);
  let clicks = 0;

  async function update(id: string, hash: string, view: ModalView, order: number): Promise<void> {
    try {
      const reply = await onceMore(() => client.views.update({ view_id: id, hash, view }), stopping);
      // Slack's answer to an older click may come last.
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

/** Callback of a modal that answers a click without a conversation. */
const answerId = "edge.answer";

export function isAnswerView(body: BlockAction): boolean {
  return body.view?.callback_id === answerId;
}

/** Answers a click beside its message, in a modal for one on Home, else in a direct message. */
export function clickAnswers(
  options: Asking,
  body: BlockAction,
  { edge: words }: Catalogue,
): Pick<Click, "answer" | "replace"> {
  const { response_url: responseUrl } = body;
  if (responseUrl) {
    return {
      answer: (answer) => respondTo(options, responseUrl, answer),
      replace: (answer) => replaceThrough(options, responseUrl, answer),
    };
  }
  const post = (answer: Answer) => postTo(options, body.user.id, answer);
  if (body.view?.type !== "home" && !isAnswerView(body)) return { answer: post, replace: post };
  let shownId = isAnswerView(body) ? body.view?.id : undefined;
  const show = async (view: ModalView) => {
    shownId = (await showOver(options, body, view)).view?.id;
  };
  const replace = async (view: ModalView) => {
    await (shownId === undefined ? show(view) : replaceModal(options, shownId, view));
  };
  /** In a direct message, where that took too long or the modal was closed. */
  const orElsePost = (show: (view: ModalView) => Promise<void>) => async (answer: Answer, title?: string) => {
    await show(renderAnswerView(answer, words, title)).catch(() => post(answer));
  };
  return { answer: orElsePost(show), replace: orElsePost(replace) };
}

/** The app's name where the answer has no title, or a longer one than Slack shows. */
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

/** Without a first line that repeats the modal's title. */
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
  /** The same submission may succeed in a moment, so the modal keeps its values. */
  mayTryAgain: boolean;
};

/**
 * Under the first input, or in a modal of its own where there is none: over the submitted one, where that may succeed in a
 * moment.
 */
export function refuseSubmission(view: ViewOutput, { text, mayTryAgain }: Refusal): ViewResponseAction {
  const input = view.blocks.find(({ type }) => type === "input")?.block_id;
  if (input !== undefined) return { response_action: "errors", errors: { [input]: text } };
  const alone: ModalView = {
    type: "modal",
    title: plain(view.title.text),
    blocks: [{ type: "section", text: plain(text) }],
  };
  return { response_action: mayTryAgain && hasRoomAbove(view) ? "push" : "update", view: alone };
}

/** For a limit without a time. */
const retryAfterMs = 30_000;

/** Publishes Home tabs. Returns 0, or milliseconds until Slack may take it. @throws what waiting doesn't mend */
export function createHomePublisher({ views }: Pick<WebClient, "views">) {
  return async (person: string, view: HomeView): Promise<number> => {
    try {
      await views.publish({ user_id: person, view });
      return 0;
    } catch (error) {
      if (error instanceof WebAPIRateLimitedError) return Math.max(toRetryAfterMs(error), 1);
      if (isSlacksOwn(error)) return retryAfterMs;
      throw error;
    }
  };
}
