import { withIds } from "./elements.ts";
import { toWireFile } from "./file-store.ts";
import { IDENTITY } from "./identity.ts";
import { isObject, toObjects, toText } from "./json.ts";
import { MESSAGE } from "./limits.ts";
import type { Ephemeral, EphemeralSource, JsonObject, SlackFile, StoredMessage } from "./types.ts";
import type { World } from "./world.ts";

export type NewMessage = {
  readonly conversation: string;
  readonly author: string;
  /** Wire fields: text, blocks, attachments, metadata, thread_ts, unfurl_links, unfurl_media. */
  readonly content: JsonObject;
  readonly files?: readonly SlackFile[];
};

export function postMessage(
  world: World,
  { conversation, author, content, files }: NewMessage,
): StoredMessage {
  const message: StoredMessage = {
    conversation,
    ts: world.nextTs(),
    threadTs: toText(content["thread_ts"]) || null,
    author,
    text: toText(content["text"]).slice(0, MESSAGE.textTruncatedAt),
    blocks: withIds(toObjects(content["blocks"]), world.nextId),
    attachments: toObjects(content["attachments"]),
    metadata: isObject(content["metadata"]) ? content["metadata"] : null,
    files: files ?? [],
    editedTs: null,
    unfurl: { links: content["unfurl_links"] === true, media: content["unfurl_media"] !== false },
  };
  messagesIn(world, conversation).push(message);
  world.emit({ kind: "message", change: "posted", message });
  return message;
}

/**
 * Text without blocks takes the blocks away; blocks without text keep the text, as chat.update does. Only a message
 * without blocks is marked as edited.
 */
export function updateMessage(world: World, message: StoredMessage, content: JsonObject): StoredMessage {
  const hasText = typeof content["text"] === "string";
  const blocks = Array.isArray(content["blocks"])
    ? withIds(toObjects(content["blocks"]), world.nextId)
    : hasText
      ? []
      : message.blocks;
  const updated: StoredMessage = {
    ...message,
    text: hasText ? toText(content["text"]).slice(0, MESSAGE.textTruncatedAt) : message.text,
    blocks,
    attachments: Array.isArray(content["attachments"])
      ? toObjects(content["attachments"])
      : message.attachments,
    metadata: isObject(content["metadata"]) ? toMetadata(content["metadata"]) : message.metadata,
    editedTs: blocks.length > 0 ? message.editedTs : world.nextTs(),
  };
  const list = messagesIn(world, message.conversation);
  list[list.findIndex(({ ts }) => ts === message.ts)] = updated;
  world.emit({ kind: "message", change: "updated", message: updated });
  return updated;
}

/** An empty object removes it. */
function toMetadata(given: JsonObject): JsonObject | null {
  return Object.keys(given).length > 0 ? given : null;
}

export function deleteMessage(world: World, message: StoredMessage): void {
  const list = messagesIn(world, message.conversation);
  const index = list.findIndex(({ ts }) => ts === message.ts);
  if (index >= 0) list.splice(index, 1);
  world.deletedMessages.add(message.ts);
  world.emit({ kind: "message", change: "deleted", message });
}

export function messagesIn(world: World, conversation: string): StoredMessage[] {
  const known = world.messages.get(conversation);
  if (known !== undefined) return known;
  const created: StoredMessage[] = [];
  world.messages.set(conversation, created);
  return created;
}

export function findMessage(world: World, conversation: string, ts: string): StoredMessage | null {
  return world.messages.get(conversation)?.find((message) => message.ts === ts) ?? null;
}

export type NewEphemeral = {
  readonly to: string;
  readonly conversation: string;
  readonly content: JsonObject;
  readonly source: EphemeralSource;
};

export function postEphemeral(world: World, { to, conversation, content, source }: NewEphemeral): Ephemeral {
  const ephemeral: Ephemeral = {
    id: world.nextTs(),
    conversation,
    to,
    threadTs: toText(content["thread_ts"]) || null,
    text: toText(content["text"]),
    blocks: withIds(toObjects(content["blocks"]), world.nextId),
    source,
  };
  world.ephemerals.push(ephemeral);
  world.emit({ kind: "ephemeral", change: "posted", ephemeral });
  return ephemeral;
}

export function replaceEphemeral(world: World, id: string, content: JsonObject): void {
  const index = world.ephemerals.findIndex((ephemeral) => ephemeral.id === id);
  const current = world.ephemerals[index];
  if (current === undefined) return;
  const ephemeral: Ephemeral = {
    ...current,
    text: toText(content["text"]),
    blocks: withIds(toObjects(content["blocks"]), world.nextId),
  };
  world.ephemerals[index] = ephemeral;
  world.emit({ kind: "ephemeral", change: "updated", ephemeral });
}

export function deleteEphemeral(world: World, id: string): void {
  const index = world.ephemerals.findIndex((ephemeral) => ephemeral.id === id);
  const [ephemeral] = index < 0 ? [] : world.ephemerals.splice(index, 1);
  if (ephemeral !== undefined) world.emit({ kind: "ephemeral", change: "deleted", ephemeral });
}

/** The message as the web API answers it and payloads carry it. */
export function toWireMessage(world: World, message: StoredMessage): JsonObject {
  const isBot = message.author === IDENTITY.botUserId;
  return {
    type: "message",
    user: message.author,
    ts: message.ts,
    text: message.text,
    team: IDENTITY.teamId,
    ...(isBot ? { bot_id: IDENTITY.botId, app_id: IDENTITY.appId } : {}),
    ...(message.blocks.length > 0 ? { blocks: message.blocks } : {}),
    ...(message.attachments.length > 0 ? { attachments: message.attachments } : {}),
    ...(message.metadata === null ? {} : { metadata: message.metadata }),
    ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
    ...(message.editedTs === null ? {} : { edited: { user: message.author, ts: message.editedTs } }),
    ...(message.files.length > 0
      ? { files: message.files.map((file) => toWireFile(world, file)), upload: false }
      : {}),
  };
}
