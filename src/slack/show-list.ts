import { within } from "../deadline.ts";
import { type Answer, plainAnswer } from "./answer.ts";
import type { Click, Command } from "./interaction.ts";
import { type ListButton, renderList } from "./list.ts";
import type { Line } from "./rich-text.ts";

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
};

/** With the look-up of the person (0.8 s) this stays well within Slack's 3 s. */
const momentMs = 400;

/**
 * Answers a command, or a click in an earlier answer, with a list. Slack lets nobody replace a command's first
 * answer, so a command is told to wait only when it has to; a click's own message is replaced.
 */
export async function showList<T>(to: Command | Click, request: ListRequest<T>): Promise<void> {
  const reading = readList(request);
  const loading = plainAnswer(request.loading);
  if ("replace" in to) {
    await to.ack();
    if ((await within(momentMs, reading)) === undefined) await to.replace(loading);
    return show(to.replace, await reading);
  }
  const inTime = await within(momentMs, reading);
  await (inTime === undefined ? to.ack(loading) : to.ack());
  return show(to.answer, await reading);
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
      buttons: [retry],
    });
    return reasons === null ? { answer, defect: { error } } : { answer };
  }
}

/** A defect is the edge's to log and to own up to. */
async function show(tell: (answer: Answer) => Promise<void>, { answer, defect }: Read): Promise<void> {
  if (defect !== undefined) throw defect.error;
  await tell(answer);
}
