import type { SendBody } from "../../platform/index.ts";
import type { FileTable } from "../../store/index.ts";

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
