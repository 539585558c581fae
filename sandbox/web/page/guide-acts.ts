import { toObjects, toText } from "../../slack/json.ts";
import type { View } from "../../slack/types.ts";
import type { EnteredValue } from "../act.ts";
import type { ShownMessage, Snapshot } from "../protocol.ts";
import { getState, goTo, messagesIn, setState, subscribe } from "./state.ts";
import { act, follow } from "./wire.ts";

/** Longer than the bot takes for anything but a platform that is silent. */
const PATIENCE_MS = 10_000;
const DRAWING_MS = 50;
/** Before a card is pressed that a person should have seen first. */
const READING_MS = 2500;

/** Resolves with what is read off the page as soon as it is there, however long that takes where patience is null. */
export function until<T>(
  read: (snapshot: Snapshot) => T | undefined,
  patienceMs: number | null = PATIENCE_MS,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const { snapshot } = getState();
      const found = snapshot === null ? undefined : read(snapshot);
      if (found === undefined) return;
      stop();
      resolve(found);
    };
    const unsubscribe = subscribe(look);
    const giveUp = (): void => {
      stop();
      reject(new Error("It did not happen in time. The traffic says what did."));
    };
    const timer = patienceMs === null ? undefined : setTimeout(giveUp, patienceMs);
    const stop = (): void => {
      unsubscribe();
      clearTimeout(timer);
    };
    look();
  });
}

/** Becomes a person and goes to a conversation. */
export async function be(userId: string, conversation: string): Promise<void> {
  if (getState().me !== userId) {
    setState({ seen: {}, thread: null });
    follow(userId);
  }
  await until(({ me }) => (me === userId ? true : undefined));
  goTo({ kind: "conversation", id: conversation });
}

/** Types a command where the person is. */
export async function type(name: string, text: string): Promise<void> {
  const { place } = getState();
  if (place?.kind !== "conversation") throw new Error("There is no conversation to type in.");
  const answer = await act({ act: "command", name, text, conversation: place.id });
  if (!answer.ok) throw new Error(answer.error);
}

/** The next post of the app in a conversation, after those that are there now, once it says such a thing. */
export function newPost(
  conversation: string,
  says: RegExp = /./u,
  patienceMs = PATIENCE_MS,
): Promise<ShownMessage> {
  const posts = (snapshot: Snapshot): ShownMessage[] =>
    messagesIn(snapshot, conversation).filter(
      ({ author, ephemeralId, threadTs }) =>
        author === snapshot.app.userId && ephemeralId === null && threadTs === null,
    );
  const { snapshot } = getState();
  const last = snapshot === null ? 0 : Number(posts(snapshot).at(-1)?.ts ?? 0);
  return until((now) => posts(now).find(({ ts, text }) => Number(ts) > last && says.test(text)), patienceMs);
}

/** Presses a button in the modal that the app opens, by its callback id. */
export async function pressIn(form: string, action: string): Promise<void> {
  const found = await until(({ views }) => {
    const top = views.at(-1);
    if (top?.callbackId !== form) return undefined;
    return buttonsOf(top).find(({ actionId }) => actionId === action);
  });
  const answer = await act({ act: "click", place: { kind: "view" }, ...found });
  if (!answer.ok) throw new Error(answer.error);
}

/** The modal that the app opens, by its callback id. */
export function viewOf(form: string): Promise<View> {
  return until(({ views }) => {
    const top = views.at(-1);
    return top?.callbackId === form ? top : undefined;
  });
}

/** Submits once more the form that asks whether that is meant. */
export async function confirm(form: string): Promise<void> {
  await viewOf(form);
  const answer = await act({ act: "submit", entries: [] });
  if (!answer.ok) throw new Error(answer.error);
}

/** Fills in and submits the form that the app opens, by its callback id. */
export async function submit(
  form: string,
  values: { readonly [field: string]: EnteredValue },
): Promise<void> {
  await viewOf(form);
  const entries = Object.entries(values).map(([blockId, value]) => ({ blockId, actionId: "value", value }));
  const answer = await act({ act: "submit", entries });
  if (!answer.ok) throw new Error(answer.error);
  const [error] = Object.values(answer.errors);
  if (error !== undefined) throw new Error(error);
}

/** A post stands where the person looks, for long enough to be read. */
export async function beRead({ ts }: ShownMessage): Promise<void> {
  const isDrawn = (): boolean => document.querySelector(`.messages [data-ts="${CSS.escape(ts)}"]`) !== null;
  for (let waitedMs = 0; waitedMs < PATIENCE_MS && !isDrawn(); waitedMs += DRAWING_MS)
    await pause(DRAWING_MS);
  await pause(READING_MS);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Presses the first button of that action in what the app shows to the person alone, of what it shows from now on. */
export function pressOwn(action: string): () => Promise<void> {
  const isOwn = ({ ephemeralId }: ShownMessage): boolean => ephemeralId !== null;
  const before = new Set(
    getState()
      .snapshot?.messages.filter(isOwn)
      .map(({ ts }) => ts),
  );
  return async () => {
    const [id, found] = await until(({ messages }) => {
      const shown = messages.find(
        (message) => isOwn(message) && !before.has(message.ts) && buttonIn(message, action),
      );
      return shown === undefined ? undefined : ([shown.ephemeralId ?? "", buttonIn(shown, action)] as const);
    });
    if (found === undefined) throw new Error("The answer has no such button.");
    const answer = await act({ act: "click", place: { kind: "ephemeral", id }, ...found });
    if (!answer.ok) throw new Error(answer.error);
  };
}

/** Presses the button of a post whose action fits, and resolves when the app has changed what it says, or asks in a modal. */
export async function press(post: ShownMessage, action: RegExp): Promise<ShownMessage> {
  const { conversation, ts } = post;
  const found = buttonsOf(post).find(({ actionId }) => action.test(actionId) && !/not/.test(actionId));
  if (found === undefined) throw new Error("The post has no such button.");
  const before = saidByApp(getState().snapshot);
  const answer = await act({ act: "click", place: { kind: "message", conversation, ts }, ...found });
  if (!answer.ok) throw new Error(answer.error);
  await until((snapshot) => (saidByApp(snapshot) === before ? undefined : true));
  return post;
}

type ShownButton = { readonly blockId: string; readonly actionId: string };

function buttonsOf({ blocks }: Pick<ShownMessage, "blocks">): ShownButton[] {
  return blocks.flatMap((block) =>
    [...toObjects(block["elements"]), ...toObjects([block["accessory"]])].map((element) => ({
      blockId: toText(block["block_id"]),
      actionId: toText(element["action_id"]),
    })),
  );
}

function buttonIn(message: ShownMessage, action: string): ShownButton | undefined {
  return buttonsOf(message).find(({ actionId }) => actionId === action);
}

function saidByApp(snapshot: Snapshot | null): string {
  const posts = snapshot?.messages.filter(({ author }) => author === snapshot.app.userId) ?? [];
  return JSON.stringify([posts.map(({ ts, text, blocks }) => [ts, text, blocks]), snapshot?.views.length]);
}
