import { toObjects, toText } from "../../slack/json.ts";
import type { View } from "../../slack/types.ts";
import type { EnteredValue, SentAct } from "../act.ts";
import type { ShownMessage, Snapshot } from "../protocol.ts";
import { getState, goTo, messagesIn, setState, subscribe } from "./state.ts";
import { act, follow } from "./wire.ts";

/** Longer than the bot takes for anything but a platform that is silent. */
const PATIENCE_MS = 10_000;
/** Before a card is pressed that a person should have seen first. */
const READING_MS = 2500;

/** Resolves with what is read off the page as soon as it is there, however long that takes where patience is null. */
export function until<T>(
  read: (snapshot: Snapshot) => T | undefined,
  patienceMs: number | null = PATIENCE_MS,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const look = (): void => {
    const { snapshot } = getState();
    const found = snapshot === null ? undefined : read(snapshot);
    if (found !== undefined) resolve(found);
  };
  const unsubscribe = subscribe(look);
  const giveUp = (): void => reject(new Error("It did not happen in time. The traffic says what did."));
  const timer = patienceMs === null ? undefined : setTimeout(giveUp, patienceMs);
  look();
  return promise.finally(() => {
    unsubscribe();
    clearTimeout(timer);
  });
}

/** @throws Error with the words of the server that refused it */
async function doAct(sent: SentAct): Promise<void> {
  const answer = await act(sent);
  if (!answer.ok) throw new Error(answer.error);
  const [error] = Object.values(answer.errors);
  if (error !== undefined) throw new Error(error);
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
  await doAct({ act: "command", name, text, conversation: place.id });
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

/** The modal that the app opens, by its callback id. */
export function viewOf(form: string): Promise<View> {
  return until(({ views }) => {
    const top = views.at(-1);
    return top?.callbackId === form ? top : undefined;
  });
}

/** Presses a button in that modal, once it is there. */
export async function pressIn(form: string, action: string): Promise<void> {
  const found = await until(({ views }) => {
    const top = views.at(-1);
    return top?.callbackId === form ? buttonIn(top, action) : undefined;
  });
  await doAct({ act: "click", place: { kind: "view" }, ...found });
}

/** Fills in and submits that form; without values it is one that asks whether that is meant. */
export async function submit(
  form: string,
  values: { readonly [field: string]: EnteredValue } = {},
): Promise<void> {
  await viewOf(form);
  const entries = Object.entries(values).map(([blockId, value]) => ({ blockId, actionId: "value", value }));
  await doAct({ act: "submit", entries });
}

/** A post stands where the person looks, for long enough to be read. */
export function beRead(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, READING_MS));
}

/** Presses the first button of that action in what the app shows to the person alone, of what it shows from now on. */
export function pressOwn(action: string): () => Promise<void> {
  const before = new Set(getState().snapshot?.messages.map(({ ts }) => ts));
  return async () => {
    const [id, found] = await until(({ messages }) => {
      const shown = messages.find(
        (one) => one.ephemeralId !== null && !before.has(one.ts) && buttonIn(one, action),
      );
      return shown && ([shown.ephemeralId ?? "", buttonIn(shown, action)] as const);
    });
    if (found !== undefined) await doAct({ act: "click", place: { kind: "ephemeral", id }, ...found });
  };
}

/** Presses the button of a post, and resolves when the app asks in a modal. */
export async function press(post: ShownMessage, action: string): Promise<void> {
  const { conversation, ts } = post;
  const found = buttonIn(post, action);
  if (found === undefined) throw new Error("The post has no such button.");
  await doAct({ act: "click", place: { kind: "message", conversation, ts }, ...found });
}

type ShownButton = { readonly blockId: string; readonly actionId: string };

function buttonIn({ blocks }: Pick<ShownMessage, "blocks">, action: string): ShownButton | undefined {
  return blocks
    .flatMap((block) =>
      [...toObjects(block["elements"]), ...toObjects([block["accessory"]])].map((element) => ({
        blockId: toText(block["block_id"]),
        actionId: toText(element["action_id"]),
      })),
    )
    .find(({ actionId }) => actionId === action);
}
