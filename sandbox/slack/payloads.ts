import { IDENTITY } from "./identity.ts";
import { toWireMessage } from "./messages.ts";
import { createResponseUrl } from "./response-urls.ts";
import { createTrigger } from "./triggers.ts";
import type { Conversation, Ephemeral, JsonObject, Person, StoredMessage, View } from "./types.ts";
import { toWireView } from "./views.ts";
import type { World } from "./world.ts";

/** What every interactive payload carries. */
function envelope(person: Person): JsonObject {
  return {
    token: IDENTITY.verificationToken,
    api_app_id: IDENTITY.appId,
    team: { id: IDENTITY.teamId, domain: IDENTITY.teamDomain },
    enterprise: null,
    is_enterprise_install: false,
    user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
  };
}

/** Slack hides the names of private conversations and direct messages from commands. */
function channelName(conversation: Conversation): string {
  if (conversation.kind === "im") return "directmessage";
  return conversation.kind === "private" ? "privategroup" : conversation.name;
}

function toWireChannel(conversation: Conversation): JsonObject {
  return { id: conversation.id, name: channelName(conversation) };
}

/** All fields are strings, over the socket too. */
export function commandPayload(
  world: World,
  typed: {
    readonly person: Person;
    readonly command: string;
    readonly text: string;
    readonly conversation: Conversation;
  },
): JsonObject {
  const { person, conversation } = typed;
  return {
    token: IDENTITY.verificationToken,
    team_id: IDENTITY.teamId,
    team_domain: IDENTITY.teamDomain,
    channel_id: conversation.id,
    channel_name: channelName(conversation),
    user_id: person.id,
    user_name: person.name,
    command: typed.command,
    text: typed.text,
    api_app_id: IDENTITY.appId,
    is_enterprise_install: "false",
    response_url: createResponseUrl(world, {
      userId: person.id,
      conversation: conversation.id,
      original: null,
    }),
    trigger_id: createTrigger(world, { userId: person.id, conversation: conversation.id, viewId: null }),
  };
}

export function shortcutPayload(world: World, person: Person, callbackId: string): JsonObject {
  return {
    ...envelope(person),
    type: "shortcut",
    callback_id: callbackId,
    action_ts: world.nextTs(),
    trigger_id: createTrigger(world, { userId: person.id, conversation: null, viewId: null }),
  };
}

export function messageShortcutPayload(
  world: World,
  chosen: {
    readonly person: Person;
    readonly callbackId: string;
    readonly conversation: Conversation;
    readonly message: StoredMessage;
  },
): JsonObject {
  const { person, conversation, message } = chosen;
  return {
    ...envelope(person),
    type: "message_action",
    callback_id: chosen.callbackId,
    action_ts: world.nextTs(),
    message_ts: message.ts,
    channel: toWireChannel(conversation),
    message: toWireMessage(world, message),
    trigger_id: createTrigger(world, { userId: person.id, conversation: conversation.id, viewId: null }),
    response_url: createResponseUrl(world, {
      userId: person.id,
      conversation: conversation.id,
      original: null,
    }),
  };
}

/** Where a click took place, as block_actions and block_suggestion describe it. */
export type Scene =
  | { readonly kind: "view"; readonly view: View; readonly conversation: string | null }
  | { readonly kind: "message"; readonly message: StoredMessage; readonly conversation: Conversation }
  | { readonly kind: "ephemeral"; readonly ephemeral: Ephemeral; readonly conversation: Conversation };

export function blockActionsPayload(
  world: World,
  clicked: { readonly person: Person; readonly scene: Scene; readonly action: JsonObject },
): JsonObject {
  const { person, scene } = clicked;
  const conversation =
    typeof scene.conversation === "object" ? (scene.conversation?.id ?? null) : scene.conversation;
  return {
    ...envelope(person),
    type: "block_actions",
    ...sceneFields(world, scene),
    trigger_id: createTrigger(world, {
      userId: person.id,
      conversation,
      viewId: scene.kind === "view" && scene.view.type === "modal" ? scene.view.id : null,
    }),
    ...(scene.kind === "view" ? {} : { response_url: sceneResponseUrl(world, person, scene) }),
    actions: [{ ...clicked.action, action_ts: world.nextTs() }],
  };
}

function sceneResponseUrl(world: World, person: Person, scene: Exclude<Scene, { kind: "view" }>): string {
  return createResponseUrl(world, {
    userId: person.id,
    conversation: scene.conversation.id,
    original:
      scene.kind === "message"
        ? { kind: "message", ts: scene.message.ts }
        : { kind: "ephemeral", id: scene.ephemeral.id },
  });
}

function sceneFields(world: World, scene: Scene): JsonObject {
  if (scene.kind === "view") {
    const view = toWireView(scene.view);
    return { container: { type: "view", view_id: scene.view.id }, view, state: view["state"] };
  }
  const isEphemeral = scene.kind === "ephemeral";
  const messageTs = isEphemeral ? scene.ephemeral.id : scene.message.ts;
  return {
    container: {
      type: "message",
      message_ts: messageTs,
      channel_id: scene.conversation.id,
      is_ephemeral: isEphemeral,
    },
    channel: toWireChannel(scene.conversation),
    ...(isEphemeral ? {} : { message: toWireMessage(world, scene.message) }),
    state: { values: {} },
  };
}

export function blockSuggestionPayload(
  person: Person,
  asked: { readonly view: View; readonly blockId: string; readonly actionId: string; readonly query: string },
): JsonObject {
  return {
    ...envelope(person),
    type: "block_suggestion",
    container: { type: "view", view_id: asked.view.id },
    view: toWireView(asked.view),
    block_id: asked.blockId,
    action_id: asked.actionId,
    value: asked.query,
  };
}

export function viewSubmissionPayload(
  world: World,
  submitted: { readonly person: Person; readonly view: View },
): JsonObject {
  const { person, view } = submitted;
  return {
    ...envelope(person),
    type: "view_submission",
    view: toWireView(view),
    response_urls: [],
    trigger_id: createTrigger(world, {
      userId: person.id,
      conversation: world.viewConversations.get(view.id) ?? null,
      viewId: view.id,
    }),
  };
}

export function eventPayload(world: World, event: JsonObject): JsonObject {
  return {
    token: IDENTITY.verificationToken,
    team_id: IDENTITY.teamId,
    api_app_id: IDENTITY.appId,
    type: "event_callback",
    event: { event_ts: world.nextTs(), ...event },
    event_id: world.nextId("Ev"),
    event_time: Math.floor(world.now().getTime() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: IDENTITY.teamId,
        user_id: IDENTITY.botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
  };
}
