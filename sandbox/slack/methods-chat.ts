import { checkMessage } from "./content-checks.ts";
import { postableConversation, visibleConversation } from "./conversation-access.ts";
import { IDENTITY } from "./identity.ts";
import { toText } from "./json.ts";
import {
  deleteMessage,
  findMessage,
  postEphemeral,
  postMessage,
  toWireMessage,
  updateMessage,
} from "./messages.ts";
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
        assertThread(world, conversation, args);
        takePost(conversation);
        const message = postMessage(world, { conversation, author: IDENTITY.botUserId, content: args });
        return { channel: conversation, ts: message.ts, message: toWireMessage(world, message) };
      },
    },
    "chat.update": {
      token: "bot",
      scopes,
      run: (world, args) => {
        const message = ownMessage(world, args, "cant_update_message");
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
      token: "bot",
      scopes,
      run: (world, args) => {
        const message = ownMessage(world, args, "cant_delete_message");
        deleteMessage(world, message);
        return { channel: message.conversation, ts: message.ts };
      },
    },
    "chat.postEphemeral": { token: "bot", scopes, run: runPostEphemeral },
  };
}

function assertThread(world: World, conversation: string, args: JsonObject): void {
  const threadTs = toText(args["thread_ts"]);
  if (threadTs !== "" && findMessage(world, conversation, threadTs) === null) {
    throw new WebApiError("thread_not_found", { finding: true });
  }
}

function ownMessage(world: World, args: JsonObject, refusal: string): StoredMessage {
  const conversation = visibleConversation(world, args["channel"]);
  const message = findMessage(world, conversation.id, toText(args["ts"]));
  if (message === null) throw new WebApiError("message_not_found");
  if (message.author !== IDENTITY.botUserId) throw new WebApiError(refusal, { finding: true });
  return message;
}

function runPostEphemeral(world: World, args: JsonObject): JsonObject {
  const to = toText(args["user"]);
  const person = world.people.get(to);
  if (person === undefined || person.kind === "deactivated") throw new WebApiError("user_not_found");
  const conversation = postableConversation(world, args["channel"]);
  if (!conversation.members.includes(to)) throw new WebApiError("user_not_in_channel");
  assertNoProblem(checkMessage(world, "chat.postEphemeral", args));
  const ephemeral = postEphemeral(world, {
    to,
    conversation: conversation.id,
    content: args,
    source: "chat.postEphemeral",
  });
  return { message_ts: ephemeral.id };
}
