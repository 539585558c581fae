import type { ModalView } from "@slack/types";
import type { Answer } from "../../../src/slack/blocks/answer.ts";
import { InteractionState } from "../../../src/slack/edge/attend.ts";
import { Fields } from "../../../src/slack/edge/fields.ts";
import type { Click, Command, Submission } from "../../../src/slack/edge/interaction.ts";
import { spoken, viewOf } from "../../support/spoken.ts";

/** Who acts unless a test says otherwise. */
export const person = { id: "U1", locale: "en", standing: "member" } as const;

/** What they are told goes into `told`: answers by their text, forms by their title. */
function anInteraction(told: string[]) {
  return {
    ...spoken,
    person,
    delivery: new InteractionState(),
    answer: async ({ text }: Answer) => void told.push(text),
    openModal: async ({ title }: ModalView) => void told.push(title.text),
  };
}

export function aClick(told: string[], own: Partial<Click> = {}): Click {
  return {
    ...anInteraction(told),
    ...{ actionId: "", value: "", triggerId: "click", conversation: "C1", form: null },
    ack: async () => {},
    replace: async ({ text }) => void told.push(text),
    updateModal: async () => void told.push("form"),
    ...own,
  };
}

/** An acknowledgement without text is told as "". */
export function aCommand(told: string[], own: Partial<Command> = {}): Command {
  return {
    ...anInteraction(told),
    ...{ name: "", text: "", triggerId: "command", conversation: "C1" },
    ack: async (answer?: Answer) => void told.push(answer?.text ?? ""),
    ...own,
  };
}

/** Acknowledgements and errors are told as JSON. */
export function aSubmission(told: string[], carries: object, own: Partial<Submission> = {}): Submission {
  return {
    ...anInteraction(told),
    ...viewOf(carries),
    hasRoom: true,
    fields: new Fields({}),
    ack: async (response) => void told.push(JSON.stringify(response ?? "closed")),
    ackErrors: async (errors) => void told.push(JSON.stringify(errors)),
    changeModal: async () => undefined,
    changeBelow: async () => {},
    ...own,
  };
}
