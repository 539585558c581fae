import type { Within } from "../deadline.ts";
import { type Answer, plainAnswer } from "../slack/blocks/answer.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import type { Click, Command } from "../slack/edge/interaction.ts";
import { type ListButton, renderList } from "./list.ts";

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
    const answer = renderList({
      title,
      about: reasons ?? [],
      columns: [],
      rows: [],
      empty: [],
      notes: [],
      turns: [],
      buttons: [retry],
    });
    return reasons === null ? { answer, defect: { error } } : { answer };
  }
}
