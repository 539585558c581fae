import { platform } from "node:os";
import { acceptedEnd, lastDigits, type OperationKind, ownCodes } from "../../operations/index.ts";
import type { MessageResult, PlatformClient, SendBody } from "../../platform/index.ts";
import { type Notification, noteUses, type Operation, type StoreTransaction } from "../../store/index.ts";
import { kindOf } from "./kinds/index.ts";
import { wireType } from "./kinds/record.ts";
import { suiteWord } from "./runs/past.ts";
import { readSendable, readSnapshot } from "./stored.ts";

/** Name and version of the package, held by a test. */
export const sdkVersion = "messaging-chatops/0.2.0";

export type Agent = NonNullable<SendBody["agent"]>;

/** For the platform's statistics; `appId` where the account has one. */
export function createAgent(appId: string | null): Agent {
  return {
    sdkVersion,
    osPlatform: `${platform()} | ${process.version}`,
    ...(appId === null ? {} : { appId }),
  };
}

export function imageIdsOf({ message }: SendBody): string[] {
  const { imageId, chatOptions, rcsOptions } = message;
  const all = [
    imageId,
    chatOptions?.imageId,
    ...(rcsOptions?.additionalBody ?? []).map((one) => one.imageId),
  ];
  return [...new Set(all.filter((id) => id !== undefined))];
}

/** Placeholder of an image to upload, which no file id equals. */
export const pendingImage = "(attached)";

export function isPending(body: SendBody): boolean {
  return imageIdsOf(body).includes(pendingImage);
}

/** Puts the image into its place; null removes the place. */
export function withImage({ message, ...body }: SendBody, image: string | null): SendBody {
  const fill = (id: string | undefined) => (id === pendingImage ? (image ?? undefined) : id);
  const { chatOptions } = message;
  return {
    ...body,
    message: {
      ...message,
      ...(message.imageId === undefined ? {} : { imageId: fill(message.imageId) }),
      ...(chatOptions?.imageId === undefined
        ? {}
        : { chatOptions: { ...chatOptions, imageId: fill(chatOptions.imageId) } }),
    },
  };
}

/** Null for an upload that brought nothing. */
export function uploadedId(reply: unknown): string | null {
  const id: unknown = typeof reply === "object" && reply !== null ? Reflect.get(reply, "fileId") : null;
  return typeof id === "string" && id !== "" ? id : null;
}

export const sendKind = "messages.send";

/** One message to one recipient, stored exactly as it is sent. */
export function sendOperation(
  platform: Pick<PlatformClient, "sendMessage">,
  /** Code of why it must not leave now. */
  findObstacle: (body: SendBody) => string | null,
  views: Pick<
    OperationKind<SendBody, MessageResult>,
    "notificationFor" | "enqueuedNotificationFor" | "describe" | "quota"
  > & {
    askPhoneOwner?: (trx: StoreTransaction, operation: Operation) => Promise<Notification>;
  },
): OperationKind<SendBody, MessageResult> {
  const { askPhoneOwner, ...notification } = views;
  return {
    name: sendKind,
    isReadyAtOnce: true,
    read: readSendable,
    follow: (body, uploaded) => {
      const id = uploadedId(uploaded);
      return id !== null && isPending(body) ? withImage(body, id) : null;
    },
    words: ({ message }, snapshot) => {
      const kinds = [wireType(message), kindOf(message).id];
      const { to, chatOptions } = message;
      const { recipient, suite, suiteId, message: saved } = readSnapshot(snapshot);
      const run =
        suite === undefined ? [] : ["run", suite, ...(suiteId === undefined ? [] : [suiteWord(suiteId)])];
      return [recipient ?? "", lastDigits(to), ...kinds, chatOptions?.templateId ?? "", saved ?? "", ...run];
    },
    ready: async (body) => (options) => platform.sendMessage(body, options),
    // Without its image it is another message.
    obstacle: (body) => (isPending(body) ? ownCodes.notReached : findObstacle(body)),
    toEnd: ({ statusCode, messageId, groupId = null, type = null, statusMessage = null }) => {
      const kept = { messageId, groupId, type, statusMessage };
      return acceptedEnd(statusCode, kept, messageId);
    },
    inTransaction(operation) {
      const { request, snapshot, siblings } = operation;
      const body = readSendable(request);
      const hasImages = body !== null && imageIdsOf(body).length > 0;
      // The last of several to end asks all phone owners.
      if (!hasImages && readSnapshot(snapshot).phoneOwner === null && siblings.length === 0) return null;
      return async (trx) => {
        await noteImages(trx, operation);
        return (await askPhoneOwner?.(trx, operation)) ?? null;
      };
    },
    ...notification,
  };
}

/** For whoever deletes a file later. */
async function noteImages(trx: StoreTransaction, operation: Operation): Promise<void> {
  const { outcome, request } = operation;
  const body = outcome === "accepted" || outcome === "unknown" ? readSendable(request) : null;
  if (body !== null) await noteUses(trx, imageIdsOf(body), operation);
}
