import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Import, ImportedChange, NewPost, SeenFrom } from "../../store/index.ts";
import { ids } from "./ids.ts";
import { foreign, isRejected, seenAlone, statusWords } from "./status.view.ts";
import { statusTitle, transitionButtons, withId } from "./transition.view.ts";

/** Who draws which statuses an import changed. */
export const importKind = "import";

const mostLines = 20;
const longestName = 80;

/** All of them in one post, where proposals are reviewed; else to whose word it is. */
export function tellImported({ id, by }: Import, review: string | null): NewPost {
  const destinations = review === null ? [by] : [review, by];
  return { subject: `${importKind}:${id}`, place: "review", kind: importKind, destinations };
}

/** What was rejected comes first. */
export function renderImported(made: Import, changes: readonly ImportedChange[], words: Catalogue): Answer {
  const { imports } = words.templates;
  const { kind, by, doneAt } = made;
  const from = { kind, by, at: doneAt ?? made.expiresAt, operationId: null };
  const [rejected, others] = [changes.filter(isRejected), changes.filter((change) => !isRejected(change))];
  const lines = [...rejected, ...others].slice(0, mostLines).map((change) => changeLine(change, words));
  const left = changes.length - lines.length;
  const [first] = changes;
  if (first !== undefined && changes.length === 1) return renderOne(first, from, words);
  return renderAnswer(
    [
      [{ bold: imports.changed(changes.length) }],
      ...lines,
      ...(left > 0 ? [[imports.more(left)]] : []),
      seenAlone(from, words),
    ],
    ...actions([button(ids.open, words.templates.find.title)]),
  );
}

/** A single one is told as what it is, with the way to its template. */
function renderOne(change: ImportedChange, from: SeenFrom, words: Catalogue): Answer {
  const { templateId, name, before, status } = change;
  return withId(
    [
      [{ bold: statusTitle(change, words) }, ` · ${foreign(name ?? shortenId(templateId), longestName)}`],
      [`${statusWords(before, words)} → `, { bold: statusWords(status, words) }],
    ],
    [seenAlone(from, words), templateId],
    transitionButtons(change, words),
  );
}

function changeLine({ templateId, name, vendor, before, status }: ImportedChange, words: Catalogue): Line {
  return [
    name === null ? { code: templateId } : { bold: foreign(name, longestName) },
    ` · ${foreign(vendor)} ${statusWords(before, words)} → ${statusWords(status, words)}`,
  ];
}
