import { toText } from "./json.ts";
import type { Conversation, Person } from "./types.ts";
import { WebApiError } from "./web-api-method.ts";
import { directConversation, hasBot, type World } from "./world.ts";

/** A conversation as the app may know it: private ones without the bot do not exist for it. */
export function visibleConversation(world: World, reference: unknown): Conversation {
  const wanted = toText(reference);
  const conversation =
    world.conversations.get(wanted) ??
    [...world.conversations.values()].find(({ name, kind }) => kind !== "im" && `#${name}` === wanted);
  if (conversation === undefined) throw new WebApiError("channel_not_found");
  if (conversation.kind !== "public" && !hasBot(conversation)) throw new WebApiError("channel_not_found");
  return conversation;
}

/** Where the app may post: a user id means the direct conversation, others need membership or chat:write.public. */
export function postableConversation(world: World, reference: unknown): Conversation {
  const person = world.people.get(toText(reference));
  const conversation = person === undefined ? visibleConversation(world, reference) : directOf(world, person);
  if (conversation.isArchived) throw new WebApiError("is_archived");
  if (!hasBot(conversation) && !world.manifest.scopes.has("chat:write.public")) {
    throw new WebApiError("not_in_channel", { finding: true });
  }
  return conversation;
}

export function directOf(world: World, person: Person): Conversation {
  if (person.kind === "deactivated") throw new WebApiError("user_disabled");
  if (person.kind === "bot") throw new WebApiError("cannot_dm_bot");
  return directConversation(world, person.id);
}
