import { wordsOf } from "../../locales/index.ts";
import { operationKind } from "../../operations/index.ts";
import { createPresenter } from "../../outcomes/index.ts";
import { notificationOfEnd } from "../../outcomes/notifications.ts";
import { openUnresolved, type ResolveDeps, resolveOutcome } from "../../outcomes/resolve.slack.ts";
import { createBatchPresenter } from "../../outcomes/rows.view.ts";
import { mergeRoutes } from "../../slack/edge/interaction.ts";
import { renderNoAccess } from "../../slack/people/no-access.ts";
import type { Person } from "../../slack/people/people.ts";
import { createFileTable, type FileTable, type Operation, type Transition } from "../../store/index.ts";
import type { AppContext, Feature, HomeSection } from "../feature.ts";
import { createDeleteKind, deleteKind, recordDeletion } from "./delete.ts";
import { createRights, type FileDeps } from "./deps.ts";
import { describeFile, uploadFollowUps } from "./describe.view.ts";
import { ids } from "./ids.ts";
import { listRoutes } from "./list.slack.ts";
import { toUploadRequest, uploadRoutes } from "./upload.slack.ts";
import { createUploadKind, uploadKind } from "./upload.ts";

export function createFiles(app: AppContext): Feature {
  const { config, people, platform, slackFiles, store } = app;
  const { results, onCall } = config.conversations;
  const presenter = createPresenter({
    audiences: { results, onCall },
    teamLocale: config.locale,
    describe: describeFile,
    ids: uploadFollowUps,
    batch: createBatchPresenter((counts, { files }) => files.upload.batch(counts)),
  });
  const views = {
    notificationFor: (operation: Operation, transition: Transition) =>
      notificationOfEnd(operation, transition, presenter),
    describe: presenter.describe,
  };
  const resolve: ResolveDeps = {
    store,
    isOperator: (person) => people.isOn(config.people.operators, person),
    isKnownOperator: (person) => people.isKnownToBeOn(config.people.operators, person),
    presenter,
    inTransaction: recordDeletion,
  };
  const deps = createDeps(app);
  return {
    routes: mergeRoutes([
      uploadRoutes(deps),
      listRoutes(deps),
      {
        clicks: {
          [ids.resolve]: (click) => resolveOutcome(click, resolve),
          [ids.unresolved]: (click) => openUnresolved(click, resolve),
        },
      },
    ]),
    kinds: [
      operationKind(
        createUploadKind(
          { platform, readFile: slackFiles, files: deps.files },
          { ...views, quota: app.quota },
        ),
      ),
      operationKind(createDeleteKind(platform, views)),
    ],
    presenters: { [uploadKind]: presenter, [deleteKind]: presenter },
    home: (person) => homeOf(person, deps),
    services: {
      imageUpload: {
        kind: uploadKind,
        may: deps.may.upload,
        mayBeOffered: deps.known.upload,
        toRequest: toUploadRequest,
      },
    },
  };
}

function createDeps(app: AppContext): FileDeps & { files: FileTable } {
  const { config, people, store } = app;
  return {
    ...app,
    files: store.open(createFileTable),
    may: createRights(people.isOn, config.people),
    known: createRights(people.isKnownToBeOn, config.people),
    noAccess: (says, { common }) => renderNoAccess(says, config.people.operators, common.access),
  };
}

function homeOf(person: Person, { may }: FileDeps): HomeSection {
  const { files } = wordsOf(person.locale);
  const upload = { actionId: ids.uploadForm, text: files.upload.title };
  const list = { actionId: ids.open, text: files.list.title };
  return { buttons: [...(may.upload(person) ? [upload] : []), ...(may.list(person) ? [list] : [])] };
}
