import { z } from "zod";
import type { Within } from "../deadline.ts";
import type { Catalogue } from "../locales/index.ts";
import { type Answer, plainAnswer } from "../slack/blocks/answer.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import type { Click, Command } from "../slack/edge/interaction.ts";
import { type ListButton, pageButtons, renderList } from "./list.ts";

export type ListRequest<T> = {
  title: string;
  read: () => Promise<T>;
  render: (value: T) => Answer;
  /** Why it could not be read, in words; null for a defect of this app, which is thrown. */
  explain: (error: unknown) => Line[] | null;
  /** Asks for the same again. */
  retry: ListButton;
  /** Said while the reading takes longer than a moment. */
  loading: string;
  within: Within;
};

type Waiting = Pick<ListRequest<unknown>, "loading" | "within">;

/** With the look-up of the person (0.8 s) this stays well within Slack's 3 s. */
const momentMs = 400;

/**
 * Answers a command, or a click in an earlier answer, with a list. A defect that comes after words about waiting is
 * shown as a failure in their place, so that nobody waits on, and thrown in any case.
 */
export async function showList<T>(to: Command | Click, request: ListRequest<T>): Promise<void> {
  const reading = readList(request);
  const { tell, isWaitedFor } = await askToWait(to, request, reading);
  const { answer, defect } = await reading;
  if (defect === undefined) return tell(answer, request.title);
  if (isWaitedFor) await tell(answer, request.title).catch(() => {});
  // The edge's to log and to own up to.
  throw defect.error;
}

/** The same for what is no list: whatever fails is thrown. */
export async function showOne(
  to: Command,
  { loading, within }: Waiting,
  reading: Promise<Answer>,
): Promise<void> {
  const { tell } = await askToWait(to, { loading, within }, reading);
  await tell(await reading);
}

/**
 * Slack lets nobody replace a command's first answer, so a command is told to wait only when it has to; a click's own
 * message is replaced.
 */
async function askToWait(
  to: Command | Click,
  { loading, title, within }: Waiting & { title?: string },
  reading: Promise<unknown>,
) {
  const words = plainAnswer(loading);
  if ("replace" in to) {
    await to.ack();
    const isWaitedFor = (await within(momentMs, reading)) === undefined;
    if (isWaitedFor) await to.replace(words, title);
    return { tell: to.replace, isWaitedFor };
  }
  const isWaitedFor = (await within(momentMs, reading)) === undefined;
  await (isWaitedFor ? to.ack(words) : to.ack());
  return { tell: to.answer, isWaitedFor };
}

type Read = { answer: Answer; defect?: { error: unknown } };

async function readList<T>({ read, render, explain, title, retry }: ListRequest<T>): Promise<Read> {
  try {
    return { answer: render(await read()) };
  } catch (error) {
    const reasons = explain(error);
    const answer = renderList({ title, about: reasons ?? [], columns: [], rows: [], buttons: [retry] });
    return reasons === null ? { answer, defect: { error } } : { answer };
  }
}

/** A page's number as a button's value. */
export const Page = z.int().min(0).max(999_999);

/** Does what a list's button asks for; one of another version is said to be outdated. */
export async function turnTo<T>(
  click: Click,
  shape: z.ZodType<T>,
  show: (wanted: T) => Promise<void>,
): Promise<void> {
  const wanted = parseValue(shape, click.value);
  if (wanted !== null) return show(wanted);
  await click.ack();
  await click.answer(plainAnswer(click.words.edge.outdated));
}

/** A button's value comes back from outside, where anybody could have changed it: null for what doesn't fit. */
export function parseValue<T>(shape: z.ZodType<T>, value: string): T | null {
  try {
    return shape.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * A page of a list that grows at its newest end: the cursors that led to it, the last of them its own; empty is the
 * newest page.
 */
export const Cursors = z.array(z.string());

type Position = { cursors: string[] };

/** Slack's limit for a button's value. */
const longestValue = 2000;

/** As a button's value. A trail that is too long loses its beginning: back leads to the newest page then. */
export function encodePosition(position: Position): string {
  for (let { cursors } = position; ; cursors = cursors.slice(1)) {
    const value = JSON.stringify({ ...position, cursors });
    if (value.length <= longestValue || cursors.length === 0) return value;
  }
}

/** The oldest page's leads back to the newest. `next` is the cursor of the page behind this one, null when there is none. */
export function pageTurns(
  position: Position,
  next: string | null,
  { actionId, words }: { actionId: string; words: Catalogue["lists"] },
): ListButton[] {
  const { cursors } = position;
  if (cursors.length === 0 && next === null) return [];
  const at = (led: string[]) => encodePosition({ ...position, cursors: led });
  return pageButtons(actionId, {
    back: cursors.length === 0 ? null : { text: words.newer, value: at(cursors.slice(0, -1)) },
    next:
      next === null
        ? { text: words.newest, value: at([]) }
        : { text: words.older, value: at([...cursors, next]) },
  });
}
