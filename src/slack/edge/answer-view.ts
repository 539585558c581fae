import type { BlockAction } from "@slack/bolt";
import type { KnownBlock, ModalView } from "@slack/types";
import type { Answer } from "../blocks/answer.ts";
import { slackLimits } from "../blocks/limits.ts";
import { renderModal } from "../blocks/modal.ts";
import { withoutTables } from "../blocks/table.ts";
import type { EdgeOptions, EdgeWords } from "./attend.ts";
import { replaceModal, showOver } from "./modals.ts";
import { postTo, replaceThrough, respondTo } from "./respond-to.ts";

/** The form that is none: an answer to a click where there is no conversation to answer in. */
const callbackId = "edge.answer";

/** `title`: of the modal, where the answer needs one. */
export type ClickAnswers = {
  answer: (answer: Answer, title?: string) => Promise<void>;
  /** In the place of the answer that held the button. */
  replace: (answer: Answer, title?: string) => Promise<void>;
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
      answer: (answer) => respondTo(options, responseUrl, answer),
      replace: (answer) => replaceThrough(options, responseUrl, answer),
    };
  }
  if (body.view?.type === "home" || isAnswerView(body)) return viewAnswers(options, body, words);
  const post = (answer: Answer) => postTo(options, body.user.id, answer);
  return { answer: post, replace: post };
}

function viewAnswers(options: EdgeOptions, body: BlockAction, words: EdgeWords): ClickAnswers {
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
      await place(renderAnswerView(answer, words, title)).catch(() => postTo(options, body.user.id, answer));
    };
  return {
    answer: orElsePost(show),
    replace: orElsePost(replace),
  };
}

/** The app's name where the answer has no title, or one that Slack would cut; one that stands above isn't said again. */
function renderAnswerView({ blocks }: Answer, words: EdgeWords, own = ""): ModalView {
  const { title, close } = words.answer;
  const isWhole = own !== "" && own.length <= slackLimits.viewTitle;
  const lines = withoutTables(blocks);
  const shown = isWhole
    ? lines.map((block, index) => (index === 0 ? withoutTitle(block, own) : block))
    : lines;
  return renderModal({ callbackId, title: isWhole ? own : title, close, blocks: shown });
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
