import { toText } from "./json.ts";
import type { Conversation, Person } from "./types.ts";
import { WebApiError } from "./web-api-method.ts";
import { directConversation, hasBot, type World } from "./world.ts";

/** A conversation by its id, as the app may know it: private ones without the bot do not exist for it. */
export function visibleConversation(world: World, reference: unknown): Conversation {
  return known(world.conversations.get(toText(reference)));
}

function known(conversation: Conversation | undefined): Conversation {
  if (conversation === undefined) throw new WebApiError("channel_not_found");
  if (conversation.kind !== "public" && !hasBot(conversation)) throw new WebApiError("channel_not_found");
  return conversation;
}

/** Where the app may post: a user id means the direct conversation, others need membership or chat:write.public. */
export function postableConversation(world: World, reference: unknown): Conversation {
  const conversation = addressedConversation(world, toText(reference));
  if (conversation.isArchived) throw new WebApiError("is_archived");
  if (!hasBot(conversation) && !world.manifest.scopes.has("chat:write.public")) {
    throw new WebApiError("not_in_channel", { finding: true });
  }
  return conversation;
}

/** Methods that post take a name and a person too; all others want the conversation's id. */
function addressedConversation(world: World, wanted: string): Conversation {
  const person = world.people.get(wanted);
  if (person !== undefined) return directOf(world, person);
  const byName = [...world.conversations.values()].find(
    ({ name, kind }) => kind !== "im" && `#${name}` === wanted,
  );
  return known(byName ?? world.conversations.get(wanted));
}

function directOf(world: World, person: Person): Conversation {
  if (person.kind === "deactivated") throw new WebApiError("user_disabled");
  if (person.kind === "bot") throw new WebApiError("cannot_dm_bot");
  return directConversation(world, person.id);
}
