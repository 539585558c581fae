import { directOf, visibleConversation } from "./conversation-access.ts";
import { IDENTITY } from "./identity.ts";
import { toBoolean, toText } from "./json.ts";
import type { Conversation, ConversationKind, JsonObject } from "./types.ts";
import { assertScope, toPage, WebApiError, type WebApiMethod } from "./web-api-method.ts";
import { hasBot, type World } from "./world.ts";

const READ_SCOPE: { readonly [kind in ConversationKind]: string } = {
  public: "channels:read",
  private: "groups:read",
  im: "im:read",
};

const KIND_BY_TYPE: ReadonlyMap<string, ConversationKind> = new Map(
  Object.entries<ConversationKind>({
    public_channel: "public",
    private_channel: "private",
    im: "im",
  }),
);

/** In a direct conversation between several. */
const GROUP_PEOPLE = 8;

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
  "conversations.list": { tier: 2, token: "bot", scopes: Object.values(READ_SCOPE), run: runList },
  "conversations.open": {
    tier: 3,
    token: "bot",
    scopes: ["im:write"],
    run: (world, args) => {
      const conversation = openedConversation(world, args);
      return {
        channel: toBoolean(args["return_im"]) ? toWireConversation(conversation) : { id: conversation.id },
      };
    },
  },
};

/** One person's direct conversation, by the person or by its id; those of several people are not stood in for. */
function openedConversation(world: World, args: JsonObject): Conversation {
  const ids = toText(args["users"]).split(",").filter(Boolean);
  if (ids.length === 0) {
    if (toText(args["channel"]) === "") throw new WebApiError("users_list_not_supplied", { finding: true });
    const conversation = visibleConversation(world, args["channel"]);
    if (conversation.kind === "im") return conversation;
    throw new WebApiError("method_not_supported_for_channel_type", { finding: true });
  }
  if (ids.length > GROUP_PEOPLE) throw new WebApiError("too_many_users", { finding: true });
  if (ids.length > 1) assertScope(world, "mpim:write");
  const person = world.people.get(ids[0] ?? "");
  if (person === undefined || ids.length !== 1) throw new WebApiError("user_not_found");
  return directOf(world, person);
}

function readable(world: World, args: JsonObject): Conversation {
  const conversation = visibleConversation(world, args["channel"]);
  assertScope(world, READ_SCOPE[conversation.kind]);
  return conversation;
}

function runList(world: World, args: JsonObject): JsonObject {
  const types = (toText(args["types"]) || "public_channel").split(",").map((type) => type.trim());
  const kinds = types.map((type) => KIND_BY_TYPE.get(type)).filter((kind) => kind !== undefined);
  for (const kind of kinds) assertScope(world, READ_SCOPE[kind]);
  const found = [...world.conversations.values()].filter(
    (conversation) =>
      kinds.includes(conversation.kind) &&
      (conversation.kind === "public" || hasBot(conversation)) &&
      !(conversation.isArchived && toBoolean(args["exclude_archived"])),
  );
  const { page, response_metadata } = toPage(found, args);
  return { channels: page.map(toWireConversation), response_metadata };
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
