import { renderPlace, showList, turnTo } from "../../lists/show-list.ts";
import { wordsOf } from "../../locales/index.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import type { Click, Command } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import type { FileDeps } from "./deps.ts";
import { ids } from "./ids.ts";
import { FilePlace, type FileRights, renderFiles, selections, toFilter } from "./list.view.ts";
import { isPicture } from "./stored.ts";

type ListDeps = Pick<FileDeps, "files" | "may" | "known" | "noAccess" | "offers" | "within">;

const pageRows = 8;
const firstPage: FilePlace = { show: "all", trail: [] };

/** `/msg-files`, and its button on the Home tab. */
export async function openFiles(to: Command | Click, deps: ListDeps): Promise<void> {
  await showPage(to, firstPage, deps);
}

export async function turnFiles(click: Click, deps: ListDeps): Promise<void> {
  await turnTo(click, FilePlace, (place) => showPage(click, place, deps));
}

export async function filterFiles(click: Click, deps: ListDeps): Promise<void> {
  const show = selections.find((one) => one === click.value) ?? "all";
  await showPage(click, { show, trail: [] }, deps);
}

async function showPage(to: Command | Click, place: FilePlace, deps: ListDeps): Promise<void> {
  const { person, words } = to;
  if (!deps.may.list(person)) {
    await to.ack();
    return to.answer(deps.noAccess(words.files.list.notAllowed, words));
  }
  await showList(to, {
    title: words.files.list.title,
    loading: words.files.list.loading,
    within: deps.within,
    retry: { actionId: ids.page, text: words.lists.retry, value: renderPlace(place) },
    read: () => deps.files.list({ ...toFilter(place, person.id), limit: pageRows + 1 }),
    render: (found) => {
      const page = { place, files: found.slice(0, pageRows), hasNext: found.length > pageRows };
      return renderFiles(page, rightsOf(person, deps), words);
    },
    explain: () => null,
  });
}

function rightsOf(person: Person, { known, offers }: Pick<ListDeps, "known" | "offers">): FileRights {
  return {
    mayUpload: known.upload(person),
    mayUse: known.send(person) && offers().sendImage !== undefined,
    mayDelete: (file) => known.delete(file, person),
    isOwn: ({ author }) => author === person.id,
  };
}

/** The send form, with this file as its image. */
export async function useFile(click: Click, deps: ListDeps): Promise<void> {
  const { person, value } = click;
  const { files } = wordsOf(person.locale);
  await click.ack();
  const file = await deps.files.get(value);
  const { sendImage } = deps.offers();
  const isThere = file !== null && file.deletedAt === null;
  if (isThere && isPicture(file) && sendImage !== undefined) return sendImage(click, file);
  if (file === null) return click.answer(plainAnswer(files.notListed));
  await click.answer(plainAnswer(isThere ? files.notForMessages : files.alreadyDeleted));
}
