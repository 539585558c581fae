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
  /** Lines that explain why reading failed; null for a defect of this app, which is thrown. */
  explain: (error: unknown) => Line[] | null;
  retry: ListButton;
  loading: string;
  within: Within;
};

type Waiting = Pick<ListRequest<unknown>, "loading" | "within">;

/** Delay of the loading text. With the person's look-up (0.8 s) it is well within Slack's 3 s. */
const momentMs = 400;

/** Answers a command or a click with a list. A defect is thrown, after replacing the loading text if it was shown. */
export async function showList<T>(to: Command | Click, request: ListRequest<T>): Promise<void> {
  const reading = readList(request);
  const { respond, isWaitedFor } = await askToWait(to, request, reading);
  const { answer, defect } = await reading;
  if (defect === undefined) return respond(answer, request.title);
  if (isWaitedFor) await respond(answer, request.title).catch(() => {});
  // The edge logs the defect and answers it.
  throw defect.error;
}

export async function showAnswer(
  to: Command,
  { loading, within }: Waiting,
  reading: Promise<Answer>,
): Promise<void> {
  const { respond } = await askToWait(to, { loading, within }, reading);
  await respond(await reading);
}

/** Acknowledges; a slow reading shows the loading text. A list can replace a click's post, not a command's answer. */
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

/** Shows the page that a button's value names; a value of another version is answered with "outdated". */
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

/** Parses a button's value, which anybody could have changed; null if it is invalid. */
export function parseValue<T>(shape: z.ZodType<T>, value: string): T | null {
  try {
    return shape.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/** Cursors of all pages up to this one, its own last; empty for the newest page. */
export const Cursors = z.array(z.string());

type Position = { cursors: string[] };

const maxValueLength = 2000;

/** Makes a button's value. Beyond `maxValueLength` it drops the oldest cursors; "newer" then jumps to the newest page. */
export function encodePosition(position: Position): string {
  for (let { cursors } = position; ; cursors = cursors.slice(1)) {
    const value = JSON.stringify({ ...position, cursors });
    if (value.length <= maxValueLength || cursors.length === 0) return value;
  }
}

/** Page buttons. `next`: cursor of the next older page; null on the oldest page, whose button leads to the newest. */
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
