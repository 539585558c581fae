import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { operationKind } from "../../operations/index.ts";
import { createTeller } from "../../outcomes/index.ts";
import { createList } from "../../outcomes/rows.view.ts";
import { openUnsettled, type SettleDeps, settleOutcome } from "../../outcomes/settle.slack.ts";
import { tellEnd } from "../../outcomes/telling.ts";
import { fileLimitBytes } from "../../platform/index.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Routes } from "../../slack/edge/interaction.ts";
import type { SlackFile } from "../../slack/files/slack-file.ts";
import { renderNoRight } from "../../slack/people/no-access.ts";
import type { Person } from "../../slack/people/people.ts";
import {
  createFiles as createFileTable,
  type FileTable,
  type Operation,
  type Transition,
} from "../../store/index.ts";
import type { Feature, HomeSection, House } from "../feature.ts";
import { deleteKind, deleteOperation, noteGone } from "./delete.ts";
import { type FileDeps, rightsBy } from "./deps.ts";
import { describeFile, uploadWays } from "./describe.view.ts";
import { ids } from "./ids.ts";
import {
  askToDelete,
  deleteAgain,
  filterFiles,
  openFiles,
  submitDelete,
  turnFiles,
  useFile,
} from "./list.slack.ts";
import { sizeWords, type UploadRequest } from "./stored.ts";
import { parseUpload } from "./upload.input.ts";
import { openUploadForm, openWithFiles, submitUploadForm, uploadAgain } from "./upload.slack.ts";
import { uploadKind, uploadOperation } from "./upload.ts";
import { renderUploadErrors } from "./upload.view.ts";

/** Files from Slack on the platform: uploading them, and those that were uploaded. */
export function createFiles(house: House): Feature {
  const { config, people, platform, slackFiles, store } = house;
  const { results, onCall } = config.conversations;
  const teller = createTeller({
    places: { results, onCall },
    teamLocale: config.locale,
    describe: describeFile,
    ids: uploadWays,
    batch: createList((counts, { files }) => files.upload.batch(counts)),
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
    inTransaction: noteGone,
  };
  const deps = createDeps(house);
  return {
    routes: routesOf(deps, settle),
    kinds: [
      operationKind(
        uploadOperation(
          { platform, readFile: slackFiles, files: deps.files },
          { ...views, quota: house.quota },
        ),
      ),
      operationKind(deleteOperation(platform, views)),
    ],
    tellers: { [uploadKind]: teller, [deleteKind]: teller },
    home: (person) => homeOf(person, deps),
    offers: {
      imageUpload: {
        kind: uploadKind,
        may: deps.may.upload,
        mayBeOffered: deps.known.upload,
        toRequest,
      },
    },
  };
}

/** By Slack's word, which a name alone may have made: what is small enough is looked at first. */
const otherImage = /^image\/(?!png|apng|jpe?g|gif|tiff)(?:x-)?([a-z\d]+)/i;

/** In front of a message: as it is, whether or not it is there already, since nobody is asked in between. */
function toRequest({ file, type }: { file: SlackFile; type: string }, words: Catalogue) {
  const parsed = parseUpload({ files: [file], type, name: undefined, link: undefined });
  const { size = 0, mimetype = "" } = file;
  const limit = fileLimitBytes(type);
  if (!parsed.ok) return { issue: Object.values(renderUploadErrors(parsed.issues, words)).join(" ") };
  const { tooLarge, shrinks } = words.files.upload;
  const [, format] = otherImage.exec(mimetype) ?? [];
  if (size > limit && format !== undefined) {
    return { issue: words.outcomes.imageFirst.format(format.toUpperCase()) };
  }
  if (size > limit) return { issue: `${tooLarge(sizeWords(size), sizeWords(limit))} ${shrinks}` };
  return { request: { file, type, isAnyway: true } satisfies UploadRequest };
}

function createDeps(house: House): FileDeps & { files: FileTable } {
  const { config, people, store } = house;
  return {
    ...house,
    files: store.open(createFileTable),
    may: rightsBy(people.isOn, config.people),
    known: rightsBy(people.isKnownToBeOn, config.people),
    noAccess: (says, { common }) => renderNoRight(says, config.people.operators, common.access),
  };
}

function routesOf(deps: FileDeps, settle: SettleDeps): Routes {
  return {
    commands: {
      [ids.uploadCommand]: {
        run: (command) => openUploadForm(command, deps),
        guide: (person) => uploadGuide(person, deps),
      },
      [ids.listCommand]: {
        run: (command) => openFiles(command, deps),
        guide: (person) => listGuide(person, deps),
      },
    },
    submissions: {
      [ids.uploadForm]: (submission) => submitUploadForm(submission, deps),
      [ids.remove]: (submission) => submitDelete(submission, deps),
    },
    clicks: {
      [ids.again]: (click) => uploadAgain(click, deps),
      [ids.uploadForm]: (click) => openUploadForm(click, deps),
      [ids.open]: (click) => openFiles(click, deps),
      [ids.page]: (click) => turnFiles(click, deps),
      [ids.filter]: (click) => filterFiles(click, deps),
      [ids.use]: (click) => useFile(click, deps),
      [ids.remove]: (click) => askToDelete(click, deps),
      [ids.removeAgain]: (click) => deleteAgain(click, deps),
      [ids.settle]: (click) => settleOutcome(click, settle),
      [ids.unsettled]: (click) => openUnsettled(click, settle),
    },
    shortcuts: {
      [ids.shortcut]: (shortcut) => openUploadForm(shortcut, deps),
      [ids.messageShortcut]: (shortcut) => openWithFiles(shortcut, deps),
    },
  };
}

function homeOf(person: Person, { may }: FileDeps): HomeSection {
  const { files } = wordsOf(person.locale);
  const upload = { actionId: ids.uploadForm, text: files.upload.title };
  const list = { actionId: ids.open, text: files.list.title };
  return { buttons: [...(may.upload(person) ? [upload] : []), ...(may.list(person) ? [list] : [])] };
}

function uploadGuide(person: Person, { may, quota }: FileDeps): Guide {
  const { guide, notAllowed } = wordsOf(person.locale).files;
  const { dailyLimit, notes, ...upload } = guide.upload;
  const barred = may.upload(person) ? null : notAllowed;
  return { ...upload, barred, notes: [dailyLimit(quota().limit), ...notes] };
}

function listGuide(person: Person, { may }: FileDeps): Guide {
  const { guide, list } = wordsOf(person.locale).files;
  return { ...guide.list, barred: may.list(person) ? null : list.notAllowed };
}
