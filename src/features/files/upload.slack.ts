import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { formatObstacle, renderNotice, toNotice, withNotice } from "../../outcomes/acknowledgement.view.ts";
import { findEditObstacle, toFurtherTry } from "../../outcomes/again.ts";
import { maxFileBytesOf } from "../../platform/index.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import { cutToField } from "../../slack/blocks/limits.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Click, Command, Routes, Shortcut, Submission } from "../../slack/edge/interaction.ts";
import type { SlackFile } from "../../slack/files/slack-file.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Operation } from "../../store/index.ts";
import type { FileDeps } from "./deps.ts";
import { fields, ids } from "./ids.ts";
import {
  formatFileSize,
  readUpload,
  readUploadFindings,
  shortenFileName,
  toJpgName,
  type UploadRequest,
} from "./stored.ts";
import { parseUpload } from "./upload.input.ts";
import { uploadKind } from "./upload.ts";
import { maxFiles, renderUploadForm, toUploadErrors, UploadFormMetadata } from "./upload.view.ts";

export function uploadRoutes(deps: FileDeps): Routes {
  return {
    commands: {
      [ids.uploadCommand]: {
        run: (command) => openUploadForm(command, deps),
        guide: (person) => uploadGuide(person, deps),
      },
    },
    submissions: { [ids.uploadForm]: (submission) => submitUploadForm(submission, deps) },
    clicks: {
      [ids.uploadForm]: (click) => openUploadForm(click, deps),
      [ids.again]: (click) => uploadAgain(click, deps),
    },
    shortcuts: {
      [ids.shortcut]: (shortcut) => openUploadForm(shortcut, deps),
      [ids.messageShortcut]: (shortcut) => openWithFiles(shortcut, deps),
    },
  };
}

function uploadGuide(person: Person, { may, quota }: FileDeps): Guide {
  const { guide, notAllowed } = wordsOf(person.locale).files;
  const { dailyLimit, notes, ...upload } = guide.upload;
  const denied = may.upload(person) ? null : notAllowed;
  return { ...upload, denied, notes: [dailyLimit(quota().limit), ...notes] };
}

async function openUploadForm(to: Command | Shortcut | Click, deps: FileDeps): Promise<void> {
  const { words } = to;
  await to.ack();
  if (!deps.may.upload(to.person)) return to.answer(deps.noAccess(words.files.notAllowed, words));
  await to.openModal(renderUploadForm({ act: deps.newId(), files: null }, words));
}

export async function openWithFiles(
  shortcut: Shortcut,
  deps: Pick<FileDeps, "may" | "noAccess" | "newId">,
): Promise<void> {
  const { words } = shortcut;
  await shortcut.ack();
  if (!deps.may.upload(shortcut.person)) return shortcut.answer(deps.noAccess(words.files.notAllowed, words));
  const all = (shortcut.message?.files ?? []).map(toReference);
  const files = all.slice(0, maxFiles);
  if (files.length === 0) return shortcut.answer(plainAnswer(words.files.upload.noFiles));
  const leftOut = toLeftOut(all.slice(maxFiles));
  await shortcut.openModal(renderUploadForm({ act: deps.newId(), files, leftOut }, words));
}

const maxTypeLength = 30;

/** Shortens a file's description for the form's metadata, so that ten files fit. */
function toReference({ id, name, mimetype = "", size, mode }: SlackFile): SlackFile {
  return { id, name: shortenFileName(name), size, mode, mimetype: cutToField(mimetype, maxTypeLength) };
}

const maxNamed = 3;

function toLeftOut(files: readonly SlackFile[]): string[] | undefined {
  if (files.length === 0) return undefined;
  const names = files.slice(0, maxNamed).map(({ name, id }) => (name === "" ? id : name));
  return files.length > maxNamed ? [...names, `+${files.length - maxNamed}`] : names;
}

async function submitUploadForm(submission: Submission, deps: FileDeps): Promise<void> {
  const { person, fields: typed } = submission;
  const words = withTerms(wordsOf(person.locale), "upload");
  const form = submission.carried(UploadFormMetadata);
  const home = form.files === null ? fields.file : fields.type;
  if (!deps.may.upload(person)) return submission.ackErrors({ [home]: words.files.notAllowed });
  const parsed = parseUpload({
    files: form.files ?? typed.files(fields.file),
    type: typed.choice(fields.type),
    name: typed.text(fields.name),
    link: typed.text(fields.link),
  });
  if (!parsed.ok) {
    const { [fields.file]: onFile, ...others } = toUploadErrors(parsed.issues, words);
    return submission.ackErrors(onFile === undefined ? others : { ...others, [home]: onFile });
  }
  const [request, ...others] = parsed.uploads;
  const siblings = others.map((one, index) => ({ id: `${form.act}.${index + 1}`, request: one }));
  const conversation = typed.conversation(fields.channel) ?? null;
  const prepare = async () => {
    if (request === undefined) return null;
    if (deps.operations.isBusy(uploadKind)) return { denied: words.common.busy };
    return { conversation, request, ...(siblings.length === 0 ? toFurtherTry(form) : { siblings }) };
  };
  const asked = { id: form.act, kind: uploadKind, by: submission, prepare };
  await deps.operations.perform(asked, (acknowledgement) => {
    const options = { kind: words.files.kind.upload, isForm: true };
    const notice = toNotice(acknowledgement, options, words);
    if (notice === null) return submission.ack({ response_action: "clear" });
    // Slack keeps the chosen files, since the block ids stay the same.
    const view = withNotice(renderUploadForm(form, words), notice);
    return submission.ack({ response_action: "update", view });
  });
}

/** Request of the next try: uploads despite the same bytes, or makes the picture smaller. */
function toNext(request: UploadRequest, { result }: Operation): UploadRequest {
  const { same, smaller } = readUploadFindings(result);
  if (same !== undefined) return { ...request, isAnyway: true };
  if (smaller === undefined) return request;
  const { edge, quality } = smaller;
  const { name } = request;
  const named = name === undefined ? {} : { name: toJpgName(name) };
  return { ...request, ...named, smaller: { edge, quality } };
}

async function uploadAgain(click: Click, deps: FileDeps): Promise<void> {
  const { person, value, triggerId: act } = click;
  const words = withTerms(wordsOf(person.locale), "upload");
  const prepare = async () => {
    if (!deps.may.upload(person)) return { denied: words.files.notAllowed };
    if (deps.operations.isBusy(uploadKind)) return { denied: words.common.busy };
    const operation = await deps.store.operations.get(value);
    const request = operation === null ? null : readUpload(operation.request);
    if (operation === null || request === null) return { denied: words.outcomes.noLonger };
    if (operation.author !== person.id) return { denied: words.outcomes.onlyAuthor };
    const obstacle = findEditObstacle(operation);
    if (obstacle !== null) return { denied: formatObstacle(obstacle, words) };
    const again = { root: operation.root, newest: operation.id };
    return { conversation: operation.conversation, request: toNext(request, operation), again };
  };
  await deps.operations.perform(
    { id: act, kind: uploadKind, by: click, prepare },
    async (acknowledgement) => {
      await click.ack();
      const notice = toNotice(acknowledgement, { kind: words.files.kind.upload }, words);
      if (notice !== null) await click.answer(renderNotice(notice));
    },
  );
}

/** Image type that the platform doesn't take, stated by Slack, perhaps from the file's name alone. */
const otherImage = /^image\/(?!png|apng|jpe?g|gif|tiff)(?:x-)?([a-z\d]+)/i;

/** Upload of a message's image. It is never made smaller: the author isn't asked between upload and message. */
export function toUploadRequest({ file, type }: { file: SlackFile; type: string }, words: Catalogue) {
  const parsed = parseUpload({ files: [file], type, name: undefined, link: undefined });
  const { size = 0, mimetype = "" } = file;
  const limit = maxFileBytesOf(type);
  if (!parsed.ok) return { issue: Object.values(toUploadErrors(parsed.issues, words)).join(" ") };
  const { tooLarge, shrinks } = words.files.upload;
  const [, format] = otherImage.exec(mimetype) ?? [];
  if (size > limit && format !== undefined) {
    return { issue: words.outcomes.imageFirst.format(format.toUpperCase()) };
  }
  if (size > limit) return { issue: `${tooLarge(formatFileSize(size), formatFileSize(limit))} ${shrinks}` };
  return { request: { file, type, isAnyway: true } satisfies UploadRequest };
}
