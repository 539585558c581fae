import { platform } from "node:os";
import { acceptedEnd, lastDigits, mapReply, type OperationKind, ownCodes } from "../../operations/index.ts";
import type { MessageResult, PlatformClient, SendBody } from "../../platform/index.ts";
import {
  type Also,
  type FileTable,
  noteUses,
  type Operation,
  type StoreTransaction,
} from "../../store/index.ts";
import { kindOf } from "./kinds/index.ts";
import { wireType } from "./kinds/record.ts";
import { runWord, suiteWord } from "./runs/past.ts";
import { readAbout, readSendable } from "./stored.ts";

/** Name and version of the package; a test holds it to that. */
export const sdkVersion = "messaging-chatops/0.1.0";

export type Agent = NonNullable<SendBody["agent"]>;

/** What sends, for the platform's statistics; `appId` where the account has one. */
export function createAgent(appId: string | null): Agent {
  return {
    sdkVersion,
    osPlatform: `${platform()} | ${process.version}`,
    ...(appId === null ? {} : { appId }),
  };
}

/** The files that a message shows, by their ids. */
export function imageIdsOf({ message }: SendBody): string[] {
  const { imageId, chatOptions, rcsOptions } = message;
  const all = [
    imageId,
    chatOptions?.imageId,
    ...(rcsOptions?.additionalBody ?? []).map((one) => one.imageId),
  ];
  return [...new Set(all.filter((id) => id !== undefined))];
}

/** In the place of an image that is still to be uploaded: no file of the platform's is called so. */
export const pendingImage = "(attached)";

export function isPending(body: SendBody): boolean {
  return imageIdsOf(body).includes(pendingImage);
}

/** The body with that image where one was still to come; null takes the place away. */
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

/** What an upload brought, as its feature keeps it; null of one that brought nothing. */
export function uploadedId(reply: unknown): string | null {
  const id: unknown = typeof reply === "object" && reply !== null ? Reflect.get(reply, "fileId") : null;
  return typeof id === "string" && id !== "" ? id : null;
}

/** The line of a post has room for no more names. */
const mostNamed = 30;

/** As they were uploaded. What can't be looked up keeps no message from leaving. */
export async function namesOf(
  fileIds: readonly string[],
  files: Pick<FileTable, "namesOf">,
): Promise<string[]> {
  return files.namesOf(fileIds.slice(0, mostNamed)).catch(() => []);
}

export const sendKind = "messages.send";

/** What the platform answered, and the names of the pictures that went with the message. */
type Sent = MessageResult & { pictures: string[] };

/** One message to one recipient; the body is stored exactly as it is sent. */
export function sendOperation(
  platform: Pick<PlatformClient, "sendMessage">,
  /** A code with a sentence in the catalogues: why this must not leave now. */
  findObstacle: (body: SendBody) => string | null,
  views: Pick<OperationKind<SendBody, Sent>, "tells" | "tellsTakenOn" | "describe" | "quota"> & {
    /** Asks who holds the phone whether it arrived. */
    askPhoneOwner?: Also;
    /** What people call these files, as far as that is known. */
    namesOf?: (fileIds: readonly string[]) => Promise<string[]>;
  },
): OperationKind<SendBody, Sent> {
  const { askPhoneOwner, namesOf, ...telling } = views;
  return {
    name: sendKind,
    isReadyAtOnce: true,
    read: readSendable,
    follow: (body, uploaded) => {
      const id = uploadedId(uploaded);
      return id !== null && isPending(body) ? withImage(body, id) : null;
    },
    words: ({ message }, about) => {
      const kinds = [wireType(message), kindOf(message).id];
      const { to, chatOptions } = message;
      const { recipient, suite, suiteId } = readAbout(about);
      const run =
        suite === undefined ? [] : [runWord, suite, ...(suiteId === undefined ? [] : [suiteWord(suiteId)])];
      return [recipient ?? "", lastDigits(to), ...kinds, chatOptions?.templateId ?? "", ...run];
    },
    async ready(body) {
      const imageIds = imageIdsOf(body);
      // Kept with the end, whose post says what went out.
      const pictures = imageIds.length === 0 ? [] : ((await namesOf?.(imageIds)) ?? []);
      return mapReply(
        (options) => platform.sendMessage(body, options),
        (result: MessageResult) => ({ ...result, pictures }),
      );
    },
    // Without its image it is another message.
    obstacle: (body) => (isPending(body) ? ownCodes.notReached : findObstacle(body)),
    toEnd: ({ statusCode, messageId, groupId = null, type = null, statusMessage = null, pictures }) => {
      const kept = { messageId, groupId, type, statusMessage };
      return acceptedEnd(statusCode, pictures.length === 0 ? kept : { ...kept, pictures }, messageId);
    },
    needsAlso({ request, about }) {
      const body = readSendable(request);
      return readAbout(about).holder !== null || (body !== null && imageIdsOf(body).length > 0);
    },
    also: async (trx, operation) => {
      await noteImages(trx, operation);
      return (await askPhoneOwner?.(trx, operation)) ?? null;
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
