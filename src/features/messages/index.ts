import { isBlank } from "../../blank-text.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { operationKind } from "../../operations/index.ts";
import { createPresenter } from "../../outcomes/index.ts";
import { notificationOfEnd, notificationOfEnqueued } from "../../outcomes/notifications.ts";
import { openRepeatForm, type RepeatDeps, submitRepeat } from "../../outcomes/repeat.slack.ts";
import { openUnresolved, type ResolveDeps, resolveOutcome } from "../../outcomes/resolve.slack.ts";
import { button } from "../../slack/blocks/buttons.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Click, Routes, Search } from "../../slack/edge/interaction.ts";
import type { AppContext, Feature } from "../feature.ts";
import { openEditAndSend, openSendAnotherForm } from "./again.slack.ts";
import { returnToSendForm, submitConfirmation } from "./confirm.slack.ts";
import { allMessageLines } from "./confirm.view.ts";
import { formatCost } from "./cost.ts";
import { describeMessage } from "./describe.view.ts";
import { sendGuide, testGuide } from "./guide.view.ts";
import { createHomeReaders } from "./home.ts";
import { ids } from "./ids.ts";
import { formatIssue } from "./issues.view.ts";
import { findPolicyCode, findPolicyIssue } from "./policy.ts";
import {
  answerReceipt,
  createPhoneOwnerAsker,
  questionsKind,
  type ReceiptDeps,
  renderQuestions,
  submitReceipt,
  switchReceiptQuestions,
} from "./receipts.slack.ts";
import {
  openLibrary,
  openSavedMessage,
  openSuite,
  removeLibraryEntry,
  submitSuite,
} from "./runs/library.slack.ts";
import { handleTestCommand, openRerun, openSuiteRun, submitRun } from "./runs/run.slack.ts";
import { openSaveForm, submitSave } from "./runs/save.slack.ts";
import {
  changeForm,
  handleSendCommand,
  openJsonForm,
  openSendForm,
  openSendFormWithImage,
  openSendFormWithText,
  sendFormChanges,
  submitSendForm,
} from "./send.slack.ts";
import { createSendKind, sendKind } from "./send.ts";
import { createSendDeps, readListFacts, readSendContext, type SendDeps, toSnapshot } from "./send-deps.ts";
import { type MessageSnapshot, readSendBody } from "./stored.ts";
import { suggestions } from "./suggestions.ts";
import { messageBatchPresenter } from "./table.view.ts";
import { findWarnings, warningLine } from "./warnings.ts";

export function createMessages(app: AppContext): Feature {
  const { config, people, store, now } = app;
  const { messages, conversations } = config;
  const presenter = createPresenter({
    audiences: { results: conversations.results, onCall: conversations.onCall },
    teamLocale: config.locale,
    describe: describeMessage,
    ids,
    batch: messageBatchPresenter,
  });
  const send = createSendDeps(app);
  const resolve: ResolveDeps = { ...send, presenter };
  const { describe } = presenter;
  const receipt: ReceiptDeps = {
    ...send,
    kindOf: (operation, words) => describe(operation, words).kind,
  };
  const kind = createSendKind(
    app.platform,
    (body) => {
      const { phoneOwner } = toSnapshot(body, messages);
      // Asks Slack now for the phone owner's language, to know it when the question is posted.
      if (phoneOwner !== null) void people.recognise(phoneOwner);
      return findPolicyCode(body, messages, now());
    },
    {
      notificationFor: (operation, transition) => notificationOfEnd(operation, transition, presenter),
      enqueuedNotificationFor: (act) => notificationOfEnqueued(act, presenter),
      describe,
      quota: app.quota,
      askPhoneOwner: createPhoneOwnerAsker({ store, people }),
    },
  );
  return {
    routes: routesOf({ send, resolve, receipt, repeat: toRepeat(send) }),
    kinds: [operationKind(kind)],
    presenters: { [sendKind]: presenter },
    renderers: {
      [questionsKind]: {
        render: (post) => {
          const words = wordsOf(people.knownLocale(post.destination));
          return renderQuestions(post, { receipts: store.receipts, kindOf: receipt.kindOf, words });
        },
      },
    },
    services: {
      sendImage: (click, file) => openSendFormWithImage(click, file, send),
      toSend: (person, words) =>
        people.isKnownToBeOn(config.people.senders, person)
          ? [button(ids.open, words.send.title, undefined, "primary")]
          : [],
    },
    home: createHomeReaders(receipt),
  };
}

function toRepeat(deps: SendDeps): RepeatDeps {
  const { maySend, rules, agent, now } = deps;
  return {
    ...deps,
    id: ids.repeat,
    kind: sendKind,
    denied: (person, words) => (maySend(person) ? null : words.issues.notAllowed),
    read: async ({ request, createdAt }, words) => {
      const body = readSendBody(request);
      if (body === null) return { denied: words.repeat.unreadable };
      const issue = findPolicyIssue(body, rules, now());
      if (issue !== null) return { denied: formatIssue(issue, rules, words) };
      const { text = "" } = body.message;
      const listed = (await readListFacts([body], deps))(body);
      const [recipient = [], ...facts] = allMessageLines(body, words);
      return {
        request: { ...body, agent },
        snapshot: { ...toSnapshot(body, rules), ...listed },
        warnings: findWarnings(body, await readSendContext(body, deps, createdAt)).map((one) =>
          warningLine(one, words),
        ),
        head: [recipient, ...costLine(listed, words)],
        facts,
        text: isBlank(text) ? null : text,
      };
    },
  };
}

function costLine({ cost }: Pick<MessageSnapshot, "cost">, words: Catalogue): Line[] {
  if (cost === null || cost.price === null) return [];
  const { confirm, repeat } = words;
  return [[{ bold: `${repeat.costs}: ` }, confirm.cost.says(formatCost(cost, words))]];
}

type All = { send: SendDeps; resolve: ResolveDeps; receipt: ReceiptDeps; repeat: RepeatDeps };

function routesOf({ send, resolve, receipt, repeat }: All): Routes {
  return {
    commands: {
      [ids.command]: {
        run: (command) => handleSendCommand(command, send),
        guide: (person) => sendGuide(person, send),
        answersAgain: true,
      },
      [ids.testCommand]: {
        run: (command) => handleTestCommand(command, send),
        guide: (person) => testGuide(person, send),
      },
    },
    submissions: {
      [ids.sendForm]: (submission) => submitSendForm(submission, send),
      [ids.confirmation]: (submission) => submitConfirmation(submission, send),
      [ids.repeat]: (submission) => submitRepeat(submission, repeat),
      [ids.receipt]: (submission) => submitReceipt(submission, receipt),
      [ids.save]: (submission) => submitSave(submission, send),
      [ids.suite]: (submission) => submitSuite(submission, send),
      [ids.run]: (submission) => submitRun(submission, send),
    },
    clicks: {
      [ids.open]: (click) => openSendForm(click, send),
      [ids.edit]: (click) => openEditAndSend(click, send),
      [ids.another]: (click) => openSendAnotherForm(click, send),
      [ids.resolve]: (click) => resolveOutcome(click, resolve),
      [ids.receipt]: (click) => answerReceipt(click, receipt),
      [ids.receipts]: (click) => switchReceiptQuestions(click, receipt),
      [ids.unresolved]: (click) => openUnresolved(click, resolve),
      [ids.repeat]: (click) => openRepeatForm(click, repeat),
      [ids.asJson]: forSenders(openJsonForm, send),
      [ids.back]: (click) => returnToSendForm(click, send),
      [ids.library]: (click) => openLibrary(click, send),
      [ids.save]: forSenders(openSaveForm, send),
      [ids.useSaved]: (click) => openSavedMessage(click, send),
      [ids.removeSaved]: (click) => removeLibraryEntry(click, send),
      [ids.suite]: (click) => openSuite(click, send),
      [ids.run]: (click) => openSuiteRun(click, send),
      [ids.runAgain]: (click) => openRerun(click, send),
      ...mapValues(sendFormChanges, (make) => forSenders((click) => changeForm(click, send, make), send)),
    },
    suggestions: mapValues(suggestions, (suggest) => (search: Search) => suggest(search, send)),
    shortcuts: {
      [ids.shortcut]: (shortcut) => openSendForm(shortcut, send),
      [ids.messageShortcut]: (shortcut) => openSendFormWithText(shortcut, send),
    },
  };
}

/** Limits the send form to senders: its lists show test recipients' whole numbers. */
function forSenders(handle: (click: Click, deps: SendDeps) => Promise<void>, deps: SendDeps) {
  return async (click: Click) => {
    if (deps.maySend(click.person)) return handle(click, deps);
    await click.ack();
    await click.answer(deps.noAccess(click.words));
  };
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, to: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
}
