import { click, seenConversation } from "./actor-click.ts";
import { fill, offeredConversations, suggest } from "./actor-fields.ts";
import type { Client } from "./actor-scene.ts";
import { closeAll, closeTop, submit } from "./actor-submit.ts";
import type { ClickOptions, ClickPlace, FieldValue, PickedFile } from "./actor-types.ts";
import { checkMessage } from "./content-checks.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { optionsOf } from "./elements.ts";
import { storeFile } from "./file-store.ts";
import { isObject } from "./json.ts";
import { findMessage, postEphemeral, postMessage } from "./messages.ts";
import { commandPayload, eventPayload, messageShortcutPayload, shortcutPayload } from "./payloads.ts";
import { showAnswer } from "./response-urls.ts";
import type { Conversation, Delivery, JsonObject, StoredMessage } from "./types.ts";
import { stackOf, toWireView } from "./views.ts";
import { directConversation, personOf, type World } from "./world.ts";

export type Actor = ReturnType<typeof createActor>;

/**
 * One person at their Slack client. Everything fails here as it does in the client.
 * @throws Error for people who can't be at a client: the deactivated and bots
 */
export function createActor(world: World, dispatcher: Dispatcher, userId: string) {
  const person = personOf(world, userId);
  if (person.kind === "deactivated" || person.kind === "bot")
    throw new Error(`${person.name} can't use Slack`);
  directConversation(world, userId);
  const client: Client = { world, dispatcher, person, suggested: new Map() };
  return {
    person,
    /**
     * `name` with its slash. Without a conversation it is typed in the first one the person is in; in a thread Slack
     * runs no command and says so.
     */
    command: (name: string, text = "", options: { conversation?: string; threadTs?: string } = {}) =>
      runCommand(client, { name, text, ...options }),
    shortcut: (callbackId: string) => runShortcut(client, callbackId),
    messageShortcut: (callbackId: string, message: Chosen) => runMessageShortcut(client, callbackId, message),
    /** Open modals, the last one on top. */
    views: () => [...stackOf(world, userId)],
    /**
     * Types or chooses in the top modal; throws when the element would not allow it.
     * Resolves with the block_actions delivery when the element dispatches, else null.
     */
    fill: (blockId: string, value: FieldValue, actionId?: string) =>
      fill(client, { blockId, value, actionId }),
    /** The same for several fields, in order; resolves with the deliveries of those that dispatch. */
    async fillAll(values: { readonly [blockId: string]: FieldValue }) {
      const deliveries: Delivery[] = [];
      for (const [blockId, value] of Object.entries(values)) {
        const delivery = await fill(client, { blockId, value });
        if (delivery !== null) deliveries.push(delivery);
      }
      return deliveries;
    },
    submit: () => submit(client),
    /** The arrow at the top of a pushed modal: back to the one below. */
    back: async () => closeTop(client),
    /** The cancel button (the top view) or, with `all`, the cross (the whole stack). */
    closeView: async (options: { all?: boolean } = {}) =>
      options.all === true ? closeAll(client) : closeTop(client),
    click: (where: ClickPlace, actionId: string, options: ClickOptions = {}) =>
      click(client, where, { ...options, actionId }),
    /** What an external select offers for a query; throws when the bot did not answer in 3 s. */
    suggest: async (blockId: string, query: string, actionId?: string) =>
      (await suggest(client, { blockId, query, actionId })).flatMap((offered) =>
        Array.isArray(offered["options"]) ? optionsOf(offered) : [offered],
      ),
    /** The same as it is shown: in its groups, `{label, options}`, where the bot made any. */
    suggestGrouped: (blockId: string, query: string, actionId?: string) =>
      suggest(client, { blockId, query, actionId }),
    /** Conversations a conversations_select of the top modal would offer. */
    offeredConversations: (blockId: string) => offeredConversations(client, blockId),
    /** Becomes a member of a public conversation. */
    join: (conversation: string) => join(client, conversation),
    openHome: () => openHomeTab(client, "home"),
    openMessagesTab: () => openHomeTab(client, "messages"),
    upload: ({ conversation, text = "", ...file }: PickedFile & { conversation: string; text?: string }) =>
      say(client, { conversation, text, files: [file] }),
    /** Files hang on the one message; its text may be empty then. */
    say: (conversation: string, text: string, options: Pick<Said, "threadTs" | "files"> = {}) =>
      say(client, { conversation, text, ...options }),
  };
}

type Chosen = { readonly conversation: string; readonly ts: string };

type Said = {
  readonly conversation: string;
  readonly text: string;
  readonly threadTs?: string;
  readonly files?: readonly PickedFile[];
};

function say(client: Client, { conversation, text, threadTs, files = [] }: Said): StoredMessage {
  const { world, person } = client;
  const place = openConversation(client, conversation);
  return postMessage(world, {
    conversation: place.id,
    author: person.id,
    content: { text, ...(threadTs === undefined ? {} : { thread_ts: threadTs }) },
    files: files.map((picked) => storeFile(world, person.id, { picked, sharedIn: place })),
  });
}

type Typed = {
  readonly name: string;
  readonly text: string;
  readonly conversation?: string;
  readonly threadTs?: string;
};

async function runCommand(client: Client, typed: Typed): Promise<Delivery> {
  const { world, dispatcher, person } = client;
  const conversation = commandConversation(client, typed.conversation);
  const tell = (text: string) =>
    postEphemeral(world, {
      to: person.id,
      conversation: conversation.id,
      content: { text, ...(typed.threadTs === undefined ? {} : { thread_ts: typed.threadTs }) },
      source: "client",
    });
  const declared = world.manifest.commands.get(typed.name);
  if (declared === undefined || person.kind === "stranger") {
    const trouble = `${typed.name} is not a valid command. In Slack, all messages that start with the "/" character are interpreted as commands.`;
    tell(trouble);
    return dispatcher.undeliverable("command", trouble);
  }
  if (typed.threadTs !== undefined) {
    const trouble = `${typed.name} is not supported in threads. Sorry!`;
    tell(trouble);
    return dispatcher.undeliverable("command", trouble);
  }
  const trimmed = typed.text.trim();
  const escaped = escapeCharacters(trimmed);
  const text = declared.shouldEscape ? escapeMentions(world, escaped) : escaped;
  const payload = commandPayload(world, { person, command: typed.name, text, conversation });
  const delivery = await dispatcher.deliver("command", payload);
  if (delivery.trouble !== null) tell(`${typed.name} failed with the error "${delivery.trouble}"`);
  else showCommandAnswer(client, conversation, { delivery, typed: `${typed.name} ${typed.text}`.trimEnd() });
  return delivery;
}

function commandConversation(client: Client, id: string | undefined): Conversation {
  const { world, person } = client;
  const first = [...world.conversations.values()].find(
    ({ members, isArchived }) => members.includes(person.id) && !isArchived,
  );
  return id === undefined ? (first ?? directConversation(world, person.id)) : openConversation(client, id);
}

/** @throws Error where the person's client has no box to type in */
function openConversation(client: Client, id: string): Conversation {
  const conversation = seenConversation(client, id);
  if (conversation.isArchived) throw new Error(`${conversation.name} is archived: nobody types there`);
  return conversation;
}

/** @throws Error for conversations that nobody joins by themselves, and people who are let into each */
function join(client: Client, id: string): void {
  const { kind, members, name } = openConversation(client, id);
  const { person } = client;
  if (kind !== "public" || person.kind !== "member") throw new Error(`${person.name} can't join ${name}`);
  if (!members.includes(person.id)) members.push(person.id);
}

function showCommandAnswer(
  { world, person }: Client,
  conversation: Conversation,
  { delivery, typed }: { readonly delivery: Delivery; readonly typed: string },
): void {
  const body = delivery.ack?.body;
  if (body === null || body === undefined) return;
  const content: JsonObject = isObject(body) ? body : { text: String(body) };
  const problem = checkMessage(world, "command ack", content);
  if (problem !== null) {
    world.report("command ack", problem.error, problem.messages.join("; "));
    return;
  }
  if (content["response_type"] === "in_channel") {
    postMessage(world, { conversation: conversation.id, author: person.id, content: { text: typed } });
  }
  showAnswer(world, { userId: person.id, conversation: conversation.id, content, source: "ack" });
}

/** Slack's one way of escaping, in whatever text it delivers. */
function escapeCharacters(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** should_escape: mentions become ids. */
function escapeMentions(world: World, text: string): string {
  return text
    .replace(/(^|\s)@([\w.-]+)/g, (whole, space: string, name: string) => {
      const person = [...world.people.values()].find((other) => other.name === name);
      return person === undefined ? whole : `${space}<@${person.id}|${name}>`;
    })
    .replace(/(^|\s)#([\w.-]+)/g, (whole, space: string, name: string) => {
      const found = [...world.conversations.values()].find((other) => other.name === name);
      return found === undefined ? whole : `${space}<#${found.id}|${name}>`;
    });
}

async function runShortcut({ world, dispatcher, person }: Client, callbackId: string): Promise<Delivery> {
  if (world.manifest.shortcuts.get(callbackId) !== "global") {
    return dispatcher.undeliverable("shortcut", `the app has no global shortcut ${callbackId}`);
  }
  return await dispatcher.deliver("shortcut", shortcutPayload(world, person, callbackId));
}

async function runMessageShortcut(client: Client, callbackId: string, chosen: Chosen): Promise<Delivery> {
  const { world, dispatcher, person } = client;
  if (world.manifest.shortcuts.get(callbackId) !== "message") {
    return dispatcher.undeliverable("message_action", `the app has no message shortcut ${callbackId}`);
  }
  const conversation = seenConversation(client, chosen.conversation);
  const message = findMessage(world, conversation.id, chosen.ts);
  if (message === null) throw new Error("the message is gone");
  const payload = messageShortcutPayload(world, { person, callbackId, conversation, message });
  return await dispatcher.deliver("message_action", payload);
}

async function openHomeTab(
  { world, dispatcher, person }: Client,
  tab: "home" | "messages",
): Promise<Delivery> {
  const { manifest } = world;
  const isThere = tab === "home" ? manifest.hasHomeTab : manifest.hasMessagesTab;
  if (!isThere) return dispatcher.undeliverable("event", `the app has no ${tab} tab`);
  const channel = directConversation(world, person.id).id;
  if (!manifest.events.has("app_home_opened")) return dispatcher.undeliverable("event", null);
  const home = world.homes.get(person.id);
  const event = {
    type: "app_home_opened",
    user: person.id,
    channel,
    tab,
    ...(tab === "home" && home !== undefined ? { view: toWireView(home) } : {}),
  };
  return await dispatcher.deliver("event", eventPayload(world, event));
}
