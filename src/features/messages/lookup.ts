import { isDeepStrictEqual } from "node:util";
import { within } from "../../deadline.ts";
import type { SendBody } from "../../platform/index.ts";
import type { SeenContent, SeenFrom } from "../../store/index.ts";
import { imageIdsOf } from "./images.ts";
import type { ImageNames } from "./message-fields.view.ts";
import type { SendDeps } from "./send-deps.ts";
import type { SendContext } from "./warnings.ts";

/** A form or a confirmation waits no longer for what the store or a list adds to it. */
export const momentMs = 300;

type LookDeps = Pick<SendDeps, "templates" | "files" | "now">;

/** What the store says of the template of a message that was written some time ago, by when the message goes. */
export async function findContext(
  { message }: SendBody,
  { templates, now }: LookDeps,
  writtenAt: Date | undefined,
): Promise<SendContext> {
  const { templateId = "" } = message.chatOptions ?? {};
  if (templateId === "") return { template: undefined, at: now() };
  const looking = Promise.all([
    templates.get(templateId),
    writtenAt === undefined ? null : templates.get(templateId, writtenAt),
  ]);
  const [template, before] = (await within(momentMs, looking).catch(() => undefined)) ?? [];
  return { template, changed: findChange(before?.content, template?.content), at: now() };
}

/** From what its texts were seen to be others; undefined where they weren't known before. */
function findChange(before: SeenContent | null = null, now: SeenContent | null = null): SeenFrom | undefined {
  if (before === null || now === null) return undefined;
  const differs = (field: "content" | "buttons") =>
    before[field] !== null && !isDeepStrictEqual(before[field], now[field]);
  if (differs("content")) return now.from;
  return differs("buttons") ? (now.buttonsFrom ?? now.from) : undefined;
}

/** More no message shows. */
const mostImages = 20;

/** What people call the message's images, by their ids; without those whose names the store doesn't say in time. */
export async function findImageNames(body: SendBody, { files }: LookDeps): Promise<ImageNames> {
  const ids = imageIdsOf(body).slice(0, mostImages);
  const named = ids.map(async (id): Promise<[string, string][]> => {
    const [name] = await files.namesOf([id]);
    return name === undefined ? [] : [[id, name]];
  });
  const found = await within(momentMs, Promise.all(named)).catch(() => undefined);
  return new Map(found?.flat());
}
