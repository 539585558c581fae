import type { OperationKind } from "../../operations/index.ts";
import type { MessageResult, PlatformClient } from "../../platform/index.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Routes } from "../../slack/edge/router.ts";
import type { Person } from "../../slack/people/people.ts";
import { sendGuide } from "./guide.view.ts";
import { ids } from "./ids.ts";
import { type PostOptions, renderResultPosts } from "./posts.view.ts";
import { openRepeatForm, submitRepeat } from "./repeat.slack.ts";
import {
  editAndSend,
  openSendForm,
  openSendFormWithText,
  type SendDeps,
  sendQuickly,
  submitConfirmation,
  submitSendForm,
} from "./send.slack.ts";
import { sendOperation } from "./send.ts";
import { type SettleDeps, settleOutcome } from "./settle.slack.ts";

export { messageDescriptions } from "./describe.view.ts";

/** Sending a message: command, form, confirmation, and the ways on from a refusal and from an unknown outcome. */
export function messageRoutes(deps: SendDeps & SettleDeps): Routes {
  return {
    commands: {
      [ids.command]: {
        run: (command) => sendQuickly(command, deps),
        guide: (person) => guideFor(person, deps),
      },
    },
    submissions: {
      [ids.sendForm]: (submission) => submitSendForm(submission, deps),
      [ids.confirmation]: (submission) => submitConfirmation(submission, deps),
      [ids.repeat]: (submission) => submitRepeat(submission, deps),
    },
    clicks: {
      [ids.edit]: (click) => editAndSend(click, deps),
      [ids.settle]: (click) => settleOutcome(click, deps),
      [ids.repeat]: (click) => openRepeatForm(click, deps),
    },
    shortcuts: {
      [ids.shortcut]: (shortcut) => openSendForm(shortcut, deps),
      [ids.messageShortcut]: (shortcut) => openSendFormWithText(shortcut, deps),
    },
  };
}

function guideFor(person: Person, { rules, maySend, quota, wordsOf }: SendDeps): Guide {
  const sending = { rules, maySend: maySend(person), dailyLimit: quota().limit };
  return sendGuide(sending, wordsOf(person.locale));
}

export function messageOperation(
  platform: Pick<PlatformClient, "sendMessage">,
  options: PostOptions,
): OperationKind<MessageResult> {
  return sendOperation(platform, (operation, transition) =>
    renderResultPosts(operation, transition, options),
  );
}
