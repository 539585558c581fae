import type { OperationKind } from "../../operations/index.ts";
import { acceptedEnd } from "../../operations/index.ts";
import { type MessageResult, type PlatformClient, type SendBody, textBytes } from "../../platform/index.ts";

import { readSendable, type StoredMessage } from "./stored.ts";

export const sendKind = "messages.send";

/** By the platform's public record a text up to this size without a title goes out as an SMS. */
export const smsBytes = 90;

/** One message to one recipient; the body is stored exactly as it is sent. */
export function sendOperation(
  platform: Pick<PlatformClient, "sendMessage">,
  views: Pick<OperationKind<SendBody, MessageResult>, "posts" | "describe">,
): OperationKind<SendBody, MessageResult> {
  return {
    name: sendKind,
    read: readSendable,
    ready: async (body) => (options) => platform.sendMessage(body, options),
    toEnd: ({ statusCode, statusMessage, messageId, groupId, type }) => ({
      ...acceptedEnd(
        statusCode,
        { messageId, groupId: groupId ?? null, type: type ?? null, statusMessage: statusMessage ?? null },
        messageId,
      ),
    }),
    ...views,
  };
}

/** What the platform will probably make of a message without a type (public record). */
export function likelyKind(message: Pick<StoredMessage, "text" | "subject">): "SMS" | "LMS" {
  const isShort = textBytes(message.text ?? "") <= smsBytes;
  return isShort && message.subject === undefined ? "SMS" : "LMS";
}
