import type { BlockAction, ViewOutput, ViewResponseAction } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { type Answer, plainAnswer } from "../blocks/answer.ts";
import type { SlackFile } from "../files/slack-file.ts";
import type { Person } from "../people/people.ts";
import { clickAnswers, isAnswerView } from "./answer-view.ts";
import type { EdgeOptions } from "./attend.ts";
import type { Delivery } from "./deliveries.ts";
import { Fields, fieldName } from "./fields.ts";
import { showOver, type UpdateModal } from "./modals.ts";
import { postTo, respondTo } from "./respond-to.ts";
import { isSlacksOwn, mayBeDone, slackErrorCode } from "./slack-error.ts";

/** What every interaction of a person offers to a handler. */
export type Interaction = {
  person: Person;
  /**
   * Opens a modal within 3 seconds of the interaction, over the one that was clicked in, or in its place where none fits
   * over it. The person is told when that fails.
   */
  openModal(view: ModalView): Promise<void>;
  /** Tells this person, and nobody else, after the acknowledgement. */
  answer(answer: Answer, title?: string): Promise<void>;
  /** The same object however often this process is delivered the same. */
  delivery: Delivery;
};

export type Command = Interaction & {
  name: string;
  /** What was typed behind the command, as its reader sees it. */
  text: string;
  conversation: string;
  /** Slack's id of this very command: the quick command's act. */
  triggerId: string;
  ack(answer?: Answer): Promise<void>;
};

export type Submission = Interaction & {
  view: Pick<ViewOutput, "private_metadata">;
  /** Another modal fits over this one. */
  hasRoom: boolean;
  fields: Fields;
  /** Without a response the modal closes. */
  ack(response?: ViewResponseAction): Promise<void>;
  /** Field errors by the platform's field names. */
  ackErrors(byName: Record<string, string>): Promise<void>;
  /** Changes the modal that an acknowledgement left open; one that was closed meanwhile stays closed. */
  changeModal(view: ModalView): Promise<void>;
  /** Changes the modal under it, to which an acknowledgement leads back, if there is one. */
  changeBelow(view: ModalView): Promise<void>;
  /** Changes the form as it was submitted, unless a click in it was first or it is closed by now. */
  updateModal(view: ModalView): Promise<void>;
};

export type Click = Interaction & {
  actionId: string;
  /** The button's value, or that of the option chosen. */
  value: string;
  conversation: string | null;
  /**
   * Slack's id of this very click: the act of a button that does something at once. The button itself can't be shown
   * anew, and would be used up by an act that was told to try again.
   */
  triggerId: string;
  /** The button stands in an answer to one person, which no edit of a post reaches. */
  isEphemeral?: boolean;
  /** The form that holds the button, as far as it is filled in; null outside modals. */
  form: { metadata: string; fields: Fields } | null;
  ack(): Promise<void>;
  /** Changes the form that holds the button, unless somebody else's change of it was first or it is closed by now. */
  updateModal(view: ModalView): Promise<void>;
  /** Puts another answer in the place of the ephemeral one that held the button. */
  replace(answer: Answer, title?: string): Promise<void>;
};

/** What was typed into a field whose options come from here. */
export type Search = { person: Person; typed: string };

export type Shortcut = Interaction & {
  ack(): Promise<void>;
  /** A message shortcut has one. */
  message: { text: string; blocks: unknown; attachments?: unknown; files: readonly SlackFile[] } | null;
};

/** Somebody opened one of the app's own tabs; `hash` is of what they saw there, null when nothing was. */
export type Visit = { person: Person; hash: string | null };

type Reply = { triggerId: string; delivery: Delivery; responseUrl?: string };

export function interaction(options: EdgeOptions, person: Person, reply: Reply): Interaction {
  const { responseUrl } = reply;
  const answer = (words: Answer) =>
    responseUrl === undefined ? postTo(options, person.id, words) : respondTo(options, responseUrl, words);
  return {
    person,
    answer,
    delivery: reply.delivery,
    openModal: (view) =>
      showModal(options, { person, answer, delivery: reply.delivery }, () =>
        options.client.views.open({ trigger_id: reply.triggerId, view }),
      ),
  };
}

export function clickContext(
  options: EdgeOptions,
  click: {
    body: BlockAction;
    action: BlockAction["actions"][number];
    person: Person;
    ack: () => Promise<void>;
    delivery: Delivery;
    updateModal: UpdateModal;
  },
): Click {
  const { body, action, person, delivery } = click;
  const { answer, replace } = clickAnswers(options, body, options.words(person.locale));
  return {
    person,
    answer,
    replace,
    triggerId: body.trigger_id,
    delivery,
    openModal: (view) =>
      showModal(options, { person, answer, delivery }, () => showOver(options, body, view)),
    updateModal: async (view) => {
      if (body.view !== undefined) await click.updateModal(body.view, view, "click");
    },
    actionId: action.action_id,
    value: chosenValue(action),
    conversation: body.channel?.id ?? null,
    isEphemeral: body.container["is_ephemeral"] === true || isAnswerView(body),
    form:
      body.view?.type === "modal" && !isAnswerView(body)
        ? { metadata: body.view.private_metadata, fields: new Fields(body.view.state.values) }
        : null,
    ack: click.ack,
  };
}

/** What a click is of: a field of a form is `<form>/<field>`; a button has a suffix behind `:` where rows differ. */
export function clickId({ view }: BlockAction, action: { action_id: string; block_id: string }): string {
  if (view !== undefined && action.action_id === "value") {
    return `${view.callback_id}/${fieldName(action.block_id)}`;
  }
  return action.action_id.split(":")[0] ?? action.action_id;
}

/**
 * Another delivery of the same command or click was first, and its form stands before the person; or the modal that it
 * belongs over was closed meanwhile. Slack's pages name the errors of a trigger, which opens one form, in two ways.
 */
const needless = new Set(["exchanged_trigger_id", "trigger_exchanged", "not_found"]);
/** Another try of the person may succeed; any other refusal is of what this app wanted to show. */
const late = new Set(["expired_trigger_id", "trigger_expired", "invalid_trigger_id", "invalid_trigger"]);

type Asked = Pick<Interaction, "person" | "answer" | "delivery">;

async function showModal(
  options: EdgeOptions,
  { person, answer, delivery }: Asked,
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
    const words = options.words(person.locale);
    const unopened = mayBeDone(error) ? words.modalNotKnown : words.modalNotOpened;
    await answer(plainAnswer(isNotOurs ? unopened : words.failed(reference)));
  }
}

function chosenValue(action: BlockAction["actions"][number]): string {
  if (action.type === "button") return action.value ?? "";
  if (action.type === "static_select" || action.type === "overflow" || action.type === "external_select") {
    return action.selected_option?.value ?? "";
  }
  return "value" in action && typeof action.value === "string" ? action.value : "";
}
