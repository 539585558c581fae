import type { AckFn, App, BlockAction, MessageShortcut, ViewSubmitAction } from "@slack/bolt";
import { trimBlank } from "../../blank-text.ts";
import { BoundedMap } from "../../bounded-map.ts";
import { type Answer, plainAnswer } from "../blocks/answer.ts";
import { toOptions } from "../blocks/modal.ts";
import { unescapeText } from "../blocks/rich-text.ts";
import { withoutNotation } from "../blocks/typed-text.ts";
import { readMessageFiles } from "../files/slack-file.ts";
import {
  type Acknowledger,
  attend,
  createAcknowledger,
  type EdgeOptions,
  type InteractionKind,
  InteractionState,
} from "./attend.ts";
import { Fields, toFieldName } from "./fields.ts";
import { formatUnknownWords, isHelp, renderGuide, takesArguments } from "./guide.ts";
import type { Command, CommandRoute, ReadMetadata, RouteTable, Search, Shortcut } from "./interaction.ts";
import { respondTo, sendDirectMessage } from "./respond-to.ts";
import {
  changeModal,
  clickAnswers,
  createModalUpdater,
  hasRoomAbove,
  isAnswerView,
  pushOrReplaceModal,
  refuseSubmission,
} from "./views.ts";

/** Most interactions remembered, more than a day's; Slack redelivers within minutes. */
const maxRemembered = 10_000;

/**
 * Binds all routes behind one catch-all listener for each kind of interaction, so that unknown commands and old buttons
 * are answered too: Bolt acknowledges nothing if no listener matches.
 */
export function bindRoutes(app: App, routes: RouteTable, options: EdgeOptions): void {
  const deliveries = new BoundedMap<string, InteractionState>(maxRemembered);
  const bound = { ...options, deliveries, updateModal: createModalUpdater(options) };
  bindCommands(app, routes.commands, bound);
  bindSubmissions(app, routes.submissions, bound);
  bindClicks(app, routes.clicks, bound);
  bindSuggestions(app, routes.suggestions, options);
  bindShortcuts(app, routes.shortcuts, bound);
  bindTabs(app, routes.tabs, options);
}

/** `deliveries`: interactions by trigger id, which is the same in each redelivery. */
type Bound = EdgeOptions & {
  deliveries: BoundedMap<string, InteractionState>;
  updateModal: ReturnType<typeof createModalUpdater>;
};
type Arrived<R> = { ack: AckFn<R>; context: Record<string, unknown>; triggerId: string };

function take<R>({ deliveries, onAcknowledged }: Bound, surface: InteractionKind, arrived: Arrived<R>) {
  const delivery = deliveries.get(arrived.triggerId) ?? new InteractionState();
  deliveries.set(arrived.triggerId, delivery);
  return createAcknowledger(delivery, arrived, (tookMs) => onAcknowledged?.(surface, tookMs));
}

function bindCommands(app: App, commands: RouteTable["commands"], options: Bound): void {
  app.command(/^\//, ({ command, ...arrived }) => {
    const { command: name, trigger_id: triggerId } = command;
    const answer = take(options, "command", { ...arrived, triggerId });
    const route = find(commands, name);
    return attend(options, {
      surface: name,
      userId: command.user_id,
      answer,
      ackRefusal: ({ text }) => personal(plainAnswer(text)),
      respond: (said) => respondTo(options, command.response_url, said),
      show: (view) => options.client.views.open({ trigger_id: triggerId, view }),
      handler: route && ((typed: Command) => runCommand(route, typed, answer)),
      context: (asked) => ({
        ...asked,
        name,
        text: trimBlank(withoutNotation(unescapeText(command.text))),
        conversation: command.channel_id,
        triggerId,
        ack: (reply) => answer.ack(reply && personal(reply)),
      }),
    });
  });
}

const personal = (answer: Answer) => ({ response_type: "ephemeral" as const, ...answer });

async function runCommand(
  route: CommandRoute,
  command: Command,
  answer: Pick<Acknowledger, "isRepeat">,
): Promise<void> {
  const { name, person, text, words } = command;
  if (route.answersAgain !== true && answer.isRepeat()) return;
  const guide = route.guide(person);
  const { help } = words;
  if (isHelp(text)) return command.ack(renderGuide(name, guide, help));
  if (text !== "" && !takesArguments(guide)) {
    return command.ack(renderGuide(name, guide, help, formatUnknownWords(name, text, help)));
  }
  await route.run(command);
}

function bindSubmissions(app: App, submissions: RouteTable["submissions"], options: Bound): void {
  const constraints = { callback_id: /.*/, type: "view_submission" } as const;
  app.view<ViewSubmitAction>(constraints, ({ body, view, ...arrived }) => {
    const { user, trigger_id: triggerId } = body;
    const answer = take(options, "submission", { ...arrived, triggerId });
    const fields = new Fields(view.state.values);
    return attend(options, {
      surface: view.callback_id,
      userId: user.id,
      answer,
      ackRefusal: (refusal) => refuseSubmission(view, refusal),
      respond: (said) => sendDirectMessage(options, user.id, said),
      show: (shown) => options.client.views.open({ trigger_id: triggerId, view: shown }),
      handler: find(submissions, view.callback_id),
      context: (asked) => ({
        ...asked,
        view,
        carried: carriedBy(view),
        hasRoom: hasRoomAbove(view),
        fields,
        ackErrors: (byName) => answer.ack({ response_action: "errors", errors: fields.errors(byName) }),
        refuse: (text) => answer.ack(refuseSubmission(view, { text, mayTryAgain: true })),
        changeModal: (shown) => changeModal(options, view.id, shown),
        async changeBelow(shown) {
          if (view.previous_view_id !== null) await changeModal(options, view.previous_view_id, shown);
        },
      }),
    });
  });
}

function bindClicks(app: App, clicks: RouteTable["clicks"], options: Bound): void {
  app.action({ type: "block_actions", action_id: /.*/ }, ({ body, action, ...arrived }) => {
    const { view, user, trigger_id: triggerId } = body;
    const isInAnswer = isAnswerView(body);
    return attend(options, {
      surface: action.action_id,
      userId: user.id,
      answer: take<void>(options, "click", { ...arrived, triggerId }),
      respond: (said, words) => clickAnswers(options, body, words).answer(said),
      show: (shown) => pushOrReplaceModal(options, body, shown),
      handler: find(clicks, clickId(body, action)),
      context: (asked) => ({
        ...asked,
        ...clickAnswers(options, body, asked.words),
        async updateModal(shown) {
          if (view !== undefined) await options.updateModal(view, shown);
        },
        triggerId,
        actionId: action.action_id,
        value: chosenValue(action),
        conversation: body.channel?.id ?? null,
        isEphemeral: body.container["is_ephemeral"] === true || isInAnswer,
        form:
          view?.type === "modal" && !isInAnswer
            ? {
                metadata: view.private_metadata,
                carried: carriedBy(view),
                fields: new Fields(view.state.values),
              }
            : null,
      }),
    });
  });
}

function carriedBy({ private_metadata }: { private_metadata: string }): ReadMetadata {
  return (schema) => schema.parse(JSON.parse(private_metadata));
}

/** Returns `<form>/<field>` for a field, else the button's id up to `:`, after which the row is named. */
function clickId({ view }: BlockAction, action: BlockAction["actions"][number]): string {
  if (view !== undefined && action.action_id === "value") {
    return `${view.callback_id}/${toFieldName(action.block_id)}`;
  }
  return action.action_id.split(":")[0] ?? action.action_id;
}

function chosenValue(action: BlockAction["actions"][number]): string {
  const chosen = "selected_option" in action ? action.selected_option : action;
  return chosen && "value" in chosen && typeof chosen.value === "string" ? chosen.value : "";
}

/** Limit of a search for suggestions; Slack ignores answers after 3 s. */
const suggestingMs = 2500;

/** Answers with no options after a refusal or failure: Slack shows nothing but options. */
function bindSuggestions(app: App, suggestions: RouteTable["suggestions"], options: EdgeOptions): void {
  app.options<"block_suggestion">({ action_id: /.*/ }, async ({ body, ack }) => {
    const surface = `${body.view?.callback_id}/${toFieldName(body.block_id)}`;
    const onAcknowledged = (tookMs: number) => options.onAcknowledged?.("suggestion", tookMs);
    const answer = createAcknowledger(new InteractionState(), { ack, context: {} }, onAcknowledged);
    const offer = find(suggestions, surface);
    const offering = attend(options, {
      surface,
      userId: body.user.id,
      answer,
      ackRefusal: () => ({ options: [] }),
      respond: async () => {},
      handler: offer && (async (search: Search) => answer.ack({ options: toOptions(await offer(search)) })),
      context: ({ person, words }) => ({ person, words, typed: trimBlank(body.value) }),
    });
    await options.within(suggestingMs, offering);
    await answer.refuse({ options: [] });
  });
}

function bindShortcuts(app: App, shortcuts: RouteTable["shortcuts"], options: Bound): void {
  app.shortcut(/.*/, ({ shortcut, ...arrived }) => {
    const { callback_id: name, user, trigger_id: triggerId } = shortcut;
    const on = shortcut.type === "message_action" ? shortcut : null;
    return attend(options, {
      surface: name,
      userId: user.id,
      answer: take<void>(options, "shortcut", { ...arrived, triggerId }),
      respond: (said) =>
        on === null ? sendDirectMessage(options, user.id, said) : respondTo(options, on.response_url, said),
      show: (view) => options.client.views.open({ trigger_id: triggerId, view }),
      handler: find(shortcuts, name),
      context: (asked) => ({
        ...asked,
        message: on && toMessage(on.message),
      }),
    });
  });
}

function toMessage(message: MessageShortcut["message"]): Shortcut["message"] {
  const { text = "", blocks, attachments } = message;
  return { text, blocks, attachments, files: readMessageFiles(message) };
}

/** Publishes a refusal as the Home tab, since Slack takes no answer to an opened tab. */
function bindTabs(app: App, tabs: RouteTable["tabs"], options: EdgeOptions): void {
  app.event("app_home_opened", async ({ event }) => {
    const { tab = "home", user } = event;
    const handler = find(tabs, tab);
    if (handler === undefined) return;
    await attend(options, {
      surface: `tab ${tab}`,
      userId: user,
      answer: createAcknowledger(new InteractionState(), { ack: async () => {}, context: {} }),
      async respond({ blocks }) {
        const view = { type: "home" as const, blocks };
        if (tab === "home") await options.client.views.publish({ user_id: user, view });
      },
      handler,
      context: ({ person, words }) => ({ person, words }),
    });
  });
}

/** Finds a route by own keys only, since an id may be `constructor`. A key's `.*` matches fields named by people. */
function find<T>(known: Record<string, T>, id: string): T | undefined {
  if (Object.hasOwn(known, id)) return known[id];
  const open = Object.keys(known).find((key) => key.endsWith(".*") && id.startsWith(key.slice(0, -1)));
  return open === undefined ? undefined : known[open];
}
