import { checkMessage } from "./content-checks.ts";
import { postableConversation, visibleConversation } from "./conversation-access.ts";
import { IDENTITY } from "./identity.ts";
import { toText } from "./json.ts";
import { deleteMessage, findMessage, postMessage, toWireMessage, updateMessage } from "./messages.ts";
import type { JsonObject, StoredMessage } from "./types.ts";
import { assertNoProblem, WebApiError, type WebApiMethod } from "./web-api-method.ts";
import type { World } from "./world.ts";

/** @param takePost refuses with RateLimited when a conversation has had its posts for this second */
export function createChatMethods(takePost: (conversation: string) => void): {
  [method: string]: WebApiMethod;
} {
  const scopes = ["chat:write"];
  return {
    "chat.postMessage": {
      token: "bot",
      scopes,
      run: (world, args) => {
        const conversation = postableConversation(world, args["channel"]).id;
        assertNoProblem(checkMessage(world, "chat.postMessage", args));
        takePost(conversation);
        const content = inItsThread(world, conversation, args);
        const message = postMessage(world, { conversation, author: IDENTITY.botUserId, content });
        return { channel: conversation, ts: message.ts, message: toWireMessage(world, message) };
      },
    },
    "chat.update": {
      tier: 3,
      token: "bot",
      scopes,
      run: (world, args) => {
        const message = ownMessage(world, args, "cant_update_message");
        if (world.conversations.get(message.conversation)?.isArchived) throw new WebApiError("is_inactive");
        assertNoProblem(checkMessage(world, "chat.update", args));
        const updated = updateMessage(world, message, args);
        return {
          channel: updated.conversation,
          ts: updated.ts,
          text: updated.text,
          message: toWireMessage(world, updated),
        };
      },
    },
    "chat.delete": {
      tier: 3,
      token: "bot",
      scopes,
      run: (world, args) => {
        const message = ownMessage(world, args, "cant_delete_message");
        deleteMessage(world, message);
        return { channel: message.conversation, ts: message.ts };
      },
    },
    "chat.getPermalink": { token: "bot", scopes: [], run: runGetPermalink },
  };
}

/** A reply whose parent is not there lands in the conversation itself; only the missing thread_ts tells of it. */
function inItsThread(world: World, conversation: string, args: JsonObject): JsonObject {
  const { thread_ts, ...unthreaded } = args;
  const threadTs = toText(thread_ts);
  if (threadTs === "") return unthreaded;
  const parent = findMessage(world, conversation, threadTs);
  if (parent === null) {
    if (!world.deletedMessages.has(threadTs)) world.report("chat.postMessage", "no_thread", threadTs);
    return unthreaded;
  }
  if (parent.threadTs === null) return args;
  world.report("chat.postMessage", "thread_of_a_reply", `${threadTs} is a reply, not a thread's parent`);
  return { ...args, thread_ts: parent.threadTs };
}

function ownMessage(world: World, args: JsonObject, refusal: string): StoredMessage {
  const conversation = visibleConversation(world, args["channel"]);
  const message = findMessage(world, conversation.id, toText(args["ts"]));
  if (message === null) throw new WebApiError("message_not_found");
  if (message.author !== IDENTITY.botUserId) throw new WebApiError(refusal, { finding: true });
  return message;
}

function runGetPermalink(world: World, args: JsonObject): JsonObject {
  const { id } = visibleConversation(world, args["channel"]);
  const message = findMessage(world, id, toText(args["message_ts"]));
  if (message === null) throw new WebApiError("message_not_found");
  const { ts, threadTs } = message;
  const inThread = threadTs === null || threadTs === ts ? "" : `?thread_ts=${threadTs}&cid=${id}`;
  return { channel: id, permalink: `${world.origin}/archives/${id}/p${ts.replace(".", "")}${inThread}` };
}
