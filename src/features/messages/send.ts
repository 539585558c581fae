import { platform } from "node:os";
import { acceptedEnd, appCodes, lastFourDigits, type OperationKind } from "../../operations/index.ts";
import type { MessageResult, PlatformClient, SendBody } from "../../platform/index.ts";
import {
  type Notification,
  type Operation,
  type StoreTransaction,
  storeFileUses,
} from "../../store/index.ts";
import { kindOf } from "./kinds/index.ts";
import { wireTypeOf } from "./kinds/record.ts";
import { suiteSearchWord } from "./runs/past.ts";
import { readSendBody, readSnapshot } from "./stored.ts";

/** Name and version of the package; a test compares them with package.json. */
export const sdkVersion = "messaging-chatops/0.2.0";

export type Agent = NonNullable<SendBody["agent"]>;

/** Versions and app id, sent with each message for the platform's statistics. */
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

/** Placeholder for an image that isn't uploaded yet; no file id looks like it. */
export const imagePlaceholder = "(attached)";

export function hasImagePlaceholder(body: SendBody): boolean {
  return imageIdsOf(body).includes(imagePlaceholder);
}

/** Replaces the placeholder by a file id; null removes it. */
export function withImage({ message, ...body }: SendBody, image: string | null): SendBody {
  const fill = (id: string | undefined) => (id === imagePlaceholder ? (image ?? undefined) : id);
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

export function findUploadedId(reply: unknown): string | null {
  const id: unknown = typeof reply === "object" && reply !== null ? Reflect.get(reply, "fileId") : null;
  return typeof id === "string" && id !== "" ? id : null;
}

export const sendKind = "messages.send";

export function createSendKind(
  platform: Pick<PlatformClient, "sendMessage">,
  /** Returns the code of the rule that a message breaks now; null for none. */
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
    read: readSendBody,
    follow: (body, uploaded) => {
      const id = findUploadedId(uploaded);
      return id !== null && hasImagePlaceholder(body) ? withImage(body, id) : null;
    },
    words: ({ message }, snapshot) => {
      const kinds = [wireTypeOf(message), kindOf(message).id];
      const { to, chatOptions } = message;
      const { recipient, suite, suiteId, message: saved } = readSnapshot(snapshot);
      const run =
        suite === undefined
          ? []
          : ["run", suite, ...(suiteId === undefined ? [] : [suiteSearchWord(suiteId)])];
      return [
        recipient ?? "",
        lastFourDigits(to),
        ...kinds,
        chatOptions?.templateId ?? "",
        saved ?? "",
        ...run,
      ];
    },
    ready: async (body) => (options) => platform.sendMessage(body, options),
    // A message never leaves without its image.
    obstacle: (body) => (hasImagePlaceholder(body) ? appCodes.notReached : findObstacle(body)),
    toEnd: ({ statusCode, messageId, groupId = null, type = null, statusMessage = null }) => {
      const kept = { messageId, groupId, type, statusMessage };
      return acceptedEnd(statusCode, kept, messageId);
    },
    inTransaction(operation) {
      const { request, snapshot, siblings } = operation;
      const body = readSendBody(request);
      const hasImages = body !== null && imageIdsOf(body).length > 0;
      // The last of several messages asks the phone owners of all.
      if (!hasImages && readSnapshot(snapshot).phoneOwner === null && siblings.length === 0) return null;
      return async (trx) => {
        await noteImages(trx, operation);
        return (await askPhoneOwner?.(trx, operation)) ?? null;
      };
    },
    ...notification,
  };
}

/** Stores the images that the message uses: whoever deletes an image is shown its uses. */
async function noteImages(trx: StoreTransaction, operation: Operation): Promise<void> {
  const { outcome, request } = operation;
  const body = outcome === "accepted" || outcome === "unknown" ? readSendBody(request) : null;
  if (body !== null) await storeFileUses(trx, imageIdsOf(body), operation);
}
