import { operationKind } from "../../operations/index.ts";
import { createTeller, tellEnd } from "../../outcomes/index.ts";
import { openUnsettled, type SettleDeps, settleOutcome } from "../../outcomes/settle.slack.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Routes } from "../../slack/edge/routes.ts";
import { renderNoAccess, whomToAsk } from "../../slack/people/no-access.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Feature, House } from "../feature.ts";
import { describeUpload, uploadWays } from "./describe.view.ts";
import { ids } from "./ids.ts";
import {
  openUploadForm,
  openWithFiles,
  submitUploadForm,
  type UploadingDeps,
  uploadAgain,
} from "./upload.slack.ts";
import { uploadOperation } from "./upload.ts";

/** Files from Slack on the platform: uploading them, and those that were uploaded. */
export function createFiles(house: House): Feature {
  const { config, people, platform, slackFiles, store, wordsOf } = house;
  const { results, onCall } = config.conversations;
  const teller = createTeller({
    places: { results, onCall },
    teamLocale: config.locale,
    wordsOf,
    describe: describeUpload,
    ids: uploadWays,
  });
  const uploading: UploadingDeps = {
    operations: house.operations,
    store,
    mayUpload: (person) => people.isOn(config.people.fileManagers, person),
    noAccess: (words) =>
      renderNoAccess(words.files.notAllowed, whomToAsk(config.people.operators, words.common.operators)),
    wordsOf,
    newId: house.newId,
  };
  const settle: SettleDeps = {
    store,
    isOperator: (person) => people.isOn(config.people.operators, person),
    posts: teller,
    wordsOf,
  };
  const upload = uploadOperation(
    { platform, readFile: slackFiles },
    { posts: (operation, told) => tellEnd(operation, told, teller), describe: teller.describe },
  );
  return { routes: routesOf(uploading, settle), kinds: [operationKind(upload)] };
}

function routesOf(uploading: UploadingDeps, settle: SettleDeps): Routes {
  return {
    commands: {
      [ids.uploadCommand]: {
        run: (command) => openUploadForm(command, uploading),
        guide: (person) => uploadGuide(person, uploading),
      },
    },
    submissions: { [ids.uploadForm]: (submission) => submitUploadForm(submission, uploading) },
    clicks: {
      [ids.again]: (click) => uploadAgain(click, uploading),
      [ids.settle]: (click) => settleOutcome(click, settle),
      [ids.unsettled]: (click) => openUnsettled(click, settle),
    },
    shortcuts: {
      [ids.shortcut]: (shortcut) => openUploadForm(shortcut, uploading),
      [ids.messageShortcut]: (shortcut) => openWithFiles(shortcut, uploading),
    },
  };
}

function uploadGuide(person: Person, { mayUpload, wordsOf }: UploadingDeps): Guide {
  const { files } = wordsOf(person.locale);
  const { purpose, form, shortcuts } = files.guide.upload;
  return {
    purpose,
    barred: mayUpload(person) ? null : files.notAllowed,
    uses: [{ words: "", does: form }],
    notes: [shortcuts],
  };
}
