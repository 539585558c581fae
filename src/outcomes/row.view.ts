import type { Button, SectionBlock } from "@slack/types";
import type { Catalogue } from "../locales/index.ts";
import { button } from "../slack/blocks/buttons.ts";
import { toLiteral } from "../slack/blocks/escape.ts";
import { shorten } from "../slack/blocks/limits.ts";
import { plain } from "../slack/blocks/modal.ts";
import { type Line, lineText } from "../slack/blocks/rich-text.ts";
import { stateOf } from "./again.ts";
import { nameAlone } from "./batch.view.ts";
import { type Entry, historyId, reasonOf, stateTitle } from "./card.view.ts";
import { needsConsole } from "./reasons.ts";
import { sentGlance } from "./sent.view.ts";
import { nextSteps } from "./steps.view.ts";

/** `title`: what came of all that its act brought, where that is several. */
export type RowEntry = Entry & { title?: string | null };

/** Something that was done, as a row of the history or of Home. */
export type ActivityRow = {
  at: Date;
  /** With the masked number too, for who is read to. */
  title: string;
  /** A line each. */
  says: readonly string[];
  /** Small facts behind the time. */
  facts: Line;
  step: Button;
};

const longestTitle = 200;
/** Ten rows stay within a message. */
const longestSubject = 100;
const longestSent = 60;

/** One's own in full, with what was sent and why it failed; everybody's with its author, and the recipient by name. */
export function toActivityRow(
  entry: RowEntry,
  words: Catalogue,
  { isEverybodys = false }: { isEverybodys?: boolean } = {},
): ActivityRow {
  const { operation, description, title: several = null } = entry;
  const { createdAt: at, author, act } = operation;
  const who: Line = isEverybodys ? [{ user: author }] : [];
  if (several !== null) {
    const step = button(historyId, words.history.details, act);
    const title = shorten(several, longestTitle);
    return { at, title, says: [title], facts: who, step };
  }
  const { inFull, masked } = description.subject;
  const subject = shorten(isEverybodys ? masked : inFull, longestSubject);
  const reason = isEverybodys ? null : reasonOf(entry, words);
  const sent = isEverybodys ? null : sentGlance(description);
  const shown = stateTitle(entry, isEverybodys ? nameAlone(subject) : subject, words);
  return {
    at,
    title: stateTitle(entry, subject, words),
    says: [shown, ...(reason === null ? [] : [shorten(reason, longestSubject)])],
    facts: [...who, ...(sent === null ? [] : [shorten(sent, longestSent)])],
    step: rowButton(entry, isEverybodys, words),
  };
}

/** To its story, or to what mends it: none of many rows has the button to press, and all are short. */
function rowButton({ operation, description }: Entry, isEverybodys: boolean, words: Catalogue): Button {
  const { details, answer, edit } = words.history;
  if (stateOf(operation) === "unknown") return button(historyId, answer, operation.id);
  // The same again is no way out of what has to be mended in the console first.
  const isMended = !isEverybodys && !needsConsole(operation, words);
  const [step] = isMended ? nextSteps({ operation, description, reader: "author", words }) : [];
  if (step === undefined) return button(historyId, details, operation.id);
  const { style: _style, ...plainly } = step;
  return step.text.text === words.outcomes.edit ? { ...plainly, text: plain(edit) } : plainly;
}

/** Recipients and files are named by others, so nothing of what it says is read as markup. */
export function renderActivityRow({ at, says, facts, step }: ActivityRow): SectionBlock {
  const small = facts.map((piece) => (typeof piece === "string" ? toLiteral(piece) : lineText([piece])));
  const text = [...says.map(toLiteral), [lineText([{ at }]), ...small].join(" · ")].join("\n");
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true }, accessory: step };
}
