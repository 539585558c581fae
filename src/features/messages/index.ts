import { type Kind, operationKind } from "../../operations/index.ts";
import type { PlatformClient } from "../../platform/index.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Routes } from "../../slack/edge/router.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Feature, House } from "../feature.ts";
import { describeMessage } from "./describe.view.ts";
import { sendGuide } from "./guide.view.ts";
import { ids } from "./ids.ts";
import { type PostOptions, renderResultPosts } from "./posts.view.ts";
import { createQuota } from "./quota.ts";
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

/** Sending a message: command, form, confirmation, and the ways on from a refusal and from an unknown outcome. */
export function createMessages(house: House): Feature {
  const { config, people, store, now } = house;
  const { messages, conversations } = config;
  const posts: PostOptions = {
    words: house.wordsOf(config.locale),
    places: { results: conversations.results, onCall: conversations.onCall },
    testRecipients: messages.testRecipients,
  };
  const deps: SendDeps & SettleDeps = {
    operations: house.operations,
    store,
    rules: messages,
    maySend: (person) => people.isOn(config.people.senders, person),
    isOperator: (person) => people.isOn(config.people.operators, person),
    posts,
    quota: createQuota({ timeZone: config.timeZone, limit: messages.dailySendLimit, now }),
    wordsOf: house.wordsOf,
    onDraftFailure: (error) => house.log.error({ err: error }, "a draft could not be stored"),
    newId: house.newId,
    now,
  };
  return { routes: routesOf(deps), kinds: [sendingKind(house.platform, posts)] };
}

function routesOf(deps: SendDeps & SettleDeps): Routes {
  return {
    commands: {
      [ids.command]: {
        run: (command) => sendQuickly(command, deps),
        guide: (person) => guideFor(person, deps),
        answersAgain: true,
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

function sendingKind(platform: Pick<PlatformClient, "sendMessage">, options: PostOptions): Kind {
  return operationKind(
    sendOperation(platform, {
      posts: (operation, { transition }) => renderResultPosts(operation, transition, options),
      describe: (operation, words) => describeMessage(operation, words, options.testRecipients),
    }),
  );
}
