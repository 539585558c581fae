import { toObjects, toText } from "../../slack/json.ts";
import type { ShownMessage, Snapshot } from "../protocol.ts";
import { getState, goTo, messagesIn, setState, subscribe } from "./state.ts";
import { act, follow } from "./wire.ts";

/** Longer than the bot takes for anything but a platform that is silent. */
const PATIENCE_MS = 10_000;

/** Resolves with what is read off the page as soon as it is there. */
export function until<T>(read: (snapshot: Snapshot) => T | undefined, patienceMs = PATIENCE_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const { snapshot } = getState();
      const found = snapshot === null ? undefined : read(snapshot);
      if (found === undefined) return;
      stop();
      resolve(found);
    };
    const unsubscribe = subscribe(look);
    const timer = setTimeout(() => {
      stop();
      reject(new Error("It did not happen in time. The traffic says what did."));
    }, patienceMs);
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

/** The next post of the app in a conversation, after those that are there now. */
export function newPost(conversation: string, patienceMs = PATIENCE_MS): Promise<ShownMessage> {
  const posts = (snapshot: Snapshot): ShownMessage[] =>
    messagesIn(snapshot, conversation).filter(
      ({ author, ephemeralId, threadTs }) =>
        author === snapshot.app.userId && ephemeralId === null && threadTs === null,
    );
  const { snapshot } = getState();
  const last = snapshot === null ? 0 : Number(posts(snapshot).at(-1)?.ts ?? 0);
  return until((now) => posts(now).find(({ ts }) => Number(ts) > last), patienceMs);
}

/** Presses the button of a post whose action fits, and resolves when the app has changed what it says. */
export async function press(post: ShownMessage, action: RegExp): Promise<ShownMessage> {
  const { conversation, ts } = post;
  const [found] = post.blocks.flatMap((block) =>
    [...toObjects(block["elements"]), ...toObjects([block["accessory"]])]
      .map((element) => ({ blockId: toText(block["block_id"]), actionId: toText(element["action_id"]) }))
      .filter(({ actionId }) => action.test(actionId) && !/not/.test(actionId)),
  );
  if (found === undefined) throw new Error("The post has no such button.");
  const before = saidByApp(getState().snapshot);
  const answer = await act({ act: "click", place: { kind: "message", conversation, ts }, ...found });
  if (!answer.ok) throw new Error(answer.error);
  await until((snapshot) => (saidByApp(snapshot) === before ? undefined : true));
  return post;
}

function saidByApp(snapshot: Snapshot | null): string {
  const posts = snapshot?.messages.filter(({ author }) => author === snapshot.app.userId) ?? [];
  return JSON.stringify(posts.map(({ ts, text, blocks }) => [ts, text, blocks]));
}
