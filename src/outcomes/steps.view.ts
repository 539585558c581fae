import type { Button } from "@slack/types";
import type { Catalogue } from "../locales/index.ts";
import type { Description, Ways } from "../operations/description.ts";
import { hadNoEffect } from "../operations/index.ts";
import { button } from "../slack/blocks/buttons.ts";
import { shorten } from "../slack/blocks/limits.ts";
import { plain } from "../slack/blocks/modal.ts";
import type { Operation } from "../store/index.ts";
import { isNeedless, isTriedAgain, newestOf, obstacleToEdit, stateOf } from "./again.ts";
import type { Card } from "./card.view.ts";
import { needsConsole, passes } from "./reasons.ts";

type Stepping = Pick<Card, "operation" | "description" | "reader" | "words">;

/** What this reader can do about it now, the most useful first. */
export function nextSteps(stepping: Stepping): Button[] {
  const { operation, description } = stepping;
  const { ways, terms: words = stepping.words } = description;
  if (ways === undefined) return [];
  const told = { ...stepping, words };
  return [...(stateOf(operation) === "unknown" ? settleButtons(told, ways) : []), ...editButton(told, ways)];
}

/** Only the newest try is edited and sent, where it had no effect or does no harm twice; whoever asks learns what else stands in the way. */
function editButton({ operation, reader, words }: Stepping, ways: Ways): Button[] {
  const { edit, editLabel, editStyle, isHarmlessTwice } = ways;
  const obstacle = obstacleToEdit(operation);
  const isAsked = hadNoEffect(operation.outcome) || isHarmlessTwice === true;
  const isOpen = obstacle === null || (obstacle === "unsettled" && isAsked);
  const isNewest = newestOf(operation).id === operation.id;
  if (edit === null || reader === "on-call" || !isOpen || !isNewest) return [];
  // The same again is no way out of what has to be mended elsewhere first.
  const usual = needsConsole(operation, words) ? undefined : "primary";
  const { anew, edit: usualLabel } = words.outcomes;
  const label = editLabel ?? (passes(operation, words) ? anew : usualLabel);
  return [button(edit, label, operation.id, editStyle ?? usual)];
}

/**
 * What was accepted leaves nothing to be done, so another one of the same is offered where its author alone reads. After
 * a doubt it isn't: there "send again" would mean the same one.
 */
export function anewButtons({ operation, reader, description: { ways }, words }: Stepping): Button[] {
  const { outcome, correctedAt } = operation;
  const { anew = null, save } = ways ?? {};
  const isPlainlyAccepted = outcome === "accepted" && correctedAt === null && !isTriedAgain(operation);
  if (anew === null || reader !== "author" || !isPlainlyAccepted) return [];
  return [
    button(anew, words.outcomes.anew, operation.id),
    ...(save === undefined ? [] : [button(save, words.runs.save.button, operation.id)]),
  ];
}

/** Only who can know is asked: the author, who may also send it again while nothing else does, and on-call. */
function settleButtons({ operation, description, reader, words }: Stepping, ways: Ways): Button[] {
  if (reader === "anybody") return [];
  const asked = reportButtons(operation, { settle: ways.settle, of: description }, words.settle);
  const isOver = isTriedAgain(operation) || isNeedless(operation);
  if (reader !== "author" || ways.repeat === null || isOver) return asked;
  return [...asked, button(ways.repeat, words.repeat.button, operation.id)];
}

/** Slack's 300 characters have what follows from it as well. */
const longestAsked = 100;

/** What became of it, in a person's word: asked once more before it counts, since the first report does. */
export function reportButtons(
  { id }: Pick<Operation, "id">,
  { settle, of = null }: { settle: string; of?: Pick<Description, "kind" | "subject"> | null },
  { buttons, confirm }: Catalogue["settle"],
): Button[] {
  const about = of === null ? "" : `${shorten(`${of.kind} · ${of.subject.masked}`, longestAsked)}\n`;
  return (["arrived", "did_not_arrive"] as const).map((as) => ({
    ...button(`${settle}:${as}`, buttons[as], id),
    confirm: {
      title: plain(confirm.title[as]),
      text: plain(`${about}${confirm.says[as]}`),
      confirm: plain(confirm.yes),
      deny: plain(confirm.no),
    },
  }));
}
