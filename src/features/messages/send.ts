import type { OperationKind } from "../../operations/index.ts";
import { acceptedEnd, NotReadyError, ownCodes } from "../../operations/index.ts";
import { type MessageResult, type PlatformClient, type SendBody, textBytes } from "../../platform/index.ts";
import { noteUses, type Operation, type StoreTransaction } from "../../store/index.ts";
import { imageIdsOf, isPending, uploadedId, withImage } from "./images.ts";
import { readSendable, type StoredMessage } from "./stored.ts";

export const sendKind = "messages.send";

/** By the platform's public record a text up to this size without a title goes out as an SMS. */
export const smsBytes = 90;

/** One message to one recipient; the body is stored exactly as it is sent. */
export function sendOperation(
  platform: Pick<PlatformClient, "sendMessage">,
  /** A code with a sentence in the catalogues: why this must not leave now. */
  findObstacle: (body: SendBody) => string | null,
  views: Pick<OperationKind<SendBody, MessageResult>, "posts" | "describe"> & {
    /** Asks who holds the phone whether it arrived. */
    askHolder?: (trx: StoreTransaction, operation: Operation) => Promise<void>;
  },
): OperationKind<SendBody, MessageResult> {
  const { askHolder, ...telling } = views;
  return {
    name: sendKind,
    read: readSendable,
    follow: (body, uploaded) => {
      const id = uploadedId(uploaded);
      return id !== null && isPending(body) ? withImage(body, id) : null;
    },
    async ready(body) {
      // Without its image it is another message.
      const obstacle = isPending(body) ? ownCodes.notReached : findObstacle(body);
      if (obstacle !== null) throw new NotReadyError(obstacle);
      return (options) => platform.sendMessage(body, options);
    },
    toEnd: ({ statusCode, statusMessage, messageId, groupId, type }) => ({
      ...acceptedEnd(
        statusCode,
        { messageId, groupId: groupId ?? null, type: type ?? null, statusMessage: statusMessage ?? null },
        messageId,
      ),
    }),
    also: async (trx, operation) => {
      await noteImages(trx, operation);
      await askHolder?.(trx, operation);
    },
    ...telling,
  };
}

/** Whoever deletes a file is shown the messages that may have shown it. */
async function noteImages(trx: StoreTransaction, operation: Operation): Promise<void> {
  const { id, outcome, request, closedAt, createdAt } = operation;
  const body = outcome === "accepted" || outcome === "unknown" ? readSendable(request) : null;
  if (body === null) return;
  await noteUses(trx, { fileIds: imageIdsOf(body), operationId: id, at: closedAt ?? createdAt });
}

/** What the platform will probably make of a text (public record). */
export function likelyKind(message: Pick<StoredMessage, "text" | "subject">): "SMS" | "LMS" {
  const isShort = textBytes(message.text ?? "") <= smsBytes;
  return isShort && message.subject === undefined ? "SMS" : "LMS";
}

/** The platform's name of a message's kind: what it says, or else what the platform will probably make of it. */
export function wireKind(message: StoredMessage): string {
  const { type, chatOptions, portalOptions, rcsOptions, imageId } = message;
  if (type !== undefined) return type;
  if (rcsOptions !== undefined) return "RCS";
  if (portalOptions !== undefined) return "NSA";
  const image = imageId ?? fieldOf(chatOptions, "imageId");
  if (chatOptions !== undefined && fieldOf(chatOptions, "templateId") !== undefined) return "ATA";
  if (chatOptions !== undefined) return image === undefined ? "CTA" : "CTI";
  return image === undefined ? likelyKind(message) : "MMS";
}

function fieldOf(options: unknown, name: string): unknown {
  return typeof options === "object" && options !== null ? Reflect.get(options, name) : undefined;
}
