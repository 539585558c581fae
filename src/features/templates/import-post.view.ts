import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import { withCommands } from "../../slack/blocks/sentence.ts";
import type { Import, ImportedChange, NewPost, SeenFrom, SeenVendor } from "../../store/index.ts";
import { ids } from "./ids.ts";
import { foreign, isRejected, reviewLines, seenAlone, statusWords } from "./status.view.ts";
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
  const [rejected, others] = [changes.filter(isRejected), changes.filter((change) => !isRejected(change))];
  const lines = [...rejected, ...others].slice(0, mostLines).map((change) => changeLine(change, words));
  const left = changes.length - lines.length;
  return renderAnswer(
    [
      [{ bold: imports.changed(changes.length) }],
      ...lines,
      ...(left > 0 ? [withCommands(imports.more(left))] : []),
      seenAlone(fromOf(made), words),
    ],
    ...actions([button(ids.open, words.templates.find.title)]),
  );
}

function fromOf({ kind, by, doneAt, expiresAt }: Import): SeenFrom {
  return { kind, by, at: doneAt ?? expiresAt, operationId: null };
}

export type OneImported = {
  change: ImportedChange;
  /** How it stands with all of them. */
  vendors: readonly SeenVendor[];
  /** What else of the template is otherwise. */
  also: readonly (keyof Catalogue["templates"]["imports"]["parts"])[];
};

/** A single one is told as what it is; below it what else was seen of the other vendors, each with when and from what. */
export function renderOneImported(
  made: Import,
  { change, vendors, also }: OneImported,
  words: Catalogue,
): Answer {
  const { templateId, name, vendor, before, status } = change;
  const { imports } = words.templates;
  const others = vendors.filter((one) => one.vendor !== vendor);
  return withId(
    [
      [{ bold: `${statusTitle(change, words)} · ${foreign(name ?? shortenId(templateId), longestName)}` }],
      [`${foreign(vendor)} ${statusWords(before, words)} → `, { bold: statusWords(status, words) }],
      ...(also.length === 0 ? [] : [[imports.also(also.map((part) => imports.parts[part]).join(", "))]]),
      ...reviewLines(others, words),
    ],
    [seenAlone(fromOf(made), words), templateId],
    transitionButtons(change, words),
  );
}

function changeLine({ templateId, name, vendor, before, status }: ImportedChange, words: Catalogue): Line {
  return [
    name === null ? { code: templateId } : { bold: foreign(name, longestName) },
    ` · ${foreign(vendor)} ${statusWords(before, words)} → ${statusWords(status, words)}`,
  ];
}
