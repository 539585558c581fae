import { within } from "../../deadline.ts";
import type { SendBody } from "../../platform/index.ts";
import { imageIdsOf } from "./images.ts";
import type { ImageNames } from "./message-fields.view.ts";
import type { SendDeps } from "./send-deps.ts";
import type { SendContext } from "./warnings.ts";

/** A form or a confirmation waits no longer for what the store or a list adds to it. */
export const momentMs = 300;

type LookDeps = Pick<SendDeps, "templates" | "files" | "now">;

/** What the store says of a message's template, by when the message goes. */
export async function findContext({ message }: SendBody, { templates, now }: LookDeps): Promise<SendContext> {
  const { templateId = "" } = message.chatOptions ?? {};
  const looking = templateId === "" ? undefined : within(momentMs, templates.get(templateId));
  return { template: await looking?.catch(() => undefined), at: now() };
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
