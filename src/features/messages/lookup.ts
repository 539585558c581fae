import type { SendBody } from "../../platform/index.ts";
import type { UploadedFileRecord } from "../../store/index.ts";
import { imageIdsOf } from "./images.ts";
import type { ImageNames } from "./message-fields.view.ts";
import type { SendDeps } from "./send-deps.ts";
import type { SendContext } from "./warnings.ts";

/** A form or a confirmation waits no longer for what the store or a list adds to it. */
export const momentMs = 300;

type LookDeps = Pick<SendDeps, "templates" | "files" | "within" | "now">;

/**
 * What the store says of the template of a message that was written some time ago, and of its images, by when the message
 * goes.
 */
export async function findContext(
  body: SendBody,
  deps: LookDeps,
  writtenAt: Date | undefined,
): Promise<SendContext> {
  const [seen, uploaded] = await Promise.all([findTemplate(body, deps, writtenAt), findImages(body, deps)]);
  return { ...seen, uploaded, at: deps.now() };
}

async function findTemplate(
  { message }: SendBody,
  { templates, within }: LookDeps,
  writtenAt: Date | undefined,
): Promise<Pick<SendContext, "template" | "meant" | "changed">> {
  const { templateId = "" } = message.chatOptions ?? {};
  if (templateId === "") return { template: undefined };
  const template = await within(momentMs, templates.get(templateId)).catch(() => undefined);
  const meant =
    template === null
      ? await within(momentMs, templates.findMeant(templateId)).catch(() => undefined)
      : undefined;
  const { changed } = template ?? {};
  const isSince = changed !== undefined && writtenAt !== undefined && changed.at > writtenAt;
  return { template, meant, changed: isSince ? changed : undefined };
}

/** More no message shows. */
const mostImages = 20;

/** What people call the message's images, by their ids. */
export async function findImageNames(body: SendBody, deps: LookDeps): Promise<ImageNames> {
  const images = await findImages(body, deps);
  return new Map(images.map(({ fileId, name }) => [fileId, name]));
}

/** Those that were uploaded from Slack, as far as the store says so in time. */
async function findImages(body: SendBody, { files, within }: LookDeps): Promise<UploadedFileRecord[]> {
  const reading = imageIdsOf(body)
    .slice(0, mostImages)
    .map((id) => files.get(id));
  const found = await within(momentMs, Promise.all(reading)).catch(() => undefined);
  return (found ?? []).filter((one) => one !== null);
}
