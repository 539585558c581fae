import { wordsOf } from "../../locales/index.ts";
import type { Prepared } from "../../operations/index.ts";
import { againOf, type FormAct } from "../../outcomes/again.ts";
import type { Person } from "../../slack/people/people.ts";
import type { SendInput } from "./send.input.ts";
import { sendKind } from "./send.ts";
import { type SendDeps, toRequest } from "./send-deps.ts";

export type Sending = { form: FormAct; input: SendInput };

/** The first operation of the act: the message, or the upload of the image that is attached to it. */
export function firstKind(hasImage: boolean, { imageUpload }: SendDeps): string {
  return (hasImage ? imageUpload()?.kind : undefined) ?? sendKind;
}

/** Why this image can't be attached, in words; null when it can, and when there is none. */
export function findImageIssue(person: Person, { image }: SendInput, deps: SendDeps): string | null {
  if (image === null) return null;
  const words = wordsOf(person.locale);
  const upload = deps.imageUpload();
  if (upload === undefined || !upload.may(person)) return words.files.notAllowed;
  const asked = upload.toRequest(image, words);
  return "issue" in asked ? asked.issue : null;
}

/** What the act takes on: of two operations the second one starts when the first is accepted, and counts for the day. */
export async function toOperations(
  person: Person,
  { form, input }: Sending,
  deps: SendDeps,
): Promise<Prepared | { barred: string }> {
  const { conversation, ...asked } = await toRequest(form.act, input, deps);
  const message = { ...asked, ...againOf(form) };
  const { image } = input;
  if (image === null) return { conversation, ...message };
  const upload = deps.imageUpload()?.toRequest(image, wordsOf(person.locale));
  const barred = findImageIssue(person, input, deps);
  if (barred !== null || upload === undefined || "issue" in upload) return { barred: barred ?? "" };
  const next = { id: `${form.act}:send`, kind: sendKind, ...message };
  return { conversation, request: upload.request, next };
}
