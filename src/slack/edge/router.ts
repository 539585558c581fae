import type { App, MessageShortcut, ViewSubmitAction } from "@slack/bolt";
import { z } from "zod";
import { trimBlank } from "../../blank-text.ts";
import { type Answer, plainAnswer } from "../blocks/answer.ts";
import { type Choice, toOptions } from "../blocks/choices.ts";
import { unescapeText } from "../blocks/escape.ts";
import { withoutNotation } from "../blocks/notation.ts";
import { readFilesOf } from "../files/slack-file.ts";
import { clickAnswers } from "./answer-view.ts";
import { attend, type EdgeOptions } from "./attend.ts";
import { Fields, fieldName } from "./fields.ts";
import { type FirstAck, firstAck } from "./first-ack.ts";
import { isHelp, renderGuide, takesWords, unknownWords } from "./guide.ts";
import {
  type Command,
  clickContext,
  clickId,
  interaction,
  type Search,
  type Shortcut,
} from "./interaction.ts";
import { changeModal, createModalUpdates, hasRoomAbove, type UpdateModal } from "./modals.ts";
import { refuseSubmission } from "./refusal.ts";
import { postTo, respondTo } from "./respond-to.ts";
import { type CommandRoute, find, type RouteTable } from "./routes.ts";

/**
 * Binds every route with one catch-all listener a kind, so that an unknown command or an old button is answered
 * too: Bolt runs all listeners that match, and acknowledges nothing when none does.
 */
export function bindRoutes(app: App, routes: RouteTable, options: EdgeOptions): void {
  bindCommands(app, routes.commands, options);
  const updateModal = createModalUpdates(options);
  bindSubmissions(app, routes.submissions, { ...options, updateModal });
  bindClicks(app, routes.clicks, { ...options, updateModal });
  bindSuggestions(app, routes.suggestions, options);
  bindShortcuts(app, routes.shortcuts, options);
  bindTabs(app, routes.tabs, options);
}

function bindCommands(app: App, commands: RouteTable["commands"], options: EdgeOptions): void {
  app.command(/^\//, async ({ command, context, ack }) => {
    const delivery = options.deliveries.take(command.trigger_id);
    const answer = firstAck({ ack, context, delivery }, "command", options);
    const route = find(commands, command.command);
    await attend(options, {
      surface: command.command,
      userId: command.user_id,
      answer,
      handler: route && ((context: Command) => runCommand(route, context, { ...options, answer })),
      missing: (words) => words.notYetBuilt(command.command),
      refuse: async ({ text }) => {
        if (answer.isDone()) await respondTo(options, command.response_url, plainAnswer(text));
        else await answer.refuse({ response_type: "ephemeral", ...plainAnswer(text) });
      },
      context: (person) => ({
        ...interaction(options, person, {
          triggerId: command.trigger_id,
          responseUrl: command.response_url,
          delivery,
        }),
        name: command.command,
        text: trimBlank(withoutNotation(unescapeText(command.text))),
        conversation: command.channel_id,
        triggerId: command.trigger_id,
        ack: async (reply) =>
          answer.ack(reply === undefined ? undefined : { response_type: "ephemeral", ...reply }),
      }),
    });
  });
}

/** The same for every command: `help` shows its guide, and so do words behind one that takes none. */
async function runCommand(
  route: CommandRoute,
  command: Command,
  options: EdgeOptions & { answer: Pick<FirstAck, "isRepeat"> },
): Promise<void> {
  const { name, person, text } = command;
  if (route.answersAgain !== true && options.answer.isRepeat()) return command.ack();
  const guide = route.guide(person);
  const words = options.words(person.locale).guide;
  if (isHelp(text)) return command.ack(renderGuide(name, guide, words));
  if (text !== "" && !takesWords(guide)) {
    return command.ack(renderGuide(name, guide, words, unknownWords(name, text, words)));
  }
  await route.run(command);
}

type ModalEdge = EdgeOptions & { updateModal: UpdateModal };

function bindSubmissions(app: App, submissions: RouteTable["submissions"], options: ModalEdge): void {
  app.view<ViewSubmitAction>(
    { callback_id: /.*/, type: "view_submission" },
    async ({ body, view, context, ack }) => {
      const delivery = options.deliveries.take(body.trigger_id);
      const answer = firstAck({ ack, context, delivery }, "submission", options);
      const fields = new Fields(view.state.values);
      await attend(options, {
        surface: view.callback_id,
        userId: body.user.id,
        answer,
        handler: find(submissions, view.callback_id),
        missing: (words) => words.outdated,
        refuse: async (refusal) => {
          if (answer.isDone()) await postTo(options, body.user.id, plainAnswer(refusal.text));
          else await answer.refuse(refuseSubmission(view, refusal));
        },
        context: (person) => ({
          ...interaction(options, person, { triggerId: body.trigger_id, delivery }),
          view,
          hasRoom: hasRoomAbove(view),
          fields,
          ack: answer.ack,
          ackErrors: (byName) => answer.ack({ response_action: "errors", errors: fields.errors(byName) }),
          changeModal: (shown) => changeModal(options, view.id, shown),
          async changeBelow(shown) {
            if (view.previous_view_id !== null) await changeModal(options, view.previous_view_id, shown);
          },
          updateModal: (shown) => options.updateModal(view, shown, "submission"),
        }),
      });
    },
  );
}

function bindClicks(app: App, clicks: RouteTable["clicks"], options: ModalEdge): void {
  app.action({ type: "block_actions", action_id: /.*/ }, async ({ body, action, context, ack }) => {
    const delivery = options.deliveries.take(body.trigger_id);
    const answer = firstAck<void>({ ack, context, delivery }, "click", options);
    await attend(options, {
      surface: action.action_id,
      userId: body.user.id,
      answer,
      handler: find(clicks, clickId(body, action)),
      missing: (words) => words.outdated,
      refuse: async ({ text }, words) => {
        await answer.refuse();
        await clickAnswers(options, body, words).answer(plainAnswer(text));
      },
      context: (person) =>
        clickContext(options, {
          ...{ body, action, person, delivery, updateModal: options.updateModal },
          ack: answer.ack,
        }),
    });
  });
}

/** Slack shows nothing of an answer that comes after 3 s; looking for a person and in a list stays below that. */
const suggestingMs = 2500;

/** There is no way to tell anything but options: whoever may do nothing here, and a failure, get none. */
function bindSuggestions(app: App, suggestions: RouteTable["suggestions"], options: EdgeOptions): void {
  app.options<"block_suggestion">({ action_id: /.*/ }, async ({ body, ack }) => {
    const startedMs = performance.now();
    const surface = `${body.view?.callback_id}/${fieldName(body.block_id)}`;
    const handler = find(suggestions, surface);
    let offered: readonly Choice[] = [];
    const looking = attend(options, {
      surface,
      userId: body.user.id,
      handler:
        handler &&
        (async (search: Search) => {
          offered = await handler(search);
        }),
      missing: () => "",
      refuse: async () => {},
      context: (person) => ({ person, typed: trimBlank(body.value) }),
    });
    await options.within(suggestingMs, looking);
    await ack({ options: toOptions(offered) });
    options.onAcknowledged?.("suggestion", performance.now() - startedMs);
  });
}

function bindShortcuts(app: App, shortcuts: RouteTable["shortcuts"], options: EdgeOptions): void {
  app.shortcut(/.*/, async ({ shortcut, context, ack }) => {
    const delivery = options.deliveries.take(shortcut.trigger_id);
    const answer = firstAck<void>({ ack, context, delivery }, "shortcut", options);
    const message = shortcut.type === "message_action" ? shortcut : null;
    const reply = { delivery, ...(message === null ? {} : { responseUrl: message.response_url }) };
    await attend(options, {
      surface: shortcut.callback_id,
      userId: shortcut.user.id,
      answer,
      handler: find(shortcuts, shortcut.callback_id),
      missing: (words) => words.notYetBuilt(shortcut.callback_id),
      refuse: async ({ text }) => {
        await answer.refuse();
        if (message === null) await postTo(options, shortcut.user.id, plainAnswer(text));
        else await respondTo(options, message.response_url, plainAnswer(text));
      },
      context: (person) => ({
        ...interaction(options, person, { triggerId: shortcut.trigger_id, ...reply }),
        ack: answer.ack,
        message: message === null ? null : toMessage(message.message),
      }),
    });
  });
}

function toMessage(message: MessageShortcut["message"]): Shortcut["message"] {
  const { text = "", blocks, attachments } = message;
  return { text, blocks, attachments, files: readFilesOf(message) };
}

/** A Home tab that was drawn before; Bolt's types leave it out. */
const Shown = z.object({ view: z.object({ hash: z.string() }) });

/** Slack takes no answer to an opened tab: whoever may do nothing here reads that on the Home tab, and nowhere else. */
function bindTabs(app: App, tabs: RouteTable["tabs"], options: EdgeOptions): void {
  app.event("app_home_opened", async ({ event }) => {
    const { tab = "home" } = event;
    const handler = find(tabs, tab);
    if (handler === undefined) return;
    const showHome = async ({ blocks }: Answer) => {
      if (tab === "home") {
        await options.client.views.publish({ user_id: event.user, view: { type: "home", blocks } });
      }
    };
    await attend(options, {
      surface: `tab ${tab}`,
      userId: event.user,
      handler,
      missing: () => "",
      refuse: ({ text }) => showHome(plainAnswer(text)),
      turnAway: (locale) => showHome(options.strangersHome(locale)),
      context: (person) => ({ person, hash: Shown.safeParse(event).data?.view.hash ?? null }),
    });
  });
}
