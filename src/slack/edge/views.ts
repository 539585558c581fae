import type { BlockAction, ViewOutput, ViewResponseAction } from "@slack/bolt";
import type { KnownBlock, ModalView } from "@slack/types";
import { BoundedMap } from "../../bounded-map.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, plainAnswer } from "../blocks/answer.ts";
import { slackLimits } from "../blocks/limits.ts";
import { banner, plain, renderModal } from "../blocks/modal.ts";
import { fitsModal } from "../blocks/size.ts";
import { withoutTables } from "../blocks/table.ts";
import type { EdgeOptions } from "./attend.ts";
import type { Interaction } from "./interaction.ts";
import { onceMore, postTo, replaceThrough, respondTo } from "./respond-to.ts";
import { isSlacksOwn, mayBeDone, slackErrorCode } from "./slack-error.ts";

type Asking = Pick<EdgeOptions, "client" | "stopping">;

/** How Slack says where a modal stands. */
type Standing = { previous_view_id: string | null; root_view_id: string | null };

/** Slack stacks three modals and refuses a fourth: what would stand over the third one takes its place. */
export function hasRoomAbove({ previous_view_id: previous, root_view_id: root }: Standing): boolean {
  return previous === null || previous === root;
}

/**
 * Another delivery of the same command or click was first, and its form stands before the person; or the modal that it
 * belongs over was closed meanwhile. Slack's pages name the errors of a trigger, which opens one form, in two ways.
 */
const needless = new Set(["exchanged_trigger_id", "trigger_exchanged", "not_found"]);
/** Another try of the person may succeed; any other refusal is of what this app wanted to show. */
const late = new Set(["expired_trigger_id", "trigger_expired", "invalid_trigger_id", "invalid_trigger"]);

/** By `show`. The person is told when that fails. */
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
    if ((code !== undefined && needless.has(code)) || (isNotOurs && !isFirst)) return;
    const reference = options.newReference();
    options.onFailure({ reference, surface: "modal", error });
    const { edge: words } = options.words(person.locale);
    const unopened = mayBeDone(error) ? words.modalNotKnown : words.modalNotOpened;
    await answer(plainAnswer(isNotOurs ? unopened : words.failed(reference)));
  }
}

/** Over what was clicked in, or in its place where Slack takes no more over it. */
export async function showOver(options: Asking, { trigger_id, view: below }: BlockAction, view: ModalView) {
  if (below?.type !== "modal") return await options.client.views.open({ trigger_id, view });
  if (hasRoomAbove(below)) return await options.client.views.push({ trigger_id, view });
  return await replaceModal(options, below.id, view);
}

/** Whatever stands in it now: nobody else changes it after a submission, nor after a click that leads on from it. */
function replaceModal({ client, stopping }: Asking, id: string, view: ModalView) {
  return onceMore(() => client.views.update({ view_id: id, view }), stopping);
}

/** The same, and one that was closed meanwhile stays closed. */
export async function changeModal(options: Asking, id: string, view: ModalView): Promise<void> {
  try {
    await replaceModal(options, id, view);
  } catch (error) {
    if (slackErrorCode(error) !== "not_found") throw error;
  }
}

export type UpdateModal = (
  shown: { id: string; hash: string },
  view: ModalView,
  cause: "click" | "submission",
) => Promise<void>;

/** As many modals as can be changing at once, and more. */
const mostChanging = 1000;

/**
 * Changes a modal that stands as it did when somebody clicked or submitted; whatever else was changed first stands, and a
 * modal that is closed stays closed. The second of two quick clicks has all that was typed by then, so it is shown over
 * the change that this process made for the first. Any click in a form came after what was submitted from it before.
 */
export function createModalUpdates({ client, stopping }: Asking): UpdateModal {
  const newest = new BoundedMap<string, { hash: string; order: number }>(mostChanging);
  let clicks = 0;

  async function update(id: string, hash: string, change: { view: ModalView; order: number }): Promise<void> {
    const { view, order } = change;
    try {
      const reply = await onceMore(() => client.views.update({ view_id: id, hash, view }), stopping);
      if (reply.view?.hash !== undefined) newest.set(id, { hash: reply.view.hash, order });
    } catch (error) {
      const code = slackErrorCode(error);
      if (code === "not_found") return;
      if (code !== "hash_conflict") throw error;
      const own = newest.get(id);
      if (own !== undefined && own.hash !== hash && own.order < order) await update(id, own.hash, change);
    }
  }

  return async ({ id, hash }, view, cause) => {
    if (cause === "click") clicks += 1;
    await update(id, hash, { view, order: cause === "click" ? clicks : 0 });
  };
}

/** The form that is none: an answer to a click where there is no conversation to answer in. */
const answerId = "edge.answer";

/** Whether a button stands in such an answer. */
export function isAnswerView(body: BlockAction): boolean {
  return body.view?.callback_id === answerId;
}

/** `title`: of the modal, where the answer needs one. */
export type ClickAnswers = {
  answer: (answer: Answer, title?: string) => Promise<void>;
  /** In the place of the answer that held the button. */
  replace: (answer: Answer, title?: string) => Promise<void>;
};

/** How a click is answered: beside its message, in a modal for one on Home, and in a direct message where neither is. */
export function clickAnswers(options: Asking, body: BlockAction, { edge: words }: Catalogue): ClickAnswers {
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
  /** Whoever took too long, or closed it meanwhile, is told all the same. */
  const orElsePost =
    (place: (view: ModalView) => Promise<void>) => async (answer: Answer, title?: string) => {
      await place(renderAnswerView(answer, words, title)).catch(() => post(answer));
    };
  return { answer: orElsePost(show), replace: orElsePost(replace) };
}

/** The app's name where the answer has no title, or one that Slack would cut; one that stands above isn't said again. */
function renderAnswerView({ blocks }: Answer, words: Catalogue["edge"], own = ""): ModalView {
  const { title, close } = words.answer;
  const isWhole = own !== "" && own.length <= slackLimits.viewTitle;
  const [first, ...others] = withoutTables(blocks);
  const shown = first === undefined ? [] : [isWhole ? withoutTitle(first, own) : first, ...others];
  return renderModal({ callbackId: answerId, title: isWhole ? own : title, close, blocks: shown });
}

/** The title is a line of its own, with what holds for all of it below. */
function withoutTitle(block: KnownBlock, title: string): KnownBlock {
  if (block.type !== "rich_text") return block;
  const [first, ...others] = block.elements;
  if (first?.type !== "rich_text_section") return block;
  const [name, end, ...rest] = first.elements;
  const isTitle = name?.type === "text" && name.text === title && end?.type === "text" && end.text === "\n";
  return isTitle ? { ...block, elements: [{ ...first, elements: rest }, ...others] } : block;
}

/** Why a submission came to nothing. */
export type Refusal = {
  text: string;
  /** The same submission may do better in a moment: whatever the modal holds stays with the person. */
  mayTryAgain: boolean;
};

/** Its own, so that the next sentence takes the place of this one. */
const refusalId = "edge.refusal";

/**
 * What a refused submission is answered with. Slack wants errors under an input's block id; a modal without one comes back
 * as it stood below the words, and one that has no room for them lies below a modal that has.
 */
export function refuseSubmission(view: ViewOutput, { text, mayTryAgain }: Refusal): ViewResponseAction {
  const input = view.blocks.find(({ type }) => type === "input")?.block_id;
  if (input !== undefined) return { response_action: "errors", errors: { [input]: text } };
  const alone: ModalView = {
    type: "modal",
    title: plain(view.title.text),
    blocks: [{ type: "section", text: plain(text) }],
  };
  if (!mayTryAgain) return { response_action: "update", view: alone };
  const whole = withRefusal(view, text);
  if (fitsModal(whole)) return { response_action: "update", view: whole };
  return { response_action: hasRoomAbove(view) ? "push" : "update", view: alone };
}

/** Made of Slack's own payload, and for the person alone who had it before them. */
function withRefusal(view: ViewOutput, text: string): ModalView {
  const { title, close, submit, callback_id, private_metadata, clear_on_close, notify_on_close } = view;
  const others = view.blocks.filter(({ block_id }) => block_id !== refusalId);
  return {
    type: "modal",
    ...{ title, callback_id, private_metadata, clear_on_close, notify_on_close },
    ...(close === null ? {} : { close }),
    ...(submit === null ? {} : { submit }),
    blocks: [{ ...banner(text), block_id: refusalId }, ...others],
  };
}
