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
  /** Lines for why reading failed; null for a defect of this app, which is thrown. */
  explain: (error: unknown) => Line[] | null;
  /** Button that reads the same again. */
  retry: ListButton;
  /** Text shown while reading takes longer than a moment. */
  loading: string;
  within: Within;
};

type Waiting = Pick<ListRequest<unknown>, "loading" | "within">;

/** Time until the loading text is shown. Together with the person's look-up (0.8 s) it is well within Slack's 3 s. */
const momentMs = 400;

/** Answers a command or a click with a list. A defect is thrown; if the loading text is shown, it is replaced first. */
export async function showList<T>(to: Command | Click, request: ListRequest<T>): Promise<void> {
  const reading = readList(request);
  const { respond, isWaitedFor } = await askToWait(to, request, reading);
  const { answer, defect } = await reading;
  if (defect === undefined) return respond(answer, request.title);
  if (isWaitedFor) await respond(answer, request.title).catch(() => {});
  // The edge logs and answers it.
  throw defect.error;
}

/** Answers a command with something that is no list; failures are thrown. */
export async function showAnswer(
  to: Command,
  { loading, within }: Waiting,
  reading: Promise<Answer>,
): Promise<void> {
  const { respond } = await askToWait(to, { loading, within }, reading);
  await respond(await reading);
}

/**
 * Acknowledges, and shows the loading text if reading takes longer than a moment. A command's first answer can't be replaced
 * by the list; a click's post can.
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
    return { respond: to.replace, isWaitedFor };
  }
  const isWaitedFor = (await within(momentMs, reading)) === undefined;
  await (isWaitedFor ? to.ack(words) : to.ack());
  return { respond: to.answer, isWaitedFor };
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

export const PageNumber = z.int().min(0).max(999_999);

/** Shows the page that a button asks for; a value of another version is answered with "outdated". */
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

/** Parses a button's value, which anybody could have changed; null if it doesn't fit. */
export function parseValue<T>(shape: z.ZodType<T>, value: string): T | null {
  try {
    return shape.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/** Cursors that led to a page of a growing list, the page's own last; empty for the newest page. */
export const Cursors = z.array(z.string());

type Position = { cursors: string[] };

const maxValueLength = 2000;

/** Button's value. Beyond `maxValueLength` characters the oldest cursors go, and "newer" then jumps to the newest page. */
export function encodePosition(position: Position): string {
  for (let { cursors } = position; ; cursors = cursors.slice(1)) {
    const value = JSON.stringify({ ...position, cursors });
    if (value.length <= maxValueLength || cursors.length === 0) return value;
  }
}

/** Page buttons. `next`: cursor of the next older page; null for the oldest page, which leads back to the newest. */
export function createCursorButtons(
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
