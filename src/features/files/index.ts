import type { Catalogue } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import { operationKind } from "../../operations/index.ts";
import { createList } from "../../outcomes/batch.view.ts";
import { createTeller } from "../../outcomes/index.ts";
import { openUnsettled, type SettleDeps, settleOutcome } from "../../outcomes/settle.slack.ts";
import { tellEnd, tellWaiting } from "../../outcomes/telling.ts";
import { fileLimitBytes } from "../../platform/index.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Routes } from "../../slack/edge/routes.ts";
import type { SlackFile } from "../../slack/files/slack-file.ts";
import { renderNoAccess, whomToAsk } from "../../slack/people/no-access.ts";
import { eitherOf, type People, type Person } from "../../slack/people/people.ts";
import { createFiles as createFileTable, type Operation, type Transition } from "../../store/index.ts";
import type { Feature, HomeSection, House } from "../feature.ts";
import { askToDelete, type DeletingDeps, deleteAgain, submitDelete } from "./delete.slack.ts";
import { deleteKind, deleteOperation, noteGone } from "./delete.ts";
import { describeDelete } from "./delete.view.ts";
import { describeUpload, uploadWays } from "./describe.view.ts";
import { ids } from "./ids.ts";
import { filterFiles, openFiles, showSame, turnFiles, useFile } from "./list.slack.ts";
import { sizeWords } from "./size.ts";
import type { UploadRequest } from "./stored.ts";
import { parseUpload } from "./upload.input.ts";
import {
  giveUpUpload,
  openUploadForm,
  openWithFiles,
  renewUploadForm,
  submitUploadForm,
  type UploadingDeps,
  uploadAgain,
} from "./upload.slack.ts";
import { uploadKind, uploadOperation } from "./upload.ts";
import { renderUploadErrors } from "./upload.view.ts";

type Parts = { uploading: UploadingDeps; deleting: DeletingDeps; settle: SettleDeps };

/** Files from Slack on the platform: uploading them, and those that were uploaded. */
export function createFiles(house: House): Feature {
  const { config, people, platform, slackFiles, store, wordsOf } = house;
  const { results, onCall } = config.conversations;
  const teller = createTeller({
    places: { results, onCall },
    teamLocale: config.locale,
    wordsOf,
    describe: describeFile,
    ids: uploadWays,
    batch: createList({
      title: (counts, { files }) => files.upload.batch(counts),
      waits: ({ files }) => files.upload.waitsBeside,
      giveUp: ({ files }) => ({ id: ids.giveUp, label: files.upload.giveUpRest }),
    }),
    turn: ({ files }) => ({
      title: files.upload.waits,
      giveUp: { id: ids.giveUp, label: files.upload.giveUp },
    }),
  });
  const views = {
    tells: (operation: Operation, transition: Transition) => tellEnd(operation, transition, teller),
    describe: teller.describe,
  };
  const settle: SettleDeps = {
    store,
    isOperator: (person) => people.isOn(config.people.operators, person),
    isKnownOperator: (person) => people.isKnownToBeOn(config.people.operators, person),
    teller,
    also: noteGone,
    wordsOf,
  };
  const parts = { ...createParts(house), settle };
  return {
    routes: routesOf(parts),
    kinds: [
      operationKind(
        uploadOperation(
          { platform, readFile: slackFiles, files: parts.deleting.files },
          {
            ...views,
            tellsWaiting: (operation) => tellWaiting(operation, teller),
          },
        ),
      ),
      operationKind(deleteOperation(platform, views)),
    ],
    tellers: { [uploadKind]: teller, [deleteKind]: teller },
    home: (person) => homeOf(person, parts),
    offers: {
      imageUpload: {
        kind: uploadKind,
        may: parts.uploading.mayUpload,
        mayBeOffered: parts.deleting.known.mayUpload,
        toRequest,
      },
    },
  };
}

/** In front of a message: as it is, whether or not it is there already, since nobody is asked in between. */
function toRequest({ file, type }: { file: SlackFile; type: string }, words: Catalogue) {
  const parsed = parseUpload({ files: [file], type, name: undefined, link: undefined });
  const { size = 0 } = file;
  const limit = fileLimitBytes(type);
  if (!parsed.ok) return { issue: Object.values(renderUploadErrors(parsed.issues, words)).join(" ") };
  const { tooLarge, shrinks } = words.files.upload;
  if (size > limit) return { issue: `${tooLarge(sizeWords(size), sizeWords(limit))} ${shrinks}` };
  return { request: { file, type, isAnyway: true } satisfies UploadRequest };
}

function describeFile(operation: Operation, words: Catalogue): Description | null {
  return operation.kind === deleteKind ? describeDelete(operation, words) : describeUpload(operation, words);
}

function createParts(house: House): Omit<Parts, "settle"> {
  const { config, people, store, wordsOf, operations, newId } = house;
  const rights = rightsBy(people.isOn, config.people);
  const denied = (says: string, { common }: Catalogue) =>
    renderNoAccess(says, whomToAsk(config.people.operators, common.operators));
  const noAccess: UploadingDeps["noAccess"] = (words) => denied(words.files.notAllowed, words);
  const shared = { operations, store, mayUpload: rights.mayUpload, noAccess, wordsOf, newId };
  const deleting: DeletingDeps = {
    ...shared,
    files: store.open(createFileTable),
    mayList: rights.mayList,
    mayDelete: rights.mayDelete,
    known: rightsBy(people.isKnownToBeOn, config.people),
    noAccess: (words) => denied(words.files.list.notAllowed, words),
    offers: house.offers,
  };
  return { uploading: shared, deleting };
}

/** What lists let people do with files: for what is done, or for what is only shown. */
function rightsBy(
  isOn: People["isOn"],
  { fileManagers, senders, operators }: House["config"]["people"],
): Pick<DeletingDeps, "mayUpload" | "mayList" | "mayDelete"> & { maySend: (person: Person) => boolean } {
  return {
    mayUpload: (person) => isOn(fileManagers, person),
    maySend: (person) => isOn(senders, person),
    mayList: (person) => isOn(eitherOf(fileManagers, senders), person),
    // Whoever uploaded it, while they may; operators anybody's.
    mayDelete: ({ author }, person) =>
      isOn(author === person.id ? eitherOf(fileManagers, operators) : operators, person),
  };
}

function routesOf({ uploading, deleting, settle }: Parts): Routes {
  return {
    commands: {
      [ids.uploadCommand]: {
        run: (command) => openUploadForm(command, uploading),
        guide: (person) => uploadGuide(person, uploading),
      },
      [ids.listCommand]: {
        run: (command) => openFiles(command, deleting),
        guide: (person) => listGuide(person, deleting),
      },
    },
    submissions: {
      [ids.uploadForm]: (submission) => submitUploadForm(submission, uploading),
      [ids.remove]: (submission) => submitDelete(submission, deleting),
    },
    clicks: {
      [ids.again]: (click) => uploadAgain(click, "again", uploading),
      [ids.smaller]: (click) => uploadAgain(click, "smaller", uploading),
      [ids.anyway]: (click) => uploadAgain(click, "anyway", uploading),
      [ids.same]: (click) => showSame(click, deleting),
      [ids.renew]: (click) => renewUploadForm(click, uploading),
      [ids.giveUp]: (click) => giveUpUpload(click, uploading),
      [ids.open]: (click) => openFiles(click, deleting),
      [ids.page]: (click) => turnFiles(click, deleting),
      [ids.filter]: (click) => filterFiles(click, deleting),
      [ids.use]: (click) => useFile(click, deleting),
      [ids.remove]: (click) => askToDelete(click, deleting),
      [ids.removeAgain]: (click) => deleteAgain(click, deleting),
      [ids.settle]: (click) => settleOutcome(click, settle),
      [ids.unsettled]: (click) => openUnsettled(click, settle),
    },
    shortcuts: {
      [ids.shortcut]: (shortcut) => openUploadForm(shortcut, uploading),
      [ids.messageShortcut]: (shortcut) => openWithFiles(shortcut, uploading),
    },
  };
}

function homeOf(person: Person, { deleting }: Parts): HomeSection {
  const { files } = deleting.wordsOf(person.locale);
  return deleting.mayList(person) ? { buttons: [{ actionId: ids.open, text: files.list.title }] } : {};
}

function uploadGuide(person: Person, { mayUpload, wordsOf }: UploadingDeps): Guide {
  const { files } = wordsOf(person.locale);
  const { purpose, form, shortcuts } = files.guide.upload;
  const barred = mayUpload(person) ? null : files.notAllowed;
  return { purpose, barred, uses: [{ words: "", does: form }], notes: [shortcuts] };
}

function listGuide(person: Person, { mayList, wordsOf }: DeletingDeps): Guide {
  const { files } = wordsOf(person.locale);
  const { purpose, all, own } = files.guide.list;
  const barred = mayList(person) ? null : files.list.notAllowed;
  return { purpose, barred, uses: [{ words: "", does: all }], notes: [own] };
}
