import { visibleConversation } from "./conversation-access.ts";
import { IDENTITY } from "./identity.ts";
import type { Conversation, ConversationKind, JsonObject } from "./types.ts";
import { assertScope, toPage, type WebApiMethod } from "./web-api-method.ts";
import { hasBot, type World } from "./world.ts";

const READ_SCOPE: { readonly [kind in ConversationKind]: string } = {
  public: "channels:read",
  private: "groups:read",
  im: "im:read",
};

export const CONVERSATION_METHODS: { readonly [method: string]: WebApiMethod } = {
  "conversations.info": {
    tier: 3,
    token: "bot",
    scopes: Object.values(READ_SCOPE),
    run: (world, args) => ({ channel: toWireConversation(readable(world, args)) }),
  },
  "conversations.members": {
    tier: 4,
    token: "bot",
    scopes: Object.values(READ_SCOPE),
    run: (world, args) => {
      const { page, response_metadata } = toPage(readable(world, args).members, args);
      return { members: page, response_metadata };
    },
  },
};

function readable(world: World, args: JsonObject): Conversation {
  const conversation = visibleConversation(world, args["channel"]);
  assertScope(world, READ_SCOPE[conversation.kind]);
  return conversation;
}

function toWireConversation(conversation: Conversation): JsonObject {
  const { kind } = conversation;
  if (kind === "im") {
    return {
      id: conversation.id,
      is_im: true,
      is_archived: false,
      user: conversation.members.find((id) => id !== IDENTITY.botUserId),
    };
  }
  return {
    id: conversation.id,
    name: conversation.name,
    name_normalized: conversation.name,
    is_channel: kind === "public",
    is_group: kind === "private",
    is_im: false,
    is_mpim: false,
    is_private: kind === "private",
    is_archived: conversation.isArchived,
    is_general: false,
    is_shared: conversation.isExternallyShared,
    is_org_shared: false,
    is_ext_shared: conversation.isExternallyShared,
    is_member: hasBot(conversation),
    num_members: conversation.members.length,
    context_team_id: IDENTITY.teamId,
  };
}
