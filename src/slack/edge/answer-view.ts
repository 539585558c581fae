import type { BlockAction } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { type Answer, respondTo } from "../blocks/answer.ts";
import { renderModal } from "../blocks/modal.ts";
import { withoutTables } from "../blocks/table.ts";
import type { EdgeOptions, EdgeWords } from "./attend.ts";
import { onceMore } from "./once-more.ts";
import { postTo } from "./post-to.ts";
import { slackErrorCode } from "./slack-error.ts";

/** The form that is none: an answer to a click where there is no conversation to answer in. */
const callbackId = "edge.answer";

export type ClickAnswers = {
  answer: (answer: Answer) => Promise<void>;
  /** In the place of the answer that held the button. */
  replace: (answer: Answer) => Promise<void>;
};

/** Whether a button stands in such an answer. */
export function isAnswerView(body: BlockAction): boolean {
  return body.view?.callback_id === callbackId;
}

/** How a click is answered: beside its message, in a modal for one on Home, and in a direct message where neither is. */
export function clickAnswers(options: EdgeOptions, body: BlockAction, words: EdgeWords): ClickAnswers {
  const { response_url: responseUrl } = body;
  if (responseUrl) {
    return {
      answer: (answer) => respondTo(responseUrl, answer),
      replace: (answer) => respondTo(responseUrl, answer, { replaceOriginal: true }),
    };
  }
  if (body.view?.type === "home" || isAnswerView(body)) return viewAnswers(options, body, words);
  const post = (answer: Answer) => postTo(options, body.user.id, answer);
  return { answer: post, replace: post };
}

function viewAnswers(options: EdgeOptions, body: BlockAction, words: EdgeWords): ClickAnswers {
  const { client, stopping } = options;
  let shownId = isAnswerView(body) ? body.view?.id : undefined;
  const update = async (viewId: string, view: ModalView) => {
    await onceMore(() => client.views.update({ view_id: viewId, view }), stopping);
  };
  /** Over what stands there; in its place when Slack takes no more. */
  const show = async (view: ModalView) => {
    const trigger = { trigger_id: body.trigger_id, view };
    const below = shownId;
    try {
      const shown = await (below === undefined ? client.views.open(trigger) : client.views.push(trigger));
      shownId = shown.view?.id;
    } catch (error) {
      if (below === undefined || slackErrorCode(error) !== "push_limit_reached") throw error;
      await update(below, view);
    }
  };
  /** Whoever took too long, or closed it meanwhile, is told all the same. */
  const orElsePost = (place: (view: ModalView) => Promise<void>) => async (answer: Answer) => {
    await place(renderAnswerView(answer, words)).catch(() => postTo(options, body.user.id, answer));
  };
  return {
    answer: orElsePost(show),
    replace: orElsePost((view) => (shownId === undefined ? show(view) : update(shownId, view))),
  };
}

function renderAnswerView({ blocks }: Answer, words: EdgeWords): ModalView {
  const { title, close } = words.answer;
  return renderModal({ callbackId, title, close, blocks: withoutTables(blocks) });
}
