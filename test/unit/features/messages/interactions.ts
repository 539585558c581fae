import type { ModalView } from "@slack/types";
import { renderSendForm } from "../../../../src/features/messages/send.view.ts";
import type { SendForm } from "../../../../src/features/messages/send-form.ts";
import type { Answer } from "../../../../src/slack/blocks/answer.ts";
import { InteractionState } from "../../../../src/slack/edge/attend.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import type { Click, Command, Submission } from "../../../../src/slack/edge/interaction.ts";
import { metadataOf, spoken, viewOf } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

export const person = { id: "U1", locale: "en", standing: "member" } as const;

const nothing = async () => {};

/** What an interaction brings, and lists of all that the app does with it. */
function begin() {
  const [answers, told, shown, acks]: [Answer[], string[], ModalView[], unknown[]] = [[], [], [], []];
  const show = async (view: ModalView) => void shown.push(view);
  const interaction = {
    ...{ ...spoken, person, triggerId: "t", delivery: new InteractionState() },
    openModal: show,
    ack: async (response?: unknown) => void acks.push(response ?? "acknowledged"),
    answer: async (answer: Answer) => {
      answers.push(answer);
      told.push(answer.text);
    },
  };
  return { interaction, show, answers, told, shown, acks };
}

export function aClick(own: Partial<Click> = {}) {
  const { interaction, show, ...seen } = begin();
  const click: Click = {
    ...{ ...interaction, actionId: "", value: "", conversation: null, form: null },
    ...{ updateModal: show, replace: nothing },
    ...own,
  };
  return { click, ...seen };
}

export function aCommand(own: Partial<Command> = {}) {
  const { interaction, show: _show, ...seen } = begin();
  const command: Command = { ...interaction, name: "/msg-send", text: "", conversation: "C1", ...own };
  return { command, ...seen };
}

/** A submission of what a form `carries`; errors on fields, and why it is refused, are acknowledgements too. */
export function aSubmission(carries: object | string, fields: Fields, own: Partial<Submission> = {}) {
  const { interaction, show: _show, ...seen } = begin();
  const submission: Submission = {
    ...{ ...interaction, ...viewOf(carries), fields, hasRoom: true },
    ackErrors: async (errors) => void seen.acks.push(errors),
    refuse: async (refused) => void seen.acks.push({ refused }),
    ...{ changeModal: nothing, changeBelow: nothing },
    ...own,
  };
  return { submission, ...seen };
}

/** Fields with typed texts. */
export const typed = (texts: Record<string, string>) =>
  new Fields(
    Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [name, { value: { type: "plain_text_input", value } }]),
    ),
  );

/** The form's metadata and fields as Slack submits them, with the values of `chosen` selected. */
export function brought(shown: SendForm, chosen: Record<string, string> = {}, rules = deps.rules) {
  const view = renderSendForm(shown, { rules, words: en, mayAttach: false });
  const values = Object.fromEntries(
    view.blocks.flatMap((block) => {
      if (!("element" in block) || block.block_id === undefined) return [];
      const { element } = block;
      const text = "initial_value" in element ? element.initial_value : undefined;
      const option = "initial_option" in element ? element.initial_option : undefined;
      const value = chosen[block.block_id];
      const selected = value === undefined ? option : { value };
      return [[block.block_id, { value: { type: element.type, value: text, selected_option: selected } }]];
    }),
  );
  return {
    ...metadataOf(view.private_metadata ?? ""),
    fields: new Fields(JSON.parse(JSON.stringify(values))),
  };
}
