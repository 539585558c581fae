import type { SendBody } from "../../platform/index.ts";

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
